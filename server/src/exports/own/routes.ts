import { route } from "../../kernel/http/route.ts";
import { exportOwnData } from "./actions.ts";
import * as contract from "./contract.ts";
import { presentOwnExport } from "./present.ts";
import { ownExportsOf } from "./store.ts";

export const ownExportRoutes = [
  route(contract.exportOwnData, async (ctx) => ({ id: await exportOwnData(ctx) })),

  route(contract.getOwnExports, async ({ db, realm, user, now }) => ({
    exports: (await ownExportsOf(db, user.id)).map((row) => presentOwnExport(realm, now, row)),
  })),
];

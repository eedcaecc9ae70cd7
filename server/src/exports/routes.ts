import { route } from "../kernel/http/route.ts";
import { deleteExport, requestExport } from "./actions.ts";
import * as contract from "./contract.ts";
import { presentExport } from "./present.ts";
import { activePeople, consents, exportsOf } from "./store.ts";

export const exportRoutes = [
  route(contract.exportRealm, async (ctx, wanted) => ({ id: await requestExport(ctx, wanted) })),

  route(contract.getRealmExports, async ({ db, realm }) => ({
    exports: (await exportsOf(db, realm.id)).map((row) => presentExport(realm, row)),
  })),

  route(contract.deleteRealmExport, async (ctx, { export_id }) => {
    await deleteExport(ctx, export_id);
    return {};
  }),

  route(contract.getExportConsents, async ({ db, realm }) => ({
    export_consents: (await activePeople(db, realm.id)).map((user) => ({
      user_id: user.id,
      consented: consents(user),
    })),
  })),
];

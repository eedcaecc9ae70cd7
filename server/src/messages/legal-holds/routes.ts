import { route } from "../../kernel/http/route.ts";
import { liftLegalHold, placeLegalHold } from "./actions.ts";
import * as contract from "./contract.ts";
import { holdsOf } from "./store.ts";

export const legalHoldRoutes = [
  route(contract.getLegalHolds, async ({ db, realm }) => ({
    legal_holds: (await holdsOf(db, realm.id)).map(({ realm_id: _, ...hold }) => hold),
  })),

  route(contract.placeLegalHold, async (ctx, request) => ({ id: await placeLegalHold(ctx, request) })),

  route(contract.liftLegalHold, async (ctx, { hold_id }) => {
    await liftLegalHold(ctx, hold_id);
    return {};
  }),
];

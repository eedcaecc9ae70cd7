import { steppedRoute } from "../kernel/http/route.ts";
import { demandConfirmed } from "../people/second-factors/confirm.ts";
import { eraseOneself, eraseUser } from "./actions.ts";
import * as contract from "./contract.ts";

export const erasureRoutes = [
  steppedRoute(contract.eraseOwnUser, async (ctx, { confirmation }) => {
    demandConfirmed(ctx, confirmation);
    await eraseOneself(ctx);
    return {};
  }),

  steppedRoute(contract.eraseUser, async (ctx, { user_id, confirmation, messages }) => {
    demandConfirmed(ctx, confirmation);
    await eraseUser(ctx, user_id, messages);
    return {};
  }),
];

import { route } from "../../kernel/http/route.ts";
import { muteUser, unmuteUser } from "./actions.ts";
import * as contract from "./contract.ts";

export const mutedUserRoutes = [
  route(contract.muteUser, async (ctx, { muted_user_id }) => {
    await muteUser(ctx, muted_user_id);
    return {};
  }),

  route(contract.unmuteUser, async (ctx, { muted_user_id }) => {
    await unmuteUser(ctx, muted_user_id);
    return {};
  }),
];

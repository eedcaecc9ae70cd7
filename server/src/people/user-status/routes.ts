import { route } from "../../kernel/http/route.ts";
import { activePersonFor } from "../users/access/viewer.ts";
import { updateOwnStatus, updateStatusOf } from "./actions.ts";
import * as contract from "./contract.ts";
import { presentStatus } from "./present.ts";
import { statusOf } from "./store.ts";

export const userStatusRoutes = [
  route(contract.updateOwnStatus, async (ctx, sent) => {
    await updateOwnStatus(ctx, sent);
    return {};
  }),

  route(contract.updateUserStatus, async (ctx, { user_id, ...sent }) => {
    await updateStatusOf(ctx, user_id, sent);
    return {};
  }),

  route(contract.getUserStatus, async (ctx, { user_id }) => {
    const user = await activePersonFor(ctx, user_id);
    const away = user.settings.presence_enabled === false;
    return { status: presentStatus(await statusOf(ctx.db, user.id), { away, dialect: ctx.dialect }) };
  }),
];

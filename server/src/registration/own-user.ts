import { ApiError, said } from "../kernel/api/index.ts";
import { route } from "../kernel/http/route.ts";
import { newestMessageFor } from "../messages/store.ts";
import { profilesOf } from "../people/profile-fields/profiles.ts";
import * as contract from "../people/users/contract.ts";
import { presentUser } from "../people/users/present.ts";
import { userById } from "../people/users/store.ts";

/** The caller's own user, with their newest message, so that a client knows where it is. */
export const ownUserRoutes = [
  route(contract.getOwnUser, async (ctx) => {
    const user = await userById(ctx.db, ctx.realm.id, ctx.user.id);
    if (!user) throw new ApiError(said`No such user`);
    const profiles = await profilesOf(ctx.db, ctx.realm.id, [user.id]);
    const how = { realm: ctx.realm, viewer: ctx.user, client_gravatar: false, profiles };
    return { ...presentUser(user, how), max_message_id: await newestMessageFor(ctx.db, ctx.user) };
  }),
];

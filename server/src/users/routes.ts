import { Role } from "../access/roles.ts";
import { ApiError, demand } from "../api/index.ts";
import { change } from "../context.ts";
import { openRoute, route, steppedRoute } from "../http/route.ts";
import { newestMessageFor } from "../messages/store.ts";
import { hashPassword } from "../secrets.ts";
import { accountByPassword } from "../sign-in/password.ts";
import { checkNewName, createUser } from "./actions.ts";
import * as contract from "./contract.ts";
import { isEmailAddress } from "./names.ts";
import { isStrongPassword } from "./passwords.ts";
import { presentUser } from "./present.ts";
import { changeUser, userByDeliveryEmail, userById, usersOf } from "./store.ts";

export const userRoutes = [
  openRoute(contract.fetchApiKey, async (ctx, { username, password }) => {
    const user = await accountByPassword(ctx, username, password);
    const api_key = ctx.app.secrets.decrypt(user.api_key_encrypted);
    return { api_key, email: user.delivery_email, user_id: user.id };
  }),

  route(contract.regenerateApiKey, async (ctx) => {
    const { apiKey, ...stored } = ctx.app.secrets.newApiKey();
    await changeUser(ctx.db, ctx.user.id, stored);
    return { api_key: apiKey };
  }),

  steppedRoute(contract.createUser, async (ctx, { email, password, full_name }) => {
    demand(ctx.user.can_create_users, new contract.NotAllowedToCreateUsers());
    await checkNewName(ctx, full_name);
    demand(isEmailAddress(email), new contract.BadUsername());
    demand((await userByDeliveryEmail(ctx.db, ctx.realm.id, email)) === undefined, new contract.EmailInUse());
    demand(await isStrongPassword(password, [email, full_name]), new contract.PasswordTooWeak());
    const password_hash = await hashPassword(password);
    const { user } = await change(ctx, (writing) =>
      createUser(writing, { email, full_name, role: Role.member, password_hash }),
    );
    return { user_id: user.id };
  }),

  route(contract.getUsers, async (ctx, { client_gravatar, include_custom_profile_fields, user_ids }) => {
    const users = await usersOf(ctx.db, ctx.realm.id, user_ids);
    const how = { realm: ctx.realm, viewer: ctx.user, client_gravatar, withProfile: include_custom_profile_fields };
    return { members: users.map((user) => presentUser(user, how)) };
  }),

  route(contract.getOwnUser, async (ctx) => {
    const user = await userById(ctx.db, ctx.realm.id, ctx.user.id);
    if (!user) throw new ApiError("No such user");
    const how = { realm: ctx.realm, viewer: ctx.user, client_gravatar: false, withProfile: true };
    return { ...presentUser(user, how), max_message_id: await newestMessageFor(ctx.db, ctx.user) };
  }),
];

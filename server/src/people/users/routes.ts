import { endRegistrationsOf } from "../../delivery/push/devices.ts";
import { join } from "../../joining/sign-up/join.ts";
import { Role } from "../../kernel/access/roles.ts";
import { ApiError, demand, type UserId } from "../../kernel/api/index.ts";
import type { Context } from "../../kernel/context.ts";
import { change } from "../../kernel/context.ts";
import { openRoute, route, snapshotRoute, steppedRoute } from "../../kernel/http/route.ts";
import { hashPassword } from "../../kernel/secrets.ts";
import { mapInSteps } from "../../kernel/steps.ts";
import { newestMessageFor } from "../../messages/store.ts";
import { profilesOf } from "../../organization/profile-fields/profiles.ts";
import { announceBotChange } from "../bots/announce.ts";
import { accountByPassword } from "../sign-in/password.ts";
import { presentUnknownUser } from "./access/unknown.ts";
import { accessOf, userFor } from "./access/viewer.ts";
import { checkNewName } from "./actions.ts";
import { addressFault, refusedAddress } from "./addresses.ts";
import * as contract from "./contract.ts";
import { deactivateOneself, deactivateUser, personToDeactivate } from "./deactivate/actions.ts";
import { notifyOfDeactivation } from "./deactivate/mail.ts";
import { userByEmailFor } from "./lookup.ts";
import { isStrongPassword } from "./passwords.ts";
import { type Presentation, presentUser, type UserRow } from "./present.ts";
import { reactivateUser } from "./reactivate/actions.ts";
import { changeUser, userById, usersOf } from "./store.ts";
import { updateUser } from "./update/actions.ts";

interface Viewing {
  client_gravatar: boolean;
  include_custom_profile_fields: boolean;
}

async function presentation(
  { db, realm, user }: Context,
  { client_gravatar, include_custom_profile_fields }: Viewing,
  ids?: readonly UserId[],
): Promise<Presentation> {
  const profiles = include_custom_profile_fields ? await profilesOf(db, realm.id, ids) : undefined;
  return { realm, viewer: user, client_gravatar, profiles };
}

export const userRoutes = [
  openRoute(contract.fetchApiKey, async (ctx, { username, password }) => {
    const user = await accountByPassword(ctx, username, password);
    const api_key = ctx.app.secrets.decrypt(user.api_key_encrypted);
    return { api_key, email: user.delivery_email, user_id: user.id };
  }),

  route(contract.regenerateApiKey, async (ctx) => {
    const { apiKey, ...stored } = ctx.app.secrets.newApiKey();
    await changeUser(ctx.db, ctx.user.id, stored);
    await endRegistrationsOf(ctx, ctx.user.id);
    if (ctx.user.is_bot) await announceBotChange(ctx, ctx.user, { api_key: stored.api_key_encrypted });
    return { api_key: apiKey };
  }),

  steppedRoute(contract.createUser, async (ctx, { email, password, full_name }) => {
    demand(ctx.user.can_create_users, new contract.NotAllowedToCreateUsers());
    await checkNewName(ctx, full_name);
    const fault = await addressFault(ctx, email);
    if (fault) throw refusedAddress(fault, email);
    demand(await isStrongPassword(password, [email, full_name]), new contract.PasswordTooWeak());
    const password_hash = await hashPassword(password);
    const { user } = await change(ctx, (writing) =>
      join(writing, { email, full_name, role: Role.member, password_hash }),
    );
    return { user_id: user.id };
  }),

  snapshotRoute(contract.getUsers, async (ctx, { user_ids, ...viewing }) => {
    const users = await usersOf(ctx.db, ctx.realm.id, user_ids);
    const isAccessible = await accessOf(ctx, user_ids);
    const how = await presentation(ctx, viewing, user_ids);
    const present = (user: UserRow) =>
      isAccessible(user) ? presentUser(user, how) : presentUnknownUser(user.id, ctx.realm, how);
    return { members: await mapInSteps(users, present) };
  }),

  route(contract.getUser, async (ctx, { user_id, ...viewing }) => {
    const user = await userFor(ctx, user_id);
    return { user: presentUser(user, await presentation(ctx, viewing, [user.id])) };
  }),

  route(contract.getUserByEmail, async (ctx, { email, ...viewing }) => {
    const user = await userByEmailFor(ctx, email);
    return { user: presentUser(user, await presentation(ctx, viewing, [user.id])) };
  }),

  route(contract.updateUser, async (ctx, { user_id, ...request }) => {
    await updateUser(ctx, await userFor(ctx, user_id), request);
    return {};
  }),

  route(contract.updateUserByEmail, async (ctx, { email, ...request }) => {
    await updateUser(ctx, await userByEmailFor(ctx, email), request);
    return {};
  }),

  route(contract.deactivateUser, async (ctx, { user_id, deactivation_notification_comment: comment }) => {
    const person = await personToDeactivate(ctx, user_id);
    await deactivateUser(ctx, person);
    if (comment !== undefined) notifyOfDeactivation(ctx, person, comment);
    return {};
  }),

  route(contract.deactivateOwnUser, async (ctx) => {
    await deactivateOneself(ctx);
    return {};
  }),

  route(contract.reactivateUser, async (ctx, { user_id }) => {
    await reactivateUser(ctx, user_id);
    return {};
  }),

  route(contract.getOwnUser, async (ctx) => {
    const user = await userById(ctx.db, ctx.realm.id, ctx.user.id);
    if (!user) throw new ApiError("No such user");
    const profiles = await profilesOf(ctx.db, ctx.realm.id, [user.id]);
    const how = { realm: ctx.realm, viewer: ctx.user, client_gravatar: false, profiles };
    return { ...presentUser(user, how), max_message_id: await newestMessageFor(ctx.db, ctx.user) };
  }),
];

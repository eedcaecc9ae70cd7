import { lacksOwnFactor, SecondFactorRequired } from "../../kernel/access/second-factor.ts";
import type { UserId } from "../../kernel/api/ids.ts";
import { demand } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import type { Context } from "../../kernel/context.ts";
import { openRoute, route, snapshotRoute } from "../../kernel/http/route.ts";
import { happened } from "../../kernel/moments.ts";
import { mapInSteps } from "../../kernel/steps.ts";
import { announceBotChange } from "../bots/announce.ts";
import { keyReplaced } from "../moments.ts";
import { profilesOf } from "../profile-fields/profiles.ts";
import { accountByPassword } from "../sign-in/password.ts";
import { noteFetchedKey } from "../sign-in/record.ts";
import { presentUnknownUser } from "./access/unknown.ts";
import { accessOf, userFor } from "./access/viewer.ts";
import * as contract from "./contract.ts";
import { deactivateOneself, deactivateUser, personToDeactivate } from "./deactivate/actions.ts";
import { notifyOfDeactivation } from "./deactivate/mail.ts";
import { userByEmailFor } from "./lookup.ts";
import { type Presentation, presentUser, type UserRow } from "./present.ts";
import { reactivateUser } from "./reactivate/actions.ts";
import { changeUser, unverifiedUsers, usersOf } from "./store.ts";
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
    // The key would open the account without its second factor.
    demand(!user.has_second_factor && !lacksOwnFactor(ctx.realm, user), new SecondFactorRequired());
    const api_key = ctx.app.secrets.decrypt(user.api_key_encrypted);
    await noteFetchedKey(ctx, user.id);
    return { api_key, email: user.delivery_email, user_id: user.id };
  }),

  route(contract.regenerateApiKey, async (ctx) => {
    const { apiKey, ...stored } = ctx.app.secrets.newApiKey();
    await changeUser(ctx.db, ctx.user.id, stored);
    record(ctx, "api_key_replaced", { user: ctx.user.id });
    await happened(ctx, keyReplaced, { userId: ctx.user.id });
    if (ctx.user.is_bot) await announceBotChange(ctx, ctx.user, { api_key: stored.api_key_encrypted });
    return { api_key: apiKey };
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

  route(contract.getUnverifiedEmails, async (ctx) => ({ user_ids: await unverifiedUsers(ctx.db, ctx.realm.id) })),

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
];

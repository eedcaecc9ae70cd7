/** Bringing a deactivated account back, with all that it kept. */
import { BotType, isAdministrator } from "../../access/roles.ts";
import { demand, InsufficientPermission, type UserId } from "../../api/index.ts";
import type { Realm, User, WriteContext, Writing } from "../../context.ts";
import { toEveryone } from "../../events/audience.ts";
import { append, takeTurn } from "../../events/log.ts";
import { may } from "../../realms/permissions.ts";
import { toThoseWhoAccess } from "../access/audience.ts";
import { acquaintancesBefore, announceAcquaintances } from "../access/changes.ts";
import { userFor } from "../access/viewer.ts";
import { NameInUse } from "../contract.ts";
import { announceInChannels } from "../deactivate/channels.ts";
import { announceReturnToGroups } from "../deactivate/named.ts";
import { userUpdateEvent } from "../events.ts";
import type { UserRow } from "../present.ts";
import { changeUser, isNameOfOtherActiveUser, userById } from "../store.ts";

/** Does nothing to an account that is active. */
export async function reactivateUser(ctx: WriteContext, id: UserId): Promise<void> {
  const { db, realm, user: caller } = ctx;
  await takeTurn(db, realm.id);
  const user = await userFor(ctx, id);
  demand(isAdministrator(caller) || isOwnBot(caller, user), new InsufficientPermission());
  if (user.is_active) return;
  if (user.bot_type === null) return bringBack(ctx, user);
  demand(mayCreateBot(caller, realm, user.bot_type), new InsufficientPermission());
  demand(!(await isNameOfOtherActiveUser(db, realm.id, user)), new NameInUse());
  await bringBack(ctx, user);
  await adoptOrphan(ctx, user);
}

const isOwnBot = (caller: User, user: UserRow) => user.bot_type !== null && user.bot_owner_id === caller.id;

/** Whoever may create bots, may create any; others perhaps those that can only write. */
const mayCreateBot = (caller: User, { settings }: Realm, botType: number) =>
  may(caller, settings, "can_create_bots_group") ||
  (botType === BotType.incomingWebhook && may(caller, settings, "can_create_write_only_bots_group"));

/** The caller has checked who may, and that the account is deactivated. */
export async function bringBack(ctx: Writing, user: UserRow): Promise<void> {
  const { id: user_id } = user;
  const concerned = [{ users: [user_id] }];
  const known = await acquaintancesBefore(ctx, concerned);
  await changeUser(ctx.db, user_id, { is_active: true });
  await announceAcquaintances(ctx, concerned, known);
  const event = userUpdateEvent({ op: "update", person: { user_id, is_active: true } });
  append(ctx, event, await toThoseWhoAccess(ctx, user));
  await announceInChannels(ctx, user_id, "peer_add");
  await announceReturnToGroups(ctx, user_id);
}

/** A bot whose owner is gone works for whoever brought it back. */
async function adoptOrphan(ctx: WriteContext, bot: UserRow): Promise<void> {
  const { db, realm, user } = ctx;
  const owner = bot.bot_owner_id === null ? undefined : await userById(db, realm.id, bot.bot_owner_id);
  if (owner?.is_active) return;
  await changeUser(db, bot.id, { bot_owner_id: user.id });
  append(ctx, userUpdateEvent({ op: "update", person: { user_id: bot.id, bot_owner_id: user.id } }), toEveryone);
}

/** Reactivates accounts, with everything they kept. */

import { demand, InsufficientPermission, type UserId } from "../../../kernel/api/index.ts";
import { record } from "../../../kernel/audit/record.ts";
import type { User, WriteContext, Writing } from "../../../kernel/context.ts";
import { append } from "../../../kernel/events/log.ts";
import { happened } from "../../../kernel/moments.ts";
import { announceBotReactivation, checkBotReactivation } from "../../bots/reactivate.ts";
import { personReturned, subscriberShown } from "../../moments.ts";
import { toUsersWithAccess } from "../access/audience.ts";
import { acquaintancesBefore, announceAcquaintances } from "../access/changes.ts";
import { userFor } from "../access/viewer.ts";
import { UserIsErased } from "../contract.ts";
import { announceReturnToGroups } from "../deactivate/named.ts";
import { userUpdateEvent } from "../events.ts";
import { mayChangeUsers } from "../permissions.ts";
import type { UserRow } from "../present.ts";
import { changeUser, deleteUnclaimed, isErased } from "../store.ts";

/** Does nothing if the account is active. */
export async function reactivateUser(ctx: WriteContext, id: UserId): Promise<void> {
  const { user: caller } = ctx;
  const user = await userFor(ctx, id);
  demand(mayChangeUsers(caller) || isOwnBot(caller, user), new InsufficientPermission());
  if (user.is_active) return;
  demand(!(await isErased(ctx.db, user.id)), new UserIsErased());
  if (user.bot_type !== null) await checkBotReactivation(ctx, user);
  await reactivateAccount(ctx, user);
  if (user.bot_type !== null) await announceBotReactivation(ctx, user);
}

const isOwnBot = (caller: User, user: UserRow) => user.bot_type !== null && user.bot_owner_id === caller.id;

/** The caller checks permissions, and that the account is deactivated. */
export async function reactivateAccount(ctx: Writing, user: UserRow): Promise<void> {
  const { id: user_id } = user;
  const concerned = [{ users: [user_id] }];
  const known = await acquaintancesBefore(ctx, concerned);
  await changeUser(ctx.db, user_id, { is_active: true });
  await deleteUnclaimed(ctx.db, user_id);
  record(ctx, "user_reactivated", { user: user_id });
  await announceAcquaintances(ctx, concerned, known);
  const event = userUpdateEvent({ op: "update", person: { user_id, is_active: true } });
  append(ctx, event, await toUsersWithAccess(ctx, user));
  await happened(ctx, personReturned, { user });
  await happened(ctx, subscriberShown, { userId: user_id, isActive: true });
  await announceReturnToGroups(ctx, user_id);
}

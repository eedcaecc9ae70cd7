/** Deactivates accounts. They keep their data, but can do nothing. */

import { isOwner } from "../../../kernel/access/roles.ts";
import { demand, InsufficientPermission, said, type UserId } from "../../../kernel/api/index.ts";
import { record } from "../../../kernel/audit/record.ts";
import type { WriteContext, Writing } from "../../../kernel/context.ts";
import { append } from "../../../kernel/events/log.ts";
import { deleteQueuesOf } from "../../../kernel/events/queue-store.ts";
import { MustBeOwner } from "../../../kernel/http/gate.ts";
import { happened } from "../../../kernel/moments.ts";
import { announceBotChange } from "../../bots/announce.ts";
import { personDeactivating, subscriberShown } from "../../moments.ts";
import { strangersTo, toUsersWithAccess } from "../access/audience.ts";
import { acquaintancesBefore, announceAcquaintances } from "../access/changes.ts";
import { activePersonFor } from "../access/viewer.ts";
import { CannotDeactivateLastUser, OnlyOwner, UserIsDeactivated } from "../contract.ts";
import { userUpdateEvent } from "../events.ts";
import { deactivationFault } from "../permissions.ts";
import type { UserRow } from "../present.ts";
import { announceAbsenceFromGroups } from "./named.ts";
import { activeBotsOf, hasOtherActiveOwner, hasOtherActiveUser, isStillActive, markDeactivated } from "./store.ts";

type DeactivatedAccount = Pick<UserRow, "id" | "bot_type" | "bot_owner_id">;

/** A person the caller can deactivate. */
export async function personToDeactivate(ctx: WriteContext, id: UserId): Promise<UserRow> {
  const person = await activePersonFor(ctx, id);
  const fault = deactivationFault(ctx.user, person);
  demand(fault !== "mustBeAdministrator", new InsufficientPermission());
  demand(fault !== "mustBeOwner", new MustBeOwner());
  return person;
}

export async function deactivateOneself(ctx: WriteContext): Promise<void> {
  const { db, realm, user } = ctx;
  const isAlone = !(await hasOtherActiveUser(db, realm.id, user.id));
  demand(!isAlone, new CannotDeactivateLastUser({ is_last_owner: false, entity: said`user` }));
  const isLastOwner = isOwner(user) && !user.is_bot && !(await hasOtherActiveOwner(db, realm.id, user.id));
  demand(!isLastOwner, new CannotDeactivateLastUser({ is_last_owner: true, entity: said`organization owner` }));
  await deactivateUser(ctx, user);
}

/** Deactivates a user, after their bots. The caller checks permissions. */
export async function deactivateUser(ctx: Writing, user: DeactivatedAccount & { role: number }): Promise<void> {
  const { db, realm } = ctx;
  demand(await isStillActive(db, user.id), new UserIsDeactivated());
  const isNeeded = isOwner(user) && user.bot_type === null && !(await hasOtherActiveOwner(db, realm.id, user.id));
  demand(!isNeeded, new OnlyOwner());
  for (const bot of await activeBotsOf(db, user.id)) await deactivateAccount(ctx, bot);
  await happened(ctx, personDeactivating, { userId: user.id });
  await deactivateAccount(ctx, user);
}

/** Ends the account's queues. Guests who had access only through shared channels lose it. */
async function deactivateAccount(ctx: Writing, user: DeactivatedAccount): Promise<void> {
  const user_id = user.id;
  const concerned = [{ users: [user_id] }];
  const known = await acquaintancesBefore(ctx, concerned);
  const audience = await toUsersWithAccess(ctx, user);
  const strangers = await strangersTo(ctx, user);
  await markDeactivated(ctx.db, user_id);
  record(ctx, "user_deactivated", { user: user_id });
  await deleteQueuesOf(ctx.db, [user_id]);
  await happened(ctx, subscriberShown, { userId: user_id, isActive: false });
  const event = userUpdateEvent({ op: "update", person: { user_id, is_active: false } });
  append(ctx, event, { ...audience, except: [user_id] }, { effects: { silences: [user_id] } });
  if (user.bot_type !== null) await announceBotChange(ctx, user, { is_active: false });
  await announceAbsenceFromGroups(ctx, user_id, strangers);
  await announceAcquaintances(ctx, concerned, known);
}

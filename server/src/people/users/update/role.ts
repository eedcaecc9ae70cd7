/** Changes a user's role, and announces what the user can see with it. */

import { isOwner } from "../../../kernel/access/roles.ts";
import { addMembers, removeMembers } from "../../../kernel/access/store.ts";
import { demand, type GroupId } from "../../../kernel/api/index.ts";
import { record } from "../../../kernel/audit/record.ts";
import type { User, WriteContext, Writing } from "../../../kernel/context.ts";
import { toEveryone, toUsers } from "../../../kernel/events/audience.ts";
import { append } from "../../../kernel/events/log.ts";
import { MustBeOwner } from "../../../kernel/http/gate.ts";
import { happened } from "../../../kernel/moments.ts";
import { announceOversight } from "../../bots/announce.ts";
import { groupAddMembersEvent, groupRemoveMembersEvent } from "../../groups/events.ts";
import { roleGroupsOf } from "../../groups/roles.ts";
import { changing, roleChanged, roleChanging } from "../../moments.ts";
import { toUsersWithAccess } from "../access/audience.ts";
import { hideUsers, revealUsers } from "../access/changes.ts";
import { isRestricted } from "../access/permissions.ts";
import { type Access, accessOf } from "../access/viewer.ts";
import { GuestCannotAdminister, LastOwnersRole } from "../contract.ts";
import { hasOtherActiveOwner } from "../deactivate/store.ts";
import { userUpdateEvent } from "../events.ts";
import { roleFault } from "../permissions.ts";
import { canSeeAddress, type UserRow } from "../present.ts";
import { changeUser, systemGroupsWith, usersOf } from "../store.ts";

/** Only owners can grant or remove the owner role, and one owner must remain. */
export async function checkRoleChange(
  { db, realm, user: caller }: WriteContext & { user: User },
  user: UserRow,
  role: number,
): Promise<void> {
  const fault = roleFault(caller, user, role);
  demand(fault !== "mustBeOwner", new MustBeOwner());
  demand(fault !== "guestCannotAdminister", new GuestCannotAdminister());
  const isLast = isOwner(user) && user.bot_type === null && !(await hasOtherActiveOwner(db, realm.id, user.id));
  demand(!isLast, new LastOwnersRole());
}

/** For people and bots. The caller checks permissions. */
export async function changeRole(ctx: Writing, user: UserRow, role: number): Promise<void> {
  const before = await accessAs(ctx, user);
  const now = { ...user, role };
  await changing(ctx, roleChanging, { userId: user.id }, async () => {
    await changeUser(ctx.db, user.id, { role });
    record(ctx, "user_role_changed", { user: user.id, from: user.role, to: role });
    const event = userUpdateEvent({ op: "update", person: { user_id: user.id, role } });
    const effects = { role: { user: user.id, from: user.role, to: role } };
    append(ctx, event, await toUsersWithAccess(ctx, user), { effects });
    await moveBetweenGroups(ctx, now);
  });
  if (!user.is_active) return;
  await happened(ctx, roleChanged, { user: now, before: user.role });
  await announceOversight(ctx, now, user.role);
  await announcePeopleSeen(ctx, user, now, before);
}

const accessAs = ({ db, realm }: Writing, user: UserRow): Promise<Access> => accessOf({ db, realm, user });

/** The groups of the roles first, then full members. */
async function moveBetweenGroups(ctx: Writing, user: UserRow): Promise<void> {
  const { db, realm } = ctx;
  const before = await systemGroupsWith(db, user.id);
  const after = roleGroupsOf(realm, user, ctx.now);
  const full = realm.systemGroups["role:fullmembers"];
  const move = async (isIncluded: (group: GroupId) => boolean) => {
    for (const group of before.filter((id) => isIncluded(id) && !after.includes(id))) await leave(ctx, group, user);
    for (const group of after.filter((id) => isIncluded(id) && !before.includes(id))) await join(ctx, group, user);
  };
  await move((group) => group !== full);
  await move((group) => group === full);
}

/** Deactivated users are not shown in groups, so they are not announced. */
async function leave(ctx: Writing, group_id: GroupId, { id, is_active }: UserRow): Promise<void> {
  await removeMembers(ctx.db, group_id, [id]);
  const event = groupRemoveMembersEvent({ op: "remove_members", group_id, user_ids: [id] });
  if (is_active) append(ctx, event, toEveryone);
}

async function join(ctx: Writing, group_id: GroupId, { id, is_active }: UserRow): Promise<void> {
  await addMembers(ctx.db, group_id, [id]);
  if (is_active) append(ctx, groupAddMembersEvent({ op: "add_members", group_id, user_ids: [id] }), toEveryone);
}

/** Users per entry of the event log. */
const BATCH = 1000;

/** A role determines whose real addresses its holder can see and, if guests are restricted, which users at all. */
async function announcePeopleSeen(ctx: Writing, was: UserRow, is: UserRow, before: Access): Promise<void> {
  const after = await accessAs(ctx, is);
  const others = (await usersOf(ctx.db, ctx.realm.id)).filter((user) => user.id !== is.id);
  if (isRestricted(ctx.realm)) {
    const gained = others.filter((user) => after(user) && !before(user));
    await revealUsers(ctx, gained, { to: [is.id], role: is.role });
    const lost = others.filter((user) => before(user) && !after(user));
    hideUsers(
      ctx,
      lost.map((user) => user.id),
      [is.id],
    );
  }
  const changed = others.filter(
    (user) => before(user) && after(user) && canSeeAddress(was, user) !== canSeeAddress(is, user),
  );
  const people = changed.map((user) => ({
    user_id: user.id,
    delivery_email: canSeeAddress(is, user) ? user.delivery_email : null,
  }));
  for (let start = 0; start < people.length; start += BATCH)
    append(ctx, userUpdateEvent({ op: "update", people: people.slice(start, start + BATCH) }), toUsers(is.id));
}

import { Role } from "../../kernel/access/roles.ts";
import { addMembers, removeMembers } from "../../kernel/access/store.ts";
import type { Writing } from "../../kernel/context.ts";
import { toEveryone } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { on } from "../../kernel/moments.ts";
import { settingChanged } from "../../organization/moments.ts";
import { changing, membershipChanging } from "../moments.ts";
import { groupAddMembersEvent, groupRemoveMembersEvent } from "./events.ts";
import { isFullMember } from "./roles.ts";

/** Updates role:fullmembers to the waiting period, which may just have changed. */
export async function refreshFullMembers(ctx: Writing, waitingDays: number): Promise<void> {
  const { db, realm, now } = ctx;
  const group_id = realm.systemGroups["role:fullmembers"];
  const members = await db
    .selectFrom("user")
    .leftJoin("user_group_member as full", (join) =>
      join.onRef("full.user_id", "=", "user.id").on("full.group_id", "=", group_id),
    )
    .select(["user.id", "user.role", "user.date_joined", "user.is_active", "full.user_id as full_id"])
    .where("user.realm_id", "=", realm.id)
    .where("user.role", "=", Role.member)
    .where("user.system_bot", "is", null)
    .orderBy("user.id")
    .execute();
  const isFull = (user: (typeof members)[number]) => isFullMember(user, waitingDays, now);
  const leaving = members.filter((user) => user.full_id !== null && !isFull(user));
  const joining = members.filter((user) => user.full_id === null && isFull(user));
  const moving = [...leaving, ...joining].map(idOf);
  if (moving.length === 0) return;

  // Deactivated users are not shown in groups, so they are not announced.
  const [gone = [], come = []] = [leaving, joining].map((users) => users.filter((user) => user.is_active).map(idOf));
  await changing(ctx, membershipChanging, { groupId: group_id, usersConcerned: async () => moving }, async () => {
    await removeMembers(db, group_id, leaving.map(idOf));
    await addMembers(db, group_id, joining.map(idOf));
    if (gone.length > 0)
      append(ctx, groupRemoveMembersEvent({ op: "remove_members", group_id, user_ids: gone }), toEveryone);
    if (come.length > 0) append(ctx, groupAddMembersEvent({ op: "add_members", group_id, user_ids: come }), toEveryone);
  });
}

const idOf = (user: { id: number }) => user.id;

export const refreshingFullMembers = on(settingChanged, (ctx, { name, value }) => {
  if (name === "waiting_period_threshold") return refreshFullMembers(ctx, value as number);
});

/** Group queries for permissions: memberships, and the contents of anonymous groups. */
import { type RawBuilder, sql } from "kysely";
import type { GroupId, RealmId, UserId } from "../api/ids.ts";
import { isAnyOf } from "../db/dialect.ts";
import type { Db, TurnTx, Tx } from "../db/handles.ts";
import type { AnonymousSet, GroupSettingValue } from "./group-setting.ts";
import type { SystemGroupName } from "./permission-settings.ts";

/** Rows are written in batches, because a statement has a limited number of parameters. */
const BATCH = 1000;

export type SystemGroups = Readonly<Record<SystemGroupName, GroupId>>;

/** All groups that contain any of these users, directly or through subgroups. */
export async function groupsContaining(db: Db, ...userIds: UserId[]): Promise<Set<GroupId>> {
  const { rows } = await sql<{ id: GroupId }>`
    with recursive containing (id) as (
      select group_id from user_group_member where ${isAnyOf(db, "user_id", userIds)}
      union
      select subgroup.group_id from user_group_subgroup as subgroup join containing on subgroup.subgroup_id = containing.id
    )
    select id from containing`.execute(db);
  return new Set(rows.map((row) => row.id));
}

/** Active users in any of these groups, directly or through subgroups. */
export const membersOf = (db: Db, groupIds: readonly GroupId[]): Promise<UserId[]> =>
  membersWho(db, groupIds, sql`"user".is_active`);

/** With those whose accounts wait for them. */
export const expectedMembersOf = (db: Db, groupIds: readonly GroupId[]): Promise<UserId[]> =>
  membersWho(
    db,
    groupIds,
    sql`("user".is_active or exists (select 1 from unclaimed_account where unclaimed_account.user_id = "user".id))`,
  );

async function membersWho(db: Db, groupIds: readonly GroupId[], isMeant: RawBuilder<unknown>): Promise<UserId[]> {
  const { rows } = await sql<{ user_id: UserId }>`
    with recursive contained (id) as (
      select id from user_group where ${isAnyOf(db, "user_group.id", groupIds)}
      union
      select subgroup.subgroup_id from user_group_subgroup as subgroup join contained on subgroup.group_id = contained.id
    )
    select distinct member.user_id from user_group_member as member
      join contained on contained.id = member.group_id
      join "user" on "user".id = member.user_id
    where ${isMeant}
    order by member.user_id`.execute(db);
  return rows.map((row) => row.user_id);
}

/** These groups and every group that contains one of them, directly or indirectly; including anonymous ones. */
export async function groupsAround(db: Db, groupIds: readonly GroupId[]): Promise<GroupId[]> {
  const { rows } = await sql<{ id: GroupId }>`
    with recursive around (id) as (
      select id from user_group where ${isAnyOf(db, "user_group.id", groupIds)}
      union
      select subgroup.group_id from user_group_subgroup as subgroup join around on subgroup.subgroup_id = around.id
    )
    select id from around`.execute(db);
  return rows.map((row) => row.id);
}

/** Every group inside this one, directly or indirectly, ascending; without itself. */
export async function groupsWithin(db: Db, groupId: GroupId): Promise<GroupId[]> {
  const { rows } = await sql<{ id: GroupId }>`
    with recursive contained (id) as (
      select subgroup_id from user_group_subgroup where group_id = ${groupId}
      union
      select subgroup.subgroup_id from user_group_subgroup as subgroup join contained on subgroup.group_id = contained.id
    )
    select id from contained order by id`.execute(db);
  return rows.map((row) => row.id);
}

/** Like `membersOf`, per group; only for certain users, or for all. */
export async function membersOfEach(
  db: Db,
  groupIds: readonly GroupId[],
  among?: readonly UserId[],
): Promise<Map<GroupId, Set<UserId>>> {
  const members = new Map<GroupId, Set<UserId>>();
  if (groupIds.length === 0) return members;
  const meant = among ? isAnyOf(db, "member.user_id", among) : sql`true`;
  const { rows } = await sql<{ root: GroupId; user_id: UserId }>`
    with recursive contained (root, id) as (
      select id, id from user_group where ${isAnyOf(db, "user_group.id", [...new Set(groupIds)])}
      union
      select contained.root, subgroup.subgroup_id
      from user_group_subgroup as subgroup join contained on subgroup.group_id = contained.id
    )
    select distinct contained.root, member.user_id from user_group_member as member
      join contained on contained.id = member.group_id
      join "user" on "user".id = member.user_id
    where "user".is_active and ${meant}`.execute(db);
  for (const { root, user_id } of rows) {
    const known = members.get(root) ?? new Set();
    members.set(root, known.add(user_id));
  }
  return members;
}

export async function systemGroupsOf(db: Db, realmId: RealmId): Promise<SystemGroups> {
  const rows = await db
    .selectFrom("user_group")
    .select(["id", "name"])
    .where("realm_id", "=", realmId)
    .where("kind", "=", "system")
    .execute();
  return Object.fromEntries(rows.map((row) => [row.name, row.id])) as SystemGroups;
}

export interface DirectMembership {
  members: Map<GroupId, UserId[]>;
  subgroups: Map<GroupId, GroupId[]>;
}

/** Direct active members (ascending) and direct subgroups of all these groups. */
export async function directMembership(db: Db, groupIds: readonly GroupId[]): Promise<DirectMembership> {
  const members = new Map<GroupId, UserId[]>();
  const subgroups = new Map<GroupId, GroupId[]>();
  for (const id of groupIds) {
    members.set(id, []);
    subgroups.set(id, []);
  }
  const memberRows = await db
    .selectFrom("user_group_member as member")
    .innerJoin("user", "user.id", "member.user_id")
    .select(["member.group_id", "member.user_id"])
    .where(isAnyOf(db, "member.group_id", groupIds))
    .where("user.is_active", "=", true)
    .orderBy("member.user_id")
    .execute();
  for (const row of memberRows) members.get(row.group_id)?.push(row.user_id);
  const subgroupRows = await db
    .selectFrom("user_group_subgroup")
    .selectAll()
    .where(isAnyOf(db, "group_id", groupIds))
    .orderBy("subgroup_id")
    .execute();
  for (const row of subgroupRows) subgroups.get(row.group_id)?.push(row.subgroup_id);
  return { members, subgroups };
}

/** The displayed value of each of these settings: the id of a named group, or the contents of an anonymous one. */
export async function settingValues(db: Db, groupIds: Iterable<GroupId>): Promise<(id: GroupId) => GroupSettingValue> {
  const isMeant = isAnyOf(db, "user_group.id", [...new Set(groupIds)]);
  // Every anonymous group has at least one row, even if nobody is in it.
  const { rows } = await sql<{ id: GroupId; member: UserId | null; subgroup: GroupId | null }>`
    select user_group.id, "user".id as member, null as subgroup
      from user_group
      left join user_group_member as member on member.group_id = user_group.id
      left join "user" on "user".id = member.user_id and "user".is_active
      where ${isMeant} and user_group.kind = 'anonymous'
    union all
    select subgroup.group_id, null, subgroup.subgroup_id
      from user_group_subgroup as subgroup
      join user_group on user_group.id = subgroup.group_id
      where ${isMeant} and user_group.kind = 'anonymous'
    order by 2, 3`.execute(db);
  const contents = new Map<GroupId, { direct_members: UserId[]; direct_subgroups: GroupId[] }>();
  for (const { id, member, subgroup } of rows) {
    const content = contents.get(id) ?? { direct_members: [], direct_subgroups: [] };
    if (member !== null) content.direct_members.push(member);
    if (subgroup !== null) content.direct_subgroups.push(subgroup);
    contents.set(id, content);
  }
  return (id) => contents.get(id) ?? id;
}

export async function insertAnonymousGroup(tx: TurnTx, realmId: RealmId, content: AnonymousSet): Promise<GroupId> {
  const { id } = await tx
    .insertInto("user_group")
    .values({ realm_id: realmId, kind: "anonymous", name: null, description: "", deactivated: false })
    .returning("id")
    .executeTakeFirstOrThrow();
  await addMembers(tx, id, content.direct_members);
  await addSubgroups(tx, id, content.direct_subgroups);
  return id;
}

export async function addMembers(tx: TurnTx, groupId: GroupId, userIds: readonly UserId[]): Promise<void> {
  if (userIds.length === 0) return;
  for (let start = 0; start < userIds.length; start += BATCH) {
    const rows = userIds.slice(start, start + BATCH).map((user_id) => ({ group_id: groupId, user_id }));
    await tx.insertInto("user_group_member").values(rows).execute();
  }
  await raiseVersionOfGroup(tx, groupId);
}

export async function removeMembers(tx: TurnTx, groupId: GroupId, userIds: readonly UserId[]): Promise<void> {
  if (userIds.length === 0) return;
  await tx
    .deleteFrom("user_group_member")
    .where("group_id", "=", groupId)
    .where(isAnyOf(tx, "user_id", userIds))
    .execute();
  await raiseVersionOfGroup(tx, groupId);
}

/** Deletes an anonymous group when its setting no longer uses it; other groups stay. */
export async function dropAnonymousGroup(tx: TurnTx, groupId: GroupId): Promise<void> {
  await tx.deleteFrom("user_group").where("id", "=", groupId).where("kind", "=", "anonymous").execute();
}

export async function addSubgroups(tx: TurnTx, groupId: GroupId, subgroupIds: readonly GroupId[]): Promise<void> {
  if (subgroupIds.length === 0) return;
  for (let start = 0; start < subgroupIds.length; start += BATCH) {
    const rows = subgroupIds.slice(start, start + BATCH).map((subgroup_id) => ({ group_id: groupId, subgroup_id }));
    await tx.insertInto("user_group_subgroup").values(rows).execute();
  }
  await raiseVersionOfGroup(tx, groupId);
}

export async function removeSubgroups(tx: TurnTx, groupId: GroupId, subgroupIds: readonly GroupId[]): Promise<void> {
  if (subgroupIds.length === 0) return;
  await tx
    .deleteFrom("user_group_subgroup")
    .where("group_id", "=", groupId)
    .where(isAnyOf(tx, "subgroup_id", subgroupIds))
    .execute();
  await raiseVersionOfGroup(tx, groupId);
}

async function raiseVersionOfGroup(tx: TurnTx, groupId: GroupId): Promise<void> {
  await tx
    .updateTable("realm")
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", (eb) => eb.selectFrom("user_group").select("realm_id").where("user_group.id", "=", groupId))
    .execute();
}

/** Also raises the version of emoji and linkifiers, which are cached separately because they are large. */
export async function raiseMarkupVersion(tx: Tx, realmId: RealmId): Promise<void> {
  await tx
    .updateTable("realm")
    .set((eb) => ({ version: eb("version", "+", 1), markup_version: eb("markup_version", "+", 1) }))
    .where("id", "=", realmId)
    .execute();
}

/** Also raises the version of what is kept of users (`keptOfUsers`): of this one it is read again. */
export async function raisePreferencesVersion(
  tx: TurnTx,
  { id, realm_id }: { readonly id: UserId; readonly realm_id: RealmId },
): Promise<void> {
  const { wishes_version } = await tx
    .updateTable("realm")
    .set((eb) => ({ version: eb("version", "+", 1), wishes_version: eb("wishes_version", "+", 1) }))
    .where("id", "=", realm_id)
    .returning("wishes_version")
    .executeTakeFirstOrThrow();
  await tx.updateTable("user").set({ preferences_version: wishes_version }).where("id", "=", id).execute();
}

/** Raises the version that all caches of memberships, roles and settings check. */
export async function raiseVersion(tx: Tx, realmId: RealmId): Promise<void> {
  await tx
    .updateTable("realm")
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", realmId)
    .execute();
}

export async function hasRealm(db: Db): Promise<boolean> {
  return (await db.selectFrom("realm").select("id").limit(1).executeTakeFirst()) !== undefined;
}

import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from "kysely";
import { showEach } from "../../kernel/access/group-setting.ts";
import {
  GROUP_PERMISSIONS,
  type GroupPermission,
  groupPermissions,
  SYSTEM_GROUPS,
} from "../../kernel/access/permission-settings.ts";
import { directMembership, raiseVersion, type SystemGroups, settingValues } from "../../kernel/access/store.ts";
import type { GroupId, RealmId, UserId } from "../../kernel/api/ids.ts";
import type { ShapeOf } from "../../kernel/api/index.ts";
import { isAnyOf, isAnyTextOf } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import type { Schema } from "../../kernel/db/schema.ts";
import { visibleForm } from "../../kernel/names/visible.ts";
import type { groupFields } from "./contract.ts";
import { SYSTEM_GROUP_DESCRIPTIONS } from "./roles.ts";

const SETTINGS = GROUP_PERMISSIONS;

type GroupRow = Selectable<Schema["user_group"]>;

/** A group with a name. Only anonymous groups have no permissions. */
export type Group = Omit<GroupRow, "kind" | "name" | GroupPermission> & {
  kind: "system" | "named";
  name: string;
} & Record<GroupPermission, GroupId>;

/** A literal instead of a parameter, so that the partial index of named groups is used. */
const hasName = sql<SqlBool>`kind <> 'anonymous'`;

const groupsIn = (db: Db, realmId: RealmId) =>
  db.selectFrom("user_group").selectAll().where("realm_id", "=", realmId).where(hasName);

/** All named groups with their members and permissions, oldest first. */
export async function groupsOf(db: Db, realmId: RealmId, { includeDeactivated }: { includeDeactivated: boolean }) {
  const query = groupsIn(db, realmId).orderBy("id");
  const rows = await (includeDeactivated ? query : query.where("deactivated", "=", false)).execute();
  return presentGroups(db, rows as Group[]);
}

/** Groups in the API's format; a few queries for any number of groups. */
export async function presentGroups(db: Db, groups: readonly Group[]): Promise<ShapeOf<typeof groupFields>[]> {
  const { members, subgroups } = await directMembership(
    db,
    groups.map((group) => group.id),
  );
  const values = await settingValues(
    db,
    groups.flatMap((group) => SETTINGS.map((setting) => group[setting])),
  );
  return groups.map((group) => ({
    id: group.id,
    name: group.name,
    description: group.description,
    date_created: group.date_created,
    creator_id: group.creator_id,
    members: members.get(group.id) ?? [],
    direct_subgroup_ids: subgroups.get(group.id) ?? [],
    is_system_group: group.kind === "system",
    deactivated: group.deactivated,
    ...showEach(groupPermissions, group, values),
  }));
}

export async function groupById(db: Db, realmId: RealmId, id: GroupId): Promise<Group | undefined> {
  const row = await groupsIn(db, realmId).where("id", "=", id).executeTakeFirst();
  return row as Group | undefined;
}

/** Those of these groups that exist, ascending. */
export async function groupsWithIds(db: Db, realmId: RealmId, ids: readonly GroupId[]): Promise<Group[]> {
  const rows = await groupsIn(db, realmId)
    .where(isAnyOf(db, "id", ids))
    .orderBy("id")
    .execute();
  return rows as Group[];
}

/** The active groups with these exact names that people can belong to, ascending. */
export async function groupsNamed(db: Db, realmId: RealmId, names: readonly string[]): Promise<Group[]> {
  const rows = await groupsIn(db, realmId)
    .where("kind", "=", "named")
    .where("deactivated", "=", false)
    .where(isAnyTextOf(db, "name", names))
    .orderBy("id")
    .execute();
  return rows as Group[];
}

/** Whether the name looks like another group's, deactivated ones included. Unlike other names, case matters. */
export async function isNameTaken(db: Db, realmId: RealmId, name: string, own?: GroupId): Promise<boolean> {
  const groups = await db
    .selectFrom("user_group")
    .select(["id", "name"])
    .where("realm_id", "=", realmId)
    .where("kind", "!=", "anonymous")
    .execute();
  const form = visibleForm(name);
  return groups.some((group) => group.id !== own && visibleForm(group.name ?? "") === form);
}

/** How many direct members and subgroups a group has, active or not. */
export async function directCountsOf(db: Db, id: GroupId): Promise<{ members: number; subgroups: number }> {
  const { rows } = await sql<{ members: number | string; subgroups: number | string }>`
    select (select count(*) from user_group_member where group_id = ${id}) as members,
      (select count(*) from user_group_subgroup where group_id = ${id}) as subgroups`.execute(db);
  return { members: Number(rows[0]?.members), subgroups: Number(rows[0]?.subgroups) };
}

/** A group's direct members (active ones) and direct subgroups, both ascending. */
export async function directMembershipOf(db: Db, id: GroupId): Promise<{ members: UserId[]; subgroups: GroupId[] }> {
  const { members, subgroups } = await directMembership(db, [id]);
  return { members: members.get(id) ?? [], subgroups: subgroups.get(id) ?? [] };
}

export async function changeGroup(tx: TurnTx, id: GroupId, changes: Updateable<Schema["user_group"]>): Promise<void> {
  await tx.updateTable("user_group").set(changes).where("id", "=", id).execute();
}

/** Those of these users who are direct members, active or not. */
export async function directMembersAmong(db: Db, groupId: GroupId, userIds: readonly UserId[]): Promise<Set<UserId>> {
  const rows = await db
    .selectFrom("user_group_member")
    .select("user_id")
    .where("group_id", "=", groupId)
    .where(isAnyOf(db, "user_id", userIds))
    .execute();
  return new Set(rows.map((row) => row.user_id));
}

/** Those of these groups that the user is a direct member of. */
export async function directGroupsAmong(db: Db, userId: UserId, groupIds: readonly GroupId[]): Promise<Set<GroupId>> {
  const rows = await db
    .selectFrom("user_group_member")
    .select("group_id")
    .where("user_id", "=", userId)
    .where(isAnyOf(db, "group_id", groupIds))
    .execute();
  return new Set(rows.map((row) => row.group_id));
}

/** Creates the system groups. Nobody can manage, join or mention them. */
export async function insertSystemGroups(tx: TurnTx, realmId: RealmId): Promise<SystemGroups> {
  const groups = SYSTEM_GROUPS.map((name) => ({
    realm_id: realmId,
    kind: "system" as const,
    name,
    description: SYSTEM_GROUP_DESCRIPTIONS[name],
    deactivated: false,
  }));
  const rows = await tx.insertInto("user_group").values(groups).returning(["id", "name"]).execute();
  const ids = Object.fromEntries(rows.map(({ id, name }) => [name, id])) as SystemGroups;
  const [nobody, ...roles] = SYSTEM_GROUPS.map((name) => ids[name]) as [GroupId, ...GroupId[]];
  // Each role includes the one before it.
  const inclusions = roles.slice(1).map((group_id, index) => ({ group_id, subgroup_id: roles[index] as GroupId }));
  await tx.insertInto("user_group_subgroup").values(inclusions).execute();
  await tx
    .updateTable("user_group")
    .set(Object.fromEntries(SETTINGS.map((setting) => [setting, nobody])))
    .where("realm_id", "=", realmId)
    .execute();
  await raiseVersion(tx, realmId);
  return ids;
}

export async function insertGroup(tx: TurnTx, group: Insertable<Schema["user_group"]>): Promise<GroupId> {
  const { id } = await tx.insertInto("user_group").values(group).returning("id").executeTakeFirstOrThrow();
  return id;
}

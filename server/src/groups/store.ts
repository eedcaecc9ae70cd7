import type { Insertable } from "kysely";
import { showEach } from "../access/group-setting.ts";
import { type GroupPermission, groupPermissions, SYSTEM_GROUPS } from "../access/permission-settings.ts";
import { addSubgroups, directMembership, type SystemGroups, settingValues } from "../access/store.ts";
import type { GroupId, RealmId } from "../api/ids.ts";
import type { Db, Tx } from "../db/handles.ts";
import type { Schema } from "../db/schema.ts";
import { SYSTEM_GROUP_DESCRIPTIONS } from "./roles.ts";

const SETTINGS = Object.keys(groupPermissions) as GroupPermission[];

/** Every group that has a name, with its members and permissions, oldest first. */
export async function groupsOf(db: Db, realmId: RealmId, { includeDeactivated }: { includeDeactivated: boolean }) {
  const query = db
    .selectFrom("user_group")
    .selectAll()
    .where("realm_id", "=", realmId)
    .where("kind", "!=", "anonymous")
    .orderBy("id");
  const rows = await (includeDeactivated ? query : query.where("deactivated", "=", false)).execute();
  const { members, subgroups } = await directMembership(
    db,
    rows.map((row) => row.id),
  );
  const shown = await settingValues(
    db,
    rows.flatMap((row) => SETTINGS.map((setting) => row[setting] as GroupId)),
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name as string,
    description: row.description,
    date_created: row.date_created,
    creator_id: row.creator_id,
    members: members.get(row.id) ?? [],
    direct_subgroup_ids: subgroups.get(row.id) ?? [],
    is_system_group: row.kind === "system",
    deactivated: row.deactivated,
    ...showEach(groupPermissions, row, shown),
  }));
}

/** The groups of the roles. Nobody may manage, join or mention them but through the roles themselves. */
export async function insertSystemGroups(tx: Tx, realmId: RealmId): Promise<SystemGroups> {
  const ids: Partial<Record<string, GroupId>> = {};
  let previous: GroupId | undefined;
  for (const name of SYSTEM_GROUPS) {
    const description = SYSTEM_GROUP_DESCRIPTIONS[name];
    const id = await insertGroup(tx, { realm_id: realmId, kind: "system", name, description, deactivated: false });
    ids[name] = id;
    if (previous !== undefined && previous !== ids["role:nobody"]) await addSubgroups(tx, id, [previous]);
    previous = id;
  }
  const nobody = ids["role:nobody"] as GroupId;
  await tx
    .updateTable("user_group")
    .set(Object.fromEntries(SETTINGS.map((setting) => [setting, nobody])))
    .where("realm_id", "=", realmId)
    .execute();
  return ids as SystemGroups;
}

async function insertGroup(tx: Tx, group: Insertable<Schema["user_group"]>): Promise<GroupId> {
  const { id } = await tx.insertInto("user_group").values(group).returning("id").executeTakeFirstOrThrow();
  return id;
}

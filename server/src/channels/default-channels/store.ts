import type { ChannelId, RealmId } from "../../kernel/api/ids.ts";
import type { ShapeOf } from "../../kernel/api/index.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";
import type { defaultGroupFields } from "./contract.ts";

export async function defaultChannelIds(db: Db, realmId: RealmId): Promise<ChannelId[]> {
  const rows = await db
    .selectFrom("default_channel")
    .select("channel_id")
    .where("realm_id", "=", realmId)
    .orderBy("channel_id")
    .execute();
  return rows.map((row) => row.channel_id);
}

export async function insertDefaults(tx: TurnTx, realm_id: RealmId, channelIds: readonly ChannelId[]): Promise<void> {
  await tx
    .insertInto("default_channel")
    .values(channelIds.map((channel_id) => ({ realm_id, channel_id })))
    .execute();
}

export async function deleteDefault(tx: TurnTx, realmId: RealmId, channelId: ChannelId): Promise<void> {
  await tx.deleteFrom("default_channel").where("realm_id", "=", realmId).where("channel_id", "=", channelId).execute();
}

export type DefaultGroup = ShapeOf<typeof defaultGroupFields>;

/** By name. */
export async function defaultGroupsOf(db: Db, realmId: RealmId): Promise<DefaultGroup[]> {
  const groups = await db
    .selectFrom("default_channel_group")
    .select(["id", "name", "description"])
    .where("realm_id", "=", realmId)
    .orderBy("name")
    .execute();
  const members = await db
    .selectFrom("default_channel_group_member")
    .selectAll()
    .where(
      isAnyOf(
        db,
        "group_id",
        groups.map((group) => group.id),
      ),
    )
    .orderBy("channel_id")
    .execute();
  const channels = Map.groupBy(members, (member) => member.group_id);
  return groups.map((group) => ({ ...group, streams: (channels.get(group.id) ?? []).map((each) => each.channel_id) }));
}

export async function insertGroup(tx: TurnTx, realm_id: RealmId, name: string, description: string): Promise<number> {
  const { id } = await tx
    .insertInto("default_channel_group")
    .values({ realm_id, name, description })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function changeGroup(
  tx: TurnTx,
  id: number,
  changes: { name?: string | undefined; description?: string | undefined },
): Promise<void> {
  await tx.updateTable("default_channel_group").set(changes).where("id", "=", id).execute();
}

export async function deleteGroup(tx: TurnTx, id: number): Promise<void> {
  await tx.deleteFrom("default_channel_group").where("id", "=", id).execute();
}

export async function addToGroup(tx: TurnTx, group_id: number, channelIds: readonly ChannelId[]): Promise<void> {
  if (channelIds.length === 0) return;
  const rows = channelIds.map((channel_id) => ({ group_id, channel_id }));
  await tx.insertInto("default_channel_group_member").values(rows).execute();
}

export async function removeFromGroup(tx: TurnTx, groupId: number, channelIds: readonly ChannelId[]): Promise<void> {
  await tx
    .deleteFrom("default_channel_group_member")
    .where("group_id", "=", groupId)
    .where(isAnyOf(tx, "channel_id", channelIds))
    .execute();
}

/** Returns the groups that had it. */
export async function removeFromAllGroups(tx: TurnTx, channelId: ChannelId): Promise<number[]> {
  const removed = await tx
    .deleteFrom("default_channel_group_member")
    .where("channel_id", "=", channelId)
    .returning("group_id")
    .execute();
  return removed.map((row) => row.group_id);
}

/** Finds where a group is used: it cannot be deactivated then. */
import {
  CHANNEL_PERMISSIONS,
  GROUP_PERMISSIONS,
  REALM_PERMISSIONS,
} from "../../../kernel/access/permission-settings.ts";
import type { GroupId } from "../../../kernel/api/ids.ts";
import type { WriteContext } from "../../../kernel/context.ts";
import { isAnyOf } from "../../../kernel/db/dialect.ts";
import type { Objection } from "../contract.ts";

export async function objectionsTo(ctx: WriteContext, groupId: GroupId): Promise<Objection[]> {
  const { db } = ctx;
  const supergroups = await db
    .selectFrom("user_group_subgroup as subgroup")
    .innerJoin("user_group", "user_group.id", "subgroup.group_id")
    .select(["user_group.id", "user_group.kind", "user_group.deactivated"])
    .where("subgroup.subgroup_id", "=", groupId)
    .orderBy("user_group.id")
    .execute();
  const named = supergroups.filter((group) => group.kind !== "anonymous" && !group.deactivated);
  const sets = supergroups.filter((group) => group.kind === "anonymous");
  const using = new Set([groupId, ...sets.map((set) => set.id)]);
  return [
    ...(named.length > 0 ? [{ type: "subgroup" as const, supergroup_ids: named.map((group) => group.id) }] : []),
    ...(await channelsUsing(ctx, using)),
    ...(await groupsUsing(ctx, using)),
    ...(await realmUsing(ctx, using)),
  ];
}

function settingsAmong<S extends string>(
  settings: readonly S[],
  holder: Readonly<Record<S, GroupId | null>>,
  using: ReadonlySet<GroupId>,
): S[] {
  return settings.filter((setting) => using.has(holder[setting] as GroupId));
}

async function channelsUsing({ db, realm }: WriteContext, using: ReadonlySet<GroupId>): Promise<Objection[]> {
  const channels = await db
    .selectFrom("channel")
    .select(["id", ...CHANNEL_PERMISSIONS])
    .where("realm_id", "=", realm.id)
    .where("is_archived", "=", false)
    .where(({ or }) => or(CHANNEL_PERMISSIONS.map((setting) => isAnyOf(db, setting, [...using]))))
    .orderBy("id")
    .execute();
  return channels.map((channel) => ({
    type: "channel",
    channel_id: channel.id,
    settings: settingsAmong(CHANNEL_PERMISSIONS, channel, using),
  }));
}

async function groupsUsing({ db, realm }: WriteContext, using: ReadonlySet<GroupId>): Promise<Objection[]> {
  const groups = await db
    .selectFrom("user_group")
    .select(["id", ...GROUP_PERMISSIONS])
    .where("realm_id", "=", realm.id)
    .where("kind", "<>", "anonymous")
    .where("deactivated", "=", false)
    .where(({ or }) => or(GROUP_PERMISSIONS.map((setting) => isAnyOf(db, setting, [...using]))))
    .orderBy("id")
    .execute();
  return groups.map((group) => ({
    type: "user_group",
    group_id: group.id,
    settings: settingsAmong(GROUP_PERMISSIONS, group, using),
  }));
}

/** Uses the current settings, not those from the start of the request. */
async function realmUsing({ app, db, realm }: WriteContext, using: ReadonlySet<GroupId>): Promise<Objection[]> {
  const current = await app.identities.realmWithin(db, realm.id);
  const settings = settingsAmong(REALM_PERMISSIONS, current.settings, using);
  return settings.length > 0 ? [{ type: "realm", settings }] : [];
}

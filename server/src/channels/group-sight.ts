/** Group membership may reveal private channels. */
import { groupsAround } from "../kernel/access/store.ts";
import type { GroupId, UserId } from "../kernel/api/ids.ts";
import type { Writing } from "../kernel/context.ts";
import { isAnyOf } from "../kernel/db/dialect.ts";
import { REVEALING } from "./permissions.ts";
import { announceSight, sightOf, viewersOf } from "./sight.ts";
import type { ChannelRow } from "./store.ts";

/**
 * Changes a group's members, and notifies users who gain or lose sight of channels by it. They are determined only if a
 * channel depends on the group, directly or through other groups.
 */
export async function withSightThroughGroup(
  ctx: Writing,
  groupId: GroupId,
  usersConcerned: () => Promise<readonly UserId[]>,
  change: () => Promise<void>,
): Promise<void> {
  const { db, realm } = ctx;
  const channels = await channelsRevealedBy(ctx, await groupsAround(db, [groupId]));
  if (channels.length === 0) return change();
  const users = await viewersOf(db, realm.id, await usersConcerned());
  const before = await sightOf(db, channels, users);
  await change();
  await announceSight(ctx, channels, users, before, await sightOf(db, channels, users));
}

function channelsRevealedBy({ db, realm }: Writing, groupIds: readonly GroupId[]): Promise<ChannelRow[]> {
  return db
    .selectFrom("channel")
    .selectAll()
    .where("realm_id", "=", realm.id)
    .where("invite_only", "=", true)
    .where(({ or }) => or(REVEALING.map((setting) => isAnyOf(db, setting, groupIds))))
    .orderBy("id")
    .execute();
}

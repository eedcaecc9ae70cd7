/** Membership in a group may decide who knows of a private channel. */

import { groupsAround } from "../kernel/access/store.ts";
import type { GroupId } from "../kernel/api/ids.ts";
import type { Writing } from "../kernel/context.ts";
import { isAnyOf } from "../kernel/db/dialect.ts";
import { on } from "../kernel/moments.ts";
import { membershipChanging } from "../people/moments.ts";
import { viewersOf } from "../people/users/viewers.ts";
import { REVEALING } from "./permissions.ts";
import { announceSight, sightOf } from "./sight.ts";
import type { ChannelRow } from "./store.ts";

/**
 * Those who come into a group or leave it are told which channels they come to see or lose sight of by it. They are asked for
 * only when a channel depends on the group, itself or through groups around it.
 */
export const seeingThroughGroups = on(membershipChanging, async (ctx, { groupId, usersConcerned, afterwards }) => {
  const { db, realm } = ctx;
  const channels = await channelsRevealedBy(ctx, await groupsAround(db, [groupId]));
  if (channels.length === 0) return;
  const users = await viewersOf(db, realm.id, await usersConcerned());
  const before = await sightOf(db, channels, users);
  afterwards.push(async () => {
    await announceSight(ctx, channels, users, before, await sightOf(db, channels, users));
  });
});

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

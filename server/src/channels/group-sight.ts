/** Group membership may reveal private channels. */
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
 * Users who join or leave a group are notified of the channels they gain or lose sight of by it. They are determined only
 * if a channel depends on the group, directly or through other groups.
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

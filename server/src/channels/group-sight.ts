/** Membership in a group may decide who knows of a private channel: whoever comes to see it or loses sight of it is told. */
import { isAdministrator, isGuest } from "../access/roles.ts";
import { groupsAround, membershipOf } from "../access/store.ts";
import type { ChannelId, GroupId, UserId } from "../api/ids.ts";
import type { Writing } from "../context.ts";
import { isAnyOf } from "../db/dialect.ts";
import type { Db } from "../db/handles.ts";
import { toUsers } from "../events/audience.ts";
import { append } from "../events/log.ts";
import { usersWithIds } from "../users/store.ts";
import { channelCreateEvent, channelDeleteEvent, peerAddEvent } from "./events.ts";
import { presentChannels } from "./present.ts";
import { type ChannelRow, subscribersOf } from "./store.ts";

/** The permissions whose holders know of a private channel. */
const REVEALING = ["can_administer_channel_group", "can_add_subscribers_group", "can_subscribe_group"] as const;

type Sight = Map<ChannelId, Set<UserId>>;

/**
 * Who of certain users sees what through a group, before its members change; `announceChange` tells the difference
 * afterwards. The users are asked for only when a channel depends on the group.
 */
export async function channelSight(
  ctx: Writing,
  groupId: GroupId,
  usersConcerned: () => Promise<readonly UserId[]>,
): Promise<{ announceChange(): Promise<void> }> {
  const { db } = ctx;
  const channels = await channelsRevealedBy(ctx, await groupsAround(db, [groupId]));
  if (channels.length === 0) return { announceChange: async () => {} };
  const users = await usersWithIds(db, await usersConcerned());
  // Guests never gain sight by a group, and administrators need none.
  const concerned = users
    .filter((user) => user.is_active && !isGuest(user) && !isAdministrator(user))
    .map((user) => user.id);
  const before = await sightOf(db, channels, concerned);
  return { announceChange: async () => announce(ctx, channels, before, await sightOf(db, channels, concerned)) };
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

async function sightOf(db: Db, channels: readonly ChannelRow[], users: readonly UserId[]): Promise<Sight> {
  const roots = new Set(channels.flatMap((channel) => REVEALING.map((setting) => channel[setting])));
  const members = await membershipOf(db, [...roots], users);
  return new Map(
    channels.map((channel) => [
      channel.id,
      new Set(REVEALING.flatMap((each) => [...(members.get(channel[each]) ?? [])])),
    ]),
  );
}

async function announce(ctx: Writing, channels: readonly ChannelRow[], before: Sight, after: Sight): Promise<void> {
  const { db, realm } = ctx;
  const changed = channels.filter(
    ({ id }) => before.get(id)?.symmetricDifference(after.get(id) ?? new Set<UserId>()).size,
  );
  if (changed.length === 0) return;
  const subscribers = await subscribersOf(
    db,
    changed.map((channel) => channel.id),
  );
  for (const stream of await presentChannels(db, realm, changed)) {
    const { stream_id } = stream;
    const had = before.get(stream_id) ?? new Set<UserId>();
    const has = after.get(stream_id) ?? new Set<UserId>();
    const peers = subscribers.get(stream_id) ?? [];
    // Subscribers see their channel anyway.
    const subscribed = new Set(peers);
    const gaining = [...has.difference(had).difference(subscribed)].sort((a, b) => a - b);
    const losing = [...had.difference(has).difference(subscribed)].sort((a, b) => a - b);
    if (gaining.length > 0) {
      append(ctx, channelCreateEvent({ op: "create", streams: [stream] }), toUsers(...gaining));
      const event = peerAddEvent({ op: "peer_add", stream_ids: [stream_id], user_ids: peers });
      if (peers.length > 0) append(ctx, event, toUsers(...gaining));
    }
    if (losing.length > 0) {
      const event = channelDeleteEvent({ op: "delete", stream_ids: [stream_id], streams: [{ stream_id }] });
      append(ctx, event, toUsers(...losing));
    }
  }
}

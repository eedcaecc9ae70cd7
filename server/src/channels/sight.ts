/**
 * Who can see which channels before and after a change. Users who gain sight of a channel learn that it exists and who
 * is subscribed; users who lose it learn that it is gone. For rare changes (privacy, permissions, roles, groups): it
 * checks every affected user.
 */

import type { Holder } from "../kernel/access/holds.ts";
import { membersOfEach } from "../kernel/access/store.ts";
import type { ChannelId, UserId } from "../kernel/api/ids.ts";
import type { Writing } from "../kernel/context.ts";
import type { Db } from "../kernel/db/handles.ts";
import { type Audience, toEveryone, toUsers } from "../kernel/events/audience.ts";
import { append } from "../kernel/events/log.ts";
import { on } from "../kernel/moments.ts";
import { roleChanging } from "../people/moments.ts";
import { type Viewer, viewersOf } from "../people/users/viewers.ts";
import { channelCreateEvent, channelDeleteEvent, peerAddEvent } from "./events.ts";
import { announceFormerSettings } from "./former.ts";
import { type ChannelFacts, hasMetadataAccess, REVEALING } from "./permissions.ts";
import { presentChannels } from "./present.ts";
import type { ChannelRow } from "./store.ts";
import { subscribedPairs, subscribersOf } from "./subscriptions/store.ts";

export type Sight = ReadonlyMap<ChannelId, ReadonlySet<UserId>>;

type SightRule = (user: Holder, channel: ChannelFacts) => boolean;

/** Which of these users can see each of these channels, or satisfy another rule there. */
export async function sightOf(
  db: Db,
  channels: readonly ChannelRow[],
  users: readonly Viewer[],
  rule: SightRule = hasMetadataAccess,
): Promise<Map<ChannelId, Set<UserId>>> {
  if (users.length === 0) return new Map();
  const subscriptions = await subscribedPairs(
    db,
    users.map((user) => user.id),
    channels.map((channel) => channel.id),
  );
  const subscribers = Map.groupBy(subscriptions, (pair) => pair.channel_id);
  const admitting = (channel: ChannelRow) => REVEALING.map((permission) => channel[permission]);
  const members = await membersOfEach(
    db,
    channels.filter((channel) => channel.invite_only).flatMap(admitting),
    users.map((user) => user.id),
  );
  const sees = (channel: ChannelRow, subscribed: ReadonlySet<UserId>, { id, role }: Viewer) => {
    const groups = new Set(admitting(channel).filter((group) => members.get(group)?.has(id)));
    return rule({ role, groups }, { ...channel, is_subscribed: subscribed.has(id) });
  };
  return new Map(
    channels.map((channel) => {
      const subscribed = new Set(subscribers.get(channel.id)?.map((pair) => pair.user_id));
      return [channel.id, new Set(users.filter((user) => sees(channel, subscribed, user)).map((user) => user.id))];
    }),
  );
}

/**
 * Notifies users whose sight has changed. The channels are in their current state. Returns who gained sight of each.
 */
export async function announceSight(
  ctx: Writing,
  channels: readonly ChannelRow[],
  users: readonly Viewer[],
  before: Sight,
  after: Sight,
): Promise<Map<ChannelId, UserId[]>> {
  const everybody = users.map((user) => user.id);
  const difference = (channel: ChannelRow, from: Sight, to: Sight) =>
    everybody.filter((id) => to.get(channel.id)?.has(id) && !from.get(channel.id)?.has(id));
  const gained = new Map(channels.map((channel) => [channel.id, difference(channel, before, after)]));
  const lost = new Map(channels.map((channel) => [channel.id, difference(channel, after, before)]));
  for (const [ids, which] of bySameUsers(channels, lost)) {
    const stream_ids = which.map((channel) => channel.id);
    const streams = stream_ids.map((stream_id) => ({ stream_id }));
    append(ctx, channelDeleteEvent({ op: "delete", stream_ids, streams }), toThese(ids, everybody));
  }
  for (const [ids, which] of bySameUsers(channels, gained)) await reveal(ctx, which, toThese(ids, everybody));
  await announceFormerSettings(ctx, gained);
  return gained;
}

/** Notifies users of channels that are new to them, and their subscribers. */
async function reveal(ctx: Writing, channels: readonly ChannelRow[], audience: Audience): Promise<void> {
  const streams = await presentChannels(ctx.db, ctx.realm, channels);
  append(ctx, channelCreateEvent({ op: "create", streams }), audience);
  const subscribers = await subscribersOf(
    ctx.db,
    channels.map((channel) => channel.id),
  );
  for (const [id, user_ids] of subscribers)
    if (user_ids.length > 0) append(ctx, peerAddEvent({ op: "peer_add", stream_ids: [id], user_ids }), audience);
}

/** Groups channels by the users who gained or lost them; without those that nobody did. */
function bySameUsers(channels: readonly ChannelRow[], changed: ReadonlyMap<ChannelId, UserId[]>) {
  const concerned = channels.filter((channel) => changed.get(channel.id)?.length);
  const sets = Map.groupBy(concerned, (channel) => changed.get(channel.id)?.join());
  return [...sets.values()].map((which) => [changed.get((which[0] as ChannelRow).id) as UserId[], which] as const);
}

/** Lists the smaller set: the included users, or the excluded ones. */
function toThese(ids: readonly UserId[], everybody: readonly UserId[]): Audience {
  if (ids.length * 2 <= everybody.length || everybody.length < 3) return toUsers(...ids);
  const meant = new Set(ids);
  return { ...toEveryone, except: everybody.filter((id) => !meant.has(id)) };
}

/**
 * Makes a change to roles or groups and notifies these users of channels they gain or lose. Clients receive the change
 * itself first, because later events depend on it.
 */
async function withSightOf(
  ctx: Writing,
  userIds: readonly UserId[],
  afterwards: (() => Promise<void>)[],
): Promise<void> {
  const { db, realm } = ctx;
  const channels = await db.selectFrom("channel").selectAll().where("realm_id", "=", realm.id).orderBy("id").execute();
  const before = await sightOf(db, channels, await viewersOf(db, realm.id, userIds));
  afterwards.push(async () => {
    const users = await viewersOf(db, realm.id, userIds);
    await announceSight(ctx, channels, users, before, await sightOf(db, channels, users));
  });
}

export const seeingByRole = on(roleChanging, (ctx, { userId, afterwards }) => withSightOf(ctx, [userId], afterwards));

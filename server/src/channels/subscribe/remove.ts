/** Unsubscribes people from channels, and notifies them and everyone who could see it. */

import { ApiError, demand, InsufficientPermission, said, type UserId } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import type { WriteContext, Writing } from "../../kernel/context.ts";
import { toUsers } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { happened } from "../../kernel/moments.ts";
import { nameKey } from "../../kernel/names/visible.ts";
import { acquaintancesBefore, allAround, announceAcquaintances } from "../../people/users/access/changes.ts";
import { usersWithIds } from "../../people/users/store.ts";
import { viewersOf } from "../../people/users/viewers.ts";
import { channelDeleteEvent, subscriptionRemoveEvent } from "../events.ts";
import { subscribersLeaving } from "../moments.ts";
import { checkChannelName } from "../names.ts";
import { announcePeers } from "../peers.ts";
import { canRemoveSubscribersFrom } from "../permissions.ts";
import { sightOf } from "../sight.ts";
import { type ChannelRow, channelsByName, newestMessageId } from "../store.ts";
import { endSubscriptions, subscribedPairs } from "../subscriptions/store.ts";
import { principalsFor } from "./principals.ts";

export async function unsubscribe(
  ctx: WriteContext,
  names: readonly string[],
  principals?: readonly (UserId | string)[] | undefined,
): Promise<{ removed: string[]; not_removed: string[] }> {
  const { db, realm, user } = ctx;
  const users = await principalsFor(ctx, principals);
  const keys = new Map(names.map((name) => [nameKey(checkChannelName(name)), name.trim()]));
  const channels = await channelsByName(db, realm.id, user.id, [...keys.keys()]);
  if (await concernsOthers(ctx, users)) demand(canRemoveSubscribersFrom(user, channels), new InsufficientPermission());
  const known = new Set(channels.map((channel) => channel.name_key));
  const missing = [...keys].filter(([key]) => !known.has(key)).map(([, name]) => name);
  if (missing.length > 0) throw new ApiError(said`Channel(s) (${missing.join(", ")}) do not exist`);

  const removed = await removeSubscriptions(ctx, users, channels);
  const namesFor = (wanted: boolean) =>
    channels.flatMap((channel) =>
      users.filter((id) => (removed.get(channel.id)?.includes(id) ?? false) === wanted).map(() => channel.name),
    );
  return { removed: namesFor(true), not_removed: namesFor(false) };
}

/** The caller's own bots count as the caller. */
async function concernsOthers({ db, user }: WriteContext, users: readonly UserId[]): Promise<boolean> {
  const others = users.filter((id) => id !== user.id);
  return (await usersWithIds(db, others)).some((other) => other.bot_owner_id !== user.id);
}

/** Ends existing subscriptions; returns who has left which channel. */
async function removeSubscriptions(
  ctx: Writing,
  users: readonly UserId[],
  channels: readonly ChannelRow[],
): Promise<Map<number, UserId[]>> {
  const { db, realm } = ctx;
  const ended = await subscribedPairs(
    db,
    users,
    channels.map((channel) => channel.id),
  );
  const leavers = Map.groupBy(ended, (pair) => pair.channel_id);
  const removed = new Map([...leavers].map(([id, pairs]) => [id, pairs.map((pair) => pair.user_id)]));
  if (ended.length === 0) return removed;

  const left = channels.filter((channel) => removed.has(channel.id));
  const concerned = allAround([...new Set(ended.map((pair) => pair.user_id))]);
  const known = await acquaintancesBefore(ctx, concerned);
  // One event for everyone who left the same channels.
  const byUser = Map.groupBy(ended, (pair) => pair.user_id);
  const sets = Map.groupBy([...byUser], ([, pairs]) => pairs.map((pair) => pair.channel_id).join());
  for (const members of sets.values()) {
    const ids = new Set((members[0]?.[1] ?? []).map((pair) => pair.channel_id));
    const which = left.filter((channel) => ids.has(channel.id));
    const subscriptions = which.map((channel) => ({ stream_id: channel.id, name: channel.name }));
    const userIds = members.map(([userId]) => userId);
    const effects = { leaves: { users: userIds, channels: [...ids] } };
    append(ctx, subscriptionRemoveEvent({ op: "remove", subscriptions }), toUsers(...userIds), { effects });
  }
  await happened(ctx, subscribersLeaving, ended);
  for (const { channel_id: channel, user_id: user } of ended)
    record(ctx, "channel_subscriber_removed", { channel, user });
  await endSubscriptions(db, users, [...removed.keys()], await newestMessageId(db));
  const viewers = await viewersOf(db, realm.id, [...byUser.keys()]);
  const sight = await sightOf(db, left, viewers);
  for (const channel of left) {
    const blind = (removed.get(channel.id) ?? []).filter((id) => !sight.get(channel.id)?.has(id));
    const gone = { stream_ids: [channel.id], streams: [{ stream_id: channel.id }] };
    if (blind.length > 0) append(ctx, channelDeleteEvent({ op: "delete", ...gone }), toUsers(...blind));
  }
  const changes = left.map((channel) => ({ channel, userIds: removed.get(channel.id) ?? [] }));
  await announcePeers(ctx, "peer_remove", changes);
  await announceAcquaintances(ctx, concerned, known);
  return removed;
}

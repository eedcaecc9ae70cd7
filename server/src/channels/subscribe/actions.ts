/** Subscribes people to channels, and notifies them and everyone who can see it. */

import { isAdministrator, isGuest } from "../../kernel/access/roles.ts";
import {
  ApiError,
  type ChannelId,
  demand,
  InsufficientPermission,
  type ShapeOf,
  said,
  type UserId,
} from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import type { WriteContext, Writing } from "../../kernel/context.ts";
import { toUsers } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { demandRoom } from "../../kernel/limits/room.ts";
import { on } from "../../kernel/moments.ts";
import { nameKey } from "../../kernel/names/visible.ts";
import { accountCreated } from "../../people/moments.ts";
import { acquaintancesBefore, allAround, announceAcquaintances } from "../../people/users/access/changes.ts";
import { usersWithIds } from "../../people/users/store.ts";
import { admitted } from "../audience.ts";
import { checkColor, pickColor } from "../colors.ts";
import {
  MAX_CHANNELS_AT_ONCE,
  MAX_NEW_CHANNELS_AT_ONCE,
  MAX_SUBSCRIPTIONS_AT_ONCE,
  type subscribe as subscribeOperation,
  TooManyChannels,
  TooManyNewChannels,
  TooManySubscriptions,
} from "../contract.ts";
import { checkMayCreate, createChannels, planChannels } from "../create/actions.ts";
import { defaultChannelIds } from "../default-channels/store.ts";
import { channelCreateEvent, subscriptionAddEvent } from "../events.ts";
import { checkChannelName } from "../names.ts";
import { announcePeers } from "../peers.ts";
import { canAddSubscribers, hasContentAccess } from "../permissions.ts";
import { FRESH_SUBSCRIPTION, type PresentedChannel, presentChannels, presentPersonal } from "../present.ts";
import { type ChannelRow, channelsByName, channelsWithIds, newestMessageId } from "../store.ts";
import {
  insertSubscriptions,
  type NewSubscription,
  type SubscriptionRow,
  subscribersOf,
  subscriptionsOfUsers,
} from "../subscriptions/store.ts";
import { sendSubscriptionNotices } from "./notices.ts";
import { namesOthers, principalsFor } from "./principals.ts";

type SubscribeRequest = ShapeOf<(typeof subscribeOperation)["params"]>;

export interface SubscribeOutcome {
  subscribed: Record<string, string[]>;
  already_subscribed: Record<string, string[]>;
  unauthorized: string[];
  areNoticesSent: boolean;
}

export async function subscribe(ctx: WriteContext, request: SubscribeRequest): Promise<SubscribeOutcome> {
  // Two requests for one new name: the second finds the channel that the first created.
  const plan = await planChannels(ctx, request);
  demand(request.subscriptions.length <= MAX_CHANNELS_AT_ONCE, new TooManyChannels());
  const wanted = wantedChannels(request);
  const existing = await channelsByName(ctx.db, ctx.realm.id, ctx.user.id, [...wanted.keys()]);
  const known = new Set(existing.map((channel) => channel.name_key));
  const missing = [...wanted.values()].filter((each) => !known.has(nameKey(each.name)));
  if (missing.length > 0) checkMayCreate(ctx, plan);
  await demandRoom(ctx, "channels", { realm_id: ctx.realm.id }, missing.length);

  const [accessible, unauthorized] = partition(existing, (channel) => hasContentAccess(ctx.user, channel));
  if (request.authorization_errors_fatal && unauthorized[0])
    throw new ApiError(said`Unable to access channel (${unauthorized[0].name}).`);

  if (namesOthers(ctx, request.principals))
    for (const channel of accessible)
      demand(canAddSubscribers(ctx.user, ctx.realm.settings, channel), new InsufficientPermission());
  const users = await principalsFor(ctx, request.principals);
  demand(users.length * wanted.size <= MAX_SUBSCRIPTIONS_AT_ONCE, new TooManySubscriptions());
  demand(missing.length <= MAX_NEW_CHANNELS_AT_ONCE, new TooManyNewChannels());

  const made = missing.map(({ name, description = "" }) => ({ name, description, creator_id: ctx.user.id }));
  const channels: ChannelRow[] = [...accessible, ...(await createChannels(ctx, plan, made, users))];
  const colors = new Map(channels.map((channel) => [channel.id, wanted.get(channel.name_key)?.color]));
  const fresh = new Set(missing.map((each) => nameKey(each.name)));
  const { subscribed, already, added } = await addSubscriptions(ctx, { users, channels, colors, fresh });
  recordSubscribers(ctx, added);
  const isSent = request.send_new_subscription_messages && (await tell(ctx, request, { channels, added, fresh }));
  return {
    subscribed,
    already_subscribed: already,
    unauthorized: unauthorized.map((channel) => channel.name),
    areNoticesSent: isSent,
  };
}

/** Not for the first channels of a new account: the account is recorded. */
export function recordSubscribers(ctx: WriteContext, added: readonly NewSubscription[]): void {
  for (const { channel_id: channel, user_id: user } of added)
    record(ctx, "channel_subscriber_added", { channel, user });
}

interface Additional {
  channels: readonly ChannelRow[];
  added: readonly NewSubscription[];
  fresh: ReadonlySet<string>;
}

/** New subscribers are notified of existing channels; new channels have a first message instead. */
async function tell(
  ctx: WriteContext,
  request: SubscribeRequest,
  { channels, added, fresh }: Additional,
): Promise<boolean> {
  const known = new Map(channels.map((channel) => [channel.id, channel]));
  const byUser = groupBy(added, (each) => each.user_id);
  return sendSubscriptionNotices(ctx, {
    added: [...byUser].map(([id, list]) => [
      id,
      list.flatMap((each) => known.get(each.channel_id) ?? []).filter((channel) => !fresh.has(channel.name_key)),
    ]),
    created: channels.filter((channel) => fresh.has(channel.name_key)),
    announce: request.announce,
  });
}

/** The request's channels by folded name; the last of several spellings counts. */
function wantedChannels(request: SubscribeRequest) {
  const wanted = new Map<string, { name: string; color: string | undefined; description: string | undefined }>();
  for (const each of request.subscriptions) {
    const name = checkChannelName(each.name);
    const color = each.color === undefined ? undefined : checkColor(each.color);
    wanted.set(nameKey(name), { name, color, description: each.description });
  }
  return wanted;
}

/** The channels that an account begins with: a member's are the organization's default ones when nothing else is said. */
export const subscribingNewcomers = on(accountCreated, async (ctx, { user, channels }) => {
  const { db, realm } = ctx;
  if (!channels && (user.bot_type !== null || isGuest(user))) return;
  const first = await channelsWithIds(db, realm.id, channels ?? (await defaultChannelIds(db, realm.id)));
  await addSubscriptions(ctx, { users: [user.id], channels: first, colors: new Map(), fresh: new Set() });
});

interface Additions {
  users: readonly UserId[];
  channels: readonly ChannelRow[];
  /** Requested colours, by channel. */
  colors: ReadonlyMap<ChannelId, string | undefined>;
  /** Names of channels created by this request: their subscribers have already been notified. */
  fresh: ReadonlySet<string>;
}

/** Subscribes users to channels whose access has been checked. */
export async function addSubscriptions(ctx: Writing, { users, channels, colors, fresh }: Additions) {
  const { db } = ctx;
  const before = groupBy(await subscriptionsOfUsers(db, users), (row) => row.user_id);
  const subscribed: Record<string, string[]> = {};
  const already: Record<string, string[]> = {};
  const added: NewSubscription[] = [];
  for (const userId of users) {
    const own = before.get(userId) ?? [];
    const used = new Set(own.map((row) => row.color));
    const current = new Map(own.map((row) => [row.channel_id, row]));
    for (const channel of channels) {
      const former = current.get(channel.id);
      const list = former?.is_subscribed ? already : subscribed;
      list[userId] = [...(list[userId] ?? []), channel.name];
      if (former?.is_subscribed) continue;
      const color = former?.color ?? colors.get(channel.id) ?? pickColor(used, channel.id);
      used.add(color);
      added.push({ user_id: userId, channel_id: channel.id, color });
    }
  }
  if (added.length > 0) {
    const concerned = allAround([...new Set(added.map((each) => each.user_id))]);
    const known = await acquaintancesBefore(ctx, concerned);
    const withNewcomers = new Set(added.map((each) => each.channel_id));
    const joined = channels.filter((channel) => withNewcomers.has(channel.id));
    // As they are before: clients count the newcomers, themselves among them.
    const presented = await presentChannels(db, ctx.realm, joined);
    await insertSubscriptions(db, added, await newestMessageId(db));
    await announceAcquaintances(ctx, concerned, known);
    await announce(ctx, { joined, presented, added, before, fresh });
  }
  return { subscribed, already, added };
}

interface Joining {
  joined: readonly ChannelRow[];
  presented: readonly PresentedChannel[];
  added: readonly NewSubscription[];
  before: ReadonlyMap<UserId, SubscriptionRow[]>;
  fresh: ReadonlySet<string>;
}

async function announce(ctx: Writing, { joined, added, before, fresh, ...rest }: Joining): Promise<void> {
  const presented = new Map(rest.presented.map((channel) => [channel.stream_id, channel]));
  const subscribers = await subscribersOf(ctx.db, [...presented.keys()]);
  await revealChannels(ctx, joined, added, fresh, presented);

  // One event for everyone who joined the same channels, with personal parts.
  const byUser = groupBy(added, (each) => each.user_id);
  const bySet = groupBy([...byUser], ([, list]) => list.map((each) => each.channel_id).join());
  for (const members of bySet.values()) {
    const ids = (members[0]?.[1] ?? []).map((each) => each.channel_id);
    const users = members.map(([userId]) => userId);
    const subscriptions = ids.map((id) => ({
      ...(presented.get(id) as PresentedChannel),
      ...presentPersonal(FRESH_SUBSCRIPTION),
      subscribers: subscribers.get(id) ?? [],
    }));
    const personal = Object.fromEntries(
      members.map(([userId, list]) => [userId, { own: ownSettings(list, before.get(userId) ?? []) }]),
    );
    const effects = { joins: { users, channels: ids } };
    append(ctx, subscriptionAddEvent({ op: "add", subscriptions }), toUsers(...users), { personal, effects });
  }
  const byChannel = groupBy(added, (each) => each.channel_id);
  const changes = joined.map((channel) => {
    const userIds = (byChannel.get(channel.id) ?? []).map((each) => each.user_id);
    return { channel, userIds };
  });
  await announcePeers(ctx, "peer_add", changes);
}

function ownSettings(added: readonly NewSubscription[], former: readonly SubscriptionRow[]): Record<string, object> {
  const revived = new Map(former.map((row) => [row.channel_id, row]));
  return Object.fromEntries(
    added.map(({ channel_id, color }) => {
      const before = revived.get(channel_id);
      return [channel_id, before ? presentPersonal({ ...before, color }) : { color }];
    }),
  );
}

/** Users who could not see a channel learn about it before they learn that they are subscribed. */
async function revealChannels(
  ctx: Writing,
  channels: readonly ChannelRow[],
  added: readonly NewSubscription[],
  fresh: ReadonlySet<string>,
  presented: ReadonlyMap<ChannelId, PresentedChannel>,
): Promise<void> {
  const hidden = channels.filter((channel) => !channel.is_web_public && !fresh.has(channel.name_key));
  if (hidden.length === 0) return;
  const users = new Map(
    (await usersWithIds(ctx.db, [...new Set(added.map((each) => each.user_id))])).map((user) => [user.id, user]),
  );
  for (const channel of hidden) {
    const knowing = new Set(channel.invite_only ? await admitted(ctx.db, channel) : []);
    // Everyone but guests sees public channels; administrators see private ones too.
    const isNew = (user: { id: UserId; role: number }) =>
      channel.invite_only ? !isAdministrator(user) && !knowing.has(user.id) : isGuest(user);
    const newcomers = added
      .filter((each) => each.channel_id === channel.id)
      .flatMap((each) => users.get(each.user_id) ?? [])
      .filter(isNew)
      .map((user) => user.id);
    const stream = presented.get(channel.id);
    if (newcomers.length > 0 && stream)
      append(ctx, channelCreateEvent({ op: "create", streams: [stream] }), toUsers(...newcomers));
  }
}

function partition<T>(items: readonly T[], holds: (item: T) => boolean): [T[], T[]] {
  return [items.filter(holds), items.filter((item) => !holds(item))];
}

function groupBy<T, K>(items: Iterable<T>, key: (item: T) => K): Map<K, T[]> {
  return Map.groupBy(items, key);
}

/** A client's three lists of channels: subscribed, formerly subscribed, and never subscribed; each by name. */
import { isGuest } from "../kernel/access/roles.ts";
import type { ChannelId, UserId } from "../kernel/api/ids.ts";
import type { Context } from "../kernel/context.ts";
import type { Db } from "../kernel/db/handles.ts";
import { recentSince } from "../people/users/activity.ts";
import { hasMetadataAccess } from "./permissions.ts";
import { type PresentedChannel, presentChannels, presentPersonal } from "./present.ts";
import { allChannels } from "./store.ts";
import { activeSubscribersOf, subscribersOf, subscriptionsOf } from "./subscriptions/store.ts";

/** From this many subscribers on, a client that asks for some gets the active ones. */
export const LARGE_CHANNEL = 1000;
const ACTIVE_DAYS = 14;

type ListedSubscription = PresentedChannel & { subscribers?: UserId[]; partial_subscribers?: UserId[] };
const idOf = (channel: PresentedChannel) => channel.stream_id;

interface SubscriptionListOptions {
  include_subscribers: "true" | "false" | "partial";
  includeArchived: boolean;
}

/** Who a partial list of subscribers contains. */
export const activeSubscribers = (db: Db, channelIds: readonly ChannelId[], now: number) =>
  activeSubscribersOf(db, channelIds, {
    day: recentSince(now, ACTIVE_DAYS),
    moment: now - ACTIVE_DAYS * 24 * 3600,
  });

/** The channels that the user can see, by name. */
export async function knownChannels(
  { db, realm, user }: Context,
  { includeArchived }: Pick<SubscriptionListOptions, "includeArchived">,
): Promise<PresentedChannel[]> {
  const visible = (await allChannels(db, realm.id, user.id)).filter(
    (channel) => hasMetadataAccess(user, channel) && (includeArchived || !channel.is_archived),
  );
  return presentChannels(db, realm, visible);
}

export async function subscriptionLists(ctx: Context, options: SubscriptionListOptions) {
  return listsOf(ctx, await knownChannels(ctx, options), options);
}

export async function listsOf(
  ctx: Context,
  presented: readonly PresentedChannel[],
  { include_subscribers }: Pick<SubscriptionListOptions, "include_subscribers">,
) {
  const { db, user } = ctx;
  const own = new Map((await subscriptionsOf(db, user.id)).map((row) => [row.channel_id, row]));
  const isPartial = (channel: PresentedChannel) =>
    include_subscribers === "partial" && channel.subscriber_count >= LARGE_CHANNEL;
  const listedWhole = include_subscribers === "false" ? [] : presented.filter((channel) => !isPartial(channel));
  const whole = await subscribersOf(db, listedWhole.map(idOf));
  const partial = await activeSubscribers(db, presented.filter(isPartial).map(idOf), ctx.now);
  const listed = (channel: PresentedChannel): ListedSubscription => {
    if (include_subscribers === "false") return channel;
    const { stream_id } = channel;
    return isPartial(channel)
      ? { ...channel, partial_subscribers: partial.get(stream_id) ?? [] }
      : { ...channel, subscribers: whole.get(stream_id) ?? [] };
  };

  const lists = {
    subscriptions: [] as (ListedSubscription & ReturnType<typeof presentPersonal>)[],
    unsubscribed: [] as (ListedSubscription & ReturnType<typeof presentPersonal>)[],
    never_subscribed: [] as ListedSubscription[],
  };
  for (const channel of presented) {
    const subscription = own.get(channel.stream_id);
    if (subscription) {
      const list = subscription.is_subscribed ? lists.subscriptions : lists.unsubscribed;
      list.push({ ...listed(channel), ...presentPersonal(subscription) });
    } else if (!isGuest(user) || channel.is_web_public) lists.never_subscribed.push(listed(channel));
  }
  return lists;
}

/** The three lists a client keeps of channels: subscribed, formerly subscribed, and never subscribed; each by name. */
import { isGuest } from "../access/roles.ts";
import type { UserId } from "../api/ids.ts";
import type { Context } from "../context.ts";
import { hasMetadataAccess } from "./permissions.ts";
import { type PresentedChannel, presentChannels, presentPersonal } from "./present.ts";
import { allChannels, subscribersOf, subscriptionsOf } from "./store.ts";

interface Options {
  include_subscribers: "true" | "false" | "partial";
  includeArchived: boolean;
}

export async function subscriptionLists(ctx: Context, { include_subscribers, includeArchived }: Options) {
  const { db, realm, user } = ctx;
  const visible = (await allChannels(db, realm.id, user.id)).filter(
    (channel) => hasMetadataAccess(user, channel) && (includeArchived || !channel.is_archived),
  );
  const own = new Map((await subscriptionsOf(db, user.id)).map((row) => [row.channel_id, row]));
  const presented = await presentChannels(db, realm, visible);
  const subscribers =
    include_subscribers === "false"
      ? undefined
      : await subscribersOf(
          db,
          visible.map((channel) => channel.id),
        );
  const listed = (channel: PresentedChannel): PresentedChannel & { subscribers?: UserId[] } =>
    subscribers ? { ...channel, subscribers: subscribers.get(channel.stream_id) ?? [] } : channel;

  const lists = {
    subscriptions: [] as (ReturnType<typeof listed> & ReturnType<typeof presentPersonal>)[],
    unsubscribed: [] as (ReturnType<typeof listed> & ReturnType<typeof presentPersonal>)[],
    never_subscribed: [] as ReturnType<typeof listed>[],
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

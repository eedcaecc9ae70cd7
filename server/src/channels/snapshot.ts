import type { Context } from "../kernel/context.ts";
import { type SnapshotOptions, snapshotPart } from "../kernel/feature.ts";
import { channelsState, subscriptionsState } from "./contract.ts";
import { withAddresses } from "./older-clients.ts";
import { hasMetadataAccess } from "./permissions.ts";
import { FRESH_SUBSCRIPTION, presentChannels, presentPersonal } from "./present.ts";
import { allChannels } from "./store.ts";
import { knownChannels, listsOf } from "./subscription-lists.ts";

export const subscriptionsSnapshot = snapshotPart("subscription", subscriptionsState, readLists, visitorsLists);

async function readLists(ctx: Context, options: SnapshotOptions) {
  const { capabilities } = options.profile;
  const listed = await listsOf(ctx, await options.once(ctx, shownChannels), options);
  const lists = { ...listed, subscriptions: [...withAddresses(listed.subscriptions, options.profile)] };
  if (capabilities.notification_settings_null) return lists;
  // Clients that do not support null get the value it stands for.
  const { settings } = ctx.user;
  const inherit = (subscription: (typeof lists.subscriptions)[number]) => ({
    ...subscription,
    desktop_notifications: subscription.desktop_notifications ?? settings.enable_stream_desktop_notifications,
    audible_notifications: subscription.audible_notifications ?? settings.enable_stream_audible_notifications,
    push_notifications: subscription.push_notifications ?? settings.enable_stream_push_notifications,
    email_notifications: subscription.email_notifications ?? settings.enable_stream_email_notifications,
  });
  return { ...lists, subscriptions: lists.subscriptions.map(inherit), unsubscribed: lists.unsubscribed.map(inherit) };
}

/** Shared by both parts. */
const shownChannels = (ctx: Context, { profile }: SnapshotOptions) =>
  knownChannels(ctx, { includeArchived: profile.capabilities.archived_channels });

const VISITORS_SUBSCRIPTION = presentPersonal({
  ...FRESH_SUBSCRIPTION,
  desktop_notifications: true,
  audible_notifications: true,
  push_notifications: true,
  email_notifications: true,
  wildcard_mentions_notify: true,
});

/** Clients show subscribed channels: for visitors, these are all web-public ones. */
async function visitorsLists({ db, realm, user }: Context) {
  const open = (await allChannels(db, realm.id, user.id)).filter((channel) => hasMetadataAccess(user, channel));
  const subscriptions = (await presentChannels(db, realm, open)).map((channel) => ({
    ...channel,
    ...VISITORS_SUBSCRIPTION,
  }));
  return { subscriptions, unsubscribed: [], never_subscribed: [] };
}

/** Nothing for visitors: their channels are in the list above. */
export const channelsSnapshot = snapshotPart("stream", channelsState, async (ctx, options) => ({
  streams: await options.once(ctx, shownChannels),
}));

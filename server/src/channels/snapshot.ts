import { isGuest } from "../kernel/access/roles.ts";
import type { ClientProfile } from "../kernel/api/index.ts";
import type { Context } from "../kernel/context.ts";
import { type SnapshotOptions, snapshotPart } from "../kernel/feature.ts";
import { JsonText } from "../kernel/http/json-text.ts";
import { channelsState, subscriptionsState } from "./contract.ts";
import { withAddresses } from "./older-clients.ts";
import { hasMetadataAccess } from "./permissions.ts";
import { FRESH_SUBSCRIPTION, presentPersonal } from "./present.ts";
import { channelTexts, subscriberTexts } from "./shared-list.ts";
import { type SubscriptionRow, subscriptionsOf } from "./subscriptions/store.ts";
import { verifyLists, verifyStreams } from "./verify-snapshot.ts";

/** What the user sees, shared by both parts. */
async function seenChannels(ctx: Context, options: SnapshotOptions) {
  const { archived_channels } = options.profile.capabilities;
  const [all, subscriptions] = await Promise.all([channelTexts(ctx, options), subscriptionsOf(ctx.db, ctx.user.id)]);
  const own = new Map(subscriptions.map((row) => [row.channel_id, row]));
  const seen = all.filter(({ channel }) => {
    const facts = own.get(channel.row.id)?.is_subscribed ? channel.subscribed : channel.notSubscribed;
    return (archived_channels || !facts.is_archived) && hasMetadataAccess(ctx.user, facts);
  });
  return { all: all.map(({ channel }) => channel), own, seen };
}

export const subscriptionsSnapshot = snapshotPart("subscription", subscriptionsState, readLists, visitorsLists);

async function readLists(ctx: Context, options: SnapshotOptions) {
  const { all, own, seen } = await options.once(ctx, seenChannels);
  const subscribersText = await subscriberTexts(ctx, options, all);
  const [subscriptions, unsubscribed, never_subscribed] = [[], [], []] as [string[], string[], string[]];
  for (const { channel, text } of seen) {
    const subscription = own.get(channel.row.id);
    const shared = `${text}${subscribersText(channel)}`;
    const personal = subscription && inherited(ctx, options.profile, subscription);
    if (subscription?.is_subscribed) subscriptions.push(shared + restOf(withAddress(personal, options.profile)));
    else if (personal) unsubscribed.push(shared + restOf(personal));
    else if (!isGuest(ctx.user) || channel.row.is_web_public) never_subscribed.push(`${shared}}`);
  }
  const lists = {
    subscriptions: listText(subscriptions),
    unsubscribed: listText(unsubscribed),
    never_subscribed: listText(never_subscribed),
  };
  if (ctx.app.checked) await verifyLists(ctx, options, lists);
  return lists;
}

const listText = (items: readonly string[]) => new JsonText(`[${items.join()}]`);

/** The other fields of a JSON object that has begun. */
const restOf = (fields: object | undefined) => `,${JSON.stringify(fields).slice(1)}`;

const withAddress = (personal: object | undefined, profile: ClientProfile) =>
  personal && withAddresses([personal], profile)[0];

/** Clients that do not support null get the value it stands for. */
function inherited({ user }: Context, { capabilities }: ClientProfile, subscription: SubscriptionRow) {
  const personal = presentPersonal(subscription);
  if (capabilities.notification_settings_null) return personal;
  const { settings } = user;
  return {
    ...personal,
    desktop_notifications: personal.desktop_notifications ?? settings.enable_stream_desktop_notifications,
    audible_notifications: personal.audible_notifications ?? settings.enable_stream_audible_notifications,
    push_notifications: personal.push_notifications ?? settings.enable_stream_push_notifications,
    email_notifications: personal.email_notifications ?? settings.enable_stream_email_notifications,
  };
}

const VISITORS_SUBSCRIPTION = presentPersonal({
  ...FRESH_SUBSCRIPTION,
  desktop_notifications: true,
  audible_notifications: true,
  push_notifications: true,
  email_notifications: true,
  wildcard_mentions_notify: true,
});

/** Clients show subscribed channels: for visitors, these are all web-public ones. */
async function visitorsLists(ctx: Context, options: SnapshotOptions) {
  const open = (await channelTexts(ctx, options)).filter(({ channel }) =>
    hasMetadataAccess(ctx.user, channel.notSubscribed),
  );
  const subscriptions = listText(open.map(({ text }) => text + restOf(VISITORS_SUBSCRIPTION)));
  return { subscriptions, unsubscribed: [], never_subscribed: [] };
}

/** Nothing for visitors: their channels are in the list above. */
export const channelsSnapshot = snapshotPart("stream", channelsState, async (ctx, options) => {
  const { seen } = await options.once(ctx, seenChannels);
  const streams = listText(seen.map(({ text }) => `${text}}`));
  if (ctx.app.checked) await verifyStreams(ctx, options, streams);
  return { streams };
});

/** Channels and subscriptions in the API's format. */
import { type GroupSettingValue, showEach } from "../kernel/access/group-setting.ts";
import { CHANNEL_PERMISSIONS, channelPermissions } from "../kernel/access/permission-settings.ts";
import { type SystemGroups, settingValues } from "../kernel/access/store.ts";
import type { ChannelId, GroupId } from "../kernel/api/ids.ts";
import type { ShapeOf } from "../kernel/api/index.ts";
import type { Realm } from "../kernel/context.ts";
import type { Db } from "../kernel/db/handles.ts";
import type { channelFields } from "./contract.ts";
import type { ChannelRow } from "./store.ts";
import { type SubscriptionRow, subscriberCounts } from "./subscriptions/store.ts";

const SETTINGS = CHANNEL_PERMISSIONS;

/** 1 anyone, 2 administrators, 3 full members, 4 moderators; anything but a role is shown as anyone. */
export function postPolicy(group: GroupId, groups: SystemGroups): number {
  if (group === groups["role:administrators"]) return 2;
  if (group === groups["role:fullmembers"]) return 3;
  return group === groups["role:moderators"] ? 4 : 1;
}

export type PresentedChannel = ShapeOf<typeof channelFields>;

/** A few queries for any number of channels. */
export async function presentChannels(
  db: Db,
  realm: Realm,
  channels: readonly ChannelRow[],
): Promise<PresentedChannel[]> {
  const ids = channels.map((channel) => channel.id);
  const counts = await subscriberCounts(db, ids);
  const shown = await settingValues(
    db,
    channels.flatMap((channel) => SETTINGS.map((setting) => channel[setting])),
  );
  return channels.map((channel) => present(channel, realm, counts, shown));
}

function present(
  channel: ChannelRow,
  realm: Realm,
  counts: ReadonlyMap<ChannelId, number>,
  shown: (id: GroupId) => GroupSettingValue,
): PresentedChannel {
  const stream_post_policy = postPolicy(channel.can_send_message_group, realm.systemGroups);
  return {
    stream_id: channel.id,
    name: channel.name,
    is_archived: channel.is_archived,
    description: channel.description,
    rendered_description: channel.rendered_description,
    date_created: channel.date_created,
    creator_id: channel.creator_id,
    invite_only: channel.invite_only,
    is_web_public: channel.is_web_public,
    stream_post_policy,
    is_announcement_only: stream_post_policy === 2,
    message_retention_days: channel.message_retention_days,
    history_public_to_subscribers: channel.history_public_to_subscribers,
    topics_policy: channel.topics_policy,
    first_message_id: channel.first_message_id,
    folder_id: channel.folder_id,
    is_recently_active: channel.is_recently_active,
    stream_weekly_traffic: channel.weekly_traffic,
    subscriber_count: counts.get(channel.id) ?? 0,
    ...showEach(channelPermissions, channel, shown),
  };
}

type Personal = Omit<SubscriptionRow, "user_id" | "channel_id" | "is_subscribed" | "read_upto" | "given_upto">;

/** The personal part of a subscription. */
export function presentPersonal(subscription: Personal) {
  return {
    color: subscription.color,
    is_muted: subscription.is_muted,
    in_home_view: !subscription.is_muted,
    pin_to_top: subscription.pin_to_top,
    desktop_notifications: subscription.desktop_notifications,
    audible_notifications: subscription.audible_notifications,
    push_notifications: subscription.push_notifications,
    email_notifications: subscription.email_notifications,
    wildcard_mentions_notify: subscription.wildcard_mentions_notify,
  };
}

export const FRESH_SUBSCRIPTION: Personal = {
  color: "#c2c2c2",
  is_muted: false,
  pin_to_top: false,
  desktop_notifications: null,
  audible_notifications: null,
  push_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
};

/** Channels and subscriptions. */
import type { Generated } from "kysely";
import type { ChannelId, GroupId, MessageId, RealmId, RecipientId, TopicId, UserId } from "../../api/ids.ts";

export interface ChannelTables {
  channel: ChannelTable;
  channel_folder: ChannelFolderTable;
  default_channel: { realm_id: RealmId; channel_id: ChannelId };
  default_channel_group: DefaultChannelGroupTable;
  default_channel_group_member: { group_id: number; channel_id: ChannelId };
  subscription: SubscriptionTable;
  subscription_period: SubscriptionPeriodTable;
  topic: TopicTable;
  user_topic: UserTopicTable;
}

interface ChannelTable {
  id: Generated<ChannelId>;
  realm_id: RealmId;
  recipient_id: RecipientId;
  name: string;
  name_key: string;
  description: string;
  rendered_description: string;
  date_created: number;
  creator_id: UserId | null;
  invite_only: boolean;
  is_web_public: boolean;
  history_public_to_subscribers: boolean;
  is_archived: boolean;
  is_recently_active: boolean;
  message_retention_days: number | null;
  topics_policy: "inherit" | "allow_empty_topic" | "disable_empty_topic" | "empty_topic_only";
  first_message_id: MessageId | null;
  folder_id: number | null;
  email_address_version: Generated<number>;
  weekly_traffic: Generated<number | null>;
  can_add_subscribers_group: GroupId;
  can_administer_channel_group: GroupId;
  can_delete_any_message_group: GroupId;
  can_delete_own_message_group: GroupId;
  can_move_messages_out_of_channel_group: GroupId;
  can_move_messages_within_channel_group: GroupId;
  can_remove_subscribers_group: GroupId;
  can_resolve_topics_group: GroupId;
  can_send_message_group: GroupId;
  can_subscribe_group: GroupId;
}

interface ChannelFolderTable {
  id: Generated<number>;
  realm_id: RealmId;
  name: string;
  name_key: string;
  description: string;
  rendered_description: string;
  /** The position among the folders; equal positions are ordered by id. */
  place: number;
  creator_id: UserId | null;
  date_created: number;
  is_archived: boolean;
}

interface DefaultChannelGroupTable {
  id: Generated<number>;
  realm_id: RealmId;
  name: string;
  description: string;
}

interface SubscriptionTable {
  user_id: UserId;
  channel_id: ChannelId;
  /** A former subscription is kept with its settings. */
  is_subscribed: boolean;
  color: string;
  is_muted: boolean;
  pin_to_top: boolean;
  /** Messages up to this id are read, except for exceptions in user_message. */
  read_upto: MessageId;
  /** Messages up to this id were given to the user when they joined the organization; null if none were. */
  given_upto: Generated<MessageId | null>;
  desktop_notifications: boolean | null;
  audible_notifications: boolean | null;
  push_notifications: boolean | null;
  email_notifications: boolean | null;
  wildcard_mentions_notify: boolean | null;
}

interface SubscriptionPeriodTable {
  user_id: UserId;
  channel_id: ChannelId;
  /** The first id the period can contain, and the last one; null while it is open. */
  from_message_id: MessageId;
  to_message_id: MessageId | null;
}

interface TopicTable {
  id: Generated<TopicId>;
  channel_id: ChannelId;
  /** As spelled in its newest message. */
  name: string;
  name_key: string;
  max_message_id: MessageId;
}

/** A topic with a policy may have no messages, so it is stored by name. */
interface UserTopicTable {
  user_id: UserId;
  channel_id: ChannelId;
  topic_name: string;
  topic_key: string;
  /** 1 muted, 2 unmuted, 3 followed; no row means none. */
  visibility_policy: number;
  last_updated: number;
}

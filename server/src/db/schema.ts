/** The tables as queries see them. The migrations make them; the engine layer gives both databases these types. */
import type { ColumnType, Generated } from "kysely";
import type {
  AttachmentId,
  ChannelId,
  GroupId,
  MessageId,
  RealmId,
  RecipientId,
  SessionId,
  TopicId,
  UserId,
} from "../api/ids.ts";

/** Read as a value, written through `json()`. */
type Json<T> = ColumnType<T, string, string>;

export interface Schema {
  installation: { id: number; secret_fingerprint: string };
  realm: RealmTable;
  realm_position: {
    realm_id: RealmId;
    position: number;
    pruned_upto: number;
    /** The version that has served the organization last; null when that was before it was written down. */
    served_by: string | null;
  };
  user: UserTable;
  user_group: UserGroupTable;
  user_group_member: { group_id: GroupId; user_id: UserId };
  user_group_subgroup: { group_id: GroupId; subgroup_id: GroupId };
  event: EventTable;
  event_queue: EventQueueTable;
  job: JobTable;
  recipient: { id: Generated<RecipientId>; realm_id: RealmId; direct_key: string | null };
  channel: ChannelTable;
  default_channel: { realm_id: RealmId; channel_id: ChannelId };
  subscription: SubscriptionTable;
  subscription_period: SubscriptionPeriodTable;
  topic: TopicTable;
  message: MessageTable;
  direct_participant: DirectParticipantTable;
  user_message: { user_id: UserId; message_id: MessageId; flags: number };
  reaction: ReactionTable;
  /** Messages of the organization up to this one are in the search index, but for those in search_dirty. */
  search_cursor: { realm_id: RealmId; upto_message_id: MessageId };
  /** Messages whose text has changed since they were indexed; one row for each change. */
  search_dirty: { id: Generated<number>; realm_id: RealmId; message_id: MessageId };
  user_topic: UserTopicTable;
  submessage: SubmessageTable;
  channel_folder: ChannelFolderTable;
  default_channel_group: DefaultChannelGroupTable;
  default_channel_group_member: { group_id: number; channel_id: ChannelId };
  attachment: AttachmentTable;
  attachment_message: { attachment_id: AttachmentId; message_id: MessageId };
  upload_space: { realm_id: RealmId; used_bytes: number };
  session: SessionTable;
  one_time_link: OneTimeLinkTable;
  user_activity: { user_id: UserId; last_day: number };
  realm_domain: { id: Generated<number>; realm_id: RealmId; domain: string; allow_subdomains: boolean };
  invitation: InvitationTable;
  /** How many addresses an organization has written to on a day, in days since 1970. */
  invitation_count: { realm_id: RealmId; day: number; addresses: number };
  profile_field: ProfileFieldTable;
  profile_value: ProfileValueTable;
  user_status: UserStatusTable;
  user_presence: UserPresenceTable;
  /** How many changes of presence there have been in the organization. */
  presence_counter: { realm_id: RealmId; last_update_id: number };
  alert_word: { id: Generated<number>; user_id: UserId; word: string; word_key: string };
  muted_user: { user_id: UserId; muted_user_id: UserId; muted_at: number };
  draft: DraftTable;
  saved_snippet: SavedSnippetTable;
  navigation_view: NavigationViewTable;
  onboarding_step_seen: { user_id: UserId; name: string };
  custom_emoji: CustomEmojiTable;
  linkifier: LinkifierTable;
  playground: PlaygroundTable;
  bot: BotTable;
  bot_service: BotServiceTable;
  bot_storage: { user_id: UserId; key: string; value: string; characters: number };
  realm_export: RealmExportTable;
  scheduled_message: ScheduledMessageTable;
  attachment_scheduled_message: { attachment_id: AttachmentId; scheduled_message_id: number };
  reminder: ReminderTable;
  push_token: PushTokenTable;
  push_device: PushDeviceTable;
  web_push_subscription: WebPushSubscriptionTable;
  /** Messages that a user was told of on their devices and has not read since. */
  push_notice: { user_id: UserId; message_id: MessageId; trigger: string; told_at: number };
  notification_progress: NotificationProgressTable;
  missed_message: MissedMessageTable;
}

/** Exactly one of `channel_id` and `user_ids` says whom it is for. */
interface ScheduledMessageTable {
  id: Generated<number>;
  realm_id: RealmId;
  sender_id: UserId;
  channel_id: ChannelId | null;
  /** Of a channel message. */
  topic: string;
  /** Without the sender, unless they are alone. */
  user_ids: ColumnType<UserId[] | null, string | null, string | null>;
  content: string;
  rendered_content: string;
  scheduled_delivery_timestamp: number;
  read_by_sender: boolean;
  client: string;
  /** Why it could not be sent; null while that is to come. */
  failure: string | null;
  /** Of one that was sent only this is of use, for a while. */
  sent_at: number | null;
}

interface ReminderTable {
  id: Generated<number>;
  realm_id: RealmId;
  user_id: UserId;
  /** It may be gone. */
  reminder_target_message_id: MessageId;
  note: string;
  /** What it said when it was asked for. */
  content: string;
  rendered_content: string;
  scheduled_delivery_timestamp: number;
  failed: boolean;
}

/** A telephone that gave us its token in the clear. */
interface PushTokenTable {
  id: Generated<number>;
  user_id: UserId;
  kind: "apns" | "fcm";
  token: string;
  /** A hash of the token, which may be long. */
  token_key: string;
  /** Of Apple's: which application. */
  app_id: string | null;
  registered_at: number;
}

/** A telephone that gave its token to the gateway, and us a key to encrypt for it. */
interface PushDeviceTable {
  id: Generated<number>;
  user_id: UserId;
  /** A whole number that the device has chosen. */
  push_account_id: string;
  token_kind: "apns" | "fcm";
  /** Null when the registration has failed or ended. */
  push_public_key: string | null;
  /** The gateway's name for it; null until the gateway knows it. */
  gateway_device_id: string | null;
  /** Why the registration has failed or ended. */
  error_code: string | null;
  registered_at: number;
}

/** A browser that its maker's push service reaches. */
interface WebPushSubscriptionTable {
  id: Generated<number>;
  user_id: UserId;
  /** It ends with the session in which it was made; null when that was done with an API key. */
  session_id: SessionId | null;
  endpoint: string;
  /** A hash of the endpoint, which may be long. */
  endpoint_key: string;
  p256dh: string;
  auth: string;
  subscribed_at: number;
}

interface NotificationProgressTable {
  realm_id: RealmId;
  /** For messages up to this one it has been decided who is told of them. */
  upto_message_id: MessageId;
  /** Of a later message, those users up to this one have been told; null unless that is under way. */
  told_message_id: MessageId | null;
  told_user_id: UserId | null;
  /** The day of the last digest, in days since 1970. */
  digest_day: number | null;
}

/** A message that somebody is to be told of by mail, unless they have read it until then. */
interface MissedMessageTable {
  user_id: UserId;
  message_id: MessageId;
  /** UNIX seconds: when it is looked at next. */
  due_at: number;
  /** They were here when it came: they are told only when they have gone without reading it. */
  is_held: boolean;
  /** Whether they have been told at once by other ways than mail. */
  is_pushed: boolean;
}

/** A bot without a row has what a row would have by default. */
interface BotTable {
  user_id: UserId;
  default_sending_channel_id: ChannelId | null;
  default_events_register_channel_id: ChannelId | null;
  default_all_public_streams: boolean;
  config_data: Json<Record<string, string>>;
}

/** Where an outgoing webhook bot is called. */
interface BotServiceTable {
  user_id: UserId;
  base_url: string;
  /** 1 Parley's own form, 2 one that Slack's integrations read. */
  interface: number;
  token_encrypted: string;
}

interface RealmExportTable {
  id: Generated<number>;
  realm_id: RealmId;
  acting_user_id: UserId;
  export_type: number;
  requested_at: number;
  /** How often it was begun: one that takes the process down with it is given up. */
  attempts: number;
  failed_at: number | null;
  deleted_at: number | null;
  /** Where its file is, or will be: `{realm_id}/{random part}/{name}`. */
  path: string;
  /** Null until there is a file. */
  size: number | null;
}

interface RealmTable {
  id: Generated<RealmId>;
  /** The organization's name in host names. */
  string_id: string;
  is_default: boolean;
  is_active: boolean;
  date_created: number;
  /** Only what differs from the declared defaults. */
  settings: Json<Record<string, unknown>>;
  /** Raised by every change that caches of this organization must notice: settings, roles, memberships. */
  version: number;
  /** Raised with it when emoji or linkifiers change. */
  markup_version: Generated<number>;
  /** Raised with it when anybody's alert words or muted users change. */
  wishes_version: Generated<number>;
  /** Of a deactivated one: when everything in it is deleted; null for never. */
  scheduled_deletion_at: Generated<number | null>;
}

interface UserTable {
  id: Generated<UserId>;
  realm_id: RealmId;
  delivery_email: string;
  delivery_email_key: string;
  full_name: string;
  /** Folded: mentions name people in any case. */
  full_name_key: string;
  role: number;
  is_active: boolean;
  bot_type: number | null;
  bot_owner_id: UserId | null;
  date_joined: number;
  avatar_source: "G" | "U";
  avatar_version: number;
  /** Where the picture is that the user uploaded; null while the provider's is shown. */
  avatar_path: Generated<string | null>;
  settings: Json<Record<string, unknown>>;
  password_hash: string | null;
  api_key_hash: string;
  api_key_encrypted: string;
  can_create_users: boolean;
  can_change_user_emails: boolean;
  /** Which of the built-in bots it is; null for everybody else. */
  system_bot: "notification" | "welcome" | null;
}

interface SessionTable {
  id: Generated<SessionId>;
  /** Of the token in the browser's cookie. */
  token_hash: string;
  user_id: UserId;
  begun_at: number;
  expires_at: number;
}

interface OneTimeLinkTable {
  id: Generated<number>;
  key_hash: string;
  user_id: UserId;
  purpose: "password_reset" | "email_change";
  /** The address it is about: where it was sent. */
  email: string;
  expires_at: number;
}

interface UserGroupTable {
  id: Generated<GroupId>;
  realm_id: RealmId;
  kind: "system" | "named" | "anonymous";
  name: string | null;
  description: string;
  creator_id: UserId | null;
  date_created: number | null;
  deactivated: boolean;
  /** Null only in anonymous groups: nobody manages the value of a setting but through the setting. */
  can_add_members_group: GroupId | null;
  can_join_group: GroupId | null;
  can_leave_group: GroupId | null;
  can_manage_group: GroupId | null;
  can_mention_group: GroupId | null;
  can_remove_members_group: GroupId | null;
}

interface EventTable {
  realm_id: RealmId;
  position: number;
  type: string;
  body: Json<Record<string, unknown>>;
  audience: Json<unknown>;
  personal: Json<Record<string, Record<string, unknown>>> | null;
  /** Whether it changes who hears later events. */
  has_effects: boolean;
  created_at: number;
}

interface EventQueueTable {
  id: string;
  realm_id: RealmId;
  user_id: UserId;
  options: Json<unknown>;
  /** Events at or before it are of no use to the queue. */
  position: number;
  lifespan_seconds: number;
  last_seen_at: number;
}

interface JobTable {
  id: Generated<number>;
  kind: string;
  realm_id: RealmId | null;
  payload: Json<unknown>;
  unique_key: string | null;
  run_at_ms: number;
  attempts: number;
  last_error: string | null;
  failed: boolean;
  lane: string | null;
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

interface SubscriptionTable {
  user_id: UserId;
  channel_id: ChannelId;
  /** A former subscription is kept with its settings. */
  is_subscribed: boolean;
  color: string;
  is_muted: boolean;
  pin_to_top: boolean;
  /** Messages up to this id are read, but for the exceptions in user_message. */
  read_upto: MessageId;
  desktop_notifications: boolean | null;
  audible_notifications: boolean | null;
  push_notifications: boolean | null;
  email_notifications: boolean | null;
  wildcard_mentions_notify: boolean | null;
}

interface SubscriptionPeriodTable {
  user_id: UserId;
  channel_id: ChannelId;
  /** The first id the period can contain, and the last one; null while it lasts. */
  from_message_id: MessageId;
  to_message_id: MessageId | null;
}

interface TopicTable {
  id: Generated<TopicId>;
  channel_id: ChannelId;
  /** The spelling of its newest message. */
  name: string;
  name_key: string;
  max_message_id: MessageId;
}

interface MessageTable {
  id: Generated<MessageId>;
  realm_id: RealmId;
  recipient_id: RecipientId;
  sender_id: UserId;
  topic_id: TopicId | null;
  subject: string;
  content: string;
  rendered_content: string;
  sent_at: number;
  client: string;
  /** Newest first; null when the message was never edited. */
  edit_history: ColumnType<Edit[] | null, string | null, string | null>;
  last_edit_at: number | null;
  /** What its text holds, as bits of `Trait`. */
  traits: Generated<number>;
  /** When it last came to another topic or channel. */
  last_moved_at: number | null;
}

interface ReactionTable {
  id: Generated<number>;
  message_id: MessageId;
  user_id: UserId;
  reaction_type: "unicode_emoji" | "realm_emoji" | "chat_extra_emoji";
  emoji_code: string;
  emoji_name: string;
}

interface ChannelFolderTable {
  id: Generated<number>;
  realm_id: RealmId;
  name: string;
  name_key: string;
  description: string;
  rendered_description: string;
  /** Where it stands among the folders; equal places are in the order of their ids. */
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

/** A topic needs no messages to have a policy, so it is named and not referred to. */
interface UserTopicTable {
  user_id: UserId;
  channel_id: ChannelId;
  topic_name: string;
  topic_key: string;
  /** 1 muted, 2 unmuted, 3 followed; the absence of a row is none. */
  visibility_policy: number;
  last_updated: number;
}

interface SubmessageTable {
  id: Generated<number>;
  message_id: MessageId;
  sender_id: UserId;
  msg_type: string;
  content: string;
}

/** What a message was before an edit: its text, its topic or its channel, with what came in the place of the last two. */
export interface Edit {
  user_id: UserId;
  timestamp: number;
  prev_content?: string;
  prev_rendered_content?: string;
  prev_topic?: string;
  topic?: string;
  prev_stream?: ChannelId;
  stream?: ChannelId;
}

interface AttachmentTable {
  id: Generated<AttachmentId>;
  realm_id: RealmId;
  owner_id: UserId;
  /** Where it is found: `{realm_id}/{two random parts}/{name}`; never changes. */
  path_id: string;
  file_name: string;
  content_type: string;
  size: number;
  created_at: number;
  /** Null while a message claims it. */
  unclaimed_since: number | null;
  /** Of images that thumbnails can be made of. */
  image: ColumnType<ImageFacts | null, string | null, string | null>;
}

/** What the header of an image says, turned upright. */
export interface ImageFacts {
  content_type: string;
  width: number;
  height: number;
  frames: number;
}

interface InvitationTable {
  id: Generated<number>;
  realm_id: RealmId;
  /** `mail` to one address, `link` for whoever has it, `confirmation` of an address that somebody signs up with. */
  kind: "mail" | "link" | "confirmation";
  /** Null only in a confirmation. */
  inviter_id: UserId | null;
  /** Null only in a link. */
  email: string | null;
  email_key: string | null;
  key_hash: string;
  key_encrypted: string;
  invited_at: number;
  /** Null when it never expires. */
  expires_at: number | null;
  used_at: number | null;
  revoked_at: number | null;
  invited_as: number;
  stream_ids: Json<ChannelId[]>;
  group_ids: Json<GroupId[]>;
  include_realm_default_subscriptions: boolean;
  notify_referrer_on_join: boolean;
  /** Null for the organization's own text. */
  welcome_message_custom_text: string | null;
  /** Of a confirmation: the link that it came by, if it came by one. */
  link_id: number | null;
}

interface ProfileFieldTable {
  id: Generated<number>;
  realm_id: RealmId;
  field_type: number;
  name: string;
  hint: string;
  /** The choices of a list, or which account a name is for; null where a type needs nothing. */
  field_data: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  /** Where it stands among the fields; equal places are in the order of their ids. */
  place: number;
  required: boolean;
  editable_by_user: boolean;
  display_in_profile_summary: boolean;
}

interface ProfileValueTable {
  field_id: number;
  user_id: UserId;
  /** People are a list of ids as JSON text. */
  value: string;
  /** Null where the type is not written in Markdown. */
  rendered_value: string | null;
}

/** Empty is not set; a status of which nothing is set has no row. */
interface UserStatusTable {
  user_id: UserId;
  status_text: string;
  emoji_name: string;
  emoji_code: string;
  reaction_type: "unicode_emoji" | "realm_emoji" | "chat_extra_emoji";
}

interface DirectParticipantTable {
  recipient_id: RecipientId;
  user_id: UserId;
  read_upto: MessageId;
  max_message_id: MessageId;
}

interface UserPresenceTable {
  user_id: UserId;
  realm_id: RealmId;
  last_connected_at: number;
  /** Null while the user has only ever been idle. */
  last_active_at: number | null;
  /** The organization's number of the change that made the row what it is. */
  last_update_id: number;
}

interface CustomEmojiTable {
  id: Generated<number>;
  realm_id: RealmId;
  name: string;
  author_id: UserId | null;
  /** Where the image is, without its ending; nobody can guess it. */
  file_name: string;
  is_animated: boolean;
  /** Messages and reactions keep showing it; its name is free. */
  deactivated: boolean;
}

interface LinkifierTable {
  id: Generated<number>;
  realm_id: RealmId;
  pattern: string;
  url_template: string;
  /** Where it stands among the linkifiers; equal places are in the order of their ids. */
  place: number;
}

interface PlaygroundTable {
  id: Generated<number>;
  realm_id: RealmId;
  name: string;
  pygments_language: string;
  url_template: string;
}

/** For a channel, for people, or for nobody yet: never for both. */
interface DraftTable {
  id: Generated<number>;
  user_id: UserId;
  channel_id: ChannelId | null;
  /** The others, by id; only the author where it is a note to oneself. */
  to_user_ids: Json<UserId[]>;
  topic: string;
  content: string;
  last_edited_at: number;
}

interface SavedSnippetTable {
  id: Generated<number>;
  user_id: UserId;
  title: string;
  content: string;
  date_created: number;
}

interface NavigationViewTable {
  id: Generated<number>;
  user_id: UserId;
  /** What stands after the # of its address. */
  fragment: string;
  /** Null for built-in views, which have names of their own in every language. */
  name: string | null;
  is_pinned: boolean;
}

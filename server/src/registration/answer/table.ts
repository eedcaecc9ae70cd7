/** The expected registration response: which fields each name in `fetch_event_types` includes, and their types. */
import type { AnswerFields, AnswerKind } from "./kinds.ts";
import {
  channelPermissions,
  displaySettings,
  groupPermissions,
  notificationSettings,
  realmSettings,
  serverSettings,
  userDefaults,
  userSettings,
} from "./settings.ts";

/** Included in every response. */
export const always: AnswerFields = {
  result: "text",
  msg: "text",
  queue_id: "text",
  last_event_id: "int",
  zulip_version: "text",
  zulip_merge_base: "text",
  zulip_feature_level: "int",
  server_version: "text",
  feature_level: "int",
};

const user: AnswerFields = {
  user_id: "int",
  email: "text",
  delivery_email: "text?",
  full_name: "text",
  date_joined: "text",
  is_owner: "bool",
  is_admin: "bool",
  is_guest: "bool",
  is_bot: "bool",
  bot_type: "int?",
  bot_owner_id: "int?",
  role: "int",
  timezone: "text",
  avatar_url: "text?",
  avatar_version: "int",
  "profile_data?": { "*": { value: "text", "rendered_value?": "text" } },
};

const channel: AnswerFields = {
  stream_id: "int",
  name: "text",
  description: "text",
  rendered_description: "text",
  date_created: "int",
  creator_id: "int?",
  invite_only: "bool",
  is_web_public: "bool",
  is_archived: "bool",
  history_public_to_subscribers: "bool",
  message_retention_days: "int?",
  first_message_id: "int?",
  folder_id: "int?",
  topics_policy: "text",
  is_recently_active: "bool",
  subscriber_count: "int",
  stream_weekly_traffic: "int?",
  stream_post_policy: "int",
  is_announcement_only: "bool",
  ...channelPermissions,
};

const subscription: AnswerFields = {
  ...channel,
  color: "text",
  is_muted: "bool",
  in_home_view: "bool",
  pin_to_top: "bool",
  desktop_notifications: "bool",
  audible_notifications: "bool",
  push_notifications: "bool",
  email_notifications: "bool",
  wildcard_mentions_notify: "bool?",
};

const bot: AnswerFields = {
  user_id: "int",
  email: "text",
  full_name: "text",
  bot_type: "int",
  is_active: "bool",
  api_key: "text",
  owner_id: "int?",
  default_sending_stream: "text?",
  default_events_register_stream: "text?",
  default_all_public_streams: "bool",
  avatar_url: "text",
  services: [{ base_url: "text", interface: "int", token: "text" }],
};

const scheduled: AnswerFields = {
  type: "text",
  content: "text",
  rendered_content: "text",
  scheduled_delivery_timestamp: "int",
  failed: "bool",
};

const option: AnswerFields = { key: "text", label: "text", validator: "text" };
const seenBy: AnswerFields = { client: "text", status: "text", timestamp: "int" };

/** For a user with an account whose client declares no capabilities. */
export const parts: Readonly<Record<string, AnswerFields>> = {
  alert_words: { alert_words: ["text"] },
  custom_profile_fields: {
    custom_profile_fields: [
      {
        id: "int",
        name: "text",
        type: "int",
        hint: "text",
        field_data: "text",
        order: "int",
        required: "bool",
        editable_by_user: "bool",
        "display_in_profile_summary?": "bool",
      },
    ],
    custom_profile_field_types: Object.fromEntries(
      ["SHORT_TEXT", "LONG_TEXT", "SELECT", "DATE", "URL", "USER", "EXTERNAL_ACCOUNT", "PRONOUNS"].map((name) => [
        name,
        { id: "int", name: "text" },
      ]),
    ),
  },
  onboarding_steps: { onboarding_steps: [{ type: "text", name: "text" }], navigation_tour_video_url: "text?" },
  message: { max_message_id: "int" },
  update_message_flags: {},
  starred_messages: { starred_messages: ["int"] },
  saved_snippets: { saved_snippets: [{ id: "int", title: "text", content: "text", date_created: "int" }] },
  navigation_views: { navigation_views: [{ fragment: "text", is_pinned: "bool", name: "text?" }] },
  drafts: {
    drafts: [{ id: "int", type: "text", to: ["int"], topic: "text", content: "text", timestamp: "int" }],
  },
  scheduled_messages: {
    scheduled_messages: [{ ...scheduled, scheduled_message_id: "int", to: "int", topic: "text" }],
  },
  reminders: {
    reminders: [
      { ...scheduled, reminder_id: "int", scheduled_message_id: "int", to: ["int"], reminder_target_message_id: "int" },
    ],
  },
  muted_topics: { muted_topics: [["text", "text", "int"]] },
  user_topic: {
    user_topics: [{ stream_id: "int", topic_name: "text", last_updated: "int", visibility_policy: "int" }],
  },
  muted_users: { muted_users: [{ id: "int", timestamp: "int" }] },
  presence: {
    presences: { "*": { aggregated: seenBy, website: { ...seenBy, pushable: "bool" } } },
    presence_last_update_id: "int",
    server_timestamp: "number",
  },
  user_status: {
    user_status: {
      "*": {
        "away?": "bool",
        "status_text?": "text",
        "emoji_name?": "text",
        "emoji_code?": "text",
        "reaction_type?": "text",
      },
    },
  },
  realm_user: {
    realm_users: [user],
    realm_non_active_users: [user],
    cross_realm_bots: [{ ...user, is_active: "bool", is_system_bot: "bool" }],
    user_id: "int",
    email: "text",
    delivery_email: "text",
    full_name: "text",
    avatar_source: "text",
    avatar_url: "text",
    avatar_url_medium: "text",
    is_owner: "bool",
    is_admin: "bool",
    is_moderator: "bool",
    is_guest: "bool",
    can_create_public_streams: "bool",
    can_create_private_streams: "bool",
    can_create_web_public_streams: "bool",
    can_create_streams: "bool",
    can_invite_others_to_realm: "bool",
  },
  realm_bot: { realm_bots: [bot] },
  realm_embedded_bots: { realm_embedded_bots: [{ name: "text", config: { "*": "text" } }] },
  realm_incoming_webhook_bots: {
    realm_incoming_webhook_bots: [
      {
        name: "text",
        display_name: "text",
        all_event_types: "texts?",
        config_options: [option],
        url_options: [option],
      },
    ],
  },
  realm_user_groups: {
    realm_user_groups: [
      {
        id: "int",
        name: "text",
        description: "text",
        members: ["int"],
        direct_subgroup_ids: ["int"],
        creator_id: "int?",
        date_created: "int?",
        is_system_group: "bool",
        deactivated: "bool",
        ...groupPermissions,
      },
    ],
  },
  subscription: { subscriptions: [subscription], unsubscribed: [subscription], never_subscribed: [channel] },
  stream: { streams: [channel] },
  channel_folders: {
    channel_folders: [
      {
        id: "int",
        name: "text",
        description: "text",
        rendered_description: "text",
        order: "int",
        creator_id: "int?",
        date_created: "int?",
        is_archived: "bool",
      },
    ],
  },
  default_streams: { realm_default_streams: ["int"] },
  default_stream_groups: {
    realm_default_stream_groups: [{ id: "int", name: "text", description: "text", streams: ["int"] }],
  },
  recent_private_conversations: { recent_private_conversations: [{ max_message_id: "int", user_ids: ["int"] }] },
  realm_domains: { realm_domains: [{ domain: "text", allow_subdomains: "bool" }] },
  realm_emoji: {
    realm_emoji: {
      "*": {
        id: "text",
        name: "text",
        source_url: "text",
        still_url: "text?",
        deactivated: "bool",
        author_id: "int?",
      },
    },
  },
  // Only for clients that support their format.
  realm_linkifiers: { realm_linkifiers: [] },
  realm_filters: { realm_filters: [] },
  realm_playgrounds: {
    realm_playgrounds: [{ id: "int", name: "text", pygments_language: "text", url_template: "text" }],
  },
  // Only for clients that know of commands.
  bot_commands: {},
  command_answers: {},
  realm_billing: { realm_billing: { has_pending_sponsorship_request: "bool" } },
  realm_user_settings_defaults: { realm_user_settings_defaults: userDefaults },
  user_settings: { user_settings: userSettings },
  update_display_settings: displaySettings,
  update_global_notifications: notificationSettings,
  video_calls: { has_zoom_token: "bool" },
  giphy: { giphy_api_key: "text" },
  push_device: { push_devices: { "*": { status: "text", error_code: "text?" } } },
  stop_words: { stop_words: ["text"] },
  realm: { ...realmSettings, ...serverSettings },
};

const ids: AnswerKind = ["int"];

/** For requests that include both messages and their flags. */
export const unread: AnswerFields = {
  unread_msgs: {
    count: "int",
    pms: [{ other_user_id: "int", sender_id: "int", unread_message_ids: ids }],
    streams: [{ stream_id: "int", topic: "text", unread_message_ids: ids }],
    huddles: [{ user_ids_string: "text", unread_message_ids: ids }],
    mentions: ids,
    old_unreads_missing: "bool",
  },
};

const { "profile_data?": _profile, ...shownToVisitors } = user;
const visitorsUser: AnswerFields = shownToVisitors;

/** The differences for visitors. */
export const visitorsParts: Readonly<Record<string, AnswerFields>> = {
  ...parts,
  custom_profile_fields: { ...parts.custom_profile_fields, custom_profile_fields: [] },
  presence: { presences: { "*": "text" }, server_timestamp: "number" },
  stream: {},
  realm_user: {
    ...parts.realm_user,
    realm_users: [visitorsUser],
    realm_non_active_users: [visitorsUser],
    cross_realm_bots: [{ ...visitorsUser, is_active: "bool", is_system_bot: "bool" }],
  },
  subscription: { ...parts.subscription, subscriptions: [{ ...subscription, wildcard_mentions_notify: "bool" }] },
  ...Object.fromEntries(
    Object.entries({
      alert_words: "alert_words",
      onboarding_steps: "onboarding_steps",
      starred_messages: "starred_messages",
      saved_snippets: "saved_snippets",
      navigation_views: "navigation_views",
      drafts: "drafts",
      scheduled_messages: "scheduled_messages",
      reminders: "reminders",
      muted_topics: "muted_topics",
      user_topic: "user_topics",
      muted_users: "muted_users",
      realm_bot: "realm_bots",
      default_streams: "realm_default_streams",
      default_stream_groups: "realm_default_stream_groups",
      recent_private_conversations: "recent_private_conversations",
    }).map(([part, field]) => [part, { ...parts[part], [field]: [] }]),
  ),
};

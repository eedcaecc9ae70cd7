/**
 * What each setting does, who makes it so, and the test that holds it to that. A setting that is declared and not listed
 * here does not compile; docs/settings.md is made from this list and the declarations.
 */
import type { RealmPermission } from "../access/permission-settings.ts";
import type { RealmSettings } from "./realm-settings.ts";
import type { UserSettingName } from "./user-settings.ts";

export interface Meaning {
  readonly does: string;
  /** The server: the file that asks for it, and the test. Both are paths below server/src. */
  readonly server?: { readonly where: string; readonly test: string };
  /** What must be there before anything can ask for it. Without this and without a file, it is for clients. */
  readonly waitsFor?: string;
}

const server = (does: string, where: string, test: string): Meaning => ({ does, server: { where, test } });
const clients = (does: string): Meaning => ({ does });
const waits = (waitsFor: string, does: string): Meaning => ({ does, waitsFor });

const EDITING = ["messages/edit/permissions.ts", "messages/edit/content.test.ts"] as const;
const MOVING = ["messages/edit/permissions.ts", "messages/edit/permissions.test.ts"] as const;
const CONTENT = ["messages/content.ts", "messages/send/content.test.ts"] as const;
const TYPING = ["typing/actions.ts", "typing/typing.test.ts"] as const;
const FOLLOWING = ["user-topics/automatic.ts", "user-topics/automatic.test.ts"] as const;
const GUARDS = "realms/permission-guards.test.ts";

const INVITATIONS = "invitations and sign-up";
const EMAIL = "notifications by email";
const PUSH = "notifications on telephones";

export const realmMeanings: Readonly<Record<keyof RealmSettings, Meaning>> = {
  name: server("the name that everybody reads", "realms/routes.ts", "realms/server-settings.test.ts"),
  description: server("what it is for, in Markdown", "realms/routes.ts", "realms/server-settings.test.ts"),
  default_language: server(
    "the language of notices, and of new accounts",
    "users/actions.ts",
    "channels/notices.test.ts",
  ),
  default_code_block_language: server("the language of code blocks that name none", ...CONTENT),
  welcome_message_custom_text: waits(INVITATIONS, "what the welcome bot adds for new users"),
  allow_message_editing: server("whether the content of messages may be edited", ...EDITING),
  message_content_edit_limit_seconds: server("how long it may be edited", ...EDITING),
  message_content_delete_limit_seconds: server(
    "how long people may delete their own messages",
    "messages/delete/permissions.ts",
    "messages/delete/delete.test.ts",
  ),
  move_messages_within_stream_limit_seconds: server("how long messages may be moved to other topics", ...MOVING),
  move_messages_between_streams_limit_seconds: server("how long they may be moved to other channels", ...MOVING),
  message_edit_history_visibility_policy: server(
    "what is shown of earlier versions: all, moves only, or nothing",
    "messages/history/visible.ts",
    "messages/history/history.test.ts",
  ),
  topics_policy: server(
    "whether messages may go without a topic, where the channel does not say",
    "messages/send/actions.ts",
    "messages/send/rules.test.ts",
  ),
  message_retention_days: server(
    "after how many days messages are deleted; -1 for never",
    "messages/retention/job.ts",
    "messages/retention/retention.test.ts",
  ),
  moderation_request_channel_id: server(
    "where reports of messages go",
    "reports/actions.ts",
    "reports/reports.test.ts",
  ),
  new_stream_announcements_stream_id: server(
    "where new channels are announced",
    "channels/notices.ts",
    "channels/notices.test.ts",
  ),
  signup_announcements_stream_id: waits(INVITATIONS, "where new users are announced"),
  zulip_update_announcements_stream_id: waits("announcements of new releases", "where new releases are announced"),
  authentication_methods: server(
    "how people may sign in",
    "settings/authentication-methods.ts",
    "realms/update.test.ts",
  ),
  waiting_period_threshold: server(
    "after how many days a member is a full member",
    "groups/roles.ts",
    "groups/full-members.test.ts",
  ),
  invite_required: waits(INVITATIONS, "whether newcomers need an invitation"),
  emails_restricted_to_domains: waits(INVITATIONS, "whether newcomers need an address of the organization's domains"),
  disallow_disposable_email_addresses: waits(INVITATIONS, "whether throw-away addresses are refused"),
  require_unique_names: server("whether no two accounts may have one name", "users/actions.ts", "users/users.test.ts"),
  name_changes_disabled: server(
    "whether names stay as they are, but for administrators",
    "settings/permissions.ts",
    "settings/settings.test.ts",
  ),
  email_changes_disabled: waits("changing one's address", "whether addresses stay as they are, but for administrators"),
  avatar_changes_disabled: waits("avatars", "whether avatars stay as they are, but for administrators"),
  enable_spectator_access: server(
    "whether channels may be open to people without an account",
    "access/visitors.ts",
    "access/visitors.test.ts",
  ),
  enable_read_receipts: server(
    "whether people can see who has read a message",
    "messages/read-state/routes.ts",
    "messages/read-state/flags.test.ts",
  ),
  enable_guest_user_indicator: clients("whether guests are marked as such"),
  enable_guest_user_dm_warning: clients("whether writing to a guest brings a warning"),
  inline_image_preview: server("whether pictures are shown below messages that link to them", ...CONTENT),
  inline_url_embed_preview: waits("previews of web pages", "whether web pages are shown below messages"),
  message_content_allowed_in_email_notifications: waits(EMAIL, "whether emails may say what was written"),
  require_e2ee_push_notifications: waits(PUSH, "whether telephones are told only what is encrypted for them"),
  send_welcome_emails: waits(EMAIL, "whether new users are helped along by email"),
  want_advertise_in_communities_directory: clients("whether it would like to be listed among open communities"),
  digest_emails_enabled: waits(EMAIL, "whether those who stay away are told by email what they miss"),
  digest_weekday: waits(EMAIL, "on which day, from Monday (0) to Sunday (6)"),
  giphy_rating: clients("for which audience GIFs are offered"),
  video_chat_provider: clients("where video calls take place"),
  jitsi_server_url: clients("the Jitsi server of its own; null for the server's choice"),
  push_notifications_enabled: waits(PUSH, "whether telephones are told of messages"),
  push_notifications_enabled_end_timestamp: waits(PUSH, "until when they are"),
  org_type: server(
    "its kind, which decides what it begins with",
    "realms/initial-settings.ts",
    "realms/initial-settings.test.ts",
  ),
};

export const permissionMeanings: Readonly<Record<RealmPermission, Meaning>> = {
  can_access_all_users_group: waits("guests who see few people", "who sees all users"),
  can_add_custom_emoji_group: waits("custom emoji", "who adds custom emoji"),
  can_add_subscribers_group: server("who subscribes others", "channels/subscribe/actions.ts", GUARDS),
  can_create_bots_group: waits("making bots", "who makes bots of any type"),
  can_create_groups: server("who makes user groups", "groups/create/actions.ts", GUARDS),
  can_create_private_channel_group: server("who makes private channels", "channels/create/actions.ts", GUARDS),
  can_create_public_channel_group: server("who makes public channels", "channels/create/actions.ts", GUARDS),
  can_create_web_public_channel_group: server(
    "who makes channels that are open to everybody",
    "channels/create/actions.ts",
    GUARDS,
  ),
  can_create_write_only_bots_group: waits("making bots", "who makes bots that can only write"),
  can_delete_any_message_group: server("who deletes any message", "messages/delete/permissions.ts", GUARDS),
  can_delete_own_message_group: server("who deletes their own", "messages/delete/permissions.ts", GUARDS),
  can_invite_users_group: waits(INVITATIONS, "who invites by email"),
  can_manage_all_groups: server("who administers every user group", "groups/permissions.ts", GUARDS),
  can_manage_billing_group: clients("who would see what it costs: nothing"),
  can_mention_many_users_group: server(
    "who mentions everybody in large channels",
    "messages/mention-permissions.ts",
    GUARDS,
  ),
  can_move_messages_between_channels_group: server("who moves messages to other channels", MOVING[0], GUARDS),
  can_move_messages_between_topics_group: server("who moves messages to other topics", MOVING[0], GUARDS),
  can_resolve_topics_group: server("who resolves topics", MOVING[0], GUARDS),
  can_set_delete_message_policy_group: server(
    "who says for a channel who deletes in it",
    "channels/create/actions.ts",
    GUARDS,
  ),
  can_set_topics_policy_group: server("who sets the topics policy of a channel", "channels/create/actions.ts", GUARDS),
  can_summarize_topics_group: clients("who is offered summaries, which this server does not make"),
  create_multiuse_invite_group: waits(INVITATIONS, "who makes links that invite many"),
  direct_message_initiator_group: server("who begins direct conversations", "messages/send/actions.ts", GUARDS),
  direct_message_permission_group: server(
    "of whom somebody takes part in every direct conversation",
    "messages/send/actions.ts",
    GUARDS,
  ),
};

export const userMeanings: Readonly<Record<UserSettingName, Meaning>> = {
  color_scheme: clients("automatic (1), dark (2) or light (3)"),
  default_language: server(
    "the language of the server's messages to the user",
    "channels/notices.ts",
    "channels/notices.test.ts",
  ),
  web_home_view: clients("what is shown first"),
  demote_inactive_streams: clients("whether quiet channels are listed last"),
  emojiset: clients("how emoji look"),
  enable_drafts_synchronization: waits("drafts", "whether drafts are kept on the server"),
  enter_sends: clients("whether Enter sends"),
  fluid_layout_width: clients("whether the whole window is used"),
  high_contrast_mode: clients("reserved"),
  left_side_userlist: clients("where people are listed"),
  starred_message_counts: clients("whether starred messages are counted"),
  translate_emoticons: server("whether :) becomes an emoji", ...CONTENT),
  twenty_four_hour_time: clients("how times are written"),
  timezone: server("the time zone that others see", "users/present.ts", "settings/settings.test.ts"),
  desktop_icon_count_display: clients("what the number on the icon counts"),
  email_notifications_batching_period_seconds: waits(EMAIL, "how long messages are collected for one email"),
  enable_desktop_notifications: clients("whether the desktop tells of direct messages and mentions"),
  enable_digest_emails: waits(EMAIL, "whether to be told by email what was missed"),
  enable_login_emails: waits(EMAIL, "whether to be told of a sign-in from a new device"),
  enable_marketing_emails: waits(EMAIL, "whether to hear of news by email"),
  enable_offline_email_notifications: waits(EMAIL, "whether to be told of direct messages and mentions by email"),
  enable_offline_push_notifications: waits(PUSH, "whether to be told of them on a telephone"),
  enable_online_push_notifications: waits(PUSH, "whether also while being here"),
  enable_sounds: clients("whether notifications can be heard"),
  enable_stream_audible_notifications: clients("whether messages in channels can be heard"),
  enable_stream_desktop_notifications: clients("whether the desktop tells of messages in channels"),
  enable_stream_email_notifications: waits(EMAIL, "whether emails tell of messages in channels"),
  enable_stream_push_notifications: waits(PUSH, "whether telephones tell of messages in channels"),
  message_content_in_email_notifications: waits(EMAIL, "whether emails say what was written"),
  notification_sound: clients("which sound is heard"),
  pm_content_in_desktop_notifications: clients("whether the desktop shows what a direct message says"),
  presence_enabled: waits("presence", "whether others see when the user is here"),
  realm_name_in_email_notifications_policy: waits(EMAIL, "whether emails name the organization"),
  wildcard_mentions_notify: waits(EMAIL, "whether a mention of everybody counts as one"),
  enable_followed_topic_audible_notifications: clients("whether messages in followed topics can be heard"),
  enable_followed_topic_desktop_notifications: clients("whether the desktop tells of them"),
  enable_followed_topic_email_notifications: waits(EMAIL, "whether emails tell of them"),
  enable_followed_topic_push_notifications: waits(PUSH, "whether telephones tell of them"),
  enable_followed_topic_wildcard_mentions_notify: waits(EMAIL, "whether a mention of everybody counts there"),
  automatically_follow_topics_policy: server("which topics are followed without asking", ...FOLLOWING),
  automatically_unmute_topics_in_muted_streams_policy: server("which are unmuted in muted channels", ...FOLLOWING),
  automatically_follow_topics_where_mentioned: server("whether a mention follows its topic", ...FOLLOWING),
  resolved_topic_notice_auto_read_policy: clients("what becomes of notices that a topic was resolved; there are none"),
  allow_private_data_export: server(
    "whether administrators may export what only the user sees",
    "settings/actions.ts",
    "settings/settings.test.ts",
  ),
  display_emoji_reaction_users: clients("whether reactions show names"),
  email_address_visibility: server("who sees the real address", "users/present.ts", "settings/settings.test.ts"),
  hide_ai_features: clients("whether what machines write is offered"),
  receives_typing_notifications: server("whether to hear of others typing", "typing/store.ts", TYPING[1]),
  send_private_typing_notifications: server("whether others hear of it in direct conversations", ...TYPING),
  send_stream_typing_notifications: server("whether others hear of it in channels", ...TYPING),
  send_read_receipts: server(
    "whether others see what the user has read",
    "messages/read-state/receipts.ts",
    "messages/read-state/flags.test.ts",
  ),
  user_list_style: clients("how people are listed"),
  web_animate_image_previews: clients("when pictures move"),
  web_channel_default_view: clients("what a click on a channel shows"),
  web_escape_navigates_to_home_view: clients("whether Escape leads home"),
  web_font_size_px: clients("the size of text"),
  web_line_height_percent: clients("the distance of lines"),
  web_left_sidebar_show_channel_folders: clients("whether channels are listed by folder"),
  web_left_sidebar_unreads_count_summary: clients("whether unread messages are counted there"),
  web_mark_read_on_scroll_policy: clients("when scrolling marks as read"),
  web_navigate_to_sent_message: clients("whether sending leads to the message"),
  web_stream_unreads_count_display_policy: clients("for which channels unread messages are counted"),
  web_suggest_update_timezone: clients("whether a new time zone is suggested"),
};

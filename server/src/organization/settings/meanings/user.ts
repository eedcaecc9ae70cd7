/** What user settings do. */
import type { UserSettingName } from "../user-settings.ts";
import { CONTENT, clients, DECIDING, type Meaning, server } from "./meaning.ts";

const TYPING = ["messages/typing/actions.ts", "messages/typing/typing.test.ts"] as const;
const FOLLOWING = ["channels/user-topics/automatic.ts", "channels/user-topics/automatic.test.ts"] as const;

export const userMeanings: Readonly<Record<UserSettingName, Meaning>> = {
  color_scheme: clients("automatic (1), dark (2) or light (3)"),
  default_language: server(
    "the language of the server's messages to the user",
    "channels/notices.ts",
    "channels/notices.test.ts",
  ),
  web_home_view: clients("the home view"),
  demote_inactive_streams: clients("whether inactive channels are listed last"),
  emojiset: clients("the emoji style"),
  enable_drafts_synchronization: server(
    "whether drafts are saved on the server",
    "personal/drafts/actions.ts",
    "personal/drafts/drafts.test.ts",
  ),
  enter_sends: clients("whether Enter sends; `true` for new accounts, unless the organization chose otherwise"),
  fluid_layout_width: clients("whether to use the full width of the window"),
  high_contrast_mode: clients("whether to use higher contrast"),
  left_side_userlist: clients("where the list of people is shown"),
  starred_message_counts: clients("whether the starred message count is shown"),
  translate_emoticons: server("whether :) is converted to an emoji", ...CONTENT),
  twenty_four_hour_time: clients("the 12-hour or 24-hour clock"),
  timezone: server("the time zone, which others see", "people/users/present.ts", "people/settings/settings.test.ts"),
  desktop_icon_count_display: clients("what the unread count on the icon includes"),
  email_notifications_batching_period_seconds: server(
    "how long to wait to combine messages into one email",
    "delivery/notifications/notify.ts",
    "delivery/notifications/mail/missed.test.ts",
  ),
  enable_desktop_notifications: clients("whether to show desktop notifications for direct messages and mentions"),
  enable_digest_emails: server(
    "whether to get a weekly digest email while away",
    "delivery/notifications/digest/jobs.ts",
    "delivery/notifications/digest/digest.test.ts",
  ),
  enable_login_emails: server(
    "whether to get an email when someone signs in to the account with a new browser or app",
    "people/sign-in/actions.ts",
    "people/sign-in/emails.test.ts",
  ),
  enable_marketing_emails: clients("whether to get marketing emails; Parley sends none"),
  enable_offline_email_notifications: server("whether to get emails about direct messages and mentions", ...DECIDING),
  enable_offline_push_notifications: server(
    "whether to get push notifications for direct messages and mentions",
    ...DECIDING,
  ),
  enable_online_push_notifications: server(
    "whether to get push notifications while online",
    "delivery/notifications/notify.ts",
    "delivery/notifications/notifier.test.ts",
  ),
  enable_sounds: clients("whether notifications make a sound"),
  enable_stream_audible_notifications: clients("whether channel messages make a sound"),
  enable_stream_desktop_notifications: clients("whether to show desktop notifications for channel messages"),
  enable_stream_email_notifications: server("whether to get emails about channel messages", ...DECIDING),
  enable_stream_push_notifications: server("whether to get push notifications for channel messages", ...DECIDING),
  message_content_in_email_notifications: server(
    "whether emails include message content",
    "delivery/notifications/mail/missed.ts",
    "delivery/notifications/mail/missed.test.ts",
  ),
  notification_sound: clients("the notification sound"),
  pm_content_in_desktop_notifications: clients("whether desktop notifications include the text of direct messages"),
  presence_enabled: server(
    "whether others can see the user's presence",
    "people/presence/actions.ts",
    "people/presence/presence.test.ts",
  ),
  realm_name_in_email_notifications_policy: server(
    "whether email subjects include the organization's name: automatic (1), always (2) or never (3)",
    "delivery/notifications/mail/organization-name.ts",
    "delivery/notifications/mail/missed.test.ts",
  ),
  wildcard_mentions_notify: server("whether wildcard mentions notify like mentions", ...DECIDING),
  enable_followed_topic_audible_notifications: clients("whether messages in followed topics make a sound"),
  enable_followed_topic_desktop_notifications: clients("whether to show desktop notifications for followed topics"),
  enable_followed_topic_email_notifications: server("whether to get emails about followed topics", ...DECIDING),
  enable_followed_topic_push_notifications: server(
    "whether to get push notifications for followed topics",
    ...DECIDING,
  ),
  enable_followed_topic_wildcard_mentions_notify: server(
    "whether wildcard mentions notify in followed topics",
    ...DECIDING,
  ),
  automatically_follow_topics_policy: server("which topics are followed automatically", ...FOLLOWING),
  automatically_unmute_topics_in_muted_streams_policy: server(
    "which topics in muted channels are unmuted automatically",
    ...FOLLOWING,
  ),
  automatically_follow_topics_where_mentioned: server(
    "whether to follow topics where the user is mentioned",
    ...FOLLOWING,
  ),
  resolved_topic_notice_auto_read_policy: clients(
    "how notices about resolved topics are marked as read; there are none",
  ),
  allow_private_data_export: server(
    "whether administrators can export the user's private data",
    "exports/store.ts",
    "exports/exports.test.ts",
  ),
  display_emoji_reaction_users: clients("whether reactions show names"),
  email_address_visibility: server(
    "who can see the user's email address",
    "people/users/present.ts",
    "people/settings/settings.test.ts",
  ),
  hide_ai_features: clients("whether AI features are offered"),
  receives_typing_notifications: server("whether to see when others are typing", "messages/typing/store.ts", TYPING[1]),
  send_private_typing_notifications: server("whether to send typing notifications in direct conversations", ...TYPING),
  send_stream_typing_notifications: server("whether to send typing notifications in channels", ...TYPING),
  send_read_receipts: server(
    "whether others can see what the user has read",
    "messages/read-state/receipts.ts",
    "messages/read-state/flags.test.ts",
  ),
  user_list_style: clients("the style of the list of people"),
  web_animate_image_previews: clients("when image previews are animated"),
  web_channel_default_view: clients("what opening a channel shows"),
  web_escape_navigates_to_home_view: clients("whether Escape opens the home view"),
  web_font_size_px: clients("the font size"),
  web_line_height_percent: clients("the line height"),
  web_left_sidebar_show_channel_folders: clients("whether channels are grouped by folder"),
  web_left_sidebar_unreads_count_summary: clients("whether folders show unread counts"),
  web_mark_read_on_scroll_policy: clients("when scrolling marks messages as read"),
  web_navigate_to_sent_message: clients("whether to go to the conversation after sending"),
  web_stream_unreads_count_display_policy: clients("which channels show unread counts"),
  web_suggest_update_timezone: clients("whether to suggest a new time zone"),
};

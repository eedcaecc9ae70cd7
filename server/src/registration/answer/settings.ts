/** The settings in a registration response, with their types: of the organization, the server and the user. */
import type { AnswerFields } from "./kinds.ts";

const each = (kind: string, names: string, prefix = ""): AnswerFields =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [prefix + name, kind]),
  );

const REALM_PERMISSIONS = `
  can_access_all_users_group can_add_custom_emoji_group can_add_subscribers_group can_create_bots_group
  can_create_write_only_bots_group can_create_groups can_create_public_channel_group can_create_private_channel_group
  can_create_web_public_channel_group can_delete_any_message_group can_delete_own_message_group can_invite_users_group
  create_multiuse_invite_group can_manage_all_groups can_manage_billing_group can_mention_many_users_group
  can_move_messages_between_channels_group can_move_messages_between_topics_group can_resolve_topics_group
  can_set_delete_message_policy_group can_set_topics_policy_group can_summarize_topics_group
  direct_message_initiator_group direct_message_permission_group`;

const CHANNEL_PERMISSIONS = `
  can_add_subscribers_group can_administer_channel_group can_delete_any_message_group can_delete_own_message_group
  can_move_messages_out_of_channel_group can_move_messages_within_channel_group can_remove_subscribers_group
  can_send_message_group can_subscribe_group can_resolve_topics_group`;

const GROUP_PERMISSIONS = `
  can_add_members_group can_join_group can_leave_group can_manage_group can_mention_group can_remove_members_group`;

export const channelPermissions = each("group", CHANNEL_PERMISSIONS);
export const groupPermissions = each("group", GROUP_PERMISSIONS);

const permissionLimits = {
  require_system_group: "bool",
  allow_internet_group: "bool",
  allow_nobody_group: "bool",
  allow_everyone_group: "bool",
  default_group_name: "text",
  default_for_system_groups: "text?",
  allowed_system_groups: ["text"],
} as const;
const limitsOf = (names: string): AnswerFields =>
  Object.fromEntries(Object.keys(each("", names)).map((name) => [name, permissionLimits]));
const choices = { "*": { id: "int", name: "text" } } as const;

export const realmSettings: AnswerFields = {
  ...each(
    "text",
    "name description default_language default_code_block_language welcome_message_custom_text",
    "realm_",
  ),
  ...each(
    "text",
    "message_edit_history_visibility_policy topics_policy two_factor_required_for messages_of_erased_users",
    "realm_",
  ),
  ...each(
    "int?",
    `message_content_edit_limit_seconds message_content_delete_limit_seconds move_messages_within_stream_limit_seconds
     move_messages_between_streams_limit_seconds push_notifications_enabled_end_timestamp upload_quota_mib`,
    "realm_",
  ),
  ...each(
    "int",
    `message_retention_days waiting_period_threshold digest_weekday giphy_rating video_chat_provider org_type plan_type
     new_stream_announcements_stream_id signup_announcements_stream_id zulip_update_announcements_stream_id
     moderation_request_channel_id date_created create_public_stream_policy create_private_stream_policy
     create_web_public_stream_policy wildcard_mention_policy`,
    "realm_",
  ),
  ...each(
    "bool",
    `allow_message_editing invite_required emails_restricted_to_domains disallow_disposable_email_addresses
     allow_unverified_sign_up allow_own_erasure
     require_unique_names name_changes_disabled email_changes_disabled avatar_changes_disabled enable_gravatar
     enable_spectator_access
     enable_read_receipts enable_guest_user_indicator enable_guest_user_dm_warning inline_image_preview
     inline_url_embed_preview message_content_allowed_in_email_notifications require_e2ee_push_notifications
     send_welcome_emails want_advertise_in_communities_directory digest_emails_enabled push_notifications_enabled
     mandatory_topics allow_edit_history email_auth_enabled password_auth_enabled presence_disabled
     is_zephyr_mirror_realm`,
    "realm_",
  ),
  ...each("group", REALM_PERMISSIONS, "realm_"),
  ...each(
    "text",
    `url uri bot_domain empty_topic_display_name icon_url icon_source logo_url logo_source night_logo_url
     night_logo_source`,
    "realm_",
  ),
  realm_jitsi_server_url: "text?",
  realm_authentication_methods: { "*": { enabled: "bool", available: "bool" } },
  realm_available_video_chat_providers: choices,
  realm_default_external_accounts: { "*": { name: "text", text: "text", hint: "text", url_pattern: "text" } },
};

/** The limits, and other values that are the same for everyone on the server. */
export const serverLimits = {
  max_topic_length: 60,
  max_message_length: 10_000,
  max_stream_name_length: 60,
  max_stream_description_length: 1024,
  max_channel_folder_name_length: 60,
  max_channel_folder_description_length: 1024,
  max_reminder_note_length: 1000,
  max_bulk_new_subscription_messages: 100,
  max_file_upload_size_mib: 100,
  max_avatar_file_size_mib: 5,
  max_icon_file_size_mib: 5,
  max_logo_file_size_mib: 5,
  event_queue_longpoll_timeout_seconds: 90,
  server_presence_ping_interval_seconds: 60,
  server_presence_offline_threshold_seconds: 200,
  server_typing_started_expiry_period_milliseconds: 45_000,
  server_typing_stopped_wait_period_milliseconds: 12_000,
  server_typing_started_wait_period_milliseconds: 30_000,
  server_min_deactivated_realm_deletion_days: 14,
  server_max_deactivated_realm_deletion_days: null,
  password_min_length: 6,
  password_max_length: 100,
  password_min_guesses: 10_000,
} as const;

export const serverSettings: AnswerFields = {
  ...Object.fromEntries(Object.keys(serverLimits).map((name) => [name, name.includes("deactivated") ? "int?" : "int"])),
  ...each(
    "bool",
    `server_inline_image_preview server_inline_url_embed_preview server_avatar_changes_disabled
     server_name_changes_disabled server_web_public_streams_enabled server_needs_upgrade server_can_summarize_topics
     settings_send_digest_emails server_sends_email development_environment zulip_plan_is_not_limited`,
  ),
  server_collection_limits: { "*": "int" },
  server_generation: "int",
  server_emoji_data_url: "text",
  server_jitsi_server_url: "text?",
  jitsi_server_url: "text?",
  server_thumbnail_formats: [{ name: "text", max_width: "int", max_height: "int", format: "text", animated: "bool" }],
  server_supported_permission_settings: {
    realm: limitsOf(REALM_PERMISSIONS),
    stream: limitsOf(CHANNEL_PERMISSIONS),
    group: limitsOf(GROUP_PERMISSIONS),
  },
  giphy_rating_options: choices,
  upgrade_text_for_wide_organization_logo: "text",
};

export const displaySettings: AnswerFields = {
  ...each(
    "bool",
    `enable_drafts_synchronization enter_sends fluid_layout_width high_contrast_mode left_side_userlist
     starred_message_counts translate_emoticons twenty_four_hour_time`,
  ),
  ...each("text", "default_language web_home_view emojiset timezone"),
  ...each("int", "color_scheme demote_inactive_streams"),
  emojiset_choices: [{ key: "text", text: "text" }],
};

export const notificationSettings: AnswerFields = {
  ...each(
    "bool",
    `enable_desktop_notifications enable_digest_emails enable_login_emails enable_marketing_emails
     enable_offline_email_notifications enable_offline_push_notifications enable_online_push_notifications enable_sounds
     enable_stream_audible_notifications enable_stream_desktop_notifications enable_stream_email_notifications
     enable_stream_push_notifications message_content_in_email_notifications pm_content_in_desktop_notifications
     presence_enabled wildcard_mentions_notify`,
  ),
  ...each(
    "int",
    `desktop_icon_count_display email_notifications_batching_period_seconds realm_name_in_email_notifications_policy`,
  ),
  notification_sound: "text",
  available_notification_sounds: ["text"],
};

export const userSettings: AnswerFields = {
  ...displaySettings,
  ...notificationSettings,
  ...each(
    "bool",
    `enable_followed_topic_audible_notifications enable_followed_topic_desktop_notifications
     enable_followed_topic_email_notifications enable_followed_topic_push_notifications
     enable_followed_topic_wildcard_mentions_notify automatically_follow_topics_where_mentioned
     allow_private_data_export display_emoji_reaction_users hide_ai_features receives_typing_notifications
     send_private_typing_notifications send_stream_typing_notifications send_read_receipts
     web_escape_navigates_to_home_view web_left_sidebar_show_channel_folders web_left_sidebar_unreads_count_summary
     web_navigate_to_sent_message web_suggest_update_timezone`,
  ),
  ...each(
    "int",
    `automatically_follow_topics_policy automatically_unmute_topics_in_muted_streams_policy email_address_visibility
     user_list_style web_channel_default_view web_font_size_px web_line_height_percent web_mark_read_on_scroll_policy
     web_stream_unreads_count_display_policy`,
  ),
  ...each("text", "resolved_topic_notice_auto_read_policy web_animate_image_previews"),
};

const { timezone: _, ...defaults } = userSettings;
export const userDefaults: AnswerFields = defaults;

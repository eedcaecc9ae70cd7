/** User settings. `legacy` is the older event that also announces the setting. */

import {
  ApiError,
  bool,
  checked,
  demand,
  type Field,
  int,
  listedText,
  oneOf,
  oneOfInt,
  type Sentence,
  said,
  shortText,
  text,
} from "../../kernel/api/index.ts";
import { isTimeZone } from "../../kernel/date-formats.ts";
import { isLanguage } from "../../kernel/languages.ts";
import { type Setting, setting, type ValuesOf } from "./setting.ts";

// biome-ignore lint/suspicious/noExplicitAny: as in SettingsTable.
export interface UserSetting<T = any> extends Setting<T, T> {
  readonly legacy: "update_display_settings" | "update_global_notifications" | null;
}

type More<T> = Partial<Pick<UserSetting<T>, "legacy" | "from" | "param">>;

function row<T>(field: Field<T, boolean, true>, fallback: T, more: More<T> = {}): UserSetting<T> {
  return { ...setting(field, fallback), legacy: null, ...more };
}

const display = { legacy: "update_display_settings" } as const;
const notification = { legacy: "update_global_notifications" } as const;

const MAX_BATCHING_SECONDS = 604_800;
/** Returns the value if it is allowed, otherwise throws an error with this sentence. */
const allowing =
  <T>(isAllowed: (value: T) => boolean, sentence: (value: T) => Sentence) =>
  (value: T): T => {
    demand(isAllowed(value), new ApiError(sentence(value)));
    return value;
  };

const language = {
  from: allowing(isLanguage, () => said`Invalid default_language`),
};
const batchingPeriod = {
  from: allowing(
    (seconds: number) => seconds >= 1 && seconds <= MAX_BATCHING_SECONDS,
    (seconds) => said`Invalid email batching period: ${seconds} seconds`,
  ),
};
/** In alphabetical order. The built-in one has two names: ours, and the one that existing clients know. */
export const NOTIFICATION_SOUNDS = [
  ...["ascend", "beep_boop", "bink", "bright", "brlip", "chat", "chime", "chord", "deep tom", "ding", "double tap"],
  ...["down", "drop", "dry bongos", "dutdut", "fast ascend", "flute", "friendly", "kick roll", "knock"],
  ...["loud tintong", "metallic snare", "pan", "shaker", "simple", "stairs", "subtle", "swish", "tintong", "up"],
  ...["wood block", "zaping", "zing", "zulip"],
];
const sound = {
  from: allowing(
    (name: string) => name === "none" || NOTIFICATION_SOUNDS.includes(name),
    (name) => said`Invalid notification sound '${name}'`,
  ),
};

const spelledZones = new Map(Intl.supportedValuesOf("timeZone").map((name) => [name.toLowerCase(), name]));

const zoneName = text({ max: 40 });
/** Accounts may begin without a time zone, which is the empty name, but nobody can go back to that. */
const timeZone = {
  param: checked(zoneName, isTimeZone, said`Not a recognized time zone`),
  from: (name: string) => spelledZones.get(name.toLowerCase()) ?? name,
};

export const userSettings = {
  color_scheme: row(oneOfInt(1, 2, 3), 1, display),
  default_language: row(shortText(), "en", { ...display, ...language }),
  web_home_view: row(listedText("recent_topics", "inbox", "all_messages"), "inbox", display),
  demote_inactive_streams: row(oneOfInt(1, 2, 3), 1, display),
  emojiset: row(listedText("google", "google-blob", "twitter", "text"), "google", display),
  enable_drafts_synchronization: row(bool(), true, display),
  enter_sends: row(bool(), false, display),
  fluid_layout_width: row(bool(), false, display),
  high_contrast_mode: row(bool(), false, display),
  left_side_userlist: row(bool(), false, display),
  starred_message_counts: row(bool(), true, display),
  translate_emoticons: row(bool(), false, display),
  twenty_four_hour_time: row(bool(), false, display),
  timezone: row(zoneName, "", { ...display, ...timeZone }),

  desktop_icon_count_display: row(oneOfInt(1, 2, 3, 4), 1, notification),
  email_notifications_batching_period_seconds: row(int(), 120, { ...notification, ...batchingPeriod }),
  enable_desktop_notifications: row(bool(), true, notification),
  enable_digest_emails: row(bool(), true, notification),
  enable_login_emails: row(bool(), true, notification),
  enable_marketing_emails: row(bool(), true, notification),
  enable_offline_email_notifications: row(bool(), true, notification),
  enable_offline_push_notifications: row(bool(), true, notification),
  enable_online_push_notifications: row(bool(), true, notification),
  enable_sounds: row(bool(), true, notification),
  enable_stream_audible_notifications: row(bool(), false, notification),
  enable_stream_desktop_notifications: row(bool(), false, notification),
  enable_stream_email_notifications: row(bool(), false, notification),
  enable_stream_push_notifications: row(bool(), false, notification),
  message_content_in_email_notifications: row(bool(), true, notification),
  notification_sound: row(shortText(), "zulip", { ...notification, ...sound }),
  pm_content_in_desktop_notifications: row(bool(), true, notification),
  presence_enabled: row(bool(), true, notification),
  realm_name_in_email_notifications_policy: row(oneOfInt(1, 2, 3), 1, notification),
  wildcard_mentions_notify: row(bool(), true, notification),

  enable_followed_topic_audible_notifications: row(bool(), true),
  enable_followed_topic_desktop_notifications: row(bool(), true),
  enable_followed_topic_email_notifications: row(bool(), true),
  enable_followed_topic_push_notifications: row(bool(), true),
  enable_followed_topic_wildcard_mentions_notify: row(bool(), true),
  automatically_follow_topics_policy: row(oneOfInt(1, 2, 3, 4), 3),
  automatically_unmute_topics_in_muted_streams_policy: row(oneOfInt(1, 2, 3, 4), 2),
  automatically_follow_topics_where_mentioned: row(bool(), true),
  resolved_topic_notice_auto_read_policy: row(oneOf("always", "except_followed", "never"), "except_followed"),
  allow_private_data_export: row(bool(), false),
  display_emoji_reaction_users: row(bool(), true),
  email_address_visibility: row(oneOfInt(1, 2, 3, 4, 5), 3),
  hide_ai_features: row(bool(), false),
  receives_typing_notifications: row(bool(), true),
  send_private_typing_notifications: row(bool(), true),
  send_stream_typing_notifications: row(bool(), true),
  send_read_receipts: row(bool(), true),
  user_list_style: row(oneOfInt(1, 2, 3), 3),
  web_animate_image_previews: row(listedText("always", "on_hover", "never"), "on_hover"),
  web_channel_default_view: row(oneOfInt(1, 2, 3, 4), 1),
  web_escape_navigates_to_home_view: row(bool(), true),
  web_font_size_px: row(int({ min: 8, max: 64 }), 16),
  web_line_height_percent: row(int({ min: 80, max: 300 }), 140),
  web_left_sidebar_show_channel_folders: row(bool(), true),
  web_left_sidebar_unreads_count_summary: row(bool(), true),
  web_mark_read_on_scroll_policy: row(oneOfInt(1, 2, 3), 1),
  web_navigate_to_sent_message: row(bool(), true),
  web_stream_unreads_count_display_policy: row(oneOfInt(1, 2, 3), 2),
  web_suggest_update_timezone: row(bool(), true),
} as const;

/** A time zone that a form or a command names; `undefined` if it is none. */
export function timeZoneFrom(sent: string | undefined): string | undefined {
  const zone = userSettings.timezone.param.schema().safeParse(sent);
  return zone.success && zone.data !== "" ? zone.data : undefined;
}

export type UserSettings = ValuesOf<typeof userSettings>;
export type UserSettingName = keyof typeof userSettings;

/** Without personal settings, for which the organization cannot choose a default. */
const {
  default_language: _language,
  timezone: _timezone,
  enable_login_emails: _loginEmails,
  enable_marketing_emails: _marketingEmails,
  allow_private_data_export: _dataExport,
  ...others
} = userSettings;
export const settingsWithDefault = others;

/** What new accounts start with, unless the organization chose otherwise. Accounts that exist already keep what they have. */
export const NEWCOMER_SETTINGS = { enter_sends: true } as const satisfies Partial<UserSettings>;

/** The key of the defaults in the organization's stored settings. */
export const USER_DEFAULTS = "user_settings_defaults";

/** The settings that an older event also announces. */
export function namesWithLegacy(event: NonNullable<UserSetting["legacy"]>): UserSettingName[] {
  return (Object.keys(userSettings) as UserSettingName[]).filter((name) => userSettings[name].legacy === event);
}

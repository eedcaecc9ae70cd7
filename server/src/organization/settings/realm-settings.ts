/** The organization's settings. A feature that needs one adds its row here and reads `ctx.realm.settings`. */

import { REQUIRED_ROLES, type RequiredRoles } from "../../kernel/access/second-factor.ts";
import {
  ApiError,
  bool,
  demand,
  enumInt,
  int,
  nullable,
  oneOf,
  record,
  said,
  shortText,
  text,
  timestamp,
  typed,
} from "../../kernel/api/index.ts";
import { isLanguage } from "../../kernel/languages.ts";
import { invisiblePosition, tidied } from "../../kernel/names/visible.ts";
import { idAmong, jitsiServerFrom, sentJitsiServer } from "./integrations.ts";
import { ORG_TYPES } from "./org-types.ts";
import { limited, limitFrom, sentAs, setting, type ValuesOf, withDefaults } from "./setting.ts";

export const MAX_REALM_NAME_LENGTH = 40;
const MAX_REALM_DESCRIPTION_LENGTH = 1000;
const MAX_WELCOME_TEXT_LENGTH = 8000;
const TEN_MINUTES = 600;
const SEVEN_DAYS = 7 * 24 * 3600;

const owner = { changedBy: "owner" } as const;
const dict = { announced: "update_dict" } as const;
const server = { changedBy: "server" } as const;

const timeLimit = (fallback: number | null, options = {}) =>
  sentAs(setting<number | null>(nullable(int()), fallback, options), limited, (sent, name) =>
    limitFrom(sent, name, null),
  );

const language = sentAs(setting(shortText(), "en"), shortText(), (code) => {
  demand(isLanguage(code), new ApiError(said`Invalid language '${code}'`));
  return code;
});

const organizationName = text({ min: 1, max: MAX_REALM_NAME_LENGTH, trim: true });

export function checkedName(sent: string): string {
  const name = tidied(sent);
  const position = invisiblePosition(name);
  if (position !== undefined)
    throw new ApiError(said`Invalid character in organization name, at position ${position}.`);
  return name;
}

/** What happens to the messages of a person whose data is erased. */
export const ERASED_MESSAGES = ["kept", "removed", "reassigned"] as const;
export type ErasedMessages = (typeof ERASED_MESSAGES)[number];

const methods = record(bool(), { max: 100, maxKey: 100 });

export const realmSettings = {
  name: sentAs(setting(organizationName, ""), organizationName, checkedName),
  description: setting(text({ max: MAX_REALM_DESCRIPTION_LENGTH }), ""),
  default_language: language,
  default_code_block_language: setting(shortText(), ""),
  welcome_message_custom_text: setting(text({ max: MAX_WELCOME_TEXT_LENGTH }), ""),

  allow_message_editing: setting(bool(), true, dict),
  message_content_edit_limit_seconds: timeLimit(TEN_MINUTES, dict),
  message_content_delete_limit_seconds: timeLimit(TEN_MINUTES),
  move_messages_within_stream_limit_seconds: timeLimit(SEVEN_DAYS, dict),
  move_messages_between_streams_limit_seconds: timeLimit(SEVEN_DAYS, dict),
  message_edit_history_visibility_policy: setting(oneOf("all", "moves", "none"), "all"),
  topics_policy: setting(oneOf("allow_empty_topic", "disable_empty_topic"), "allow_empty_topic", dict),
  message_retention_days: sentAs(setting(typed<number>(int()), -1, owner), limited, (sent, name) =>
    limitFrom(sent, name, -1),
  ),

  // Channels that the server posts to; -1 for none. `settingChanging` listeners check that they exist.
  moderation_request_channel_id: setting(int(), -1),
  new_stream_announcements_stream_id: setting(int(), -1),
  signup_announcements_stream_id: setting(int(), -1),
  zulip_update_announcements_stream_id: setting(int(), -1),

  /** Which methods exist depends on the server: `methodsFrom` checks what is sent. */
  authentication_methods: setting<Readonly<Record<string, boolean>>>(methods, { Email: true }, { ...owner, ...dict }),
  two_factor_required_for: setting<RequiredRoles>(
    oneOf(...(Object.keys(REQUIRED_ROLES) as RequiredRoles[])),
    "nobody",
    owner,
  ),
  allow_own_erasure: setting(bool(), true, owner),
  messages_of_erased_users: setting(oneOf(...ERASED_MESSAGES), "kept", owner),
  waiting_period_threshold: setting(int({ min: 0 }), 0, owner),
  invite_required: setting(bool(), true, owner),
  emails_restricted_to_domains: setting(bool(), false, owner),
  disallow_disposable_email_addresses: setting(bool(), true, owner),
  allow_unverified_sign_up: setting(bool(), true, owner),
  require_unique_names: setting(bool(), false),
  name_changes_disabled: setting(bool(), false),
  email_changes_disabled: setting(bool(), false),
  avatar_changes_disabled: setting(bool(), false),
  enable_gravatar: setting(bool(), false),

  enable_spectator_access: setting(bool(), false),
  enable_read_receipts: setting(bool(), true),
  enable_guest_user_indicator: setting(bool(), true),
  enable_guest_user_dm_warning: setting(bool(), true),
  inline_image_preview: setting(bool(), true),
  inline_url_embed_preview: setting(bool(), false),
  message_content_allowed_in_email_notifications: setting(bool(), true),
  require_e2ee_push_notifications: setting(bool(), false),
  send_welcome_emails: setting(bool(), true),
  want_advertise_in_communities_directory: setting(bool(), false),
  digest_emails_enabled: setting(bool(), false),
  digest_weekday: setting(enumInt(0, 1, 2, 3, 4, 5, 6), 1),
  giphy_rating: sentAs(setting<number>(int(), 2), int(), idAmong("giphy_rating")),
  video_chat_provider: sentAs(setting<number>(int(), 1), int(), idAmong("video_chat_provider")),
  jitsi_server_url: sentAs(setting<string | null>(nullable(shortText()), null), sentJitsiServer, jitsiServerFrom),
  push_notifications_enabled: setting(bool(), false, server),
  push_notifications_enabled_end_timestamp: setting<number | null>(nullable(timestamp()), null, server),
  org_type: setting<number>(enumInt(...Object.values(ORG_TYPES)), ORG_TYPES.unspecified),
} as const;

export type RealmSettings = ValuesOf<typeof realmSettings>;

export const REALM_DEFAULTS: RealmSettings = withDefaults(realmSettings, {});

/** The settings that only owners can change. */
export const OWNER_SETTINGS: readonly string[] = Object.entries(realmSettings)
  .filter(([, { changedBy }]) => changedBy === "owner")
  .map(([name]) => name);

/** Settings that name a channel; -1 for none. */
export const CHANNEL_SETTINGS = [
  "moderation_request_channel_id",
  "new_stream_announcements_stream_id",
  "signup_announcements_stream_id",
  "zulip_update_announcements_stream_id",
] as const;

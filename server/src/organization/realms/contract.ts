/** The contract for the organization and the server. */

import {
  groupSettingUpdate,
  groupSettingValue,
  ofEach,
  SystemGroupRequired,
} from "../../kernel/access/group-setting.ts";
import { realmPermissions } from "../../kernel/access/permission-settings.ts";
import { OwnFactorFirst } from "../../kernel/access/second-factor.ts";
import {
  allOptional,
  anything,
  apiError,
  BadValue,
  badRequest,
  bool,
  ExpectationMismatch,
  InvalidChannelId,
  int,
  list,
  noted,
  nullable,
  operation,
  optional,
  record,
  said,
  shortText,
  strictObject,
  text,
  timestamp,
} from "../../kernel/api/index.ts";
import { thumbnailFormat } from "../../kernel/files/formats.ts";
import { MustBeOwner } from "../../kernel/http/gate.ts";
import { collections } from "../../kernel/limits/collections.ts";
import { OneMethodNeeded } from "../settings/authentication-methods.ts";
import { ModerationChannelMustBePrivate } from "../settings/channel-errors.ts";
import { NotAJitsiServer } from "../settings/integrations.ts";
import { realmSettings } from "../settings/realm-settings.ts";
import { fieldsOf, paramsOf, prefixed } from "../settings/setting.ts";
import { realmPicturesState } from "./pictures/contract.ts";

export const versionShape = {
  zulip_version: text(),
  zulip_merge_base: text(),
  zulip_feature_level: int(),
  server_version: text(),
  feature_level: int(),
};

export const getServerSettings = operation({
  method: "GET",
  path: "/server_settings",
  summary: "Get what a client needs to know about the server and the organization before signing in.",
  gate: "anyone",
  only: "key",
  response: {
    ...versionShape,
    parley_version: noted(text(), { note: "The version of Parley itself; the others are those of the API." }),
    push_notifications_enabled: bool(),
    is_incompatible: bool(),
    authentication_methods: record(bool()),
    external_authentication_methods: list(
      strictObject({
        name: text(),
        display_name: text(),
        display_icon: nullable(text()),
        login_url: text(),
        signup_url: text(),
      }),
    ),
    email_auth_enabled: bool(),
    require_email_format_usernames: bool(),
    realm_url: text(),
    realm_uri: text(),
    realm_name: text(),
    realm_icon: text(),
    realm_description: text(),
    realm_web_public_access_enabled: bool(),
  },
});

export const MustBeDemo = badRequest("Must be a demo organization.");

/** Changed texts are not repeated: the response contains this instead. Only the names of choices are. */
export const UPDATED = "updated";
export const REPEATED: ReadonlySet<string> = new Set(["topics_policy", "message_edit_history_visibility_policy"]);
const changedSettings = Object.fromEntries(
  Object.entries(fieldsOf(realmSettings)).map(([name, field]) => [
    name,
    optional<unknown, boolean>(field.wire === "text" ? nullable(text()) : field),
  ]),
);

export const updateRealm = operation({
  method: "PATCH",
  path: "/realm",
  summary: "Change the organization's settings. The response contains the changed ones.",
  gate: "administrator",
  params: {
    ...paramsOf(realmSettings),
    string_id: optional(shortText(), { note: "Only the name of a demo organization can be changed." }),
    ...allOptional(ofEach(realmPermissions, groupSettingUpdate)),
  },
  audit: ["realm_setting_changed", "realm_permission_changed"],
  response: { ...changedSettings, ...allOptional(ofEach(realmPermissions, groupSettingValue)) },
  errors: [
    OneMethodNeeded,
    InvalidChannelId,
    NotAJitsiServer,
    ModerationChannelMustBePrivate,
    OwnFactorFirst,
    MustBeDemo,
    MustBeOwner,
    BadValue,
    SystemGroupRequired,
    ExpectationMismatch,
  ],
});

/** Gives people time to change their minds. */
export const MIN_DELETION_DELAY_DAYS = 14;

/** A hundred years: times further away are beyond what dates can hold. */
const MAX_DELETION_DELAY_DAYS = 36_500;

export const DeletedTooSoon = badRequest(
  said`Data deletion time must be at least ${MIN_DELETION_DELAY_DAYS} days in the future.`,
);

export const HeldOrganizationStays = apiError(
  "LEGAL_HOLD",
  "The data of an organization with legal holds cannot be deleted. Lift them first, or deactivate it without deleting its data.",
);

export const deactivateRealm = operation({
  method: "POST",
  path: "/realm/deactivate",
  summary: "Deactivate the organization: nobody can sign in any more. Only the server's operator can reactivate it.",
  gate: "owner",
  params: {
    deletion_delay_days: optional(nullable(int({ max: MAX_DELETION_DELAY_DAYS })), {
      note: "Delete all of its data after this many days; kept when omitted or null.",
    }),
  },
  audit: ["realm_deactivated"],
  response: {},
  errors: [DeletedTooSoon, HeldOrganizationStays],
});

const choice = strictObject({ id: int(), name: text() });
const authenticationMethod = strictObject({ enabled: bool(), available: bool() });

/** The organization in the snapshot. */
export const realmState = {
  ...prefixed(fieldsOf(realmSettings), "realm_"),
  ...prefixed(ofEach(realmPermissions, groupSettingValue), "realm_"),
  realm_url: text(),
  realm_uri: text(),
  realm_bot_domain: text(),
  realm_date_created: timestamp(),
  realm_empty_topic_display_name: text(),
  realm_mandatory_topics: bool(),
  realm_allow_edit_history: bool(),
  realm_wildcard_mention_policy: int(),
  realm_create_public_stream_policy: int(),
  realm_create_private_stream_policy: int(),
  realm_create_web_public_stream_policy: int(),
  realm_authentication_methods: record(authenticationMethod),
  realm_email_auth_enabled: bool(),
  realm_password_auth_enabled: bool(),
  realm_presence_disabled: bool(),
  ...realmPicturesState,
  realm_plan_type: int(),
  realm_upload_quota_mib: nullable(int()),
  realm_default_external_accounts: record(
    strictObject({ name: text(), text: text(), hint: text(), url_pattern: text() }),
  ),
  realm_is_zephyr_mirror_realm: bool(),
  realm_available_video_chat_providers: record(choice),
  jitsi_server_url: nullable(text()),
  giphy_rating_options: record(choice),
  max_topic_length: int(),
  max_message_length: int(),
  max_stream_name_length: int(),
  max_stream_description_length: int(),
  max_channel_folder_name_length: int(),
  max_channel_folder_description_length: int(),
  max_bulk_new_subscription_messages: int(),
  max_reminder_note_length: int(),
  max_file_upload_size_mib: int(),
  max_avatar_file_size_mib: int(),
  max_icon_file_size_mib: int(),
  max_logo_file_size_mib: int(),
  server_thumbnail_formats: list(thumbnailFormat),
  server_sends_email: noted(bool(), {
    note: "Without a mail server, invitations and password resets are links that people pass on.",
  }),
  server_collection_limits: noted(strictObject(ofEach(collections, int())), {
    note: "The maximum number of each thing that a person, a message, a group or the organization can have; `…_characters` is the maximum length of all texts of that kind together.",
  }),
  event_queue_longpoll_timeout_seconds: int(),
  server_generation: int(),
  server_web_public_streams_enabled: bool(),
  server_presence_ping_interval_seconds: int(),
  server_presence_offline_threshold_seconds: int(),
  server_typing_started_expiry_period_milliseconds: int(),
  server_typing_stopped_wait_period_milliseconds: int(),
  server_typing_started_wait_period_milliseconds: int(),
  server_emoji_data_url: text(),
  server_inline_image_preview: bool(),
  server_inline_url_embed_preview: bool(),
  server_can_summarize_topics: bool(),
  server_avatar_changes_disabled: bool(),
  server_name_changes_disabled: bool(),
  server_needs_upgrade: bool(),
  server_supported_permission_settings: record(anything()),
  server_min_deactivated_realm_deletion_days: nullable(int()),
  server_max_deactivated_realm_deletion_days: nullable(int()),
  server_jitsi_server_url: nullable(text()),
  settings_send_digest_emails: bool(),
  upgrade_text_for_wide_organization_logo: text(),
  password_min_length: int(),
  password_max_length: int(),
  password_min_guesses: int(),
  development_environment: bool(),
  zulip_plan_is_not_limited: bool(),
};

export const billingState = { realm_billing: strictObject({ has_pending_sponsorship_request: bool() }) };
export const giphyState = { giphy_api_key: text() };
export const videoCallsState = { has_zoom_token: bool() };

import { MAX_CHANNEL_DESCRIPTION_LENGTH, MAX_CHANNEL_NAME_LENGTH } from "../channels/contract.ts";
import { REALM_PERMISSIONS, supportedPermissionSettings } from "../kernel/access/permission-settings.ts";
import { settingValues } from "../kernel/access/store.ts";
import { MAX_MESSAGE_LENGTH, MAX_TOPIC_LENGTH } from "../kernel/api/limits.ts";
import type { Context, Realm } from "../kernel/context.ts";
import { commonSnapshotPart, openSnapshotPart, snapshotPart } from "../kernel/feature.ts";
import { THUMBNAIL_FORMATS } from "../kernel/files/formats.ts";
import { sendsMail } from "../kernel/mail/mailer.ts";
import { PASSWORD_RULES } from "../kernel/passwords.ts";
import { MAX_PICTURE_MIB } from "../organization/pictures/contract.ts";
import {
  billingState,
  giphyState,
  MIN_DELETION_DELAY_DAYS,
  realmState,
  videoCallsState,
} from "../organization/realms/contract.ts";
import { presentRealmPictures } from "../organization/realms/pictures/present.ts";
import { allowsPasswords, presentMethods } from "../organization/settings/authentication-methods.ts";
import { GIPHY_RATINGS, VIDEO_CHAT_PROVIDERS } from "../organization/settings/integrations.ts";
import { realmSettings } from "../organization/settings/realm-settings.ts";
import { OFFLINE_AFTER_SECONDS, PING_INTERVAL_SECONDS } from "../people/presence/contract.ts";
import { externalAccounts } from "../people/profile-fields/external-accounts.ts";
import { MAX_REMINDER_NOTE_LENGTH } from "../personal/reminders/contract.ts";
import { emojiDataPath } from "../text/emoji/served.ts";
import { EMPTY_TOPIC_DISPLAY_NAME } from "../text/topics.ts";

/** Clients abort a poll after this time; heartbeats are more frequent. */
const LONG_POLL_TIMEOUT_SECONDS = 90;

const SERVER_LIMITS = {
  max_topic_length: MAX_TOPIC_LENGTH,
  max_message_length: MAX_MESSAGE_LENGTH,
  max_stream_name_length: MAX_CHANNEL_NAME_LENGTH,
  max_stream_description_length: MAX_CHANNEL_DESCRIPTION_LENGTH,
  max_channel_folder_name_length: MAX_CHANNEL_NAME_LENGTH,
  max_channel_folder_description_length: MAX_CHANNEL_DESCRIPTION_LENGTH,
  max_bulk_new_subscription_messages: 100,
  max_reminder_note_length: MAX_REMINDER_NOTE_LENGTH,
  max_avatar_file_size_mib: MAX_PICTURE_MIB,
  max_icon_file_size_mib: MAX_PICTURE_MIB,
  max_logo_file_size_mib: MAX_PICTURE_MIB,
  event_queue_longpoll_timeout_seconds: LONG_POLL_TIMEOUT_SECONDS,
  server_presence_ping_interval_seconds: PING_INTERVAL_SECONDS,
  server_presence_offline_threshold_seconds: OFFLINE_AFTER_SECONDS,
  server_typing_started_expiry_period_milliseconds: 45_000,
  server_typing_stopped_wait_period_milliseconds: 12_000,
  server_typing_started_wait_period_milliseconds: 30_000,
  server_inline_image_preview: true,
  server_inline_url_embed_preview: true,
  server_avatar_changes_disabled: false,
  server_name_changes_disabled: false,
  server_needs_upgrade: false,
  server_min_deactivated_realm_deletion_days: MIN_DELETION_DELAY_DAYS,
  server_max_deactivated_realm_deletion_days: null,
  settings_send_digest_emails: true,
  // There are no paid plans.
  upgrade_text_for_wide_organization_logo: "",
  development_environment: false,
  zulip_plan_is_not_limited: true,
  ...PASSWORD_RULES,
};

export const realmSnapshot = commonSnapshotPart(
  snapshotPart("realm", realmState, readRealm, async (ctx) => ({
    ...(await readRealm(ctx)),
    // Visitors cannot edit messages, and see nobody's presence.
    realm_allow_message_editing: false,
    realm_presence_disabled: true,
  })),
);

/** There is no billing. */
export const billingSnapshot = commonSnapshotPart(
  openSnapshotPart("realm_billing", billingState, async () => ({
    realm_billing: { has_pending_sponsorship_request: false },
  })),
);

export const giphySnapshot = commonSnapshotPart(
  openSnapshotPart("giphy", giphyState, async ({ app }) => ({ giphy_api_key: app.config.giphyApiKey })),
);

/** Zoom is not supported. */
export const videoCallsSnapshot = commonSnapshotPart(
  openSnapshotPart("video_calls", videoCallsState, async () => ({ has_zoom_token: false })),
);

async function readRealm({ db, realm, app }: Context) {
  const { settings } = realm;
  const names = REALM_PERMISSIONS;
  const presented = await settingValues(
    db,
    names.map((name) => settings[name]),
  );
  const plain = Object.keys(realmSettings).map((name) => [`realm_${name}`, settings[name as keyof typeof settings]]);
  const permissions = names.map((name) => [`realm_${name}`, presented(settings[name])]);
  return {
    ...Object.fromEntries([...plain, ...permissions]),
    realm_url: realm.url,
    realm_uri: realm.url,
    realm_bot_domain: realm.host,
    realm_date_created: realm.date_created,
    realm_empty_topic_display_name: EMPTY_TOPIC_DISPLAY_NAME,
    realm_mandatory_topics: settings.topics_policy === "disable_empty_topic",
    realm_allow_edit_history: settings.message_edit_history_visibility_policy !== "none",
    ...olderPolicies(realm),
    realm_authentication_methods: presentMethods({ app, realm }, settings.authentication_methods),
    realm_email_auth_enabled: allowsPasswords(realm),
    realm_password_auth_enabled: allowsPasswords(realm),
    realm_presence_disabled: false,
    realm_push_notifications_enabled: app.config.pushGateway !== undefined,
    server_can_summarize_topics: app.config.summaries !== undefined,
    ...prefixed(presentRealmPictures(realm)),
    realm_is_zephyr_mirror_realm: false,
    realm_plan_type: 1,
    realm_upload_quota_mib: app.config.uploadQuotaMib,
    max_file_upload_size_mib: app.config.maxUploadMib,
    server_thumbnail_formats: THUMBNAIL_FORMATS,
    server_sends_email: sendsMail(app),
    server_collection_limits: app.config.collectionLimits,
    realm_default_external_accounts: externalAccounts,
    realm_available_video_chat_providers: VIDEO_CHAT_PROVIDERS,
    jitsi_server_url: settings.jitsi_server_url ?? app.config.jitsiServerUrl,
    server_jitsi_server_url: app.config.jitsiServerUrl,
    giphy_rating_options: GIPHY_RATINGS,
    server_generation: app.startedAt,
    server_emoji_data_url: `${realm.url}${emojiDataPath()}`,
    server_web_public_streams_enabled: app.config.webPublicStreamsEnabled,
    server_supported_permission_settings: supportedPermissionSettings(),
    ...SERVER_LIMITS,
  };
}

const prefixed = (facts: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [`realm_${name}`, value]));

/** Permissions as numbers, for clients from before they were groups. */
function olderPolicies({ settings, systemGroups: groups }: Realm) {
  const policy = (group: number, codes: Record<number, number>, fallback: number) => codes[group] ?? fallback;
  const create = {
    [groups["role:members"]]: 1,
    [groups["role:administrators"]]: 2,
    [groups["role:fullmembers"]]: 3,
    [groups["role:moderators"]]: 4,
  };
  const webPublic = {
    [groups["role:administrators"]]: 2,
    [groups["role:moderators"]]: 4,
    [groups["role:nobody"]]: 6,
    [groups["role:owners"]]: 7,
  };
  const wildcard = {
    [groups["role:everyone"]]: 1,
    [groups["role:members"]]: 2,
    [groups["role:fullmembers"]]: 3,
    [groups["role:administrators"]]: 5,
    [groups["role:nobody"]]: 6,
    [groups["role:moderators"]]: 7,
  };
  return {
    realm_create_public_stream_policy: policy(settings.can_create_public_channel_group, create, 1),
    realm_create_private_stream_policy: policy(settings.can_create_private_channel_group, create, 1),
    realm_create_web_public_stream_policy: policy(settings.can_create_web_public_channel_group, webPublic, 7),
    realm_wildcard_mention_policy: policy(settings.can_mention_many_users_group, wildcard, 5),
  };
}

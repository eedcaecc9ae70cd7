/** The organization's settings that are no permissions. */
import type { SettingsPage } from "../../page.ts";
import { channel, choice, language, limit, longText, number, options, text, toggle } from "../../setting.ts";
import { organizationGroup } from "../organization-settings.ts";

const MAX_WELCOME_TEXT_LENGTH = 8000;
const MAX_SHORT_TEXT_LENGTH = 100;
const MAX_URL_LENGTH = 200;
const TEN_YEARS = 3650;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long a message can be changed after it was sent. */
const sinceSent = {
  unit: "seconds",
  lengths: [2 * MINUTE, 10 * MINUTE, HOUR, DAY, 7 * DAY],
  unlimited: "limits.anyTime",
} as const;

const languages = organizationGroup({
  title: "organizationSettings.languages",
  settings: [
    language("default_language", "organizationSettings.language", { help: "organizationSettings.languageHelp" }),
    text("default_code_block_language", "organizationSettings.codeLanguage", MAX_SHORT_TEXT_LENGTH, {
      help: "organizationSettings.codeLanguageHelp",
    }),
  ],
});

const topics = organizationGroup({
  title: "organizationSettings.topics",
  settings: [
    choice(
      "topics_policy",
      "organizationSettings.topicsPolicy",
      options(
        ["allow_empty_topic", "organizationSettings.topicOptional"],
        ["disable_empty_topic", "organizationSettings.topicRequired"],
      ),
      { help: "organizationSettings.topicsPolicyHelp", words: "organizationSettings.topicsPolicyWords" },
    ),
  ],
});

const changing = organizationGroup({
  title: "organizationSettings.changing",
  help: "organizationSettings.changingHelp",
  settings: [
    limit(
      "message_content_edit_limit_seconds",
      "organizationSettings.edit",
      { ...sinceSent, never: "limits.never" },
      { help: "organizationSettings.editHelp" },
    ),
    choice(
      "message_edit_history_visibility_policy",
      "organizationSettings.history",
      options(
        ["all", "organizationSettings.historyAll"],
        ["moves", "organizationSettings.historyMoves"],
        ["none", "organizationSettings.historyNone"],
      ),
      { help: "organizationSettings.historyHelp" },
    ),
    limit("message_content_delete_limit_seconds", "organizationSettings.delete", sinceSent, {
      help: "organizationSettings.deleteHelp",
    }),
    limit("move_messages_within_stream_limit_seconds", "organizationSettings.moveWithin", sinceSent, {
      help: "organizationSettings.moveHelp",
    }),
    limit("move_messages_between_streams_limit_seconds", "organizationSettings.moveBetween", sinceSent, {
      help: "organizationSettings.moveHelp",
    }),
    limit(
      "message_retention_days",
      "organizationSettings.retention",
      { unit: "days", lengths: [30, 90, 365, 730], unlimited: "limits.forever" },
      { help: "organizationSettings.retentionHelp", words: "organizationSettings.retentionWords" },
    ),
  ],
});

const reading = organizationGroup({
  title: "organizationSettings.reading",
  settings: [
    toggle("inline_image_preview", "organizationSettings.images", { help: "organizationSettings.imagesHelp" }),
    toggle("inline_url_embed_preview", "organizationSettings.pages", { help: "organizationSettings.pagesHelp" }),
    toggle("enable_read_receipts", "organizationSettings.receipts", { help: "organizationSettings.receiptsHelp" }),
    toggle("enable_spectator_access", "organizationSettings.spectators", {
      help: "organizationSettings.spectatorsHelp",
      words: "organizationSettings.spectatorsWords",
    }),
  ],
});

const calls = organizationGroup({
  title: "organizationSettings.calls",
  help: "organizationSettings.callsHelp",
  settings: [
    choice(
      "video_chat_provider",
      "organizationSettings.provider",
      options([0, "organizationSettings.noCalls"], [1, "organizationSettings.jitsi"]),
      { words: "organizationSettings.providerWords" },
    ),
    text("jitsi_server_url", "organizationSettings.jitsiServer", MAX_URL_LENGTH, {
      help: "organizationSettings.jitsiServerHelp",
    }),
  ],
});

export const joining = organizationGroup({
  title: "organizationSettings.joining",
  settings: [
    toggle("invite_required", "organizationSettings.inviteRequired", {
      help: "organizationSettings.inviteRequiredHelp",
    }),
    toggle("emails_restricted_to_domains", "organizationSettings.domains", {
      help: "organizationSettings.domainsHelp",
    }),
    toggle("disallow_disposable_email_addresses", "organizationSettings.disposable", {
      help: "organizationSettings.disposableHelp",
    }),
    toggle("allow_unverified_sign_up", "organizationSettings.unverified", {
      help: "organizationSettings.unverifiedHelp",
    }),
    number(
      "waiting_period_threshold",
      "organizationSettings.waiting",
      { min: 0, max: TEN_YEARS, unit: "organizationSettings.waitingDays" },
      { help: "organizationSettings.waitingHelp", words: "organizationSettings.waitingWords" },
    ),
  ],
});

const newcomers = organizationGroup({
  title: "organizationSettings.newcomers",
  settings: [
    longText("welcome_message_custom_text", "organizationSettings.welcome", MAX_WELCOME_TEXT_LENGTH, {
      help: "organizationSettings.welcomeHelp",
    }),
    toggle("send_welcome_emails", "organizationSettings.welcomeEmails", {
      help: "organizationSettings.welcomeEmailsHelp",
    }),
  ],
});

const people = organizationGroup({
  title: "organizationSettings.people",
  settings: [
    toggle("require_unique_names", "organizationSettings.uniqueNames"),
    toggle("name_changes_disabled", "organizationSettings.fixedNames"),
    toggle("email_changes_disabled", "organizationSettings.fixedEmails"),
    toggle("avatar_changes_disabled", "organizationSettings.fixedPictures"),
    toggle("enable_gravatar", "organizationSettings.gravatar", {
      help: "organizationSettings.gravatarHelp",
      words: "organizationSettings.gravatarWords",
    }),
  ],
});

const erased = organizationGroup({
  title: "organizationSettings.erased",
  help: "organizationSettings.erasedHelp",
  settings: [
    toggle("allow_own_erasure", "organizationSettings.ownErasure", {
      help: "organizationSettings.ownErasureHelp",
      words: "organizationSettings.erasedWords",
    }),
    choice(
      "messages_of_erased_users",
      "organizationSettings.erasedMessages",
      options(
        ["kept", "organizationSettings.erasedKept"],
        ["removed", "organizationSettings.erasedRemoved"],
        ["reassigned", "organizationSettings.erasedReassigned"],
      ),
      { words: "organizationSettings.erasedWords" },
    ),
  ],
});

const announcements = organizationGroup({
  title: "organizationSettings.announcements",
  settings: [
    channel("new_stream_announcements_stream_id", "organizationSettings.newChannels", "any"),
    channel("signup_announcements_stream_id", "organizationSettings.newPeople", "any"),
    channel("moderation_request_channel_id", "organizationSettings.reports", "private", {
      help: "organizationSettings.reportsHelp",
      words: "organizationSettings.reportsWords",
    }),
  ],
});

const emails = organizationGroup({
  title: "organizationSettings.emails",
  settings: [
    toggle("message_content_allowed_in_email_notifications", "organizationSettings.emailContent", {
      help: "organizationSettings.emailContentHelp",
    }),
    toggle("require_e2ee_push_notifications", "organizationSettings.encryptedPush", {
      help: "organizationSettings.encryptedPushHelp",
    }),
    toggle("digest_emails_enabled", "organizationSettings.digest", { help: "organizationSettings.digestHelp" }),
    choice(
      "digest_weekday",
      "organizationSettings.digestDay",
      options(
        [0, "organizationSettings.monday"],
        [1, "organizationSettings.tuesday"],
        [2, "organizationSettings.wednesday"],
        [3, "organizationSettings.thursday"],
        [4, "organizationSettings.friday"],
        [5, "organizationSettings.saturday"],
        [6, "organizationSettings.sunday"],
      ),
    ),
  ],
});

const otherApps = organizationGroup({
  title: "organizationSettings.otherApps",
  help: "organizationSettings.otherAppsHelp",
  settings: [
    toggle("enable_guest_user_indicator", "organizationSettings.guestMark", {
      help: "organizationSettings.guestMarkHelp",
    }),
    toggle("enable_guest_user_dm_warning", "organizationSettings.guestWarning"),
    choice(
      "giphy_rating",
      "organizationSettings.gifs",
      options(
        [0, "organizationSettings.noGifs"],
        [1, "organizationSettings.gifsY"],
        [2, "organizationSettings.gifsG"],
        [3, "organizationSettings.gifsPg"],
        [4, "organizationSettings.gifsPg13"],
        [5, "organizationSettings.gifsR"],
      ),
    ),
  ],
});

export const organizationSettingsPage: SettingsPage = {
  address: { kind: "organization", section: "organization-settings" },
  name: "address.organizationSettings",
  about: "organizationSettings.about",
  icon: "sliders",
  groups: [
    topics,
    changing,
    reading,
    calls,
    languages,
    joining,
    newcomers,
    people,
    erased,
    announcements,
    emails,
    otherApps,
  ],
  landmarks: [{ key: "domains", label: "domains.title", words: "domains.words" }],
  load: () => import("./OrganizationSettings.tsx").then(({ OrganizationSettings }) => OrganizationSettings),
};

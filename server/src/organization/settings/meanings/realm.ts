/** What the settings of the organization do. */
import type { RealmSettings } from "../realm-settings.ts";
import { CONTENT, clients, type Meaning, MOVING, server, waits } from "./meaning.ts";

const ADDRESSES = ["people/users/addresses.ts", "people/users/addresses.test.ts"] as const;
const DIGESTS = ["delivery/notifications/digest/jobs.ts", "delivery/notifications/digest/digest.test.ts"] as const;
const EDITING = ["messages/edit/permissions.ts", "messages/edit/content.test.ts"] as const;

export const realmMeanings: Readonly<Record<keyof RealmSettings, Meaning>> = {
  name: server(
    "the name that everybody reads",
    "organization/realms/routes.ts",
    "organization/realms/server-settings.test.ts",
  ),
  description: server(
    "what it is for, in Markdown",
    "organization/realms/routes.ts",
    "organization/realms/server-settings.test.ts",
  ),
  default_language: server(
    "the language of notices, and of new accounts",
    "people/users/actions.ts",
    "channels/notices.test.ts",
  ),
  default_code_block_language: server("the language of code blocks that name none", ...CONTENT),
  welcome_message_custom_text: server(
    "what the welcome bot adds for new users",
    "joining/sign-up/join.ts",
    "joining/sign-up/sign-up.test.ts",
  ),
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
    "messages/history/store.ts",
    "messages/history/history.test.ts",
  ),
  topics_policy: server(
    "whether messages may go without a topic, where the channel does not say",
    "messages/send/prepare.ts",
    "messages/send/rules.test.ts",
  ),
  message_retention_days: server(
    "after how many days messages are deleted; -1 for never",
    "messages/retention/job.ts",
    "messages/retention/retention.test.ts",
  ),
  moderation_request_channel_id: server(
    "where reports of messages go",
    "messages/reports/actions.ts",
    "messages/reports/reports.test.ts",
  ),
  new_stream_announcements_stream_id: server(
    "where new channels are announced",
    "channels/notices.ts",
    "channels/notices.test.ts",
  ),
  signup_announcements_stream_id: server(
    "where new users are announced",
    "joining/welcome/messages.ts",
    "joining/welcome/welcome.test.ts",
  ),
  zulip_update_announcements_stream_id: waits("announcements of new releases", "where new releases are announced"),
  authentication_methods: server(
    "how people may sign in",
    "people/sign-in/password.ts",
    "people/users/fetch-api-key.test.ts",
  ),
  waiting_period_threshold: server(
    "after how many days a member is a full member",
    "people/groups/roles.ts",
    "people/groups/full-members.test.ts",
  ),
  invite_required: server(
    "whether newcomers need an invitation",
    "joining/sign-up/pages.ts",
    "joining/sign-up/sign-up.test.ts",
  ),
  emails_restricted_to_domains: server("whether newcomers need an address of the organization's domains", ...ADDRESSES),
  disallow_disposable_email_addresses: server("whether throw-away addresses are refused", ...ADDRESSES),
  require_unique_names: server(
    "whether no two accounts may have one name",
    "people/users/actions.ts",
    "people/users/users.test.ts",
  ),
  name_changes_disabled: server(
    "whether names stay as they are, but for administrators",
    "organization/settings/permissions.ts",
    "organization/settings/settings.test.ts",
  ),
  email_changes_disabled: server(
    "whether addresses stay as they are, but for administrators",
    "people/email-change/actions.ts",
    "people/email-change/email-change.test.ts",
  ),
  avatar_changes_disabled: server(
    "whether avatars stay as they are, but for administrators",
    "people/avatars/permissions.ts",
    "people/avatars/avatars.test.ts",
  ),
  enable_spectator_access: server(
    "whether channels may be open to people without an account",
    "kernel/access/visitors.ts",
    "kernel/access/visitors.test.ts",
  ),
  enable_read_receipts: server(
    "whether people can see who has read a message",
    "messages/read-state/routes.ts",
    "messages/read-state/flags.test.ts",
  ),
  enable_guest_user_indicator: clients("whether guests are marked as such"),
  enable_guest_user_dm_warning: clients("whether writing to a guest brings a warning"),
  inline_image_preview: server("whether pictures are shown below messages that link to them", ...CONTENT),
  inline_url_embed_preview: server(
    "whether web pages are shown below messages that link to them; the server then calls what people link to",
    "messages/page-previews/known.ts",
    "messages/page-previews/page-previews.test.ts",
  ),
  message_content_allowed_in_email_notifications: server(
    "whether emails may say what was written",
    "delivery/notifications/mail/missed.ts",
    "delivery/notifications/mail/missed.test.ts",
  ),
  require_e2ee_push_notifications: server(
    "whether telephones are told what a message says only where it is encrypted for them",
    "delivery/push/notification.ts",
    "delivery/push/delivery.test.ts",
  ),
  send_welcome_emails: server(
    "whether new users are helped along by email",
    "joining/welcome/letters.ts",
    "joining/welcome/welcome.test.ts",
  ),
  want_advertise_in_communities_directory: clients("whether it would like to be listed among open communities"),
  digest_emails_enabled: server(
    "whether those who stay away are told by email, once a week, what they miss",
    ...DIGESTS,
  ),
  digest_weekday: server("on which day, from Monday (0) to Sunday (6)", ...DIGESTS),
  giphy_rating: clients("for which audience GIFs are offered"),
  video_chat_provider: clients("where video calls take place"),
  jitsi_server_url: clients("the Jitsi server of its own; null for the server's choice"),
  push_notifications_enabled: server(
    "whether telephones are told of messages: whether the server has a push gateway",
    "organization/realms/snapshot.ts",
    "delivery/push/off.test.ts",
  ),
  push_notifications_enabled_end_timestamp: clients(
    "until when they are; always null: a gateway of one's own has no end",
  ),
  org_type: server(
    "its kind, which decides what it begins with",
    "organization/realms/initial-settings.ts",
    "organization/realms/initial-settings.test.ts",
  ),
};

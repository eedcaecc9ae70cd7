/** What the organization's settings do. */
import type { RealmSettings } from "../realm-settings.ts";
import { CONTENT, clients, type Meaning, MOVING, server, waits } from "./meaning.ts";

const ADDRESSES = ["people/users/addresses.ts", "people/users/addresses.test.ts"] as const;
const DIGESTS = ["delivery/notifications/digest/jobs.ts", "delivery/notifications/digest/digest.test.ts"] as const;
const EDITING = ["messages/edit/permissions.ts", "messages/edit/content.test.ts"] as const;

export const realmMeanings: Readonly<Record<keyof RealmSettings, Meaning>> = {
  name: server(
    "the organization's name",
    "organization/realms/routes.ts",
    "organization/realms/server-settings.test.ts",
  ),
  description: server(
    "its description, in Markdown",
    "organization/realms/routes.ts",
    "organization/realms/server-settings.test.ts",
  ),
  default_language: server(
    "the language of notices, and the default for new accounts",
    "people/users/actions.ts",
    "channels/notices.test.ts",
  ),
  default_code_block_language: server("the default language of code blocks", ...CONTENT),
  welcome_message_custom_text: server(
    "the text that the welcome bot adds for new users",
    "joining/sign-up/join.ts",
    "joining/sign-up/sign-up.test.ts",
  ),
  allow_message_editing: server("whether message content can be edited", ...EDITING),
  message_content_edit_limit_seconds: server("how long it can be edited", ...EDITING),
  message_content_delete_limit_seconds: server(
    "how long people can delete their own messages",
    "messages/delete/permissions.ts",
    "messages/delete/delete.test.ts",
  ),
  move_messages_within_stream_limit_seconds: server("how long messages can be moved to other topics", ...MOVING),
  move_messages_between_streams_limit_seconds: server("how long messages can be moved to other channels", ...MOVING),
  message_edit_history_visibility_policy: server(
    "how much edit history is shown: all, moves only, or none",
    "messages/history/store.ts",
    "messages/history/history.test.ts",
  ),
  topics_policy: server(
    "whether topics are required, unless the channel has its own policy",
    "messages/send/prepare.ts",
    "messages/send/rules.test.ts",
  ),
  message_retention_days: server(
    "after how many days messages are deleted; -1 for never",
    "messages/retention/job.ts",
    "messages/retention/retention.test.ts",
  ),
  moderation_request_channel_id: server(
    "the channel for reported messages",
    "messages/reports/actions.ts",
    "messages/reports/reports.test.ts",
  ),
  new_stream_announcements_stream_id: server(
    "the channel where new channels are announced",
    "channels/notices.ts",
    "channels/notices.test.ts",
  ),
  signup_announcements_stream_id: server(
    "the channel where new users are announced",
    "joining/welcome/messages.ts",
    "joining/welcome/welcome.test.ts",
  ),
  zulip_update_announcements_stream_id: waits(
    "announcements of new releases",
    "the channel where new releases are announced",
  ),
  authentication_methods: server(
    "the available sign-in methods",
    "organization/settings/authentication-methods.ts",
    "people/users/fetch-api-key.test.ts",
  ),
  waiting_period_threshold: server(
    "after how many days a member becomes a full member",
    "people/groups/roles.ts",
    "people/groups/full-members.test.ts",
  ),
  two_factor_required_for: server(
    "the roles that must have a second factor to sign in: `administrators` includes owners, and each of the others all roles above it; an owner needs one to require it of themselves",
    "kernel/access/second-factor.ts",
    "people/second-factors/required.test.ts",
  ),
  allow_own_erasure: server(
    "whether people can delete their own accounts with everything that is known about them; owners can erase anyone",
    "erasure/actions.ts",
    "erasure/erase.test.ts",
  ),
  messages_of_erased_users: server(
    "what happens to the messages of people whose data is erased: `kept` under an account without a name, `removed`, or `reassigned` in channels to one account for all erased people",
    "erasure/actions.ts",
    "erasure/erase.test.ts",
  ),
  invite_required: server(
    "whether new users need an invitation",
    "joining/sign-up/pages.ts",
    "joining/sign-up/sign-up.test.ts",
  ),
  emails_restricted_to_domains: server(
    "whether new users need an email address from the organization's domains",
    ...ADDRESSES,
  ),
  disallow_disposable_email_addresses: server("whether disposable email addresses are refused", ...ADDRESSES),
  allow_unverified_sign_up: server(
    "whether people can join with an invitation link, and change their address, without confirming it, if the server sends no email; never with `emails_restricted_to_domains`",
    "people/users/addresses.ts",
    "joining/sign-up/unverified.test.ts",
  ),
  require_unique_names: server("whether names must be unique", "people/users/actions.ts", "people/users/users.test.ts"),
  name_changes_disabled: server(
    "whether only administrators can change names",
    "people/settings/permissions.ts",
    "people/settings/settings.test.ts",
  ),
  email_changes_disabled: server(
    "whether only administrators can change email addresses",
    "people/email-change/permissions.ts",
    "people/email-change/email-change.test.ts",
  ),
  avatar_changes_disabled: server(
    "whether only administrators can change avatars",
    "people/avatars/permissions.ts",
    "people/avatars/avatars.test.ts",
  ),
  enable_gravatar: server(
    "whether people without an uploaded picture have one from Gravatar, which gets a hash of their email address from every client that shows it; otherwise this server draws their initials. Changing it makes all clients register again",
    "people/users/present.ts",
    "people/avatars/provider.test.ts",
  ),
  enable_spectator_access: server(
    "whether channels can be readable without an account",
    "kernel/access/visitors.ts",
    "kernel/access/visitors.test.ts",
  ),
  enable_read_receipts: server(
    "whether people can see who has read a message",
    "messages/read-state/routes.ts",
    "messages/read-state/flags.test.ts",
  ),
  enable_guest_user_indicator: clients("whether guests are marked as such"),
  enable_guest_user_dm_warning: clients("whether to warn before writing to a guest"),
  inline_image_preview: server("whether linked images are shown below messages", ...CONTENT),
  inline_url_embed_preview: server(
    "whether linked pages are previewed below messages; the server then fetches the links",
    "messages/page-previews/known.ts",
    "messages/page-previews/page-previews.test.ts",
  ),
  message_content_allowed_in_email_notifications: server(
    "whether emails may include message content",
    "delivery/notifications/mail/missed.ts",
    "delivery/notifications/mail/missed.test.ts",
  ),
  require_e2ee_push_notifications: server(
    "whether push notifications include message content only if encrypted",
    "delivery/push/notification.ts",
    "delivery/push/delivery.test.ts",
  ),
  send_welcome_emails: server(
    "whether new users get introductory emails",
    "joining/welcome/emails.ts",
    "joining/welcome/welcome.test.ts",
  ),
  want_advertise_in_communities_directory: clients("whether to be listed among open communities"),
  digest_emails_enabled: server("whether inactive users get a weekly digest email", ...DIGESTS),
  digest_weekday: server("on which day digests are sent, from Monday (0) to Sunday (6)", ...DIGESTS),
  giphy_rating: clients("the rating of the GIFs that are offered"),
  video_chat_provider: clients("the video call provider"),
  jitsi_server_url: clients("its own Jitsi server; null for the server's default"),
  push_notifications_enabled: server(
    "whether push notifications are available: whether the server has a push gateway",
    "registration/organization.ts",
    "delivery/push/off.test.ts",
  ),
  push_notifications_enabled_end_timestamp: clients(
    "until when push notifications are available; always null, because your own gateway does not expire",
  ),
  org_type: server(
    "the organization type, which determines its initial settings",
    "set-up/initial-settings.ts",
    "set-up/initial-settings.test.ts",
  ),
};

/**
 * What bounds each table: collections with a maximum, or a reason why none is needed. A new table without an entry does
 * not compile.
 */
import type { Schema } from "../db/schema.ts";
import type { CollectionName } from "./collections.ts";

type Bound = readonly CollectionName[] | string;

const ONE_PER_ACCOUNT = "one row for each account";
const ONE_PER_ORGANIZATION = "one row for each organization";
const OF_MESSAGES = "created by messages, which are limited by the request rate and by retention";

export const tables: { readonly [T in keyof Schema]: Bound } = {
  installation: "one row",
  realm: "only the operator creates organizations",
  realm_domain: ["domains"],
  custom_emoji: ["custom_emoji"],
  linkifier: ["linkifiers"],
  playground: ["playgrounds"],
  realm_export: "an organization can request five a week",
  personal_export: "an account can request one a day, and it is deleted after a week",
  legal_hold: ["legal_holds"],
  imported_archive: "one for each archive that the operator or an owner has imported",
  realm_import: "the oldest are deleted: an organization keeps twenty",
  imported_item:
    "one row for each person, picture, channel, folder, group, profile field, linkifier, playground, default channel, emoji, file and pinned message that was imported, and each person whose settings were, and each person who was erased",
  upload_space: ONE_PER_ORGANIZATION,
  activity_day: "one row per day, kept for somewhat longer than a year",
  activity_cursor: ONE_PER_ORGANIZATION,
  delivery_result: "a few rows for each organization",

  user: ["bots"], // People join by invitation, sign-up or the operator.
  user_group: ["user_groups"], // An anonymous group is the value of a setting and is deleted with it.
  user_group_member: "one row for each account in a group",
  user_group_subgroup: ["subgroups"],
  user_activity: ONE_PER_ACCOUNT,
  unclaimed_account: ONE_PER_ACCOUNT,
  session: ["sessions"],
  one_time_link: "one for each account and purpose: a new link replaces the previous one",
  authenticator: ONE_PER_ACCOUNT,
  recovery_code: "ten for each account: new ones replace them",
  passkey: ["passkeys"],
  provider_identity: "one for each account and provider",
  spent_value: "created by sign-ins, and deleted when they expire",
  invitation: ["invitations", "invitation_links"], // Pending sign-ups expire, and have limits per address.
  invitation_count: "one row per day, kept for a few days",
  profile_field: ["profile_fields", "profile_field_choices"],
  profile_value: "one row for each account and profile field",
  user_status: ONE_PER_ACCOUNT,
  user_presence: ONE_PER_ACCOUNT,
  presence_counter: ONE_PER_ORGANIZATION,
  alert_word: ["alert_words"],
  muted_user: ["muted_users"],
  bot: ONE_PER_ACCOUNT,
  bot_service: ONE_PER_ACCOUNT,
  webhook_delivery: "a bot keeps its newest ones, for two weeks",
  feed: ["feeds", "feeds_in_organization"],
  bot_command: ["bot_commands", "commands_of_bot"],
  bot_command_call: ["command_calls"], // And deleted after a day.
  bot_storage: ["bot_storage_keys"], // And their size: MAX_STORED_CHARACTERS.

  channel: ["channels"],
  channel_folder: ["channel_folders"],
  default_channel: ["default_channels"],
  default_channel_group: ["default_channel_groups"],
  default_channel_group_member: ["channels_in_default_group"],
  subscription: "one row for each account and channel",
  subscription_period: "a new period starts only after a message that was sent since the previous one",
  topic: OF_MESSAGES,
  user_topic: ["topic_policies"],

  recipient: OF_MESSAGES,
  direct_participant: OF_MESSAGES,
  message: "the purpose of the server; limited by the request rate and by retention",
  message_edit: "a message keeps a limited number of its newest edits (messages/history/limits.ts)",
  user_message: OF_MESSAGES,
  sent_once: "created by messages, and deleted after a day",
  reaction: ["reactions_by_user", "emoji_on_message"],
  submessage: ["submessages", "submessages_by_user"],
  attachment: ["uploads"], // And their size: PARLEY_UPLOAD_QUOTA_MIB.
  attachment_message: "created by messages: as many as a text can link to",
  search_cursor: ONE_PER_ORGANIZATION,
  search_dirty: "edited messages, until the indexer reads them again",

  draft: ["drafts", "draft_characters"],
  saved_snippet: ["saved_snippets", "saved_snippet_characters"],
  navigation_view: ["navigation_views"],
  onboarding_step_seen: "the steps have fixed names",
  scheduled_message: ["scheduled_messages", "scheduled_message_characters"], // Sent rows are deleted after a while.
  attachment_scheduled_message: "created by scheduled messages: as many as a text can link to",
  reminder: ["reminders"],

  notification_progress: ONE_PER_ORGANIZATION,
  missed_message: "created by messages, and deleted when the email is due",
  push_token: ["push_tokens"],
  push_device: ["push_devices"],
  web_push_subscription: ["web_push_subscriptions"],
  push_notice: "created by messages, and deleted when they are read or old",

  realm_position: ONE_PER_ORGANIZATION,
  event: "deleted behind the slowest queue, which expires",
  event_queue: ["event_queues"],
  audit_log:
    "an entry for each change of what is limited itself, and for sign-ins, which are limited by address and account",
  job: "created by changes that are limited themselves, and deleted when done",
};

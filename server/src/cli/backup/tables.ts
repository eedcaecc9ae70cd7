/**
 * The tables in a backup. Every table of the schema is listed with its key columns: adding a table without deciding
 * whether it is backed up is a compile error.
 */
import type { Schema } from "../../kernel/db/schema.ts";

type Table = keyof Schema;
type Key<T extends Table> = readonly [keyof Schema[T] & string, ...(keyof Schema[T] & string)[]];

/**
 * Not backed up, and cleared when a whole database is restored: event queues and the log, because clients that have seen
 * later events must register again; sessions and one-time links, because an old backup must not revive those that have
 * ended or been used, and browser push subscriptions, which end with their sessions; and exports, which would be another
 * copy of everything.
 */
const LEFT_OUT = "left out";
/**
 * Not backed up, but right in a database that is restored as a whole: the search index, what was used or sent once, and the
 * last requests to webhooks.
 */
const NOT_WORTHWHILE = "not worthwhile";

const keys: { readonly [T in Table]: Key<T> | typeof LEFT_OUT | typeof NOT_WORTHWHILE } = {
  installation: ["id"],
  realm: ["id"],
  realm_position: ["realm_id"],
  user: ["id"],
  user_group: ["id"],
  user_group_member: ["group_id", "user_id"],
  user_group_subgroup: ["group_id", "subgroup_id"],
  event: LEFT_OUT,
  event_queue: LEFT_OUT,
  job: ["id"],
  audit_log: ["id"],
  recipient: ["id"],
  channel: ["id"],
  default_channel: ["realm_id", "channel_id"],
  subscription: ["user_id", "channel_id"],
  subscription_period: ["user_id", "channel_id", "from_message_id"],
  topic: ["id"],
  message: ["id"],
  message_edit: ["id"],
  direct_participant: ["recipient_id", "user_id"],
  user_message: ["user_id", "message_id"],
  reaction: ["id"],
  search_cursor: NOT_WORTHWHILE,
  search_dirty: NOT_WORTHWHILE,
  user_topic: ["user_id", "channel_id", "topic_key"],
  submessage: ["id"],
  user_activity: ["user_id"],
  unclaimed_account: ["user_id"],
  user_presence: ["user_id"],
  presence_counter: ["realm_id"],
  alert_word: ["id"],
  muted_user: ["user_id", "muted_user_id"],
  draft: ["id"],
  saved_snippet: ["id"],
  navigation_view: ["id"],
  onboarding_step_seen: ["user_id", "name"],
  custom_emoji: ["id"],
  linkifier: ["id"],
  playground: ["id"],
  channel_folder: ["id"],
  default_channel_group: ["id"],
  default_channel_group_member: ["group_id", "channel_id"],
  attachment: ["id"],
  attachment_message: ["attachment_id", "message_id"],
  upload_space: ["realm_id"],
  activity_day: ["realm_id", "day"],
  activity_cursor: ["realm_id"],
  delivery_result: ["realm_id", "way"],
  session: LEFT_OUT,
  one_time_link: LEFT_OUT,
  authenticator: ["user_id"],
  recovery_code: ["id"],
  passkey: ["id"],
  provider_identity: ["id"],
  spent_value: NOT_WORTHWHILE,
  realm_domain: ["id"],
  invitation: ["id"],
  invitation_count: ["realm_id", "day"],
  profile_field: ["id"],
  profile_value: ["field_id", "user_id"],
  user_status: ["user_id"],
  bot: ["user_id"],
  bot_service: ["user_id"],
  webhook_delivery: NOT_WORTHWHILE,
  feed: ["id"],
  bot_command: ["id"],
  bot_command_call: ["id"],
  bot_storage: ["user_id", "key"],
  realm_export: LEFT_OUT,
  personal_export: LEFT_OUT,
  legal_hold: ["id"],
  imported_archive: ["id"],
  realm_import: LEFT_OUT,
  imported_item: ["realm_id", "origin", "kind", "source_id"],
  scheduled_message: ["id"],
  attachment_scheduled_message: ["attachment_id", "scheduled_message_id"],
  reminder: ["id"],
  push_token: ["id"],
  push_device: ["id"],
  web_push_subscription: LEFT_OUT,
  sent_once: NOT_WORTHWHILE,
  push_notice: ["user_id", "message_id"],
  notification_progress: ["realm_id"],
  missed_message: ["user_id", "message_id"],
};

export interface KeptTable {
  readonly name: string;
  readonly key: readonly string[];
}

export const keptTables: readonly KeptTable[] = Object.entries(keys).flatMap(([name, key]) =>
  typeof key === "string" ? [] : [{ name, key: key as readonly string[] }],
);

export const clearedTables: readonly string[] = Object.entries(keys).flatMap(([name, key]) =>
  key === LEFT_OUT ? [name] : [],
);

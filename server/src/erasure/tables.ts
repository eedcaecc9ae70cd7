/**
 * What an erasure does with each table. Every table of the schema is listed: adding one without deciding what happens to a
 * person's rows in it is a compile error.
 */
import type { Schema } from "../kernel/db/schema.ts";

type Table = keyof Schema;
type ColumnOf<T extends Table> = keyof Schema[T] & string;

interface Deleted<T extends Table = Table> {
  /** The column with the person's id. */
  readonly of: ColumnOf<T>;
  /** Tells rows of one person apart. */
  readonly key: ColumnOf<T>;
}

type AnyTreatment = string | { readonly of: string; readonly key: string };

/** A reason why the table is left alone, or the place that takes care of it. */
type Treatment<T extends Table> = Deleted<T> | string;

const IDS = "ids of an account without a name";
const NOBODYS = "belongs to the organization";
const MESSAGES = "stages/messages.ts";
const MENTIONS = "stages/mentions.ts and stages/texts.ts rewrite the server's own words; those that others typed stay";
const ACCOUNT = "account.ts";

const treatments: { readonly [T in Table]: Treatment<T> } = {
  installation: NOBODYS,
  realm: NOBODYS,
  realm_domain: NOBODYS,
  custom_emoji: NOBODYS,
  linkifier: NOBODYS,
  playground: NOBODYS,
  realm_export: "stages/exports.ts deletes the files",
  personal_export: { of: "user_id", key: "id" },
  legal_hold: "an erasure is refused while there is one, and its reason is the owners'",
  imported_archive: NOBODYS,
  realm_import: NOBODYS,
  imported_item:
    "stages/imports.ts hashes the ids of the person and of their files; actions.ts leaves a hash of the address",
  upload_space: NOBODYS,
  activity_day: "numbers without names",
  activity_cursor: NOBODYS,
  delivery_result: NOBODYS,
  realm_position: NOBODYS,
  event: "stages/log.ts",
  event_queue: { of: "user_id", key: "id" },
  job: "mail.ts deletes what was to be sent to them; other jobs contain ids",
  audit_log: "ids only; stages/rows.ts empties where requests came from",

  user: ACCOUNT,
  user_group: NOBODYS,
  user_group_member: IDS,
  user_group_subgroup: NOBODYS,
  user_activity: { of: "user_id", key: "user_id" },
  unclaimed_account: { of: "user_id", key: "user_id" },
  session: { of: "user_id", key: "id" },
  one_time_link: { of: "user_id", key: "id" },
  authenticator: { of: "user_id", key: "user_id" },
  recovery_code: { of: "user_id", key: "id" },
  passkey: { of: "user_id", key: "id" },
  provider_identity: { of: "user_id", key: "id" },
  spent_value: { of: "user_id", key: "value_id" },
  invitation: { of: "inviter_id", key: "id" },
  invitation_count: NOBODYS,
  profile_field: NOBODYS,
  profile_value: ACCOUNT,
  user_status: ACCOUNT,
  user_presence: { of: "user_id", key: "user_id" },
  presence_counter: NOBODYS,
  alert_word: { of: "user_id", key: "id" },
  muted_user: { of: "user_id", key: "muted_user_id" },
  bot: ACCOUNT,
  bot_service: ACCOUNT,
  webhook_delivery: { of: "user_id", key: "id" },
  feed: { of: "user_id", key: "id" },
  bot_command: NOBODYS,
  // With the private answers, which would otherwise stay.
  bot_command_call: { of: "user_id", key: "id" },
  bot_storage: { of: "user_id", key: "key" },

  channel: MENTIONS,
  channel_folder: MENTIONS,
  default_channel: NOBODYS,
  default_channel_group: NOBODYS,
  default_channel_group_member: NOBODYS,
  subscription: IDS,
  subscription_period: IDS,
  topic: "goes with its last message",
  user_topic: { of: "user_id", key: "topic_key" },

  recipient: IDS,
  direct_participant: IDS,
  message: MESSAGES,
  message_edit: MENTIONS,
  user_message: { of: "user_id", key: "message_id" },
  sent_once: { of: "user_id", key: "request_key" },
  reaction: "stages/reactions.ts",
  submessage: "stages/messages.ts and stages/submessages.ts",
  attachment: "stages/files.ts",
  attachment_message: "goes with its message or file",
  search_cursor: NOBODYS,
  search_dirty: "stages/search.ts",

  draft: { of: "user_id", key: "id" },
  saved_snippet: { of: "user_id", key: "id" },
  navigation_view: { of: "user_id", key: "id" },
  onboarding_step_seen: { of: "user_id", key: "name" },
  scheduled_message: { of: "sender_id", key: "id" },
  attachment_scheduled_message: "goes with its scheduled message",
  reminder: { of: "user_id", key: "id" },

  notification_progress: NOBODYS,
  missed_message: { of: "user_id", key: "message_id" },
  push_token: { of: "user_id", key: "id" },
  push_device: { of: "user_id", key: "id" },
  web_push_subscription: { of: "user_id", key: "id" },
  push_notice: { of: "user_id", key: "message_id" },
};

export interface RowsToDelete {
  readonly table: Table;
  readonly column: string;
  readonly key: string;
}

/** In the order in which they are deleted. */
export function rowsToDelete(): RowsToDelete[] {
  return (Object.entries(treatments) as [Table, AnyTreatment][]).flatMap(([table, treatment]) => {
    if (typeof treatment === "string") return [];
    return [{ table, column: treatment.of, key: treatment.key }];
  });
}

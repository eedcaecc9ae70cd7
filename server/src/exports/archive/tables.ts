/**
 * Declares for each table what an archive contains, and how its rows are adapted to another installation. Adding a
 * table without an entry is a compile error. Most tables only need their key and their references.
 */
import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import type { Schema } from "../../kernel/db/schema.ts";
import { withAuthor } from "../../messages/submessages/authors.ts";
import { fileKey } from "../../messages/uploads/thumbnails.ts";
import { keysOf as keysOfEmoji } from "../../organization/custom-emoji/files.ts";
import { keysOf as keysOfPicture } from "../../organization/pictures/store.ts";
import type { MovedIds } from "./ids.ts";
import { movedEmoji, movedPath, movedPeople, movedText } from "./moved-rows.ts";
import { publicAccount, publicEdit, publicSubscription } from "./public-rows.ts";
import { movedSettings, picturesIn, withoutHiddenChannels } from "./realm-rows.ts";
import type { Scope } from "./scope.ts";
import { movedFragment, movedHtml, movedMarkdown } from "./text.ts";

export type Table = keyof Schema;
type Column<T extends Table> = keyof Schema[T] & string;
type TableRecord<T extends Table> = Selectable<Schema[T]>;

export interface Declaration<T extends Table = Table> {
  /** The columns that identify a row. */
  readonly key: readonly [Column<T>, ...Column<T>[]];
  /** Columns with ids, and their tables. The first one is the row's owner: the row is archived if its owner is. */
  readonly refs: { readonly [C in Column<T>]?: Table };
  /** Columns with the id of a message that may no longer exist; 0 stays 0. */
  readonly marks?: readonly Column<T>[];
  /** Rows that belong into no archive. */
  omitted?(alias: string): RawBuilder<SqlBool>;
  /** The user whose private data the row is: included only with their consent. */
  readonly personal?: Column<T>;
  /** The changes to a row in a partial archive. */
  partial?(row: TableRecord<T>, scope: Scope): Partial<TableRecord<T>>;
  /** Moves ids that `refs` cannot describe: in JSON, texts and paths. The columns above have already been moved. */
  moved?(row: TableRecord<T>, ids: MovedIds): Partial<TableRecord<T>>;
  /** The storage keys of the row's files. */
  files?(row: TableRecord<T>): readonly string[];
}

/** Rebuilt by the import, or of no use elsewhere. */
const LEFT_OUT = "left out";

const declarations: { readonly [T in Table]: Declaration<T> | typeof LEFT_OUT } = {
  installation: LEFT_OUT,
  realm: {
    key: ["id"],
    refs: { id: "realm" },
    partial: ({ settings }, scope) => ({ settings: withoutHiddenChannels(settings, scope) }),
    moved: ({ settings }, ids) => ({ settings: movedSettings(settings, ids) }),
    files: ({ settings }) => Object.values(picturesIn(settings)).flatMap(keysOfPicture),
  },
  realm_position: LEFT_OUT,
  user: {
    key: ["id"],
    refs: { realm_id: "realm", bot_owner_id: "user" },
    partial: publicAccount,
    moved: ({ avatar_path }, ids) => ({
      avatar_path: avatar_path === null ? null : movedPath(avatar_path, ids),
      preferences_version: 0,
    }),
    files: ({ avatar_path }) => (avatar_path === null ? [] : keysOfPicture(avatar_path)),
  },
  user_group: {
    key: ["id"],
    refs: {
      realm_id: "realm",
      creator_id: "user",
      can_add_members_group: "user_group",
      can_join_group: "user_group",
      can_leave_group: "user_group",
      can_manage_group: "user_group",
      can_mention_group: "user_group",
      can_remove_members_group: "user_group",
    },
  },
  user_group_member: { key: ["group_id", "user_id"], refs: { group_id: "user_group", user_id: "user" } },
  user_group_subgroup: {
    key: ["group_id", "subgroup_id"],
    refs: { group_id: "user_group", subgroup_id: "user_group" },
  },
  event: LEFT_OUT,
  event_queue: LEFT_OUT,
  job: LEFT_OUT,
  // Tells what happened on this installation, by whom and from which addresses.
  audit_log: LEFT_OUT,
  recipient: {
    key: ["id"],
    refs: { realm_id: "realm" },
    moved: ({ direct_key }, ids) => ({
      direct_key:
        direct_key
          ?.split(",")
          .map((id) => ids.of("user", Number(id)))
          .join(",") ?? null,
    }),
  },
  channel_folder: {
    key: ["id"],
    refs: { realm_id: "realm", creator_id: "user" },
    moved: ({ description, rendered_description }, ids) => ({
      description: movedMarkdown(description, ids),
      rendered_description: movedHtml(rendered_description, ids),
    }),
  },
  channel: {
    key: ["id"],
    refs: {
      realm_id: "realm",
      recipient_id: "recipient",
      creator_id: "user",
      folder_id: "channel_folder",
      can_add_subscribers_group: "user_group",
      can_administer_channel_group: "user_group",
      can_delete_any_message_group: "user_group",
      can_delete_own_message_group: "user_group",
      can_move_messages_out_of_channel_group: "user_group",
      can_move_messages_within_channel_group: "user_group",
      can_remove_subscribers_group: "user_group",
      can_resolve_topics_group: "user_group",
      can_send_message_group: "user_group",
      can_subscribe_group: "user_group",
    },
    marks: ["first_message_id"],
    moved: ({ description, rendered_description }, ids) => ({
      description: movedMarkdown(description, ids),
      rendered_description: movedHtml(rendered_description, ids),
    }),
  },
  default_channel: { key: ["realm_id", "channel_id"], refs: { channel_id: "channel", realm_id: "realm" } },
  default_channel_group: { key: ["id"], refs: { realm_id: "realm" } },
  default_channel_group_member: {
    key: ["group_id", "channel_id"],
    refs: { channel_id: "channel", group_id: "default_channel_group" },
  },
  subscription: {
    key: ["user_id", "channel_id"],
    refs: { channel_id: "channel", user_id: "user" },
    marks: ["read_upto", "given_upto"],
    partial: publicSubscription,
  },
  subscription_period: {
    key: ["user_id", "channel_id", "from_message_id"],
    refs: { channel_id: "channel", user_id: "user" },
    marks: ["from_message_id", "to_message_id"],
  },
  topic: { key: ["id"], refs: { channel_id: "channel" }, marks: ["max_message_id"] },
  message: {
    key: ["id"],
    refs: { realm_id: "realm", recipient_id: "recipient", sender_id: "user", topic_id: "topic" },
    // Private answers of bots are the caller's alone, and would be deleted nowhere else (decision 122).
    omitted: (alias) => sql<SqlBool>`exists (
      select 1 from bot_command_call as call where call.answer_message_id = ${sql.ref(`${alias}.id`)})`,
    moved: ({ content, rendered_content }, ids) => ({
      content: movedMarkdown(content, ids),
      rendered_content: movedHtml(rendered_content, ids),
    }),
  },
  message_edit: {
    key: ["id"],
    refs: { message_id: "message", user_id: "user", channel_id: "channel", prev_channel_id: "channel" },
    partial: publicEdit,
    moved: movedText,
  },
  direct_participant: {
    key: ["recipient_id", "user_id"],
    refs: { recipient_id: "recipient", user_id: "user" },
    marks: ["read_upto", "max_message_id"],
    partial: ({ user_id, read_upto, max_message_id }, scope) => ({
      read_upto: scope.hasConsented(user_id) ? read_upto : max_message_id,
    }),
  },
  user_message: {
    key: ["user_id", "message_id"],
    refs: { message_id: "message", user_id: "user" },
    personal: "user_id",
  },
  reaction: { key: ["id"], refs: { message_id: "message", user_id: "user" }, moved: movedEmoji },
  submessage: {
    key: ["id"],
    refs: { message_id: "message", sender_id: "user" },
    moved: ({ content }, ids) => ({ content: withAuthor(content, (id) => ids.inText("user", id)) }),
  },
  search_cursor: LEFT_OUT,
  search_dirty: LEFT_OUT,
  user_topic: {
    key: ["user_id", "channel_id", "topic_key"],
    refs: { channel_id: "channel", user_id: "user" },
    personal: "user_id",
  },
  attachment: {
    key: ["id"],
    refs: { realm_id: "realm", owner_id: "user" },
    moved: ({ path_id }, ids) => ({ path_id: movedPath(path_id, ids) }),
    files: ({ path_id }) => [fileKey(path_id)],
  },
  attachment_message: {
    key: ["attachment_id", "message_id"],
    refs: { message_id: "message", attachment_id: "attachment" },
  },
  upload_space: LEFT_OUT,
  // Tells what this installation did.
  webhook_delivery: LEFT_OUT,
  // What it holds is fetched again; `trust.ts` keeps what was posted already.
  feed: {
    key: ["id"],
    refs: { channel_id: "channel", user_id: "user", realm_id: "realm" },
    personal: "user_id",
  },
  bot_command: { key: ["id"], refs: { realm_id: "realm", bot_id: "user" } },
  // Deleted after a day.
  bot_command_call: LEFT_OUT,
  // Counted again from the messages.
  activity_day: LEFT_OUT,
  activity_cursor: LEFT_OUT,
  delivery_result: LEFT_OUT,
  user_activity: { key: ["user_id"], refs: { user_id: "user" }, personal: "user_id" },
  unclaimed_account: { key: ["user_id"], refs: { user_id: "user", realm_id: "realm" } },
  bot: {
    key: ["user_id"],
    refs: {
      user_id: "user",
      default_sending_channel_id: "channel",
      default_events_register_channel_id: "channel",
    },
    // Contains credentials for other services.
    partial: ({ user_id, config_data }, scope) => ({ config_data: scope.hasConsented(user_id) ? config_data : {} }),
  },
  bot_service: { key: ["user_id"], refs: { user_id: "user" } },
  bot_storage: { key: ["user_id", "key"], refs: { user_id: "user" }, personal: "user_id" },
  realm_export: LEFT_OUT,
  personal_export: LEFT_OUT,
  // They bind this installation, and their reasons are for its owners.
  legal_hold: LEFT_OUT,
  // An import continues where it began.
  imported_archive: LEFT_OUT,
  realm_import: LEFT_OUT,
  imported_item: LEFT_OUT,
  push_token: LEFT_OUT,
  push_device: LEFT_OUT,
  web_push_subscription: LEFT_OUT,
  sent_once: LEFT_OUT,
  push_notice: LEFT_OUT,
  session: LEFT_OUT,
  one_time_link: LEFT_OUT,
  // Second factors depend on this server's secret key and URL: people set them up again.
  authenticator: LEFT_OUT,
  recovery_code: LEFT_OUT,
  passkey: LEFT_OUT,
  // Another server has other providers: there the address decides again, at the first sign-in.
  provider_identity: LEFT_OUT,
  spent_value: LEFT_OUT,
  realm_domain: { key: ["id"], refs: { realm_id: "realm" } },
  // Invitation links depend on this server's secret key and URL.
  invitation: LEFT_OUT,
  invitation_count: LEFT_OUT,
  profile_field: { key: ["id"], refs: { realm_id: "realm" } },
  profile_value: {
    key: ["field_id", "user_id"],
    refs: { field_id: "profile_field", user_id: "user" },
    moved: ({ value, rendered_value }, ids) => ({
      value: movedPeople(value, ids),
      rendered_value: rendered_value === null ? null : movedHtml(rendered_value, ids),
    }),
  },
  user_status: { key: ["user_id"], refs: { user_id: "user" }, moved: movedEmoji },
  user_presence: { key: ["user_id"], refs: { user_id: "user", realm_id: "realm" }, personal: "user_id" },
  presence_counter: { key: ["realm_id"], refs: { realm_id: "realm" } },
  alert_word: { key: ["id"], refs: { user_id: "user" }, personal: "user_id" },
  muted_user: {
    key: ["user_id", "muted_user_id"],
    refs: { user_id: "user", muted_user_id: "user" },
    personal: "user_id",
  },
  draft: {
    key: ["id"],
    refs: { user_id: "user", channel_id: "channel" },
    personal: "user_id",
    moved: ({ to_user_ids, content }, ids) => ({
      to_user_ids: to_user_ids.map((id) => ids.of("user", id)),
      content: movedMarkdown(content, ids),
    }),
  },
  saved_snippet: {
    key: ["id"],
    refs: { user_id: "user" },
    personal: "user_id",
    moved: ({ content }, ids) => ({ content: movedMarkdown(content, ids) }),
  },
  navigation_view: {
    key: ["id"],
    refs: { user_id: "user" },
    personal: "user_id",
    moved: ({ fragment }, ids) => ({ fragment: movedFragment(fragment, ids) }),
  },
  onboarding_step_seen: { key: ["user_id", "name"], refs: { user_id: "user" }, personal: "user_id" },
  custom_emoji: { key: ["id"], refs: { realm_id: "realm", author_id: "user" }, files: keysOfEmoji },
  linkifier: { key: ["id"], refs: { realm_id: "realm" } },
  playground: { key: ["id"], refs: { realm_id: "realm" } },
  scheduled_message: {
    key: ["id"],
    refs: { sender_id: "user", realm_id: "realm", channel_id: "channel" },
    personal: "sender_id",
    moved: ({ user_ids, content, rendered_content }, ids) => ({
      user_ids: user_ids?.map((id) => ids.of("user", id)) ?? null,
      content: movedMarkdown(content, ids),
      rendered_content: movedHtml(rendered_content, ids),
    }),
  },
  attachment_scheduled_message: {
    key: ["attachment_id", "scheduled_message_id"],
    refs: { scheduled_message_id: "scheduled_message", attachment_id: "attachment" },
  },
  reminder: {
    key: ["id"],
    refs: { user_id: "user", realm_id: "realm" },
    marks: ["reminder_target_message_id"],
    personal: "user_id",
    moved: ({ note, content, rendered_content }, ids) => ({
      note: movedMarkdown(note, ids),
      content: movedMarkdown(content, ids),
      rendered_content: movedHtml(rendered_content, ids),
    }),
  },
  // No notifications elsewhere about messages missed here.
  notification_progress: LEFT_OUT,
  missed_message: LEFT_OUT,
};

export interface ArchivedTable extends Declaration {
  readonly name: Table;
}

export const archivedTables: readonly ArchivedTable[] = Object.entries(declarations).flatMap(([name, declaration]) =>
  declaration === LEFT_OUT ? [] : [{ ...(declaration as Declaration), name: name as Table }],
);

const byName = new Map<string, ArchivedTable>(archivedTables.map((table) => [table.name, table]));

export const archivedTable = (name: string): ArchivedTable | undefined => byName.get(name);

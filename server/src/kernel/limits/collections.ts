/**
 * Every collection that people can fill, and its maximum size. The limits are far above what a team needs: they keep
 * one account from filling the database, and registrations small. `tables.ts` says for each table which of these bound
 * it, or why none is needed.
 */
import { apiError, type ErrorDeclaration } from "../api/errors.ts";
import { counted, type Sentence, type SentenceValue, said } from "../api/sentences.ts";
import type { Schema } from "../db/schema.ts";

export interface Collection {
  readonly max: number;
  /** The rows of one collection: those of a table with equal values in these columns. */
  readonly rows?: Rows;
  /** The error gives the limit. If undefined, the oldest member makes room instead. */
  readonly Full?: ErrorDeclaration<{ limit: number }>;
}

export interface Rows {
  readonly table: keyof Schema;
  readonly of: readonly string[];
  /** SQL; it must be covered by an index. */
  readonly where?: string;
  /** The size is the number of characters in this column, not the number of rows. */
  readonly characters?: string;
}

type Column<T extends keyof Schema> = keyof Schema[T] & string;

function rows<T extends keyof Schema>(
  table: T,
  of: Column<T> | readonly Column<T>[],
  where?: string,
): Rows & { table: T } {
  return { table, of: [of].flat(), ...(where === undefined ? {} : { where }) };
}

function characters<T extends keyof Schema>(column: Column<T>, { table, of, where }: Rows & { table: T }): Rows {
  return { table, of, ...(where === undefined ? {} : { where }), characters: column };
}

/** The message says the maximum. Without rows the feature counts by itself. */
function refusing(max: number, sentence: (limit: SentenceValue) => Sentence, members?: Rows) {
  const Full = apiError<{ limit: number }>("BAD_REQUEST", ({ limit }) => sentence(counted(limit)));
  return members ? { max, Full, rows: members } : { max, Full };
}

const draftsOfUser = rows("draft", "user_id");
const snippetsOfUser = rows("saved_snippet", "user_id");
const scheduledByUser = rows("scheduled_message", "sender_id", "sent_at is null");

export const collections = {
  // Personal data. All of it is sent with every registration.
  drafts: refusing(1000, (limit) => said`You can have at most ${limit} drafts.`, draftsOfUser),
  draft_characters: refusing(
    1_000_000,
    (limit) => said`Your drafts can have at most ${limit} characters in total.`,
    characters("content", draftsOfUser),
  ),
  saved_snippets: refusing(1000, (limit) => said`You can have at most ${limit} saved snippets.`, snippetsOfUser),
  saved_snippet_characters: refusing(
    1_000_000,
    (limit) => said`Your saved snippets can have at most ${limit} characters in total.`,
    characters("content", snippetsOfUser),
  ),
  scheduled_messages: refusing(
    1000,
    (limit) => said`You can have at most ${limit} scheduled messages.`,
    scheduledByUser,
  ),
  scheduled_message_characters: refusing(
    1_000_000,
    (limit) => said`Your scheduled messages can have at most ${limit} characters in total.`,
    characters("content", scheduledByUser),
  ),
  reminders: refusing(1000, (limit) => said`You can have at most ${limit} reminders.`, rows("reminder", "user_id")),
  navigation_views: refusing(
    200,
    (limit) => said`You can have at most ${limit} views.`,
    rows("navigation_view", "user_id"),
  ),
  /** Every message is compared with all words of the organization. */
  alert_words: refusing(
    100,
    (limit) => said`You can have at most ${limit} alert words.`,
    rows("alert_word", "user_id"),
  ),
  muted_users: refusing(1000, (limit) => said`You can mute at most ${limit} users.`, rows("muted_user", "user_id")),
  topic_policies: refusing(
    10_000,
    (limit) => said`You can mute, unmute or follow at most ${limit} topics.`,
    rows("user_topic", "user_id"),
  ),

  // Per account.
  uploads: refusing(
    100_000,
    (limit) => said`You can have at most ${limit} uploaded files.`,
    rows("attachment", "owner_id"),
  ),
  bots: refusing(500, (limit) => said`You can own at most ${limit} bots.`, rows("user", "bot_owner_id")),
  bot_storage_keys: refusing(
    10_000,
    (limit) => said`A bot can store at most ${limit} keys.`,
    rows("bot_storage", "user_id"),
  ),
  feeds: refusing(25, (limit) => said`A bot can have at most ${limit} feeds.`, rows("feed", "user_id")),
  bot_commands: refusing(
    200,
    (limit) => said`An organization can have at most ${limit} commands.`,
    rows("bot_command", "realm_id"),
  ),
  commands_of_bot: refusing(
    25,
    (limit) => said`A bot can have at most ${limit} commands.`,
    rows("bot_command", "bot_id"),
  ),
  command_calls: refusing(
    1000,
    (limit) => said`You can call at most ${limit} commands a day.`,
    rows("bot_command_call", "user_id"),
  ),
  invitations: refusing(
    20_000,
    (limit) => said`You can have at most ${limit} open invitations.`,
    rows("invitation", "inviter_id", "kind = 'mail' and used_at is null and revoked_at is null"),
  ),
  invitation_links: refusing(
    200,
    (limit) => said`You can have at most ${limit} open invitation links.`,
    rows("invitation", "inviter_id", "kind = 'link' and revoked_at is null"),
  ),
  push_tokens: refusing(
    100,
    (limit) => said`You can register at most ${limit} devices.`,
    rows("push_token", "user_id"),
  ),
  push_devices: refusing(
    100,
    (limit) => said`You can register at most ${limit} devices.`,
    rows("push_device", "user_id"),
  ),
  web_push_subscriptions: { max: 20, rows: rows("web_push_subscription", "user_id") },
  passkeys: refusing(20, (limit) => said`You can have at most ${limit} passkeys.`, rows("passkey", "user_id")),
  sessions: { max: 200, rows: rows("session", "user_id") },
  event_queues: { max: 100, rows: rows("event_queue", "user_id") },

  // Per message.
  reactions_by_user: refusing(50, (limit) => said`You can add at most ${limit} reactions to a message.`),
  emoji_on_message: refusing(200, (limit) => said`A message can have reactions with at most ${limit} different emoji.`),
  submessages: refusing(
    10_000,
    (limit) => said`A message can have at most ${limit} submessages.`,
    rows("submessage", "message_id"),
  ),
  submessages_by_user: refusing(
    500,
    (limit) => said`You can add at most ${limit} submessages to a message.`,
    rows("submessage", ["message_id", "sender_id"]),
  ),

  // Per organization. Archived and deactivated members are kept, so they count.
  channels: refusing(
    20_000,
    (limit) => said`An organization can have at most ${limit} channels.`,
    rows("channel", "realm_id"),
  ),
  channel_folders: refusing(
    500,
    (limit) => said`An organization can have at most ${limit} channel folders.`,
    rows("channel_folder", "realm_id"),
  ),
  default_channels: refusing(
    500,
    (limit) => said`An organization can have at most ${limit} default channels.`,
    rows("default_channel", "realm_id"),
  ),
  default_channel_groups: refusing(
    100,
    (limit) => said`An organization can have at most ${limit} default channel groups.`,
    rows("default_channel_group", "realm_id"),
  ),
  channels_in_default_group: refusing(
    500,
    (limit) => said`A default channel group can have at most ${limit} channels.`,
    rows("default_channel_group_member", "group_id"),
  ),
  user_groups: refusing(
    5000,
    (limit) => said`An organization can have at most ${limit} user groups.`,
    rows("user_group", "realm_id", "kind <> 'anonymous'"),
  ),
  subgroups: refusing(
    200,
    (limit) => said`A user group can have at most ${limit} subgroups.`,
    rows("user_group_subgroup", "group_id"),
  ),
  custom_emoji: refusing(
    10_000,
    (limit) => said`An organization can have at most ${limit} custom emoji.`,
    rows("custom_emoji", "realm_id"),
  ),
  linkifiers: refusing(
    100,
    (limit) => said`An organization can have at most ${limit} linkifiers.`,
    rows("linkifier", "realm_id"),
  ),
  playgrounds: refusing(
    100,
    (limit) => said`An organization can have at most ${limit} code playgrounds.`,
    rows("playground", "realm_id"),
  ),
  domains: refusing(
    500,
    (limit) => said`An organization can have at most ${limit} domains.`,
    rows("realm_domain", "realm_id"),
  ),
  profile_fields: refusing(
    100,
    (limit) => said`An organization can have at most ${limit} custom profile fields.`,
    rows("profile_field", "realm_id"),
  ),
  legal_holds: refusing(
    1000,
    (limit) => said`An organization can have at most ${limit} legal holds.`,
    rows("legal_hold", "realm_id"),
  ),
  /** Each is fetched about a hundred times a day. */
  feeds_in_organization: refusing(
    200,
    (limit) => said`An organization can have at most ${limit} feeds.`,
    rows("feed", "realm_id"),
  ),
  profile_field_choices: refusing(500, (limit) => said`A custom profile field can have at most ${limit} choices.`),
} satisfies Readonly<Record<string, Collection>>;

export type CollectionName = keyof typeof collections;
export type CollectionLimits = Readonly<Record<CollectionName, number>>;

export const DEFAULT_COLLECTION_LIMITS = Object.fromEntries(
  Object.entries(collections).map(([name, { max }]) => [name, max]),
) as CollectionLimits;

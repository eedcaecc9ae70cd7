/** Stores prepared messages in batches: a few statements for hundreds of messages, and no events. */
import { sql } from "kysely";
import { newestMessageId } from "../channels/store.ts";
import type { ChannelId, MessageId, RecipientId, TopicId } from "../kernel/api/ids.ts";
import type { Writing } from "../kernel/context.ts";
import { isPostgres, numberRows, typedRows } from "../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../kernel/db/handles.ts";
import { lastIdOf, setLastId } from "../kernel/db/identity.ts";
import { insertTyped } from "../kernel/db/insert-typed.ts";
import { fold } from "../kernel/db/names.ts";
import { reserveIds } from "../messages/send/store-together.ts";
import { directRecipient, insertDirectRecipient, noteChannelMessage } from "../messages/store.ts";
import { Trait } from "../messages/traits.ts";
import type { ImportedChannels } from "./channels.ts";
import {
  insertClaims,
  insertEdits,
  insertEntries,
  insertFlags,
  insertMessageRows,
  insertReactions,
  messageRow,
  type PlacedMessage,
  sizeOf,
} from "./message-parts.ts";
import { noteKeys } from "./pins.ts";
import type { PreparedMessage, RenderedText } from "./prepare.ts";
import { skipped } from "./skipped.ts";
import type { Origin } from "./store.ts";
import type { Tally } from "./tally.ts";

const NO_ATTACHMENTS: readonly number[] = [];

/** As messages say where they were sent from. */
const CLIENT = "Import";

/** Places of earlier batches; ids only, so that a million messages fit. */
export class KnownPlaces {
  readonly conversations = new Map<string, RecipientId>();
  readonly topics = new Map<string, TopicId>();
  /** Channels whose first message is known. */
  readonly begun = new Set<ChannelId>();

  /** After the commit: a transaction that is undone has created nothing. */
  learn({ conversations, topics, begun }: KnownPlaces): void {
    for (const [key, id] of conversations) this.conversations.set(key, id);
    for (const [key, id] of topics) this.topics.set(key, id);
    for (const id of begun) this.begun.add(id);
  }
}

export interface StoredBatch {
  /** The ids of its messages. */
  readonly from: MessageId;
  readonly to: MessageId;
  readonly learned: KnownPlaces;
  /** Whether the messages have the ids that they had. */
  readonly keepsIds: boolean;
}

interface Options {
  readonly known: KnownPlaces;
  readonly channels: ImportedChannels;
  readonly keepsIds: boolean;
  readonly origin: Origin;
}

/** Undefined if there is nothing to store. */
export async function storeMessages(
  ctx: Writing,
  messages: readonly PreparedMessage[],
  tally: Tally,
  { known, channels, keepsIds, origin }: Options,
): Promise<StoredBatch | undefined> {
  const { db, realm } = ctx;
  const parts = messages.reduce((sum, message) => sum + message.parts.length, 0);
  if (parts === 0) return undefined;
  const kept = keepsIds ? await keptIds(db, messages) : undefined;
  const ids = kept ?? (await newIds(db, parts));
  if (!kept) countLostIds(messages, tally);
  const learned = new KnownPlaces();
  const recipients = new Map<PreparedMessage, RecipientId>();
  for (const message of messages)
    if ("people" in message.place) recipients.set(message, await recipientOf(ctx, message, known, learned));
  await createTopics(ctx, messages, ids.at(-1) as MessageId, known, learned);
  const topicOf = (key: string) => (known.topics.get(key) ?? learned.topics.get(key)) as TopicId;
  const placed: PlacedMessage[] = [];
  for (const message of messages) {
    const { place, parts } = message;
    const isInChannel = "channel" in place;
    const channelId = isInChannel ? place.channel.id : undefined;
    const recipientId = isInChannel ? place.channel.recipient_id : (recipients.get(message) as RecipientId);
    const topicId = isInChannel ? topicOf(place.key) : null;
    for (const text of parts) {
      const id = ids[placed.length] as MessageId;
      const attachments = attachmentsIn(text, message);
      placed.push({ id, message, text, recipientId, channelId, topicId, attachments, isFirst: text === parts[0] });
    }
  }
  await insertMessages(db, realm.id, placed);
  await noteKeys(db, origin, keysOf(placed));
  await renewTopics(db, placed);
  await renewConversations(db, placed);
  for (const [channelId, first] of firstInChannels(placed))
    if (!known.begun.has(channelId)) {
      await noteChannelMessage(db, channelId, first);
      learned.begun.add(channelId);
    }
  const received = placed.flatMap(({ id, channelId, recipientId, message: { receivedBy } }) =>
    channelId === undefined ? [] : [{ id, channelId, recipientId, receivedBy }],
  );
  await channels.protectedHistory.store(ctx, received);
  await insertEdits(db, placed);
  await insertReactions(db, placed);
  await insertEntries(db, placed);
  await insertClaims(db, placed);
  await insertFlags(db, placed);
  await passNotifications(db, realm.id, ids);
  count(placed, tally);
  for (const message of messages) for (const each of message.leftOut) tally.leaveOut(each);
  return { from: ids[0] as MessageId, to: ids.at(-1) as MessageId, learned, keepsIds: kept !== undefined };
}

/** Of most batches none has any. */
function keysOf(placed: readonly PlacedMessage[]): Map<string, MessageId> {
  const ids = new Map<string, MessageId>();
  for (const { id, message, isFirst } of placed) if (message.key !== undefined && isFirst) ids.set(message.key, id);
  return ids;
}

function attachmentsIn({ rendered: { uploads } }: RenderedText, { files }: PreparedMessage): readonly number[] {
  if (uploads.length === 0) return NO_ATTACHMENTS;
  return [...new Set(uploads.flatMap((path) => files.get(path) ?? []))];
}

/** Whether no message has ever been here: then messages can keep their ids. */
export const isWithoutMessages = async (db: Db): Promise<boolean> =>
  (await lastIdOf(db, "message")) === 0 && (await newestMessageId(db)) === 0;

/** New ids are behind everything that exists, in the order of the messages. */
async function newIds(db: TurnTx, count: number): Promise<MessageId[]> {
  if (isPostgres(db)) return reserveIds(db, count);
  const last = (await lastIdOf(db, "message")) ?? 0;
  return Array.from({ length: count }, (_, index) => last + 1 + index);
}

/**
 * The ids that the messages had, so that links to them still work; undefined if they are not ascending, or not behind everything
 * that exists, because a server has run between two runs of the import.
 */
async function keptIds(db: TurnTx, messages: readonly PreparedMessage[]): Promise<MessageId[] | undefined> {
  let last = Math.max((await lastIdOf(db, "message")) ?? 0, await newestMessageId(db));
  const ids: MessageId[] = [];
  for (const { wantedId, parts } of messages) {
    if (wantedId === undefined || !Number.isSafeInteger(wantedId) || wantedId <= last) return undefined;
    for (const index of parts.keys()) ids.push(wantedId + index);
    last = ids.at(-1) as MessageId;
  }
  if (last > LARGEST_ID) return undefined;
  // At once: a server may be started before the import has ended.
  await setLastId(db, "message", last);
  return ids;
}

/** Small enough not to exhaust a table's ids. */
const LARGEST_ID = 1e12;

/** Links to messages by the ids that they had lead nowhere, or to others. */
function countLostIds(messages: readonly PreparedMessage[], tally: Tally): void {
  for (const { wantedId } of messages)
    if (wantedId !== undefined) tally.leaveOut(skipped("ids of messages", LOST_ID, String(wantedId)));
}

export const LOST_ID = "there are other messages here, so links to these messages do not work";

export async function recipientOf(
  { db, realm }: Writing,
  { place }: PreparedMessage,
  known: KnownPlaces,
  learned: KnownPlaces,
): Promise<RecipientId> {
  if ("channel" in place) return place.channel.recipient_id;
  const key = place.people.join();
  const found = known.conversations.get(key) ?? learned.conversations.get(key);
  if (found !== undefined) return found;
  const id =
    (await directRecipient(db, realm.id, place.people)) ?? (await insertDirectRecipient(db, realm.id, place.people));
  learned.conversations.set(key, id);
  return id;
}

export const topicKey = (channelId: ChannelId, name: string) => `${channelId} ${name}`;

/** Creates topics that are new, and learns the ids of all that were not known. */
export async function createTopics(
  { db }: Writing,
  messages: readonly PreparedMessage[],
  newest: MessageId,
  known: KnownPlaces,
  learned: KnownPlaces,
): Promise<void> {
  const wanted = new Map<
    string,
    { channel_id: ChannelId; name: string; name_key: string; max_message_id: MessageId }
  >();
  for (const { place } of messages) {
    if (!("channel" in place)) continue;
    const { channel, topic: name, key } = place;
    if (!known.topics.has(key))
      wanted.set(key, { channel_id: channel.id, name, name_key: fold(name), max_message_id: newest });
  }
  const rows = [...wanted.values()];
  if (rows.length === 0) return;
  const columns = { channel_id: "bigint", name: "text", name_key: "text", max_message_id: "bigint" } as const;
  await insertTyped(db, "topic", columns, rows, ["channel_id", "name_key"]);
  const { rows: found } = await sql<{ id: TopicId; channel_id: ChannelId; name_key: string }>`
    select topic.id, topic.channel_id, topic.name_key from topic
      join ${typedRows(db, { channel_id: "bigint", name_key: "text" }, rows)} as given
      on topic.channel_id = given.channel_id and topic.name_key = given.name_key`.execute(db);
  for (const { id, channel_id, name_key } of found) learned.topics.set(topicKey(channel_id, name_key), id);
}

async function insertMessages(db: TurnTx, realm_id: number, placed: readonly PlacedMessage[]): Promise<void> {
  const rows = placed.map((each) => {
    const own = each.isFirst ? each.message.edits : [];
    return messageRow(realm_id, each, {
      client: CLIENT,
      last_edit_at: own.length === 0 ? null : Math.max(...own.map((edit) => edit.edited_at)),
      last_moved_at: null,
      history_count: own.length,
      history_bytes: own.reduce((sum, edit) => sum + sizeOf(edit.before), 0),
      traits: Trait.imported,
    });
  });
  await insertMessageRows(db, rows);
}

/** The newest message determines a topic's spelling. */
async function renewTopics(db: TurnTx, placed: readonly PlacedMessage[]): Promise<void> {
  const newest = new Map<TopicId, { id: TopicId; name: string; newest: MessageId }>();
  for (const { id, message, topicId } of placed)
    if (topicId !== null && "channel" in message.place)
      newest.set(topicId, { id: topicId, name: message.place.topic, newest: id });
  if (newest.size === 0) return;
  await sql`
    update topic set name = given.name, max_message_id = given.newest
    from ${typedRows(db, { id: "bigint", name: "text", newest: "bigint" }, [...newest.values()])} as given
    where topic.id = given.id`.execute(db);
}

async function renewConversations(db: TurnTx, placed: readonly PlacedMessage[]): Promise<void> {
  const newest = new Map<RecipientId, MessageId>();
  for (const { id, recipientId, channelId } of placed) if (channelId === undefined) newest.set(recipientId, id);
  if (newest.size === 0) return;
  await sql`
    update direct_participant set max_message_id = given.newest
    from ${numberRows(db, ["recipient_id", "newest"], [...newest])} as given
    where direct_participant.recipient_id = given.recipient_id`.execute(db);
}

function firstInChannels(placed: readonly PlacedMessage[]): Map<ChannelId, MessageId> {
  const first = new Map<ChannelId, MessageId>();
  for (const { id, channelId } of placed)
    if (channelId !== undefined && !first.has(channelId)) first.set(channelId, id);
  return first;
}

/** Nobody is notified of imported messages. What was sent before them and is still to be decided stays so. */
async function passNotifications(db: TurnTx, realmId: number, ids: readonly MessageId[]): Promise<void> {
  const [first, last] = [ids[0] as MessageId, ids.at(-1) as MessageId];
  await sql`
    update notification_progress set upto_message_id = ${last}
    where realm_id = ${realmId} and upto_message_id < ${last} and not exists (
      select 1 from message where message.realm_id = ${realmId}
        and message.id > notification_progress.upto_message_id and message.id < ${first})`.execute(db);
}

function count(placed: readonly PlacedMessage[], tally: Tally): void {
  for (const { message, channelId, attachments, isFirst } of placed) {
    tally.take("files", attachments.length);
    if (!isFirst) continue;
    tally.take(channelId === undefined ? "direct_messages" : "messages");
    tally.take("edits", message.edits.length);
    tally.take("reactions", message.reactions.length);
    tally.take("widget_entries", message.entries.length);
  }
}

/**
 * Stores several messages to channels in one round trip, on PostgreSQL: as many statements as for one message, each with a
 * row for every message. The result is the same as if they had been stored one after another.
 */
import { sql } from "kysely";
import type { ChannelId, MessageId, UserId } from "../../kernel/api/ids.ts";
import { json } from "../../kernel/db/dialect.ts";
import type { TurnTx } from "../../kernel/db/handles.ts";
import { fold } from "../../kernel/db/names.ts";
import { readEachOnArrival } from "../read-state/arrival.ts";
import type { Inserted, NewMessage } from "../store.ts";
import { noteEachSent } from "./once.ts";

/** A message with the id that was reserved for it. */
export interface MessageToStore {
  readonly id: MessageId;
  readonly row: NewMessage;
  readonly channelId: ChannelId;
  readonly readers: readonly UserId[];
  /** Identifies a repeated request. */
  readonly key?: string | undefined;
}

/** Ids for that many messages, ascending. The caller holds the lock, so that messages become visible in their order. */
export async function reserveIds(tx: TurnTx, count: number): Promise<MessageId[]> {
  const { rows } = await sql<{ id: MessageId }>`
    select nextval(pg_get_serial_sequence('message', 'id')) as id from generate_series(1, ${count}::int)`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function storeTogether(
  tx: TurnTx,
  messages: readonly MessageToStore[],
): Promise<(Inserted & { readonly arrivedRead: readonly UserId[] })[]> {
  const placed = messages.map((message) => ({ ...message, name_key: fold(message.row.subject) }));
  // Sent together, and run in this order.
  const [begun, , , read] = await Promise.all([
    renewTopics(tx, placed),
    insertMessages(tx, placed),
    noteEachSent(
      tx,
      messages.flatMap(({ id, row, key }) =>
        key === undefined ? [] : [{ user_id: row.sender_id, request_key: key, message_id: id, sent_at: row.sent_at }],
      ),
    ),
    readEachOnArrival(
      tx,
      messages.map(({ id, row, channelId, readers }) => ({
        ...{ messageId: id, recipientId: row.recipient_id, channelId, readers },
      })),
    ),
  ]);
  return placed.map((message) => ({
    id: message.id,
    // The first of those that began the topic.
    isTopicNew: begun.delete(topicKey(message)),
    arrivedRead: read.get(message.id) ?? [],
  }));
}

type InTopic = MessageToStore & { readonly name_key: string };

const topicKey = ({ channelId, name_key }: Pick<InTopic, "channelId" | "name_key">) => `${channelId} ${name_key}`;

/** Creates topics that are new, and returns their keys; the newest message determines a topic's spelling. */
async function renewTopics(tx: TurnTx, messages: readonly InTopic[]): Promise<Set<string>> {
  const newest = new Map(
    messages.map((message) => [
      topicKey(message),
      {
        channel_id: message.channelId,
        name: message.row.subject,
        name_key: message.name_key,
        max_message_id: message.id,
      },
    ]),
  );
  const { rows } = await sql<{ channel_id: ChannelId; name_key: string }>`
    with given as materialized (
      select * from json_to_recordset(${json([...newest.values()])}::json)
        as topics (channel_id bigint, name text, name_key text, max_message_id bigint)),
    renewed as (
      update topic set name = given.name, max_message_id = given.max_message_id from given
      where topic.channel_id = given.channel_id and topic.name_key = given.name_key
      returning topic.channel_id, topic.name_key)
    insert into topic (channel_id, name, name_key, max_message_id)
    select channel_id, name, name_key, max_message_id from given
    where not exists (
      select 1 from renewed where renewed.channel_id = given.channel_id and renewed.name_key = given.name_key)
    returning channel_id, name_key`.execute(tx);
  return new Set(rows.map(({ channel_id, name_key }) => topicKey({ channelId: channel_id, name_key })));
}

async function insertMessages(tx: TurnTx, messages: readonly InTopic[]): Promise<void> {
  const rows = messages.map(({ id, row, channelId, name_key }) => ({ ...row, id, channel_id: channelId, name_key }));
  await sql`
    insert into message (
      id, realm_id, recipient_id, sender_id, topic_id, subject, content, rendered_content, sent_at, client, traits)
    select given.id, realm_id, recipient_id, sender_id,
      (select topic.id from topic where topic.channel_id = given.channel_id and topic.name_key = given.name_key),
      subject, content, rendered_content, sent_at, client, traits
    from json_to_recordset(${json(rows)}::json) as given (
      id bigint, realm_id bigint, recipient_id bigint, sender_id bigint, channel_id bigint, name_key text, subject text,
      content text, rendered_content text, sent_at bigint, client text, traits bigint)`.execute(tx);
}

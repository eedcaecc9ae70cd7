import { type SqlBool, sql } from "kysely";
import { newestMessageId } from "../../channels/store.ts";
import type { MessageId, RealmId, RecipientId, TopicId, UserId } from "../../kernel/api/ids.ts";
import { compiled } from "../../kernel/db/compiled.ts";
import { isAnyOf, joinToEach, numbersIn, numbersOfRows } from "../../kernel/db/dialect.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { allOf } from "../../kernel/db/one-by-one.ts";
import { Steps } from "../../kernel/steps.ts";
import { Flag } from "../flags.ts";
import { Trait } from "../traits.ts";
import { marksOf } from "./marks.ts";

export interface UnreadTopicIds {
  readonly topic_id: TopicId;
  /** Oldest first. */
  readonly ids: MessageId[];
}

export interface UnreadDirectIds {
  readonly recipient_id: RecipientId;
  /** Oldest first. */
  readonly ids: MessageId[];
}

export interface NewestUnread {
  readonly topics: readonly UnreadTopicIds[];
  readonly direct: readonly UnreadDirectIds[];
  /** Whether there are more, which are older. */
  readonly isCut: boolean;
}

/** Others wait while so many messages are read: mostly 10 to 15 ms. */
const MESSAGES_AT_ONCE = 16_384;
const GROWTH = 4;

/**
 * The newest unread messages. Searches from the newest id in growing windows until enough are found: a user who was away
 * for years costs no more than others, and in each window each conversation is entered at its mark.
 */
export async function newestUnread(
  db: Db,
  userId: UserId,
  limit: number,
  messagesAtOnce = MESSAGES_AT_ONCE,
): Promise<NewestUnread> {
  const found = new FoundUnread();
  const steps = new Steps();
  let upto = await newestMessageId(db);
  // Most people have read nearly everything.
  let size = messagesAtOnce * GROWTH ** 2;
  while (upto > 0 && found.count <= limit) {
    const from = Math.max(upto - size, 0);
    const count = await found.addBetween(db, { userId, from, upto, limit: messagesAtOnce + 1 });
    if (count === "too many") size = messagesAtOnce;
    else {
      upto = from;
      if (count * GROWTH <= messagesAtOnce) size *= GROWTH;
    }
    if (steps.isOver) await steps.pause();
  }
  return found.newest(limit);
}

class FoundUnread {
  count = 0;
  readonly #idsByKey = new Map<ConversationKey, MessageId[]>();

  /** Returns how many messages were read, or adds nothing if there are more than may be read at once. */
  async addBetween(db: Db, window: Window): Promise<number | "too many"> {
    const [[above], below] = await allOf([aboveMarks(db, window), belowMarks(db, window)]);
    const pairs = numbersIn(above?.found ?? "");
    const count = pairs.length / 2 + below.length;
    if (count >= window.limit) return "too many";
    const read = await readOneByOne(db, window, pairs);
    if (read.size >= window.limit) return "too many";
    for (const { key, id } of below) this.#add(key, id);
    for (let n = 0; n < pairs.length; n += 2) {
      const [key, id] = [pairs[n] as ConversationKey, pairs[n + 1] as MessageId];
      if (!read.has(id)) this.#add(key, id);
    }
    return count;
  }

  #add(key: ConversationKey, id: MessageId): void {
    const ids = this.#idsByKey.get(key);
    if (ids) ids.push(id);
    else this.#idsByKey.set(key, [id]);
    this.count++;
  }

  newest(limit: number): NewestUnread {
    const isCut = this.count > limit;
    const oldest = isCut
      ? (Float64Array.from([...this.#idsByKey.values()].flat())
          .sort()
          .at(-limit) as MessageId)
      : 0;
    const [topics, direct]: [UnreadTopicIds[], UnreadDirectIds[]] = [[], []];
    for (const [key, all] of this.#idsByKey) {
      const ids = (isCut ? all.filter((id) => id >= oldest) : all).sort((a, b) => a - b);
      if (ids.length === 0) continue;
      if (key > 0) topics.push({ topic_id: key, ids });
      else direct.push({ recipient_id: -key, ids });
    }
    return { topics, direct, isCut };
  }
}

/** The id of a topic; that of a direct conversation, negative. */
type ConversationKey = number;

const KEY = sql`coalesce(message.topic_id, -message.recipient_id)`;

/** After one id, up to another one; at most so many messages. */
interface Window {
  readonly userId: UserId;
  readonly from: MessageId;
  readonly upto: MessageId;
  readonly limit: number;
}

/** As numbers: rows of tens of thousands would take four times as long. */
const aboveMarks = compiled((db, { userId, from, upto, limit }: Window) => {
  const isAbove = sql<SqlBool>`message.recipient_id = mark.recipient_id and message.id <= ${upto}
    and message.id > case when mark.read_upto > ${from} then mark.read_upto else ${from} end`;
  const statement = sql<{ readonly found: string | null }>`
    select ${numbersOfRows(db, sql`above.key`, sql`above.id`)} as found from (
      select ${KEY} as key, message.id from ${marksOf(userId)} as mark ${joinToEach(db, "message", { condition: isAbove, limit })}
      limit ${limit}) as above`;
  return { compile: () => statement.compile(db) };
});

const belowMarks = compiled((db, { userId, from, upto, limit }: Window) => {
  const statement = sql<{ readonly key: ConversationKey; readonly id: MessageId }>`
    select ${KEY} as key, message.id
    from user_message as own
      join message on message.id = own.message_id
      join ${marksOf(userId)} as mark on mark.recipient_id = message.recipient_id and message.id <= mark.read_upto
    where own.user_id = ${userId} and (own.flags & ${sql.lit(Flag.unread)}) <> 0
      and own.message_id > ${from} and own.message_id <= ${upto}
    limit ${limit}`;
  return { compile: () => statement.compile(db) };
});

/** What the user has read above the marks, since the oldest of these messages. */
async function readOneByOne(db: Db, window: Window, pairs: readonly number[]): Promise<ReadonlySet<MessageId>> {
  if (pairs.length === 0) return new Set();
  let oldest = window.upto;
  for (let n = 1; n < pairs.length; n += 2) oldest = Math.min(oldest, pairs[n] as MessageId);
  const [exceptions] = await readBetween(db, { ...window, from: oldest - 1 });
  return new Set(numbersIn(exceptions?.found ?? ""));
}

const readBetween = compiled((db, { userId, from, upto, limit }: Window) => {
  const statement = sql<{ readonly found: string | null }>`
    select ${numbersOfRows(db, sql`own.message_id`)} as found from (
      select message_id from user_message
      where user_id = ${userId} and message_id > ${from} and message_id <= ${upto}
        and (flags & ${sql.lit(Flag.read)}) <> 0
      limit ${limit}) as own`;
  return { compile: () => statement.compile(db) };
});

export interface Since {
  readonly realmId: RealmId;
  readonly userId: UserId;
  readonly oldest: MessageId;
}

/** How a message may address a reader. */
export interface Address {
  readonly flags: number;
  readonly traits: number;
}

/** Of the messages since one that mention the reader or everyone in their channel, whether they are unread or not. */
export async function addressingSince(db: Db, since: Since): Promise<ReadonlyMap<MessageId, Address>> {
  const [mentions, wildcards] = await allOf([mentionsSince(db, since), wildcardsSince(db, since)]);
  const addressing = new Map<MessageId, Address>();
  for (const { message_id, flags } of mentions) addressing.set(message_id, { flags, traits: 0 });
  for (const { id } of wildcards)
    addressing.set(id, { flags: addressing.get(id)?.flags ?? 0, traits: Trait.channelWildcard });
  return addressing;
}

const mentionsSince = compiled((db, { userId, oldest }: Since) => {
  const mentioned = sql.lit(Flag.mentioned | Flag.topic_wildcard_mentioned);
  const statement = sql<{ readonly message_id: MessageId; readonly flags: number }>`
    select message_id, flags from user_message
    where user_id = ${userId} and message_id >= ${oldest} and (flags & ${mentioned}) <> 0`;
  return { compile: () => statement.compile(db) };
});

const wildcardsSince = compiled((db, { realmId, oldest }: Since) => {
  const statement = sql<{ readonly id: MessageId }>`
    select id from message
    where realm_id = ${realmId} and id >= ${oldest} and (traits & ${sql.lit(Trait.channelWildcard)}) <> 0`;
  return { compile: () => statement.compile(db) };
});

/** The channels and topics of messages, as their senders wrote them. */
export const placesOf = compiled((db, { ids }: { readonly ids: readonly MessageId[] }) =>
  db
    .selectFrom("message")
    .innerJoin("topic", "topic.id", "message.topic_id")
    .select(["message.id", "message.subject", "topic.channel_id"])
    .where(isAnyOf(db, "message.id", ids)),
);

import { sql } from "kysely";
import { newestMessageId } from "../../channels/store.ts";
import type { ChannelId, MessageId, RealmId, RecipientId, TopicId, UserId } from "../../kernel/api/ids.ts";
import { compiled } from "../../kernel/db/compiled.ts";
import { isAnyOf, numbersIn, numbersOfRows } from "../../kernel/db/dialect.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { allOf } from "../../kernel/db/one-by-one.ts";
import { Steps } from "../../kernel/steps.ts";
import { Flag } from "../flags.ts";
import { NEWEST } from "../store.ts";
import { Trait } from "../traits.ts";
import { marksOf } from "./marks.ts";

interface Recipient {
  readonly recipient_id: RecipientId;
  readonly channel_id: ChannelId | null;
}

/** The unread messages of a topic, or between people. */
export interface UnreadConversation extends Recipient {
  readonly topic_id: TopicId | null;
  /** Oldest first. */
  readonly ids: MessageId[];
}

export interface NewestUnread {
  readonly conversations: readonly UnreadConversation[];
  /** Whether there are more, which are older. */
  readonly isCut: boolean;
}

/** The first window has room for what the reader does not get. */
const ROOM = 1.2;
const GROWTH = 4;

/**
 * The newest unread messages. Searches from the newest id in growing windows until enough are found: a user who was away
 * for years costs no more than others, and in each window each conversation is entered at its mark.
 */
export async function newestUnread(db: Db, userId: UserId, limit: number): Promise<NewestUnread> {
  const found = new FoundUnread();
  const steps = new Steps();
  let upto: MessageId = NEWEST;
  let size = Math.ceil(limit * ROOM);
  let from = Math.max((await newestMessageId(db)) - size, 0);
  for (;;) {
    const searchedFrom = await found.addBetween(db, { userId, from, upto, most: limit + 1 });
    if (found.count > limit || searchedFrom === 0) break;
    if (searchedFrom === from) size *= GROWTH;
    [from, upto] = [Math.max(searchedFrom - size, 0), searchedFrom];
    if (steps.isOver) await steps.pause();
  }
  return found.newest(limit);
}

class FoundUnread {
  count = 0;
  readonly #conversations = new Map<number, UnreadConversation>();

  /** Returns where the window really begins: where it has room for no more messages of some conversation. */
  async addBetween(db: Db, window: Window): Promise<MessageId> {
    const [above, below] = await allOf([aboveMarks(db, window), belowMarks(db, window)]);
    const lists = above.map(({ found, ...place }) => ({ place, pairs: numbersIn(found) }));
    const full = lists.filter(({ pairs }) => pairs.length === 2 * window.most);
    const from = Math.max(window.from, ...full.map(({ pairs }) => oldestIn(pairs) - 1));
    for (const { id, topic_id, ...place } of below) if (id > from) this.#add(id, topic_id, place);
    if (lists.length > 0) await this.#addUnread(db, { ...window, from }, lists);
    return from;
  }

  /** Those after the start of the window that the user has not read one by one. */
  async #addUnread(db: Db, window: Window, lists: readonly MessagesAbove[]): Promise<void> {
    const oldest = lists.reduce((least, { pairs }) => Math.min(least, oldestIn(pairs)), window.upto);
    const from = Math.max(window.from, oldest - 1);
    const [exceptions] = await readBetween(db, { ...window, from });
    const read = new Set(numbersIn(exceptions?.found ?? ""));
    for (const { place, pairs } of lists)
      for (let n = 0; n < pairs.length; n += 2) {
        const [id, topic] = [pairs[n] as MessageId, pairs[n + 1] as TopicId];
        if (id > from && !read.has(id)) this.#add(id, topic === NO_TOPIC ? null : topic, place);
      }
  }

  #add(id: MessageId, topic_id: TopicId | null, place: Recipient): void {
    const key = topic_id ?? -place.recipient_id;
    const known = this.#conversations.get(key);
    if (known) known.ids.push(id);
    else this.#conversations.set(key, { ...place, topic_id, ids: [id] });
    this.count++;
  }

  newest(limit: number): NewestUnread {
    const conversations = [...this.#conversations.values()];
    for (const { ids } of conversations) ids.sort((a, b) => a - b);
    if (this.count <= limit) return { conversations, isCut: false };
    const all = Float64Array.from(conversations.flatMap(({ ids }) => ids)).sort();
    const oldest = all.at(-limit) as MessageId;
    const left = conversations.map((each) => ({ ...each, ids: each.ids.filter((id) => id >= oldest) }));
    return { conversations: left.filter(({ ids }) => ids.length > 0), isCut: true };
  }
}

/** Stands for the topic of a message between people. */
const NO_TOPIC = 0;

function oldestIn(pairs: readonly number[]): MessageId {
  let oldest = pairs[0] as MessageId;
  for (let n = 2; n < pairs.length; n += 2) oldest = Math.min(oldest, pairs[n] as MessageId);
  return oldest;
}

/** Messages of a conversation above its mark: their ids, each with its topic. */
interface MessagesAbove {
  readonly place: Recipient;
  readonly pairs: readonly number[];
}

/**
 * After one id, up to another one; of each conversation at most this many, the newest: others wait while the text of
 * a statement is read.
 */
interface Window {
  readonly userId: UserId;
  readonly from: MessageId;
  readonly upto: MessageId;
  readonly most: number;
}

/** Ids with their topics: a row for each of tens of thousands would take four times as long. */
const aboveMarks = compiled((db, { userId, from, upto, most }: Window) => {
  const found = numbersOfRows(db, sql`newest.id`, sql`coalesce(newest.topic_id, ${sql.lit(NO_TOPIC)})`);
  const statement = sql<Recipient & { readonly found: string }>`
    with marked as materialized (
      select mark.recipient_id, mark.channel_id, (
        select ${found} from (
          select message.id, message.topic_id from message
          where message.recipient_id = mark.recipient_id and message.id <= ${upto}
            and message.id > case when mark.read_upto > ${from} then mark.read_upto else ${from} end
          order by message.id desc limit ${most}) as newest) as found
      from ${marksOf(userId)} as mark)
    select recipient_id, channel_id, found from marked where found is not null`;
  return { compile: () => statement.compile(db) };
});

const belowMarks = compiled((db, { userId, from, upto }: Window) => {
  const statement = sql<Recipient & { readonly id: MessageId; readonly topic_id: TopicId | null }>`
    select message.id, message.recipient_id, mark.channel_id, message.topic_id
    from user_message as own
      join message on message.id = own.message_id
      join ${marksOf(userId)} as mark on mark.recipient_id = message.recipient_id and message.id <= mark.read_upto
    where own.user_id = ${userId} and (own.flags & ${sql.lit(Flag.unread)}) <> 0
      and own.message_id > ${from} and own.message_id <= ${upto}`;
  return { compile: () => statement.compile(db) };
});

/** The ids of messages that the user has read above their marks. */
const readBetween = compiled((db, { userId, from, upto }: Window) => {
  const statement = sql<{ readonly found: string | null }>`
    select ${numbersOfRows(db, sql`message_id`)} as found from user_message
    where user_id = ${userId} and message_id > ${from} and message_id <= ${upto}
      and (flags & ${sql.lit(Flag.read)}) <> 0`;
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

/** What messages are about, as their senders wrote it. */
export const subjectsOf = compiled((db, { ids }: { readonly ids: readonly MessageId[] }) =>
  db
    .selectFrom("message")
    .select(["id", "subject"])
    .where(isAnyOf(db, "id", ids)),
);

import { sql } from "kysely";
import { newestMessageId } from "../../channels/store.ts";
import type { ChannelId, MessageId, RealmId, RecipientId, TopicId, UserId } from "../../kernel/api/ids.ts";
import { compiled } from "../../kernel/db/compiled.ts";
import { isAnyOf, numbersIn, numbersOfRows } from "../../kernel/db/dialect.ts";
import type { Db } from "../../kernel/db/handles.ts";
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

/** How a message may address the reader. */
export interface Address {
  readonly flags: number;
  readonly traits: number;
}

export interface Unread {
  readonly conversations: readonly UnreadConversation[];
  /** Whether there are more, which are older. */
  readonly isCut: boolean;
  /** Of the messages that mention the reader or everyone, whether they are unread or not. */
  readonly addressing: ReadonlyMap<MessageId, Address>;
}

export interface Reader {
  readonly realmId: RealmId;
  readonly userId: UserId;
}

/** The first window has room for what the reader does not get. */
const ROOM = 1.2;
const GROWTH = 4;
const MENTIONED = Flag.mentioned | Flag.topic_wildcard_mentioned;

/**
 * The newest unread messages. Searches from the newest id in growing windows until enough are found: a user who was away
 * for years costs no more than others, and in each window each conversation is entered at its mark.
 */
export async function newestUnread(db: Db, reader: Reader, limit: number): Promise<Unread> {
  const found = new FoundUnread();
  let upto: MessageId = NEWEST;
  let size = Math.ceil(limit * ROOM);
  let from = Math.max((await newestMessageId(db)) - size, 0);
  for (;;) {
    await found.addBetween(db, { ...reader, from, upto });
    if (found.count > limit || from === 0) break;
    size *= GROWTH;
    [from, upto] = [Math.max(from - size, 0), from];
  }
  return { ...found.newest(limit), addressing: found.addressing };
}

class FoundUnread {
  readonly addressing = new Map<MessageId, Address>();
  count = 0;
  readonly #conversations = new Map<number, UnreadConversation>();

  async addBetween(db: Db, window: Window): Promise<void> {
    const [above, below, [exceptions], wildcards] = await Promise.all([
      aboveMarks(db, window),
      belowMarks(db, window),
      flagsBetween(db, window),
      wildcardsBetween(db, window),
    ]);
    for (const { id, traits } of wildcards) this.addressing.set(id, { flags: 0, traits });
    const read = new Set<MessageId>();
    forEachPair(exceptions?.found, (id, flags) => {
      if (flags & Flag.read) read.add(id);
      if (flags & MENTIONED) this.addressing.set(id, { flags, traits: this.addressing.get(id)?.traits ?? 0 });
    });
    for (const { found, ...place } of above)
      forEachPair(found, (id, topic) => {
        if (!read.has(id)) this.#add(id, topic === NO_TOPIC ? null : topic, place);
      });
    for (const { id, topic_id, ...place } of below) this.#add(id, topic_id, place);
  }

  #add(id: MessageId, topic_id: TopicId | null, place: Recipient): void {
    const key = topic_id ?? -place.recipient_id;
    const known = this.#conversations.get(key);
    if (known) known.ids.push(id);
    else this.#conversations.set(key, { ...place, topic_id, ids: [id] });
    this.count++;
  }

  newest(limit: number): Pick<Unread, "conversations" | "isCut"> {
    const conversations = [...this.#conversations.values()];
    for (const { ids } of conversations) ids.sort((a, b) => a - b);
    if (this.count <= limit) return { conversations, isCut: false };
    const oldest = Float64Array.from(conversations.flatMap(({ ids }) => ids))
      .sort()
      .at(-limit) as MessageId;
    const left = conversations.map((each) => ({ ...each, ids: each.ids.filter((id) => id >= oldest) }));
    return { conversations: left.filter(({ ids }) => ids.length > 0), isCut: true };
  }
}

/** Stands for the topic of a message between people. */
const NO_TOPIC = 0;

function forEachPair(text: string | null | undefined, take: (first: number, second: number) => void): void {
  if (text === null || text === undefined) return;
  const numbers = numbersIn(text);
  for (let n = 0; n < numbers.length; n += 2) take(numbers[n] as number, numbers[n + 1] as number);
}

/** After one id, up to another one. */
interface Window extends Reader {
  readonly from: MessageId;
  readonly upto: MessageId;
}

interface UnreadAbove extends Recipient {
  /** Ids with their topics: a row for each of tens of thousands would take four times as long. */
  readonly found: string | null;
}

const aboveMarks = compiled((db, { userId, from, upto }: Window) => {
  const found = numbersOfRows(db, sql`message.id`, sql`coalesce(message.topic_id, ${sql.lit(NO_TOPIC)})`);
  const statement = sql<UnreadAbove>`
    select mark.recipient_id, mark.channel_id, (
      select ${found} from message where message.recipient_id = mark.recipient_id and message.id <= ${upto}
        and message.id > case when mark.read_upto > ${from} then mark.read_upto else ${from} end) as found
    from ${marksOf(userId)} as mark`;
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

/** Ids with the reader's flags: of messages read above a mark, and of those that mention the reader. */
const flagsBetween = compiled((db, { userId, from, upto }: Window) => {
  const statement = sql<{ readonly found: string | null }>`
    select ${numbersOfRows(db, sql`message_id`, sql`flags`)} as found from user_message
    where user_id = ${userId} and message_id > ${from} and message_id <= ${upto}
      and (flags & ${sql.lit(Flag.read | MENTIONED)}) <> 0`;
  return { compile: () => statement.compile(db) };
});

const wildcardsBetween = compiled((db, { realmId, from, upto }: Window) => {
  const statement = sql<{ readonly id: MessageId; readonly traits: number }>`
    select id, traits from message
    where realm_id = ${realmId} and id > ${from} and id <= ${upto}
      and (traits & ${sql.lit(Trait.channelWildcard)}) <> 0`;
  return { compile: () => statement.compile(db) };
});

/** What a message is about, as its sender wrote it. */
export const subjectsOf = compiled((db, { ids }: { readonly ids: readonly MessageId[] }) =>
  db
    .selectFrom("message")
    .select(["id", "subject"])
    .where(isAnyOf(db, "id", ids)),
);

/**
 * Groups missed messages by conversation and adds earlier messages for context, as far as the reader can see them now.
 */
import { type SqlBool, sql } from "kysely";
import { type Channel, channelById } from "../../../channels/store.ts";
import type { MessageId, RecipientId, TopicId, UserId } from "../../../kernel/api/ids.ts";
import { isParticipant, visibleInChannel } from "../../../messages/visibility.ts";
import { UNKNOWN_NAME } from "../../../people/users/access/unknown.ts";
import { accessOf } from "../../../people/users/access/viewer.ts";
import type { CandidateFacts } from "../facts.ts";
import type { Trigger } from "../triggers.ts";
import type { ReadingContext } from "./reader.ts";

/** The context: messages up to this long before the first missed one, and at most this many. */
const CONTEXT_SECONDS = 15 * 60;
const CONTEXT_MESSAGES = 10;
/** Nobody reads longer emails. */
const MOST_MESSAGES = 60;
/** The limit on their HTML. Email clients cut off emails of about twice this size. */
const MOST_CHARACTERS = 50_000;

export interface MissedBy extends CandidateFacts {
  readonly trigger: Trigger;
}

export interface MailedMessage {
  readonly id: MessageId;
  readonly sender_id: UserId;
  /** As the reader knows the sender. */
  readonly sender: string;
  readonly rendered_content: string;
  readonly sent_at: number;
}

interface Talk {
  readonly key: string;
  /** The messages, oldest first, including those for context. */
  readonly said: readonly MailedMessage[];
  readonly missed: ReadonlySet<MessageId>;
  readonly triggers: ReadonlySet<Trigger>;
  /** The number of earlier missed messages that are left out. */
  readonly omitted: number;
}

export type MissedConversation = Talk &
  (
    | { readonly channel: Channel; readonly topic: string }
    | { readonly channel: null; readonly participants: readonly { id: UserId; full_name: string }[] }
  );

export const conversationKeyOf = (message: Pick<CandidateFacts["message"], "recipient_id" | "topic_id">): string =>
  message.topic_id === null ? `direct.${message.recipient_id}` : `topic.${message.topic_id}`;

/** One per direct conversation and topic, in the order of their first messages. */
export async function conversationsOf(
  reading: ReadingContext,
  missed: readonly MissedBy[],
): Promise<MissedConversation[]> {
  const groups = Map.groupBy(
    missed.toSorted((a, b) => a.message.id - b.message.id),
    ({ message }) => conversationKeyOf(message),
  );
  const found: MissedConversation[] = [];
  for (const [key, group] of groups) {
    const conversation = await conversationOf(reading, key, group);
    if (conversation) found.push(conversation);
  }
  return found;
}

async function conversationOf(
  reading: ReadingContext,
  key: string,
  group: readonly MissedBy[],
): Promise<MissedConversation | undefined> {
  const { db, realm, user } = reading;
  const { channel_id, recipient_id, topic_id, subject } = (group[0] as MissedBy).message;
  if (channel_id === null) {
    const talk = await talkIn(
      reading,
      key,
      group,
      sql<SqlBool>`message.recipient_id = ${recipient_id}
      and ${isParticipant(user.id)}`,
    );
    return talk && { ...talk, channel: null, participants: await othersIn(reading, recipient_id) };
  }
  const channel = await channelById(db, realm.id, user.id, channel_id);
  if (!channel) return undefined;
  const place = sql<SqlBool>`message.topic_id = ${topic_id as TopicId} and ${visibleInChannel(user, channel)}`;
  const talk = await talkIn(reading, key, group, place);
  return talk && { ...talk, channel, topic: subject };
}

async function talkIn(
  reading: ReadingContext,
  key: string,
  group: readonly MissedBy[],
  place: ReturnType<typeof sql<SqlBool>>,
): Promise<Talk | undefined> {
  const [first, last] = [group[0] as MissedBy, group.at(-1) as MissedBy];
  const inPlace = messagesIn(reading, place).orderBy("message.id", "desc");
  const newest = await inPlace
    .where("message.id", ">=", first.message.id)
    .where("message.id", "<=", last.message.id)
    .limit(MOST_MESSAGES)
    .execute();
  const since = upToSize(newest);
  const seen = new Set(since.map((row) => row.id));
  const visible = group.filter(({ message }) => seen.has(message.id));
  if (visible.length === 0) return undefined;
  const isCut = newest.length === MOST_MESSAGES || since.length < newest.length;
  const before = isCut
    ? []
    : await inPlace.where("message.id", "<", first.message.id).limit(CONTEXT_MESSAGES).execute();
  const missed = new Set(visible.map(({ message }) => message.id));
  const rows = [...since, ...before.filter((row) => row.sent_at >= first.message.sent_at - CONTEXT_SECONDS)]
    .filter((row) => row.muted_user_id === null || missed.has(row.id))
    .reverse();
  const isAccessible = await accessOf(reading, [...new Set(rows.map((row) => row.sender_id))]);
  const said = rows.map(({ full_name, bot_type, muted_user_id: _, ...row }) => ({
    ...row,
    sender: isAccessible({ id: row.sender_id, bot_type }) ? full_name : UNKNOWN_NAME,
  }));
  const triggers = new Set(visible.map(({ trigger }) => trigger));
  const omitted = isCut ? group.filter(({ message }) => message.id < (said[0] as MailedMessage).id).length : 0;
  return { key, said, missed, triggers, omitted };
}

/** The first messages, up to the limit on characters; at least one. */
function upToSize<M extends { readonly rendered_content: string }>(messages: readonly M[]): readonly M[] {
  let characters = 0;
  const end = messages.findIndex(({ rendered_content: { length } }, index) => {
    characters += length;
    return index > 0 && characters > MOST_CHARACTERS;
  });
  return end === -1 ? messages : messages.slice(0, end);
}

const messagesIn = ({ db, user }: ReadingContext, place: ReturnType<typeof sql<SqlBool>>) =>
  db
    .selectFrom("message")
    .innerJoin("user as sender", "sender.id", "message.sender_id")
    .leftJoin("muted_user", (join) =>
      join.onRef("muted_user.muted_user_id", "=", "message.sender_id").on("muted_user.user_id", "=", user.id),
    )
    .select([
      "message.id",
      "message.sender_id",
      "message.rendered_content",
      "message.sent_at",
      "sender.full_name",
      "sender.bot_type",
      "muted_user.muted_user_id",
    ])
    .where(place);

async function othersIn({ db, user }: ReadingContext, recipientId: RecipientId) {
  return db
    .selectFrom("direct_participant")
    .innerJoin("user", "user.id", "direct_participant.user_id")
    .select(["user.id", "user.full_name"])
    .where("recipient_id", "=", recipientId)
    .where("user.id", "!=", user.id)
    .orderBy("user.full_name")
    .execute();
}

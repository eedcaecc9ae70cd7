/** Operators for channels, topics, people and single messages. */
import { type Expression, type SqlBool, sql } from "kysely";
import { hasMetadataAccess } from "../../../channels/permissions.ts";
import type { Channel } from "../../../channels/store.ts";
import { newestMessageId } from "../../../channels/store.ts";
import { isVisitor } from "../../../kernel/access/roles.ts";
import type { TopicId } from "../../../kernel/api/ids.ts";
import { ApiError, type RecipientId, said } from "../../../kernel/api/index.ts";
import type { Context } from "../../../kernel/context.ts";
import type { Db } from "../../../kernel/db/handles.ts";
import { fold } from "../../../kernel/db/names.ts";
import type { UserRow } from "../../../people/users/present.ts";
import { normaliseTopic } from "../../../text/topics.ts";
import { BadNarrow, MissingRecipients } from "../../contract.ts";
import { channelAddressed, peopleAddressed } from "../../recipients.ts";
import { directRecipient, topicByName } from "../../store.ts";
import { inPublicChannels, isParticipant, nothing } from "../../visibility.ts";
import { quoted } from "../terms.ts";

type SqlCondition = Expression<SqlBool>;

/** A missing channel and a hidden one look the same. One that can be seen but not read contains nothing. */
export async function channelNamed(ctx: Context, operand: unknown): Promise<Channel> {
  const channel = await orUndefined(channelAddressed(ctx, operand as number | string));
  if (channel && hasMetadataAccess(ctx.user, channel)) return channel;
  const unknown = quoted(operand);
  throw new BadNarrow({
    desc: isVisitor(ctx.user) ? said`unknown web-public channel ${unknown}` : said`unknown channel ${unknown}`,
  });
}

/** The named object, unless it does not exist. */
async function orUndefined<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

export const inChannel = (channel: Channel): SqlCondition =>
  sql<SqlBool>`message.recipient_id = ${channel.recipient_id}`;

export function inChannels({ realm }: Context, operand: unknown): SqlCondition {
  if (operand === "public") return inPublicChannels(realm.id);
  if (operand === "web-public")
    return sql<SqlBool>`message.recipient_id in (
      select recipient_id from channel where realm_id = ${realm.id} and is_web_public)`;
  throw new BadNarrow({ desc: said`unknown channels operand ${quoted(operand)}` });
}

/**
 * Rare messages are found first, by their own index; otherwise the reader's whole history would be scanned. The
 * condition is on `found`.
 */
const foundBy = (condition: Expression<unknown>): SqlCondition =>
  sql<SqlBool>`message.id in (select found.id from message as found where ${condition})`;

/** By topic id if the channel is known; otherwise every topic with that name. Direct messages have none. */
export async function topicNamed(ctx: Context, channel: Channel, operand: unknown): Promise<TopicId | undefined> {
  return topicByName(ctx.db, channel.id, normaliseTopic(operand as string));
}

export async function inTopic(ctx: Context, channel: Channel | undefined, operand: unknown): Promise<SqlCondition> {
  if (channel) {
    const topicId = await topicNamed(ctx, channel, operand);
    return topicId === undefined ? nothing : inTopics(sql`${topicId}`);
  }
  const name = normaliseTopic(operand as string);
  return foundInTopics(sql`select topic.id from topic join channel on channel.id = topic.channel_id
    where channel.realm_id = ${ctx.realm.id} and topic.name_key = ${fold(name)}`);
}

export const foundInTopics = (topics: Expression<unknown>): SqlCondition => foundBy(sql`found.topic_id in (${topics})`);

/** Written so that its negation includes messages without a topic. */
export const inTopics = (topics: Expression<unknown>): SqlCondition =>
  sql<SqlBool>`(message.topic_id is not null and message.topic_id in (${topics}))`;

/** The conversation of exactly these people and the reader. */
export async function withPeople(ctx: Context, operand: unknown): Promise<SqlCondition> {
  let people: UserRow[];
  try {
    people = await peopleAddressed(ctx, operand);
  } catch (error) {
    if (error instanceof MissingRecipients) return nothing;
    if (!(error instanceof ApiError)) throw error;
    throw new BadNarrow({ desc: said`unknown user in ${quoted(operand)}` });
  }
  const ids = new Set([ctx.user.id, ...people.map((person) => person.id)]);
  const recipientId = await directRecipient(ctx.db, ctx.realm.id, [...ids]);
  return recipientId === undefined ? nothing : sql<SqlBool>`message.recipient_id = ${recipientId as RecipientId}`;
}

/** The reader's direct conversations that include the person; for oneself, all of them. */
export async function includingPerson(ctx: Context, operand: unknown): Promise<SqlCondition> {
  const person = await personNamed(ctx, operand);
  return foundBy(sql`found.recipient_id in (${sharedConversations(ctx, person)})`);
}

/** Group direct messages: at least three participants. */
export async function inGroupWith(ctx: Context, operand: unknown): Promise<SqlCondition> {
  const person = await personNamed(ctx, operand);
  return foundBy(sql`found.recipient_id in (${sharedConversations(ctx, person)} and (
    select count(*) from direct_participant as anyone where anyone.recipient_id = own.recipient_id) > 2)`);
}

const sharedConversations = ({ user }: Context, person: UserRow) => sql`
  select own.recipient_id from direct_participant as own
    join direct_participant as other on other.recipient_id = own.recipient_id and other.user_id = ${person.id}
  where own.user_id = ${user.id}`;

/** A typical page. */
const PAGE = 100;

/**
 * Whether there are so many messages that scanning finds a page of them sooner. Both ways cost the same where the
 * list's length is the square root of the total.
 */
export async function isLong(db: Db, list: Expression<unknown>): Promise<boolean> {
  const most = Math.ceil(Math.sqrt(PAGE * (await newestMessageId(db))));
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${list} limit ${most + 1}) as listed`.execute(db);
  return (rows[0]?.count ?? 0) > most;
}

/** All direct messages of the reader. */
export async function isDirect({ db, user }: Context): Promise<SqlCondition> {
  const own = sql`found.recipient_id in (select recipient_id from direct_participant where user_id = ${user.id})`;
  return (await isLong(db, sql`select found.id from message as found where ${own}`))
    ? isParticipant(user.id)
    : foundBy(own);
}

export async function sentBy(ctx: Context, operand: unknown): Promise<SqlCondition> {
  const id = operand === "me" ? ctx.user.id : (await personNamed(ctx, operand)).id;
  return sql<SqlBool>`message.sender_id = ${id}`;
}

export async function personNamed(ctx: Context, operand: unknown): Promise<UserRow> {
  const people = await orUndefined(peopleAddressed(ctx, [operand]));
  const [person] = people ?? [];
  if (!person) throw new BadNarrow({ desc: said`unknown user ${quoted(operand)}` });
  return person;
}

/** The largest id that clients may name. */
const LARGEST_ID = 2 ** 31 - 1;

/** Digits as text are accepted like a number. */
export function messageIdIn(operand: unknown): number | undefined {
  const text = String(operand);
  const id = /^\d{1,10}$/.test(text) ? Number(text) : undefined;
  return id !== undefined && id <= LARGEST_ID ? id : undefined;
}

export function isMessage(operand: unknown): SqlCondition {
  const id = messageIdIn(operand);
  if (id === undefined) throw new BadNarrow({ desc: said`Invalid message ID` });
  return sql<SqlBool>`message.id = ${id}`;
}

/** Operators for a message's state and contents. */

import { type Expression, type SqlBool, sql } from "kysely";
import { said } from "../../../kernel/api/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { BadNarrow } from "../../contract.ts";
import { Flag, MENTION_FLAGS } from "../../flags.ts";
import { Trait } from "../../traits.ts";
import { receivedBy } from "../../visibility.ts";
import { quoted } from "../terms.ts";
import { foundInTopics, inTopics, isDirect, isLong, personNamed } from "./conversations.ts";
import { inFollowedTopic, isMuted } from "./muting.ts";

type Condition = Expression<SqlBool>;

/** The prefix of resolved topics. */
const RESOLVED = "✔ ";

/** The operands of `is`. */
const STATES: Readonly<Record<string, (ctx: Context) => Condition | Promise<Condition>>> = {
  dm: isDirect,
  private: isDirect,
  starred: (ctx) => hasFlags(ctx, Flag.starred),
  mentioned: isMentioned,
  alerted: (ctx) => hasFlags(ctx, Flag.has_alert_word),
  unread: isUnread,
  resolved: isResolved,
  followed: inFollowedTopic,
  muted: (ctx) => isMuted(ctx.user.id),
};

export async function isInState(ctx: Context, operand: unknown): Promise<Condition> {
  const state = Object.hasOwn(STATES, operand as string) ? STATES[operand as string] : undefined;
  if (!state) throw new BadNarrow({ desc: said`unknown 'is' operand ${quoted(operand)}` });
  return state(ctx);
}

/** As a list, because there are few among many messages, and they are indexed. */
const hasFlags = ({ user }: Context, bits: number): Condition =>
  sql<SqlBool>`message.id in (${flagged(user.id, bits)})`;

const flagged = (userId: number, bits: number) => sql`
  select message_id from user_message where user_id = ${userId} and (flags & ${sql.lit(bits)}) <> 0`;

/** By name, through a group, or by a wildcard in a received message. */
function isMentioned({ user, realm }: Context): Condition {
  return sql<SqlBool>`message.id in (${flagged(user.id, MENTION_FLAGS)}
    union all
    select message.id from message
    where message.realm_id = ${realm.id} and (message.traits & ${sql.lit(Trait.channelWildcard)}) <> 0
      and ${receivedBy(user)})`;
}

/**
 * Mentions of a person by name, not silent and not as a wildcard. A message they did not receive does not mention them.
 */
export async function mentions(ctx: Context, operand: unknown): Promise<Condition> {
  const id = operand === "me" ? ctx.user.id : (await personNamed(ctx, operand)).id;
  const named = `%<span class="user-mention" data-user-id="${id}">%`;
  // The text is checked on the message itself, so that only a page of them is read.
  return sql<SqlBool>`(message.id in (${flagged(id, MENTION_FLAGS)}) and message.rendered_content like ${named})`;
}

/** After the read mark of their conversation and not read, or before it and marked unread. */
async function isUnread({ db, user }: Context): Promise<Condition> {
  const beyond = sql`(${readMarksOf(user.id)}) as mark
    join message as unread on unread.recipient_id = mark.recipient_id and unread.id > mark.read_upto`;
  if (await isLong(db, sql`select unread.id from ${beyond}`)) return isUnreadByItself(user.id);
  return sql<SqlBool>`message.id in (
    select unread.id
    from ${beyond}
    where not exists (select 1 from user_message
      where user_message.user_id = ${user.id} and user_message.message_id = unread.id
        and (user_message.flags & ${sql.lit(Flag.read)}) <> 0)
    union all
    select user_message.message_id
    from user_message
      join message as unread on unread.id = user_message.message_id
      join (${readMarksOf(user.id)}) as mark
        on mark.recipient_id = unread.recipient_id and unread.id <= mark.read_upto
    where user_message.user_id = ${user.id} and (user_message.flags & ${sql.lit(Flag.unread)}) <> 0)`;
}

/** Whether a message is unread, as a condition on each message. */
const isUnreadByItself = (userId: number) => sql<SqlBool>`exists (
  select 1 from (${readMarksOf(userId)}) as mark
    left join user_message on user_message.user_id = ${userId} and user_message.message_id = message.id
  where mark.recipient_id = message.recipient_id
    and (case when message.id > mark.read_upto
      then (coalesce(user_message.flags, 0) & ${sql.lit(Flag.read)}) = 0
      else (coalesce(user_message.flags, 0) & ${sql.lit(Flag.unread)}) <> 0 end))`;

/** The user's read marks. */
export const readMarksOf = (userId: number) => sql`
  select channel.recipient_id, subscription.read_upto
    from subscription join channel on channel.id = subscription.channel_id
    where subscription.user_id = ${userId} and subscription.is_subscribed
  union all
  select recipient_id, read_upto from direct_participant where user_id = ${userId}`;

/** With few topics, their messages are found first. With more, scanning finds some soon enough. */
const FEW_TOPICS = 200;

async function isResolved({ db, realm }: Context): Promise<Condition> {
  const resolved = sql<{ id: number }>`select topic.id from topic join channel on channel.id = topic.channel_id
    where channel.realm_id = ${realm.id} and topic.name like ${`${RESOLVED}%`}`;
  const { rows } = await sql`${resolved} limit ${FEW_TOPICS + 1}`.execute(db);
  return rows.length > FEW_TOPICS ? inTopics(resolved) : foundInTopics(resolved);
}

const HOLDINGS: Readonly<Record<string, Condition>> = {
  link: hasTrait(Trait.hasLink),
  image: hasTrait(Trait.hasImage),
  attachment: hasTrait(Trait.hasAttachment),
  // Not as `exists`: SQLite would convert it to a join, and check first whether each message is visible.
  reaction: sql<SqlBool>`(select 1 from reaction where reaction.message_id = message.id limit 1) is not null`,
};

function hasTrait(bit: number): Condition {
  return sql<SqlBool>`(message.traits & ${sql.lit(bit)}) <> 0`;
}

export function holds(operand: unknown): Condition {
  const holding = Object.hasOwn(HOLDINGS, operand as string) ? HOLDINGS[operand as string] : undefined;
  if (!holding) throw new BadNarrow({ desc: said`unknown 'has' operand ${quoted(operand)}` });
  return holding;
}

/** The operands of `in`. Undefined: no condition. */
export function isIn(ctx: Context, operand: unknown): Condition | undefined {
  if (operand === "all") return undefined;
  if (operand === "home") return sql<SqlBool>`not ${isMuted(ctx.user.id)}`;
  throw new BadNarrow({ desc: said`unknown 'in' operand ${quoted(operand)}` });
}

/**
 * Stores mentions and alert words. Rows are written only for users mentioned by name, through a group or as part of a
 * topic, or with an alert word, and only if they received the message; a channel wildcard is a trait of the message and
 * costs nothing per subscriber.
 */
import { sql } from "kysely";
import { BotType } from "../kernel/access/roles.ts";
import { membersOf } from "../kernel/access/store.ts";
import type { ChannelId, MessageId, RecipientId, TopicId, UserId } from "../kernel/api/ids.ts";
import { isAnyOf } from "../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../kernel/db/handles.ts";
import type { Mentions } from "../text/markdown/rendering.ts";
import { Flag, MENTION_FLAGS, TEXT_FLAGS } from "./flags.ts";
import { isInPeriod, periods } from "./periods.ts";

/** The message data needed for mentions. */
export interface MentioningMessage {
  readonly id: MessageId;
  readonly sender_id: UserId;
  readonly recipient_id: RecipientId;
  /** Undefined for a direct message. */
  readonly channel_id: ChannelId | undefined;
}

/** Stored flags (bits of `Flag`) by user: only for users with one. */
export type FlagsByUser = ReadonlyMap<UserId, number>;

const NOBODY: FlagsByUser = new Map();

/** Users whom a text concerns in particular. */
export interface Concerned extends Mentions {
  /** Users with an alert word in it. */
  readonly alerted: readonly UserId[];
}

/** Whether anyone may need individual flags. */
const pointsOut = ({ users, groups, alerted, topicWildcard }: Concerned) =>
  users.length + groups.length + alerted.length > 0 || topicWildcard;

/**
 * Stores flags for everyone a new message mentions. Generic bots mentioned by name receive it without a subscription:
 * they get `Flag.received`, and the event goes to them too. Other stored flags stay. No query if nobody is concerned.
 */
export async function storeMentions(tx: TurnTx, message: MentioningMessage, mentions: Concerned): Promise<FlagsByUser> {
  if (!pointsOut(mentions)) return NOBODY;
  const flags = await mentionFlags(tx, message, mentions);
  for (const bot of await botsElsewhere(tx, message, mentions.users, flags))
    flags.set(bot, Flag.mentioned | Flag.received);
  await addFlags(tx, message.id, flags);
  return flags;
}

export interface ChangedMentions {
  /** The current mention flags, for users with one. */
  readonly now: FlagsByUser;
  /** Users whose mention flags changed. */
  readonly changed: readonly UserId[];
  /** Users who are newly mentioned. */
  readonly added: readonly UserId[];
}

/**
 * Updates the flags after an edit: users no longer mentioned lose the flag, newly mentioned ones get it, and everything else
 * that is stored for them stays. An edit brings the message to nobody whom it had not reached.
 */
export async function changeMentions(
  tx: TurnTx,
  message: MentioningMessage,
  after: Concerned,
): Promise<ChangedMentions> {
  const before = await storedMentions(tx, message.id);
  const now: FlagsByUser = pointsOut(after) ? await mentionFlags(tx, message, after) : NOBODY;
  const changed = [...new Set([...before.keys(), ...now.keys()])].filter((id) => before.get(id) !== now.get(id));
  const isMentioned = (flags: FlagsByUser, id: UserId) => ((flags.get(id) ?? 0) & MENTION_FLAGS) !== 0;
  const added = changed.filter((id) => isMentioned(now, id) && !isMentioned(before, id));
  if (changed.length === 0) return { now, changed, added };
  await removeMentionFlags(
    tx,
    message.id,
    changed.filter((id) => before.has(id)),
  );
  await addFlags(tx, message.id, new Map(changed.flatMap((id) => (now.has(id) ? [[id, now.get(id) ?? 0]] : []))));
  return { now, changed, added };
}

/** Users who have sent a message to the topic or reacted to one there. */
export async function participantsOfTopic(db: Db, topicId: TopicId): Promise<UserId[]> {
  const { rows } = await sql<{ user_id: UserId }>`
    select sender_id as user_id from message where topic_id = ${topicId}
    union
    select reaction.user_id from message join reaction on reaction.message_id = message.id
      where message.topic_id = ${topicId}`.execute(db);
  return rows.map((row) => row.user_id);
}

/** The participants of the topic that a message is in. */
async function participantsAround(db: Db, messageId: MessageId): Promise<UserId[]> {
  const row = await db.selectFrom("message").select("topic_id").where("id", "=", messageId).executeTakeFirst();
  return row?.topic_id == null ? [] : participantsOfTopic(db, row.topic_id);
}

async function mentionFlags(db: Db, message: MentioningMessage, mentions: Concerned): Promise<Map<UserId, number>> {
  const wanted = new Map<UserId, number>();
  const want = (users: readonly UserId[], flag: number) => {
    for (const id of users) wanted.set(id, (wanted.get(id) ?? 0) | flag);
  };
  want(mentions.users, Flag.mentioned);
  want(mentions.alerted, Flag.has_alert_word);
  if (mentions.groups.length > 0) want(await membersOf(db, mentions.groups), Flag.mentioned);
  if (mentions.topicWildcard && message.channel_id !== undefined)
    want([...(await participantsAround(db, message.id)), message.sender_id], Flag.topic_wildcard_mentioned);
  if (wanted.size === 0) return wanted;
  const reached = await receiversAmong(db, message, [...wanted.keys()]);
  return new Map(reached.map((id) => [id, wanted.get(id) ?? 0]));
}

/** Which of these users received the message: by a subscription at the time, or as a participant. */
async function receiversAmong(db: Db, message: MentioningMessage, ids: readonly UserId[]): Promise<UserId[]> {
  const { rows } = await (message.channel_id === undefined
    ? sql<{ user_id: UserId }>`
        select user_id from direct_participant
        where recipient_id = ${message.recipient_id} and ${isAnyOf(db, "user_id", ids)} order by user_id`
    : sql<{ user_id: UserId }>`
        select period.user_id from ${periods} join "user" on "user".id = period.user_id
        where ${isAnyOf(db, "period.user_id", ids)} and period.channel_id = ${message.channel_id} and "user".is_active
          and ${isInPeriod(message.id)}
        union
        select user_id from user_message
        where message_id = ${message.id} and ${isAnyOf(db, "user_id", ids)} and (flags & ${sql.lit(Flag.received)}) <> 0
        order by user_id`
  ).execute(db);
  return rows.map((row) => row.user_id);
}

/** Generic bots that are mentioned by name and do not receive the message otherwise. */
async function botsElsewhere(
  db: Db,
  message: MentioningMessage,
  users: readonly UserId[],
  reached: FlagsByUser,
): Promise<UserId[]> {
  const missing = users.filter((id) => !reached.has(id));
  if (message.channel_id === undefined || missing.length === 0) return [];
  const rows = await db
    .selectFrom("user")
    .select("id")
    .where(isAnyOf(db, "id", missing))
    .where("bot_type", "=", BotType.generic)
    .where("system_bot", "is", null)
    .where("is_active", "=", true)
    .execute();
  return rows.map((row) => row.id);
}

async function storedMentions(db: Db, messageId: MessageId): Promise<FlagsByUser> {
  const { rows } = await sql<{ user_id: UserId; flags: number }>`
    select user_id, flags from user_message
    where message_id = ${messageId} and (flags & ${sql.lit(TEXT_FLAGS)}) <> 0`.execute(db);
  return new Map(rows.map((row) => [row.user_id, row.flags & TEXT_FLAGS]));
}

/** Rows without flags are deleted. */
async function removeMentionFlags(tx: TurnTx, messageId: MessageId, users: readonly UserId[]): Promise<void> {
  if (users.length === 0) return;
  const theirs = sql`message_id = ${messageId} and ${isAnyOf(tx, "user_id", users)}`;
  await sql`update user_message set flags = flags & ${sql.lit(~TEXT_FLAGS)} where ${theirs}`.execute(tx);
  await sql`delete from user_message where ${theirs} and flags = 0`.execute(tx);
}

/** Both engines limit the number of values in a statement. */
const ROWS_PER_INSERT = 1000;

/** Adds flags to each user's stored ones. */
async function addFlags(tx: TurnTx, message_id: MessageId, flags: FlagsByUser): Promise<void> {
  const rows = [...flags].map(([user_id, added]) => ({ user_id, message_id, flags: added }));
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT)
    await tx
      .insertInto("user_message")
      .values(rows.slice(start, start + ROWS_PER_INSERT))
      .onConflict((conflict) =>
        conflict
          .columns(["user_id", "message_id"])
          .doUpdateSet({ flags: sql<number>`user_message.flags | excluded.flags` }),
      )
      .execute();
}

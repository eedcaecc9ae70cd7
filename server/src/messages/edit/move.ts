/**
 * Moves messages, one batch per transaction: the rows, the notifications, and with the last batch what is done once.
 * Others write between batches.
 */
import { type SqlBool, sql } from "kysely";
import { isHistoryProtected } from "../../channels/permissions.ts";
import { policyOfStarter } from "../../channels/user-topics/automatic.ts";
import type { MessageId, UserId } from "../../kernel/api/ids.ts";
import type { WriteContext } from "../../kernel/context.ts";
import { toUsers } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { happened } from "../../kernel/moments.ts";
import type { Message } from "../access.ts";
import type { Viewing } from "../audience.ts";
import { deleteMessageEvent } from "../delete/events.ts";
import type { MoveEntry } from "../history/store.ts";
import { messagesMoved } from "../moments.ts";
import { updateFirstMessage } from "../newest/channel.ts";
import { updateNewestInTopic } from "../newest/store.ts";
import { flagsAddEvent } from "../read-state/events.ts";
import { type Carried, type Concerned, carryReadState, concernedBy } from "../read-state/moves.ts";
import { topicFor } from "../store.ts";
import { announceUpdate, type EditAnnouncement } from "./announce.ts";
import { MOST_AT_ONCE, sizeFor } from "./batch-size.ts";
import { type Followers, followersOf } from "./followers.ts";
import { type Moving, movingFrom, selected } from "./moving.ts";
import { postNotices } from "./notices.ts";
import type { EditRequest, Move, Plan } from "./plan.ts";
import { carryPolicies, usersWithPolicyAmong } from "./policies.ts";
import { type Detached, receiversOf, rewriteAndMove } from "./rewrite.ts";
import { forgetStars, forgetUnseen, isAny, messagesWith, moveMessages, type TopicPlace } from "./store.ts";

type MovingPlan = Plan & { readonly move: Move };

interface Begun {
  readonly detached: Detached;
  /** What is still to be moved, if anything. */
  readonly rest: Moving | undefined;
}

/** Moves the first batch: the named message, with its new content, and the oldest of the others. */
export async function beginMove(
  ctx: WriteContext,
  message: Message,
  { content, move }: MovingPlan,
  request: EditRequest,
): Promise<Begun> {
  const moving = await movingFrom(ctx, message, move, request);
  const place = await placeOf(ctx, move);
  const batch = await nextBatch(ctx, moving, move, [message.id]);
  const reached = content && (await receiversOf(ctx, message));
  const { traits, detached } = content
    ? await rewriteAndMove(ctx, message, content, place, move)
    : { traits: message.traits, detached: [] };
  const edited = content && { content, before: message, traits };
  const rest = await moveBatch(ctx, moving, move, batch, { place, edited, reached });
  return { detached, rest };
}

/** Moves another batch. Returns what is left. */
export async function moveOn(ctx: WriteContext, moving: Moving, move: Move): Promise<Moving | undefined> {
  const place = await placeOf(ctx, move);
  return moveBatch(ctx, moving, move, await nextBatch(ctx, moving, move), { place });
}

async function placeOf({ db }: WriteContext, { to, topic }: Move): Promise<TopicPlace> {
  return { topic_id: await topicFor(db, to.id, topic), recipient_id: to.recipient_id, subject: topic };
}

interface Batch {
  /** Ascending. */
  readonly ids: readonly MessageId[];
  /** How far the selection has been processed. */
  readonly end: MessageId;
  readonly isLast: boolean;
  readonly concerned: Concerned;
}

/** The oldest selected messages, and the named ones. */
async function nextBatch(
  { db }: WriteContext,
  moving: Moving,
  { changesChannel }: Move,
  named: readonly MessageId[] = [],
): Promise<Batch> {
  const found = await messagesWith(db, selected(moving, moving), MOST_AT_ONCE + 1);
  const most = found.slice(0, MOST_AT_ONCE);
  const withNamed = (ids: readonly MessageId[]) => [...new Set([...ids, ...named])].sort((a, b) => a - b);
  const channels = { fromChannel: moving.from, toChannel: moving.to };
  const concerned = changesChannel ? await concernedBy(db, { ...channels, ids: withNamed(most) }) : NOBODY;
  const ids = most.slice(0, sizeFor(concerned));
  return { ids: withNamed(ids), end: ids.at(-1) ?? moving.upto, isLast: found.length <= ids.length, concerned };
}

const NOBODY: Concerned = { apart: 0, losing: 0 };

interface How {
  readonly place: TopicPlace;
  /** For the named message, which is already rewritten. */
  readonly edited?: EditAnnouncement["edited"];
  readonly reached?: EditAnnouncement["reached"];
}

async function moveBatch(
  ctx: WriteContext,
  moving: Moving,
  move: Move,
  { ids, end, isLast, concerned }: Batch,
  { place, edited, reached }: How,
): Promise<Moving | undefined> {
  const { db } = ctx;
  const carried = move.changesChannel && ids.length > 0 ? await carryOver(ctx, move, ids, concerned) : undefined;
  const followers = carried?.followers;
  const entry: MoveEntry = {
    user_id: moving.mover,
    timestamp: moving.moved_at,
    ...(move.changesTopic ? { topic: move.topic } : {}),
    channel_id: move.to.id,
    ...(move.changesChannel ? { prev_channel_id: move.from.id } : {}),
  };
  const countsAsMove = move.changesChannel || !move.resolves;
  const unedited = edited ? ids.filter((id) => id !== moving.message.id) : ids;
  await moveMessages(db, unedited, place, entry, countsAsMove);
  await updateNewestInTopic(db, place.topic_id);
  if (moving.old_topic_id !== place.topic_id) await updateNewestInTopic(db, moving.old_topic_id);
  const from = move.changesChannel ? await updateFirstMessage(ctx, move.from) : move.from;
  const to = move.changesChannel ? await updateFirstMessage(ctx, move.to) : from;

  const lost = await withoutSight(ctx, moving, followers?.lost ?? []);
  const moved = { ...moving, after: end, count: moving.count + ids.length, lost };
  announceLoss(ctx, moving.message.subject, move, followers?.lost ?? []);
  if (isLast) await carryTopicPolicies(ctx, moved, move, place);
  const named = { ...moving.message, recipient_id: move.from.recipient_id, channel: move.from };
  await announceUpdate({ ...ctx, now: moving.moved_at }, named, { edited, move, ids, followers, reached });
  if (carried) announceRead(ctx, carried);
  if (carried) await happened(ctx, messagesMoved, ids);
  if (!isLast) return moved;
  await postNotices(ctx, moved, { ...move, from, to }, { isOneTopic: moving.old_topic_id === place.topic_id });
  return undefined;
}

/** Only users with a policy for the topic are checked in the end for whether they could follow it. */
async function withoutSight(
  { db }: WriteContext,
  moving: Moving,
  lost: readonly Viewing[],
): Promise<readonly UserId[]> {
  if (lost.length === 0 || !moving.circumstances.isWhole) return moving.lost;
  const losing = new Set([...moving.lost, ...lost.flatMap(({ audience }) => audience.users ?? [])]);
  const place = { channel_id: moving.from, topic_name: moving.message.subject };
  return usersWithPolicyAmong(db, place, losing);
}

/** Once, after everything has moved. */
async function carryTopicPolicies(
  ctx: WriteContext,
  moved: Moving,
  move: Move,
  { topic_id }: TopicPlace,
): Promise<void> {
  const { message, circumstances, lost } = moved;
  if (circumstances.isWhole && moved.old_topic_id !== topic_id)
    await carryPolicies(ctx, message.subject, move, { ...circumstances, lost });
  const earlier = sql<SqlBool>`message.topic_id = ${topic_id} and message.id < ${message.id}`;
  const isFirst = !circumstances.isWhole && !(await isAny(ctx.db, earlier));
  if (isFirst) await policyOfStarter(ctx, message.sender_id, { channel_id: move.to.id, topic_name: move.topic });
}

interface CarriedOver extends Carried {
  readonly followers: Followers;
}

/** Before the rows move: keeps the read state, and determines who could see them. */
async function carryOver(
  { db }: WriteContext,
  { from, to }: Move,
  ids: readonly MessageId[],
  concerned: Concerned,
): Promise<CarriedOver> {
  const followers = await followersOf(db, from, to, ids);
  const { lostUnread } = await carryReadState(db, { fromChannel: from.id, toChannel: to.id, ids }, concerned);
  if (isHistoryProtected(to)) await forgetUnseen(db, to.id, ids);
  for (const { ids: gone, audience } of followers.lost) await forgetStars(db, audience.users ?? [], gone);
  return { followers, lostUnread };
}

function announceLoss(ctx: WriteContext, topic: string, { from }: Move, lost: readonly Viewing[]): void {
  for (const { ids, audience } of lost) {
    const where = { message_type: "stream" as const, stream_id: from.id, topic };
    append(ctx, deleteMessageEvent({ message_ids: ids, ...where }), audience);
  }
}

/** Users who follow the messages without a subscription to the target have nothing unread there. */
function announceRead(ctx: WriteContext, { lostUnread, followers }: CarriedOver): void {
  const personal: Record<UserId, { messages: MessageId[] }> = {};
  for (const { ids, audience } of followers.told) {
    const seen = new Set(ids);
    for (const userId of audience.users ?? []) {
      const messages = lostUnread.get(userId)?.filter((id) => seen.has(id)) ?? [];
      if (messages.length > 0) personal[userId] = { messages };
    }
  }
  const users = Object.keys(personal).map(Number);
  const event = flagsAddEvent({ op: "add", operation: "add", flag: "read", messages: [], all: false });
  if (users.length > 0) append(ctx, event, toUsers(...users), { personal });
}

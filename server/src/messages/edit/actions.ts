/** Editing and moving: the rows, who hears of it, and what is said about it where the messages were and where they are. */
import { type SqlBool, sql } from "kysely";
import type { MessageId, TopicId, UserId } from "../../api/ids.ts";
import { isHistoryProtected } from "../../channels/permissions.ts";
import type { WriteContext } from "../../context.ts";
import { isAnyOf } from "../../db/dialect.ts";
import { toUsers } from "../../events/audience.ts";
import { append, takeTurn } from "../../events/log.ts";
import type { Rendered } from "../../markdown/render.ts";
import { tellNewlyMentioned } from "../../notifications/edits.ts";
import { previewLater } from "../../page-previews/jobs.ts";
import { withdrawUnseen } from "../../push/deliver.ts";
import { withdrawUnmentioned } from "../../push/edited.ts";
import { type ChangedClaims, changeClaims } from "../../uploads/claims.ts";
import { wishOfBeginner } from "../../user-topics/automatic.ts";
import { type Message, messageToChange } from "../access.ts";
import type { Viewing } from "../audience.ts";
import { deleteMessageEvent } from "../delete/events.ts";
import { type MoveEntry, recordEdit } from "../history/store.ts";
import { changeMentions } from "../mentions.ts";
import { flagsAddEvent } from "../read-state/events.ts";
import { type Carried, carryReadState } from "../read-state/moves.ts";
import { settleFirstMessage } from "../settle/channel.ts";
import { settleTopic } from "../settle/store.ts";
import { topicFor } from "../store.ts";
import { Trait, traitsOf } from "../traits.ts";
import { visibleInChannel } from "../visibility.ts";
import { usersAlertedBy } from "../wishes.ts";
import { announceUpdate } from "./announce.ts";
import { type Followers, followersOf } from "./followers.ts";
import { postNotices } from "./notices.ts";
import { type Move, type NewContent, type Plan, plan, type Request } from "./plan.ts";
import { carryPolicies } from "./policies.ts";
import { forgetStars, forgetUnseen, isAny, messagesWith, moveMessages, type Place, rewriteMessage } from "./store.ts";

/** Answers with the files that no message refers to any more because of it. */
export async function editMessage(ctx: WriteContext, request: Request): Promise<Detached> {
  const seen = await messageToChange(ctx, request.message_id);
  const planned = await plan(ctx, seen, request);
  // Only now, because rendering must not hold up what others send; and then it is looked at again.
  await takeTurn(ctx.db, ctx.realm.id);
  const message = await messageToChange(ctx, request.message_id);
  const { content, move } = isSame(seen, message) ? planned : await plan(ctx, message, request);
  if (move) return moveAndEdit(ctx, message, { content, move }, request);
  return content ? rewrite(ctx, message, content) : [];
}

type Detached = ChangedClaims["detached"];

const isSame = (a: Message, b: Message) =>
  a.content === b.content && a.subject === b.subject && a.topic_id === b.topic_id && a.recipient_id === b.recipient_id;

async function rewrite(ctx: WriteContext, message: Message, content: NewContent): Promise<Detached> {
  const { traits, detached } = await storeContent(ctx, message, content, {}, {});
  await announceUpdate(ctx, message, { content, traits, ids: [message.id] });
  return detached;
}

/** A message that neither had nor has files costs no statement. */
async function claimsAfter(ctx: WriteContext, message: Message, { uploads }: Rendered): Promise<ChangedClaims> {
  const isConcerned = uploads.length > 0 || (message.traits & Trait.hasAttachment) !== 0;
  return isConcerned ? changeClaims(ctx, message.id, uploads) : { detached: [], hasAny: false };
}

/** Stores new content, and with it where the message comes to lie if it moves in the same edit. */
async function storeContent(
  ctx: WriteContext,
  message: Message,
  { content, rendered }: NewContent,
  moved: Partial<Place> & { last_moved_at?: number },
  topics: { prev_topic?: string; topic?: string },
): Promise<{ traits: number; detached: Detached }> {
  const { db, user, now } = ctx;
  const { detached, hasAny } = await claimsAfter(ctx, message, rendered);
  const traits = traitsOf(hasAny ? rendered : { ...rendered, uploads: [] });
  const made = { user_id: user.id, edited_at: now, channel_id: message.channel?.id ?? null, ...topics };
  const edited = { ...(await recordEdit(db, message, made)), last_edit_at: now };
  await rewriteMessage(db, message.id, { content, rendered_content: rendered.html, traits }, edited, moved);
  const { id, sender_id, channel } = message;
  const place = { recipient_id: message.recipient_id, topic_id: message.topic_id, ...moved };
  const concerned = { ...rendered.mentions, alerted: await usersAlertedBy(ctx, content) };
  const { added } = await changeMentions(db, { id, sender_id, ...place, channel_id: channel?.id }, concerned);
  const calls_channel = (traits & ~message.traits & Trait.channelWildcard) !== 0;
  tellNewlyMentioned(ctx, { message_id: id, user_ids: added, calls_channel });
  await withdrawUnmentioned(ctx, { id, traits });
  previewLater(ctx, id, rendered);
  return { traits, detached };
}

type MovingPlan = Plan & { readonly move: Move };

async function moveAndEdit(
  ctx: WriteContext,
  message: Message,
  planned: MovingPlan,
  request: Request,
): Promise<Detached> {
  const { db, user, now } = ctx;
  const { content, move } = planned;
  const oldTopic = message.topic_id as TopicId;
  const ids = await messagesWith(db, selected(ctx, message, move));
  const topic_id = await topicFor(db, move.to.id, move.topic);
  const place: Place = { topic_id, recipient_id: move.to.recipient_id, subject: move.topic };
  const others = sql<SqlBool>`message.topic_id = ${topic_id} and not (${isAnyOf(db, "message.id", ids)})`;
  const targetHasMessages = await isAny(db, others);
  const targetIsSeen = targetHasMessages && (await isAny(db, sql`${others} and ${visibleInChannel(user, move.to)}`));
  const carried = move.changesChannel ? await carryOver(ctx, move, ids) : undefined;
  const followers = carried?.followers;

  const entry: MoveEntry = {
    user_id: user.id,
    timestamp: now,
    ...(move.changesTopic ? { topic: move.topic } : {}),
    channel_id: move.to.id,
    ...(move.changesChannel ? { prev_channel_id: move.from.id } : {}),
  };
  const countsAsMove = move.changesChannel || !move.resolves;
  const { traits, detached } = content
    ? await rewriteAndMove(ctx, message, content, place, move)
    : { traits: message.traits, detached: [] };
  await moveMessages(db, content ? ids.filter((id) => id !== message.id) : ids, place, entry, countsAsMove);
  await settleTopic(db, topic_id);
  if (oldTopic !== topic_id) await settleTopic(db, oldTopic);
  const from = move.changesChannel ? await settleFirstMessage(ctx, move.from) : move.from;
  const to = move.changesChannel ? await settleFirstMessage(ctx, move.to) : from;

  const rest = sql<SqlBool>`message.topic_id = ${oldTopic} and ${visibleInChannel(user, move.from)}`;
  const isWhole = move.mode === "change_all" || (oldTopic !== topic_id && !(await isAny(db, rest)));
  announceLoss(ctx, message.subject, move, followers?.lost ?? []);
  if (isWhole && oldTopic !== topic_id)
    await carryPolicies(ctx, message.subject, move, { targetHasMessages, followers });
  const isFirst = !isWhole && !(await isAny(db, sql`message.topic_id = ${topic_id} and message.id < ${message.id}`));
  if (isFirst) await wishOfBeginner(ctx, message.sender_id, { channel_id: move.to.id, topic_name: move.topic });
  await announceUpdate(ctx, message, { content, move, traits, ids, followers });
  if (carried) announceRead(ctx, carried);
  if (carried) await withdrawUnseen(ctx, ids);
  const isOneTopic = oldTopic === topic_id;
  await postNotices(ctx, message, { ...move, from, to }, { ids, isWhole, isOneTopic, targetIsSeen }, request);
  return detached;
}

/** Which messages move. To another channel only those that the user sees; within one, topics stay together. */
function selected({ user }: WriteContext, message: Message, { mode, from, topic, changesChannel }: Move) {
  if (mode === "change_one") return sql<SqlBool>`message.id = ${message.id}`;
  const later = mode === "change_later" ? sql`and message.id >= ${message.id}` : sql``;
  const moving = changesChannel ? visibleInChannel(user, from) : sql`message.subject <> ${topic}`;
  return sql<SqlBool>`message.topic_id = ${message.topic_id} ${later} and ${moving}`;
}

interface CarriedOver extends Carried {
  readonly followers: Followers;
}

/** Before the rows move: what has been read stays read, and who could see them is known. */
async function carryOver({ db }: WriteContext, { from, to }: Move, ids: readonly MessageId[]): Promise<CarriedOver> {
  const followers = await followersOf(db, from, to, ids);
  const messages = isAnyOf(db, "message.id", ids);
  const { lostUnread } = await carryReadState(db, { fromChannel: from.id, toChannel: to.id, messages });
  if (isHistoryProtected(to)) await forgetUnseen(db, to.id, ids);
  for (const { ids: gone, audience } of followers.lost) await forgetStars(db, audience.users ?? [], gone);
  return { followers, lostUnread };
}

/** To clients that know no bulk deletion an entry is as many events as it has messages, and those are limited. */
const LOST_PER_ENTRY = 10_000;

function announceLoss(ctx: WriteContext, topic: string, { from }: Move, lost: readonly Viewing[]): void {
  for (const { ids, audience } of lost)
    for (let start = 0; start < ids.length; start += LOST_PER_ENTRY) {
      const message_ids = ids.slice(start, start + LOST_PER_ENTRY);
      append(ctx, deleteMessageEvent({ message_ids, message_type: "stream", stream_id: from.id, topic }), audience);
    }
}

/** Who follows the messages without being subscribed to where they went has nothing unread there. */
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

async function rewriteAndMove(ctx: WriteContext, message: Message, content: NewContent, place: Place, move: Move) {
  const moved = { ...place, ...(move.resolves ? {} : { last_moved_at: ctx.now }) };
  return storeContent(ctx, message, content, moved, { prev_topic: message.subject, topic: move.topic });
}

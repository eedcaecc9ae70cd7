/** Editing and moving: the rows, who hears of it, and what is said about it where the messages were and where they are. */
import { type SqlBool, sql } from "kysely";
import type { MessageId, TopicId } from "../../api/ids.ts";
import type { WriteContext } from "../../context.ts";
import { isAnyOf } from "../../db/dialect.ts";
import type { Edit } from "../../db/schema.ts";
import { append, takeTurn } from "../../events/log.ts";
import { type Message, messageToChange } from "../access.ts";
import { deleteMessageEvent } from "../delete/events.ts";
import { changeMentions } from "../mentions.ts";
import { carryReadState } from "../read-state/moves.ts";
import { settleFirstMessage } from "../settle/channel.ts";
import { settleTopic } from "../settle/store.ts";
import { topicFor } from "../store.ts";
import { traitsOf } from "../traits.ts";
import { visibleInChannel } from "../visibility.ts";
import { announceUpdate } from "./announce.ts";
import { type Followers, followersOf } from "./followers.ts";
import { postNotices } from "./notices.ts";
import { type Move, type NewContent, type Plan, plan, type Request } from "./plan.ts";
import { carryPolicies } from "./policies.ts";
import { isAny, type MoveEntry, messagesWith, moveMessages, type Place, rewriteMessage } from "./store.ts";

export async function editMessage(ctx: WriteContext, request: Request): Promise<void> {
  const seen = await messageToChange(ctx, request.message_id);
  const planned = await plan(ctx, seen, request);
  // Only now, because rendering must not hold up what others send; and then it is looked at again.
  await takeTurn(ctx.db, ctx.realm.id);
  const message = await messageToChange(ctx, request.message_id);
  const { content, move } = isSame(seen, message) ? planned : await plan(ctx, message, request);
  if (move) await moveAndEdit(ctx, message, { content, move }, request);
  else if (content) await rewrite(ctx, message, content);
}

const isSame = (a: Message, b: Message) =>
  a.content === b.content && a.subject === b.subject && a.topic_id === b.topic_id && a.recipient_id === b.recipient_id;

async function rewrite(ctx: WriteContext, message: Message, content: NewContent): Promise<void> {
  const edited = await storeContent(ctx, message, content, {}, {});
  await announceUpdate(ctx, message, { content, traits: edited.traits, ids: [message.id] });
}

/** Stores new content, and with it where the message comes to lie if it moves in the same edit. */
async function storeContent(
  ctx: WriteContext,
  message: Message,
  { content, rendered }: NewContent,
  moved: Partial<Place> & { last_moved_at?: number },
  entry: Partial<Edit>,
): Promise<{ traits: number }> {
  const { db, user, now } = ctx;
  const traits = traitsOf(rendered);
  const edit: Edit = {
    user_id: user.id,
    timestamp: now,
    prev_content: message.content,
    prev_rendered_content: message.rendered_content,
    ...entry,
  };
  const history = [edit, ...(message.edit_history ?? [])];
  await rewriteMessage(db, message.id, { content, rendered_content: rendered.html, traits }, history, moved);
  const { id, sender_id, channel } = message;
  const place = { recipient_id: message.recipient_id, topic_id: message.topic_id, ...moved };
  await changeMentions(db, { id, sender_id, ...place, channel_id: channel?.id }, rendered.mentions);
  return { traits };
}

type MovingPlan = Plan & { readonly move: Move };

async function moveAndEdit(ctx: WriteContext, message: Message, planned: MovingPlan, request: Request): Promise<void> {
  const { db, user, now } = ctx;
  const { content, move } = planned;
  const oldTopic = message.topic_id as TopicId;
  const ids = await messagesWith(db, selected(ctx, message, move));
  const topic_id = await topicFor(db, move.to.id, move.topic);
  const place: Place = { topic_id, recipient_id: move.to.recipient_id, subject: move.topic };
  const others = sql<SqlBool>`message.topic_id = ${topic_id} and not (${isAnyOf(db, "message.id", ids)})`;
  const targetHasMessages = await isAny(db, others);
  const targetIsSeen = targetHasMessages && (await isAny(db, sql`${others} and ${visibleInChannel(user, move.to)}`));
  const followers = move.changesChannel ? await carryOver(ctx, move, ids) : undefined;

  const entry: MoveEntry = {
    user_id: user.id,
    timestamp: now,
    ...(move.changesTopic ? { topic: move.topic } : {}),
    ...(move.changesChannel ? { streams: [move.from.id, move.to.id] as const } : {}),
  };
  const countsAsMove = move.changesChannel || !move.resolves;
  const traits = content ? await rewriteAndMove(ctx, message, content, place, move) : message.traits;
  await moveMessages(db, content ? ids.filter((id) => id !== message.id) : ids, place, entry, countsAsMove);
  await settleTopic(db, topic_id);
  if (oldTopic !== topic_id) await settleTopic(db, oldTopic);
  const from = move.changesChannel ? await settleFirstMessage(ctx, move.from) : move.from;
  const to = move.changesChannel ? await settleFirstMessage(ctx, move.to) : from;

  const rest = sql<SqlBool>`message.topic_id = ${oldTopic} and ${visibleInChannel(user, move.from)}`;
  const isWhole = move.mode === "change_all" || (oldTopic !== topic_id && !(await isAny(db, rest)));
  for (const { ids: message_ids, audience } of followers?.lost ?? []) {
    const where = { message_type: "stream" as const, stream_id: from.id, topic: message.subject };
    append(ctx, deleteMessageEvent({ message_ids, ...where }), audience);
  }
  if (isWhole && oldTopic !== topic_id)
    await carryPolicies(ctx, message.subject, move, { targetHasMessages, followers });
  await announceUpdate(ctx, message, { content, move, traits, ids, followers });
  const isOneTopic = oldTopic === topic_id;
  await postNotices(ctx, message, { ...move, from, to }, { ids, isWhole, isOneTopic, targetIsSeen }, request);
}

/** Which messages move. To another channel only those that the user sees; within one, topics stay together. */
function selected({ user }: WriteContext, message: Message, { mode, from, topic, changesChannel }: Move) {
  if (mode === "change_one") return sql<SqlBool>`message.id = ${message.id}`;
  const later = mode === "change_later" ? sql`and message.id >= ${message.id}` : sql``;
  const moving = changesChannel ? visibleInChannel(user, from) : sql`message.subject <> ${topic}`;
  return sql<SqlBool>`message.topic_id = ${message.topic_id} ${later} and ${moving}`;
}

/** Before the rows move: what has been read stays read, and who could see them is known. */
async function carryOver({ db }: WriteContext, { from, to }: Move, ids: readonly MessageId[]): Promise<Followers> {
  const followers = await followersOf(db, from, to, ids);
  await carryReadState(db, { fromChannel: from.id, toChannel: to.id, messages: isAnyOf(db, "message.id", ids) });
  return followers;
}

async function rewriteAndMove(ctx: WriteContext, message: Message, content: NewContent, place: Place, move: Move) {
  const moved = { ...place, ...(move.resolves ? {} : { last_moved_at: ctx.now }) };
  const { traits } = await storeContent(ctx, message, content, moved, {
    prev_topic: message.subject,
    topic: move.topic,
  });
  return traits;
}

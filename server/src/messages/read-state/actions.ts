/** Changes the user's own flags. Events go only to the user, and only if something changed. */

import { InvalidChannelId } from "../../channels/contract.ts";
import { hasContentAccess } from "../../channels/permissions.ts";
import { type Channel, channelById } from "../../channels/store.ts";
import { type ChannelId, demand, type MessageId, type UserId } from "../../kernel/api/index.ts";
import { type Context, change, type WriteContext } from "../../kernel/context.ts";
import type { TurnTx } from "../../kernel/db/handles.ts";
import { toUsers } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { happened } from "../../kernel/moments.ts";
import { normaliseTopic } from "../../text/topics.ts";
import { InvalidMessage } from "../contract.ts";
import { Flag } from "../flags.ts";
import { messagesRead } from "../moments.ts";
import { topicByName } from "../store.ts";
import { visibleInChannel } from "../visibility.ts";
import {
  EDITABLE_FLAGS,
  type EditableFlag,
  flagNotEditable,
  invalidFlag,
  invalidFlagOperation,
  noSuchTopic,
  PUBLIC_FLAGS,
} from "./contract.ts";
import { messageDetails } from "./details.ts";
import { flagsAddEvent, flagsRemoveEvent } from "./events.ts";
import { clearFlagsOf, setFlagsOf } from "./exceptions.ts";
import { marksAfterReading, raiseMarks, unreadWithin } from "./marks.ts";
import { isUnread, type MessageStanding, standings, visibleStandings } from "./standing.ts";
import { markIn, readEverything } from "./store.ts";

export interface FlagChange {
  op: "add" | "remove";
  flag: EditableFlag;
}

export function checkFlagChange({ op, flag }: { op: string; flag: string }): FlagChange {
  demand(PUBLIC_FLAGS.includes(flag), invalidFlag({ flag }));
  const editable = EDITABLE_FLAGS.find((name) => name === flag);
  if (!editable) throw flagNotEditable({ flag });
  if (op !== "add" && op !== "remove") throw invalidFlagOperation({ op });
  return { op, flag: editable };
}

/** The most messages whose flags change in one transaction, which others wait for. */
const BATCH = 500;

export interface FlagOutcome {
  changed: MessageId[];
  /** Channels without a subscription, where nothing can be unread. */
  ignoredChannels: ChannelId[];
}

/** Nothing changes if one of the messages is hidden and would have changed. */
export async function changeFlags(ctx: Context, ids: readonly MessageId[], asked: FlagChange): Promise<FlagOutcome> {
  const isOneBatch = ids.length <= BATCH;
  if (!isOneBatch && needsAll(asked)) await allVisible(ctx, ids);
  return inBatches(ctx, ids, asked, isOneBatch ? allVisible : visibleStandings);
}

/** Of messages that were found: those that have been hidden or deleted since are left out. */
export function changeFlagsOfFound(ctx: Context, ids: readonly MessageId[], asked: FlagChange): Promise<FlagOutcome> {
  return inBatches(ctx, ids, asked, visibleStandings);
}

/** How to look up messages that must be visible. */
type Lookup = (ctx: Context, ids: readonly MessageId[]) => Promise<MessageStanding[]>;

/** A user may mark what they have received as read, and remove their own flag, whatever has happened to the message since. */
const needsAll = ({ op, flag }: FlagChange) => (flag === "read" ? op === "remove" : op === "add");

async function inBatches(
  ctx: Context,
  ids: readonly MessageId[],
  asked: FlagChange,
  lookUp: Lookup,
): Promise<FlagOutcome> {
  const changed: MessageId[] = [];
  const ignored = new Set<ChannelId>();
  // Oldest first, so that marks rise instead of leaving exceptions behind.
  const sorted = [...new Set(ids)].sort((a, b) => a - b);
  let current = ctx;
  for (let start = 0; start < sorted.length; start += BATCH) {
    const batch = sorted.slice(start, start + BATCH);
    // Others have had their turn meanwhile.
    if (start > 0) current = { ...ctx, ...(await ctx.identifiedAnew?.()) };
    const outcome = await change(current, (writing) => changeBatch(writing, batch, asked, lookUp));
    changed.push(...outcome.changed);
    for (const id of outcome.ignoredChannels) ignored.add(id);
  }
  return { changed, ignoredChannels: [...ignored].sort((a, b) => a - b) };
}

async function changeBatch(
  ctx: WriteContext,
  ids: readonly MessageId[],
  { op, flag }: FlagChange,
  lookUp: Lookup,
): Promise<FlagOutcome> {
  if (flag !== "read") return { changed: await changeOwnFlag(ctx, ids, { op, flag }, lookUp), ignoredChannels: [] };
  return op === "add" ? { changed: await markRead(ctx, ids), ignoredChannels: [] } : markUnread(ctx, ids, lookUp);
}

async function changeOwnFlag(
  ctx: WriteContext,
  ids: readonly MessageId[],
  { op, flag }: { op: "add" | "remove"; flag: "starred" | "collapsed" },
  lookUp: Lookup,
): Promise<MessageId[]> {
  const { db, user } = ctx;
  const known = await (op === "add" ? lookUp(ctx, ids) : standings(ctx, ids));
  const isSet = ({ flags }: MessageStanding) => (flags & Flag[flag]) !== 0;
  const messages = known.filter((each) => isSet(each) === (op === "remove")).map((each) => each.id);
  if (messages.length === 0) return [];
  await (op === "add" ? setFlagsOf : clearFlagsOf)(db, user.id, messages, Flag[flag]);
  const body = { flag, messages, all: false };
  const event =
    op === "add" ? flagsAddEvent({ op, operation: op, ...body }) : flagsRemoveEvent({ op, operation: op, ...body });
  append(ctx, event, toUsers(user.id));
  return messages;
}

/** The messages, all of which must exist and be visible. */
async function allVisible(ctx: Context, ids: readonly MessageId[]): Promise<MessageStanding[]> {
  const known = await visibleStandings(ctx, ids);
  demand(known.length === new Set(ids).size, new InvalidMessage());
  return known;
}

/** Hidden messages cannot be unread, so this reveals nothing. */
export async function markRead(ctx: WriteContext, ids: readonly MessageId[]): Promise<MessageId[]> {
  const unread = (await standings(ctx, ids)).filter(isUnread);
  await storeRead(ctx.db, ctx.user.id, unread as Unread[]);
  const messages = unread.map((each) => each.id);
  await announceRead(ctx, messages);
  return messages;
}

type Unread = Pick<MessageStanding, "id" | "recipient_id"> & { mark: MessageId };

/** Marks rise before exceptions are written: messages below a mark need none. */
async function storeRead(tx: TurnTx, userId: UserId, unread: readonly Unread[]): Promise<void> {
  const [below, above] = [unread.filter((each) => each.id <= each.mark), unread.filter((each) => each.id > each.mark)];
  const recipients = [...new Set(above.map((each) => each.recipient_id))];
  const marks = await marksAfterReading(tx, userId, recipients, idsOf(above));
  const raised = new Map(marks.map((each) => [each.recipient_id, each.raised]));
  const kept = above.filter((each) => each.id > (raised.get(each.recipient_id) ?? 0));
  await clearFlagsOf(tx, userId, idsOf(below), Flag.unread);
  await setFlagsOf(tx, userId, idsOf(kept), Flag.read);
  await raiseMarks(tx, marks);
}

const idsOf = (messages: readonly { id: MessageId }[]) => messages.map((each) => each.id);

async function announceRead(ctx: WriteContext, messages: MessageId[]): Promise<void> {
  if (messages.length === 0) return;
  const event = flagsAddEvent({ op: "add", operation: "add", flag: "read", messages, all: false });
  append(ctx, event, toUsers(ctx.user.id));
  await happened(ctx, messagesRead, { userId: ctx.user.id, messages });
}

/** Only where new messages would be unread too: in direct conversations, and in subscribed channels. */
async function markUnread(ctx: WriteContext, ids: readonly MessageId[], lookUp: Lookup): Promise<FlagOutcome> {
  const { db, user } = ctx;
  const known = await lookUp(ctx, ids);
  const outside = known.filter((each) => each.mark === undefined).flatMap((each) => each.channel_id ?? []);
  const changed = known.filter((each) => each.mark !== undefined && !isUnread(each)) as Unread[];
  await setFlagsOf(db, user.id, idsOf(changed.filter((each) => each.id <= each.mark)), Flag.unread);
  await clearFlagsOf(db, user.id, idsOf(changed.filter((each) => each.id > each.mark)), Flag.read);
  const messages = idsOf(changed);
  if (messages.length > 0) {
    const message_details = await messageDetails(db, user.id, messages);
    const body = { flag: "read" as const, messages, all: false, message_details };
    append(ctx, flagsRemoveEvent({ op: "remove", operation: "remove", ...body }), toUsers(user.id));
  }
  return { changed: messages, ignoredChannels: outside };
}

/** Moves every mark once, however much was unread. */
export async function markAllAsRead(ctx: WriteContext): Promise<void> {
  if (!(await readEverything(ctx.db, ctx.user.id))) return;
  const event = flagsAddEvent({ op: "add", operation: "add", flag: "read", messages: [], all: true });
  append(ctx, event, toUsers(ctx.user.id));
  await happened(ctx, messagesRead, { userId: ctx.user.id, messages: "all" });
}

export async function markChannelAsRead(ctx: WriteContext, channelId: ChannelId): Promise<void> {
  await readWithin(ctx, await channelToRead(ctx, channelId));
}

export async function markTopicAsRead(ctx: WriteContext, channelId: ChannelId, name: string): Promise<void> {
  const { db, user } = ctx;
  const channel = await channelToRead(ctx, channelId);
  const topicId = await topicByName(db, channel.id, normaliseTopic(name));
  const seen =
    topicId === undefined
      ? undefined
      : await db
          .selectFrom("message")
          .select("message.id")
          .where("message.topic_id", "=", topicId)
          .where(visibleInChannel(user, channel))
          .limit(1)
          .executeTakeFirst();
  if (topicId === undefined || !seen) throw noSuchTopic({ topic: name });
  await readWithin(ctx, channel, topicId);
}

async function channelToRead({ db, realm, user }: WriteContext, id: ChannelId): Promise<Channel> {
  const channel = await channelById(db, realm.id, user.id, id);
  if (!channel || channel.is_archived || !hasContentAccess(user, channel)) throw new InvalidChannelId();
  return channel;
}

async function readWithin(ctx: WriteContext, { id, recipient_id }: Channel, topicId?: number): Promise<void> {
  const { db, user } = ctx;
  const mark = await markIn(db, user.id, id);
  if (mark === undefined) return;
  const place = topicId === undefined ? { recipientId: recipient_id } : { recipientId: recipient_id, topicId };
  const messages = await unreadWithin(db, user.id, mark, place);
  await storeRead(
    db,
    user.id,
    messages.map((each) => ({ id: each, recipient_id, mark })),
  );
  await announceRead(ctx, messages);
}

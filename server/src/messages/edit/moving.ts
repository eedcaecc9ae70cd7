/** The state of a move from its first batch to its last: the initial decisions, and the progress. */
import { type SqlBool, sql } from "kysely";
import { isHistoryProtected } from "../../channels/permissions.ts";
import type { ChannelId, MessageId, TopicId, UserId } from "../../kernel/api/ids.ts";
import type { WriteContext } from "../../kernel/context.ts";
import type { Message } from "../access.ts";
import { wasSubscribed } from "../periods.ts";
import { topicFor } from "../store.ts";
import { visibleInChannel } from "../visibility.ts";
import type { NoticeOptions } from "./notices.ts";
import type { Move } from "./plan.ts";
import { isAny, newestWith } from "./store.ts";

/** Stored as JSON between batches. */
export interface Moving {
  readonly mover: UserId;
  readonly client: string;
  /** UNIX seconds; identical in the history of every message. */
  readonly moved_at: number;
  /** The message named in the request, with its old topic. */
  readonly message: { readonly id: MessageId; readonly sender_id: UserId; readonly subject: string };
  readonly old_topic_id: TopicId;
  readonly from: ChannelId;
  readonly to: ChannelId;
  readonly move: Omit<Move, "from" | "to">;
  /** Only messages sent while the mover was subscribed. */
  readonly onlyReceived: boolean;
  /** Messages sent to the old topic later stay there, so every move ends. */
  readonly upto: MessageId;
  readonly circumstances: Circumstances;
  readonly wanted: NoticeOptions;
  /** Everything selected up to here has been moved. */
  readonly after: MessageId;
  readonly count: number;
  /** Users with a policy for the old topic who have lost sight of some messages. */
  readonly lost: readonly UserId[];
}

export interface Circumstances {
  /** Whether nothing that the mover sees is left in the old topic. */
  readonly isWhole: boolean;
  readonly targetHasMessages: boolean;
  /** Whether the mover sees other messages in the target. */
  readonly targetIsSeen: boolean;
}

/** Before anything has moved. */
export async function movingFrom(
  ctx: WriteContext,
  message: Message,
  move: Move,
  wanted: NoticeOptions,
): Promise<Moving> {
  const { db, user, client, now } = ctx;
  const { from, to, ...rest } = move;
  const { id, sender_id, subject } = message;
  const { send_notification_to_new_thread, send_notification_to_old_thread } = wanted;
  const all = {
    mover: user.id,
    client,
    moved_at: now,
    message: { id, sender_id, subject },
    old_topic_id: message.topic_id as TopicId,
    from: from.id,
    to: to.id,
    move: rest,
    onlyReceived: move.changesChannel && isHistoryProtected(from),
    upto: id,
    wanted: { send_notification_to_new_thread, send_notification_to_old_thread },
    after: move.mode === "change_all" ? 0 : id - 1,
    count: 0,
    lost: [],
  };
  const upto = move.mode === "change_one" ? id : ((await newestWith(db, selected(all, {}))) ?? id);
  return { ...all, upto, circumstances: await circumstancesOf(ctx, { ...all, upto }, move) };
}

type Selection = Pick<Moving, "old_topic_id" | "move" | "onlyReceived" | "mover" | "from" | "after">;

/**
 * The messages still to be moved. To another channel only those that the mover sees; within one, topics stay together.
 */
export function selected(
  { old_topic_id, move, onlyReceived, mover, from, after }: Selection,
  { upto }: { upto?: MessageId },
) {
  const until = upto === undefined ? sql`` : sql`and message.id <= ${upto}`;
  const respelled = move.changesChannel ? sql`` : sql`and message.subject <> ${move.topic}`;
  // It does not matter whether the mover has left the channel since.
  const sent = { user: mover, channel: from, message: sql.ref("message.id") };
  const received = onlyReceived ? sql`and ${wasSubscribed(sent)}` : sql``;
  return sql<SqlBool>`message.topic_id = ${old_topic_id} and message.id > ${after} ${until} ${respelled} ${received}`;
}

async function circumstancesOf(
  { db, user }: WriteContext,
  moving: Omit<Moving, "circumstances">,
  { from, to, topic, mode }: Move,
): Promise<Circumstances> {
  const { id } = moving.message;
  const topicId = await topicFor(db, to.id, topic);
  const isOneTopic = topicId === moving.old_topic_id;
  const unmoved = isOneTopic ? sql`and not (${selected(moving, moving)})` : sql``;
  const others = sql<SqlBool>`message.topic_id = ${topicId} ${unmoved}`;
  const targetHasMessages = await isAny(db, others);
  const targetIsSeen = targetHasMessages && (await isAny(db, sql`${others} and ${visibleInChannel(user, to)}`));
  const staying = mode === "change_one" ? sql`message.id <> ${id}` : sql`message.id < ${id}`;
  const left = sql<SqlBool>`message.topic_id = ${moving.old_topic_id} and ${staying} and ${visibleInChannel(user, from)}`;
  const isWhole = mode === "change_all" || (!isOneTopic && !(await isAny(db, left)));
  return { isWhole, targetHasMessages, targetIsSeen };
}

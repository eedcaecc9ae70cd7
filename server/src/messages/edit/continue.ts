/**
 * The rest of a move that does not fit into one transaction. It is a job, so that nothing is lost; the request that
 * started it continues batch by batch, and responds when everything is done.
 */
import { randomUUID } from "node:crypto";
import { channelById } from "../../channels/store.ts";
import type { ChannelId } from "../../kernel/api/ids.ts";
import { seconds } from "../../kernel/clock.ts";
import {
  type Context,
  changeOutOfTurn,
  type InTransaction,
  type User,
  type WriteContext,
  type Writing,
} from "../../kernel/context.ts";
import { fold } from "../../kernel/db/names.ts";
import { takeTurn } from "../../kernel/events/log.ts";
import { doAhead, isWaiting, queueToDoAhead, waitingJobs } from "../../kernel/jobs/ahead.ts";
import { enqueue, jobKind } from "../../kernel/jobs/job-kind.ts";
import { accountsWithRights } from "../../people/users/rights.ts";
import type { Message } from "../access.ts";
import { holdOnChannel } from "../legal-holds/store.ts";
import { moveOn } from "./move.ts";
import type { Moving } from "./moving.ts";
import type { Move } from "./plan.ts";

interface Rest {
  readonly name: string;
  readonly moving: Moving;
}

const continueMove = jobKind<Rest>("continue_move");

/** Returns the key for `finishMove`. */
export const queueRest = (ctx: Writing, moving: Moving): string => queueAhead(ctx, { name: randomUUID(), moving });

const queueAhead = (ctx: InTransaction, rest: Rest): string => queueToDoAhead(ctx, continueMove, rest, rest.name);

export const moveJobs = [
  continueMove.inside(async (ctx, waiting) => {
    const rest = await moveBatchOf(ctx, waiting);
    if (rest) enqueue(ctx, continueMove(rest), { uniqueKey: rest.name });
  }),
];

/**
 * Moves the next batch as the mover, whose permission was checked with the first one. If a channel has been archived
 * or put under a legal hold since, the rest stays where it is.
 */
async function moveBatchOf(ctx: Writing, { name, moving }: Rest): Promise<Rest | undefined> {
  const { app } = ctx;
  const { user } = (await accountsWithRights(ctx, [moving.mover])).get(moving.mover) as { user: User };
  const asMover: WriteContext = { ...ctx, user, client: moving.client, now: seconds(app.clock) };
  const [from, to] = [await channelFor(asMover, moving.from), await channelFor(asMover, moving.to)];
  if (from.is_archived || to.is_archived) return undefined;
  if (from.id !== to.id && (await holdOnChannel(ctx.db, from.id))) return undefined;
  const rest = await moveOn(asMover, moving, { ...moving.move, from, to });
  return rest && { name, moving: rest };
}

async function channelFor({ db, realm, user }: WriteContext, id: ChannelId) {
  const channel = await channelById(db, realm.id, user.id, id);
  if (!channel) throw new Error(`Channel ${id} was deleted while messages were being moved.`);
  return channel;
}

/** Moves batch after batch until nothing is left, or the caller stops and leaves the rest to the job worker. */
export async function finishMove(ctx: Context, key: string, mayStop: () => boolean): Promise<void> {
  // Checked each time: others may work on the same move.
  while (!mayStop() && (await isWaiting(ctx.app.database.reader, key)))
    // The job is held first, and then the turn taken: the worker does it in this order.
    await changeOutOfTurn(ctx, (writing) => doAhead<Rest>(writing, key, (waiting) => moveAhead(writing, waiting)));
}

async function moveAhead(ctx: InTransaction, waiting: Rest): Promise<void> {
  const rest = await moveBatchOf(await takeTurn(ctx), waiting);
  if (rest) queueAhead(ctx, rest);
}

/**
 * The key of an unfinished move from or to the same topics. Without waiting for it, two moves would divide the messages
 * between them: a topic resolved and unresolved at once would end up as two.
 */
export async function pendingMoveAt(
  { db, realm }: WriteContext,
  message: Message,
  { from, to, topic }: Move,
): Promise<string | undefined> {
  const places = new Set([placeKey(from.id, message.subject), placeKey(to.id, topic)]);
  const pending = await waitingJobs(db, continueMove, realm.id);
  const concerned = pending.find(({ payload: { moving } }) =>
    [placeKey(moving.from, moving.message.subject), placeKey(moving.to, moving.move.topic)].some((place) =>
      places.has(place),
    ),
  );
  return concerned?.key;
}

const placeKey = (channel: ChannelId, topic: string) => `${channel} ${fold(topic)}`;

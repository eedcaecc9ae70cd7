/**
 * Sends several messages of an organization in one transaction, on PostgreSQL: each is checked and delivered as if it were
 * sent alone after those before it, but reading what they need, storing them and appending their events takes a few round
 * trips for all of them. One that is refused leaves the others alone.
 */
import { channelsSeenByEach } from "../../channels/store.ts";
import { ApiError, type MessageId } from "../../kernel/api/index.ts";
import { type Context, changeTogether, type Outcome, type WriteContext } from "../../kernel/context.ts";
import { NotPrepared } from "../../kernel/prepared.ts";
import type { FindChannel } from "../recipients.ts";
import { deliverPrepared, type PreparedMessage, prepareMessage } from "./actions.ts";
import { type DeliveredMessage, type Delivery, finishInChannel, packForChannel } from "./deliver.ts";
import { sentBeforeByEach } from "./once.ts";
import type { ForChannel, SendRequest } from "./prepare.ts";
import { reserveIds, storeTogether } from "./store-together.ts";
import { tellIfUnheard } from "./unheard.ts";

/** A request to send a message whose text has been rendered. */
export interface Sending {
  readonly ctx: Context;
  readonly request: SendRequest;
  readonly delivery: Delivery;
}

interface SendingNow extends Sending {
  readonly ctx: WriteContext;
}

/**
 * Two requests with the same key must not be in one group: the second gets the response to the first. While the lock is waited for,
 * more may come: `takeLate` adds them to the group, and returns them.
 */
export function sendTogether(group: readonly Sending[], takeLate: () => readonly Sending[]) {
  const contexts = group.map(({ ctx }) => ctx) as [Context, ...Context[]];
  return changeTogether(contexts, async (writing, join) => {
    const first = group.map((sending, n) => ({ ...sending, ctx: writing[n] as WriteContext }));
    const inTurn = await readFor(first);
    const late = takeLate();
    if (late.length === 0) return sendAll(inTurn);
    const joined = join(late.map(({ ctx }) => ctx));
    const later = await readFor(late.map((sending, n) => ({ ...sending, ctx: joined[n] as WriteContext })));
    return sendAll({ ids: [...inTurn.ids, ...later.ids], sendings: [...inTurn.sendings, ...later.sendings] });
  });
}

/** A request, with what was read for it in the turn. */
interface ReadSending {
  readonly sending: SendingNow;
  /** The message that the request has sent before. */
  readonly sentBefore: MessageId | undefined;
  readonly prepared: Outcome<PreparedMessage>;
}

interface ReadInTurn {
  readonly ids: readonly MessageId[];
  readonly sendings: readonly ReadSending[];
}

/** One round trip, unless a text has names in it or a message goes to people. */
async function readFor(group: readonly SendingNow[]): Promise<ReadInTurn> {
  const { db } = (group[0] as SendingNow).ctx;
  const [ids, sentBefore, prepared] = await Promise.all([
    reserveIds(db, group.length),
    sentEarlier(group),
    prepareEach(group),
  ]);
  const sendings = group.map((sending, n) => ({
    ...{ sending, sentBefore: sentBefore(sending) },
    prepared: prepared[n] as Outcome<PreparedMessage>,
  }));
  return { ids, sendings };
}

async function sendAll({ ids: reserved, sendings }: ReadInTurn): Promise<Outcome<DeliveredMessage>[]> {
  const outcomes: Outcome<DeliveredMessage>[] = [];
  const prepared = sendings.map((each) => each.prepared);
  let ids = reserved;
  let batch: Batched[] = [];

  async function deliverBatch(): Promise<void> {
    const [first] = batch;
    if (!first) return;
    if (ids.length === 0) ids = await reserveIds(first.sending.ctx.db, batch.length);
    const delivered = await deliverTogether(batch, ids);
    for (const [index, { n }] of batch.entries()) outcomes[n] = { value: delivered[index] as DeliveredMessage };
    batch = [];
  }

  for (const [n, { sending, sentBefore, prepared: message }] of sendings.entries()) {
    if ("refusal" in message) outcomes[n] = message;
    else if (sentBefore !== undefined) outcomes[n] = { value: { id: sentBefore } };
    else if (isStoredWithOthers(sending, message.value)) batch.push({ n, sending, prepared: message.value });
    else {
      await deliverBatch();
      const sent = await deliverPrepared(sending.ctx, sending.delivery, message.value);
      await tellIfUnheard(sending.ctx, sent.id);
      outcomes[n] = { value: sent };
      // Reserved ones that are left are lower than those of this message.
      ids = [];
      noteActivity(message.value, sent.id, prepared.slice(n + 1));
    }
  }
  await deliverBatch();
  return outcomes;
}

/** The messages that repeated requests have sent before. */
async function sentEarlier(group: readonly SendingNow[]): Promise<(sending: SendingNow) => MessageId | undefined> {
  const keyed = group.flatMap(({ ctx, delivery }) =>
    delivery.key === undefined ? [] : [{ user_id: ctx.user.id, request_key: delivery.key }],
  );
  const sent = keyed.length > 0 ? await sentBeforeByEach((group[0] as SendingNow).ctx.db, keyed) : [];
  const ids = new Map(sent.map(({ user_id, request_key, message_id }) => [`${user_id} ${request_key}`, message_id]));
  return ({ ctx, delivery }) => ids.get(`${ctx.user.id} ${delivery.key}`);
}

/** Checks each message as if it were alone, except that channels are read once for all. */
async function prepareEach(group: readonly SendingNow[]): Promise<Outcome<PreparedMessage>[]> {
  const { db, realm } = (group[0] as SendingNow).ctx;
  const wanted = group.flatMap(({ ctx, request: { to } }) =>
    typeof to === "number" ? [{ userId: ctx.user.id, channelId: to }] : [],
  );
  const channels = channelsSeenByEach(db, realm.id, wanted);
  const find: FindChannel = async ({ user }, channelId) => (await channels)({ userId: user.id, channelId });
  const preparing = group.map(({ ctx, request }) =>
    // Other ways to address a channel are rare enough to be resolved one by one.
    prepareMessage(ctx, request, typeof request.to === "number" ? find : undefined).then(accepted, refused),
  );
  return (await Promise.all([channels, ...preparing])).slice(1) as Outcome<PreparedMessage>[];
}

const accepted = (value: PreparedMessage): Outcome<PreparedMessage> => ({ value });

/** A text that has changed its meaning must be rendered again first; any other error ends the transaction. */
function refused(error: unknown): Outcome<PreparedMessage> {
  if (error instanceof ApiError || error instanceof NotPrepared) return { refusal: error };
  throw error;
}

interface Batched {
  /** Its place in the group. */
  readonly n: number;
  readonly sending: SendingNow;
  readonly prepared: ForChannel;
}

/**
 * Whether a message may be stored before what follows from those before it. Files and topic wildcards depend on who has
 * sent what, widgets have rows of their own, and what bots send may cause another message: these go one by one, as messages
 * to people do.
 */
function isStoredWithOthers({ ctx }: SendingNow, prepared: PreparedMessage): prepared is ForChannel {
  if (!("channel" in prepared) || ctx.user.bot_owner_id !== null) return false;
  const { rendered, widget } = prepared.composed;
  return widget === undefined && rendered.uploads.length === 0 && !rendered.mentions.topicWildcard;
}

async function deliverTogether(batch: readonly Batched[], ids: readonly MessageId[]): Promise<DeliveredMessage[]> {
  const packed = await Promise.all(
    batch.map(({ sending: { ctx, delivery }, prepared: { channel, topic, composed } }) =>
      packForChannel(ctx, delivery, channel, topic, composed),
    ),
  );
  const stored = await storeTogether(
    (batch[0] as Batched).sending.ctx.db,
    packed.map(({ row, readers, delivery: { key } }, index) => ({
      ...{ id: ids[index] as MessageId, row, readers, key },
      channelId: (batch[index] as Batched).prepared.channel.id,
    })),
  );
  const delivered: DeliveredMessage[] = [];
  // One after another: what follows from a message may depend on what follows from those before it.
  for (const [index, { prepared }] of batch.entries()) {
    const message = packed[index] as (typeof packed)[number];
    const sent = await finishInChannel(message, prepared.channel, stored[index] as (typeof stored)[number]);
    delivered.push(sent);
    noteActivity(
      prepared,
      sent.id,
      batch.slice(index + 1).map(({ prepared }) => accepted(prepared)),
    );
  }
  return delivered;
}

/** Messages that were read before this one was stored find its channel as it has left it. */
function noteActivity(sent: PreparedMessage, id: MessageId, later: readonly Outcome<PreparedMessage>[]): void {
  if (!("channel" in sent) || (sent.channel.is_recently_active && sent.channel.first_message_id !== null)) return;
  for (const each of later) {
    if ("refusal" in each || !("channel" in each.value) || each.value.channel.id !== sent.channel.id) continue;
    each.value.channel.is_recently_active = true;
    each.value.channel.first_message_id ??= id;
  }
}

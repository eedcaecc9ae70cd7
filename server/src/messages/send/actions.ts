/** Sends messages: the rules, then the delivery. */

import type { TxContext, WriteContext } from "../../kernel/context.ts";
import { takeTurn } from "../../kernel/events/log.ts";
import { MayNotForge, NotMirrored } from "../contract.ts";
import type { FindChannel } from "../recipients.ts";
import { type Delivered, type DeliveredMessage, type Delivery, deliverToChannel, deliverToPeople } from "./deliver.ts";
import { requestKey } from "./once.ts";
import { type ForChannel, type ForPeople, prepareForChannel, prepareForPeople, type SendRequest } from "./prepare.ts";

/** A message that may be sent. */
export type PreparedMessage = ForChannel | ForPeople;

export async function sendMessage(ctx: TxContext, request: SendRequest): Promise<DeliveredMessage> {
  const prepared = await prepareMessage(ctx, request);
  return deliverPrepared(await takeTurn(ctx), deliveryOf(request), prepared);
}

/** Checks every rule, and changes nothing. */
export async function prepareMessage(
  ctx: TxContext,
  request: SendRequest,
  find?: FindChannel,
): Promise<PreparedMessage> {
  if (request.forged === "true" || request.forged === "yes" || request.time !== undefined) throw new MayNotForge();
  if (request.sender !== undefined) throw new NotMirrored();
  const isChannel = request.type === "channel" || request.type === "stream";
  return isChannel ? prepareForChannel(ctx, request, find) : prepareForPeople(ctx, request);
}

export const deliveryOf = (request: SendRequest): Delivery =>
  request.local_id === undefined ? request : { ...request, key: requestKey(request) };

export async function deliverPrepared(
  ctx: WriteContext,
  delivery: Delivery,
  prepared: PreparedMessage,
): Promise<DeliveredMessage> {
  const { isRepeated: _, ...sent } = await delivered(ctx, delivery, prepared);
  return sent;
}

function delivered(ctx: WriteContext, delivery: Delivery, prepared: PreparedMessage): Promise<Delivered> {
  if ("channel" in prepared)
    return deliverToChannel(ctx, delivery, prepared.channel, prepared.topic, prepared.composed);
  return deliverToPeople(ctx, delivery, prepared.participants, prepared.composed, prepared.existing);
}

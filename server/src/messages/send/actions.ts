/** Sends messages: the rules, then the delivery. */

import type { TxContext } from "../../kernel/context.ts";
import { takeTurn } from "../../kernel/events/log.ts";
import { MayNotForge, NotMirrored } from "../contract.ts";
import { type Delivered, type DeliveredMessage, deliverToChannel, deliverToPeople } from "./deliver.ts";
import { requestKey } from "./once.ts";
import { prepareForChannel, prepareForPeople, type SendRequest } from "./prepare.ts";

export async function sendMessage(ctx: TxContext, request: SendRequest): Promise<DeliveredMessage> {
  if (request.forged === "true" || request.forged === "yes" || request.time !== undefined) throw new MayNotForge();
  if (request.sender !== undefined) throw new NotMirrored();
  const isChannel = request.type === "channel" || request.type === "stream";
  const { isRepeated: _, ...sent } = await (isChannel ? sendToChannel(ctx, request) : sendToPeople(ctx, request));
  return sent;
}

async function sendToChannel(ctx: TxContext, request: SendRequest): Promise<Delivered> {
  const { channel, topic, composed } = await prepareForChannel(ctx, request);
  return deliverToChannel(await takeTurn(ctx), deliveryOf(request), channel, topic, composed);
}

const deliveryOf = (request: SendRequest) =>
  request.local_id === undefined ? request : { ...request, key: requestKey(request) };

async function sendToPeople(ctx: TxContext, request: SendRequest): Promise<Delivered> {
  const { participants, composed, existing } = await prepareForPeople(ctx, request);
  return deliverToPeople(await takeTurn(ctx), deliveryOf(request), participants, composed, existing);
}

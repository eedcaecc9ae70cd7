/** Receives a service's request and posts what it says, as the bot whose URL was called. */
import type { ShapeOf } from "../../kernel/api/index.ts";
import { type Context, change } from "../../kernel/context.ts";
import type { ReceivedWebhook } from "../../kernel/http/route.ts";
import { ChannelDoesNotExist } from "../../messages/contract.ts";
import { tellOwner } from "../../messages/notices/tell-owner.ts";
import { sendAsAsked } from "../../messages/send/request.ts";
import { webhookSecret } from "../../people/bots/config.ts";
import {
  BotHasNoOwner,
  InvalidSignature,
  MalformedJson,
  NoSuchIntegration,
  type receiveWebhook as operation,
  UNSUPPORTED_EVENT,
} from "./contract.ts";
import { type DeliveryOutcome, noteDelivery, refusalOf } from "./deliveries.ts";
import { deliveryOf } from "./delivery-id.ts";
import type { Integration } from "./integration.ts";
import { type Interpretation, interpret, topicFrom } from "./interpret.ts";
import { documentIn, type ServiceRequest, serviceRequest } from "./request.ts";
import { integrations } from "./services/index.ts";
import { bearer } from "./signatures.ts";

type WebhookParams = ShapeOf<(typeof operation)["params"]>;
type WebhookResponse = ShapeOf<(typeof operation)["response"]>;

export function integrationNamed(name: string): Integration {
  const found = integrations.find((each) => each.name === name || each.aliases?.includes(name));
  if (!found) throw new NoSuchIntegration({ integration: name });
  return found;
}

export async function receive(
  ctx: Context,
  params: WebhookParams,
  received: ReceivedWebhook,
): Promise<WebhookResponse> {
  /** Known when the request has been read. */
  let event: string | null = null;
  try {
    const integration = integrationNamed(params.integration);
    await checkSignature(ctx, integration, received);
    const request = await requestFrom(ctx, integration, params, received);
    const found = interpret(integration, request, params);
    event = found.event;
    const ended = await carriedOut(ctx, integration, params, { request, found });
    await noteDelivery(ctx, { integration: integration.name, event, ...ended });
    return found.kind === "unsupported" ? unsupported(integration, event) : {};
  } catch (error) {
    await noteDelivery(ctx, { integration: params.integration, event, ...refusalOf(error) });
    throw error;
  }
}

/** For parameters of the URL that are refused before they get here. */
export const noteRefusal = (ctx: Context, integration: string, error: unknown): Promise<void> =>
  noteDelivery(ctx, { integration, event: null, ...refusalOf(error) });

type Ended = Omit<DeliveryOutcome, "integration" | "event">;

async function carriedOut(
  ctx: Context,
  integration: Integration,
  params: WebhookParams,
  { request, found }: { request: ServiceRequest; found: Interpretation },
): Promise<Ended> {
  switch (found.kind) {
    case "unsupported":
      return { outcome: "ignored", code: UNSUPPORTED_EVENT };
    case "nothing":
      return { outcome: "ignored" };
    case "message":
      return post(ctx, integration, params, { request, ...found });
  }
}

/**
 * With a secret, the bot accepts only signed requests, from every integration: a URL alone must not be enough. Sending as any other
 * bot does is refused too (`sendByKey`).
 */
async function checkSignature(ctx: Context, integration: Integration, received: ReceivedWebhook): Promise<void> {
  const secret = await webhookSecret(ctx, ctx.user.id);
  if (secret === undefined) return;
  const { header } = serviceRequest(received.headers, undefined, {});
  const body = received.fields ? undefined : received.body;
  const signed = { header, url: ctx.realm.url + received.url, body, now: ctx.now };
  const signature = integration.signature ?? bearer;
  if (secret === null || !signature.verify(signed, secret)) throw new InvalidSignature();
}

/** A service that is set up wrongly shows its errors to nobody, so the bot's owner is notified. */
async function requestFrom(
  ctx: Context,
  { title }: Integration,
  params: WebhookParams,
  received: ReceivedWebhook,
): Promise<ServiceRequest> {
  try {
    return serviceRequest(received.headers, documentIn(received, params.content_type), params);
  } catch (error) {
    if (error instanceof MalformedJson)
      await change(ctx, (writing) =>
        tellOwner(writing, ctx.user, (notices, bot) => notices.botReceivesMalformed(bot, title)),
      );
    throw error;
  }
}

const unsupported = ({ title }: Integration, event: string): WebhookResponse => ({
  msg: `The '${event}' event isn't currently supported by the ${title} webhook; ignoring`,
  code: UNSUPPORTED_EVENT,
  webhook_name: title,
  event_type: event,
});

interface ReadMessage {
  readonly request: ServiceRequest;
  readonly topic: string;
  readonly content: string;
}

/** By the rules for any message of the bot. In a channel that does not exist it is dropped, and the owner notified. */
async function post(
  ctx: Context,
  integration: Integration,
  params: WebhookParams,
  { request, topic, content }: ReadMessage,
): Promise<Ended> {
  const delivery = deliveryOf(integration, request);
  const message = {
    content,
    ...targetOf(ctx, params, topic),
    ...(delivery === undefined ? {} : { local_id: `${integration.name} ${delivery}`.slice(0, MAX_LOCAL_ID_LENGTH) }),
  };
  try {
    const { id } = await sendAsAsked({ ...ctx, client: clientOf(integration) }, message);
    return { outcome: "posted", message_id: id };
  } catch (error) {
    if (!(error instanceof ChannelDoesNotExist)) throw error;
    return refusalOf(error);
  }
}

const MAX_LOCAL_ID_LENGTH = 255;

function targetOf({ user }: Context, params: WebhookParams, topic: string) {
  const sent = params.stream?.trim() ?? "";
  if (sent === "") {
    if (user.bot_owner_id === null) throw new BotHasNoOwner();
    return { type: "direct" as const, to: [user.bot_owner_id] };
  }
  const stream = unescapedTwice(sent);
  const to = /^\d{1,15}$/.test(stream) ? Number(stream) : stream;
  const chosen = params.topic === undefined ? "" : topicFrom(unescapedTwice(params.topic));
  return { type: "channel" as const, to, topic: chosen === "" ? topic : chosen };
}

/** Some services escape the URL once more than they should. */
function unescapedTwice(text: string): string {
  if (!/%[0-9a-f]{2}/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The name of the client in messages: `ParleySlackIncomingWebhook`. */
const clientOf = ({ name }: Integration): string =>
  `Parley${name.replace(/(?:^|_)(.)/g, (_, first: string) => first.toUpperCase())}Webhook`.slice(0, 30);

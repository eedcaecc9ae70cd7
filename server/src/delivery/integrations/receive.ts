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
import type { Integration } from "./integration.ts";
import { interpret, topicFrom } from "./interpret.ts";
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
  const integration = integrationNamed(params.integration);
  await checkSignature(ctx, integration, received);
  const request = await requestFrom(ctx, integration, params, received);
  const found = interpret(integration, request, params);
  if (found.kind === "unsupported") return unsupported(integration, found.event);
  if (found.kind === "message") await post(ctx, integration, params, { request, ...found });
  return {};
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
): Promise<void> {
  const delivery = integration.deliveryOf?.(request);
  const message = {
    content,
    ...targetOf(ctx, params, topic),
    ...(delivery === undefined ? {} : { local_id: `${integration.name} ${delivery}`.slice(0, MAX_LOCAL_ID_LENGTH) }),
  };
  try {
    await sendAsAsked({ ...ctx, client: clientOf(integration) }, message);
  } catch (error) {
    if (!(error instanceof ChannelDoesNotExist)) throw error;
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

/** The request to a bot's URL, in either format. */
import { type Context, readSnapshotOf } from "../../kernel/context.ts";
import { presentMessages } from "../../messages/fetch/read.ts";
import type { Call } from "./call.ts";
import type { Trigger, WebhookPayload } from "./contract.ts";
import { Interface } from "./interface.ts";

/** A request without its URL. */
export interface WebhookRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The format of the message: Markdown, without the reader's own flags. */
const WANTED = { apply_markdown: false, client_gravatar: false, allow_empty_topic_name: true };

export async function write(call: Call, trigger: Trigger): Promise<WebhookRequest> {
  if (call.service.interface === Interface.slack) return form(await slackFields(call, trigger));
  return { headers: { "content-type": "application/json" }, body: JSON.stringify(await payload(call, trigger)) };
}

export const form = (fields: Readonly<Record<string, string>>): WebhookRequest => ({
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams(fields).toString(),
});

async function payload({ ctx, service, message }: Call, trigger: Trigger): Promise<WebhookPayload> {
  return {
    bot_email: ctx.user.delivery_email,
    bot_full_name: ctx.user.full_name,
    data: message.content,
    trigger,
    token: service.token,
    message: { ...(await presented(ctx, message)), rendered_content: message.rendered_content },
  };
}

async function presented(ctx: Context, message: Call["message"]) {
  // In a snapshot its reads share one connection; elsewhere each would take its own at the same time.
  const [{ flags: _, ...rest }] = (await readSnapshotOf(ctx, (reading) =>
    presentMessages(reading, [message], WANTED),
  )) as [Awaited<ReturnType<typeof presentMessages>>[number]];
  return rest;
}

/** The fields of Slack's outgoing webhooks, which do not support direct messages. */
async function slackFields({ ctx, service, message }: Call, trigger: Trigger): Promise<Record<string, string>> {
  const { realm, user } = ctx;
  const { channel } = message;
  const { sender_full_name, sender_id } = await presented(ctx, message);
  return {
    token: service.token,
    team_id: `T${realm.id}`,
    team_domain: realm.host,
    channel_id: `C${channel?.id}`,
    channel_name: channel?.name ?? "",
    thread_ts: `${message.sent_at}`,
    timestamp: `${message.sent_at}`,
    user_id: `U${sender_id}`,
    user_name: sender_full_name,
    text: message.content,
    trigger_word: trigger,
    service_id: `${user.id}`,
  };
}

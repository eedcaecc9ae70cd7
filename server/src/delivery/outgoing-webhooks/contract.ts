/** The contract for calls to outgoing webhook bots. */
import {
  list,
  notAudited,
  noted,
  oneOf,
  operation,
  optional,
  type ShapeOf,
  strictObject,
  text,
  timestamp,
} from "../../kernel/api/index.ts";
import { editHistoryEntry, sentMessageFields } from "../../messages/contract.ts";

const trigger = oneOf("direct_message", "mention");
export type Trigger = ShapeOf<{ trigger: typeof trigger }>["trigger"];

/** The JSON document sent to the bot's URL. */
export const webhookPayload = {
  bot_email: noted(text(), { note: "The bot's email address." }),
  bot_full_name: noted(text(), { note: "The bot's name." }),
  data: noted(text(), { note: "The message as it was written, in Markdown." }),
  trigger: noted(trigger, { note: "Why the bot was triggered." }),
  token: noted(text(), {
    note: "The bot's secret token, which never changes: it proves that the request comes from this server.",
  }),
  message: strictObject({
    ...sentMessageFields,
    edit_history: optional(list(editHistoryEntry)),
    last_edit_timestamp: optional(timestamp()),
    last_moved_timestamp: optional(timestamp()),
    rendered_content: noted(text(), { note: "The message as HTML." }),
  }),
};

export type WebhookPayload = ShapeOf<typeof webhookPayload>;

export const outgoingWebhook = operation({
  method: "POST",
  path: "/chat-outgoing-webhook",
  summary: "Get an example of the request that an outgoing webhook bot's URL receives when a message triggers the bot.",
  audit: notAudited("changes nothing"),
  response: webhookPayload,
});

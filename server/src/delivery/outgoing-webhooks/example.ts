/** An example of a webhook call. Everything in it is invented, except the sender. */
import type { Realm, User } from "../../kernel/context.ts";
import { shapeMessage } from "../../messages/events.ts";
import { presentSender, storedMessage } from "../../messages/present.ts";
import type { WebhookPayload } from "./contract.ts";

const BOT_NAME = "Example Bot";
const CONTENT = `@**${BOT_NAME}** what is the weather like?`;

export function example(realm: Realm, user: User): WebhookPayload {
  const facts = {
    id: 1,
    recipient_id: 1,
    subject: "weather",
    content: CONTENT,
    rendered_content: `<p><span class="user-mention" data-user-id="0">@${BOT_NAME}</span> what is the weather like?</p>`,
    sent_at: realm.date_created,
    client: "website",
  };
  const message = storedMessage(realm, facts, presentSender(realm, user, user), {
    channel: { id: 1, name: "general" },
  });
  const presented = shapeMessage(message, { apply_markdown: false, client_gravatar: false }, true);
  return {
    bot_email: `example-bot@${realm.host}`,
    bot_full_name: BOT_NAME,
    data: CONTENT,
    trigger: "mention",
    token: "x".repeat(32),
    message: { ...presented, rendered_content: facts.rendered_content },
  };
}

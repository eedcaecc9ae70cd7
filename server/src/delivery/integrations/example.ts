/** A request as a service would send it. */

import type { ShapeOf } from "../../kernel/api/index.ts";
import type { Context } from "../../kernel/context.ts";
import { webhookSecret } from "../../people/bots/config.ts";
import { incomingBotFor } from "./access.ts";
import { examplesOf } from "./catalogue.ts";
import { type getWebhookExample, NoSuchExample } from "./contract.ts";
import { withNewId } from "./delivery-id.ts";
import type { Fixture } from "./fixtures/fixture.ts";
import { integrationNamed } from "./receive.ts";
import { bearer } from "./signatures.ts";
import { webhookUrl } from "./url.ts";

type ExampleParams = ShapeOf<(typeof getWebhookExample)["params"]>;
type Example = ShapeOf<(typeof getWebhookExample)["response"]>;

const FORM = "application/x-www-form-urlencoded";

export async function example(
  ctx: Context,
  { bot_id, integration: name, example: wanted, ...options }: ExampleParams,
): Promise<Example> {
  const bot = await incomingBotFor(ctx, bot_id);
  const integration = integrationNamed(name);
  const examples = examplesOf(integration);
  const fixture = wanted === undefined ? examples[0] : examples.find((each) => each.name === wanted);
  if (!fixture) throw new NoSuchExample();
  const url = webhookUrl(ctx.realm.url, name, ctx.app.secrets.decrypt(bot.api_key_encrypted), options);
  const { headers, body } = written(withNewId(integration, fixture), options.content_type);
  const secret = await webhookSecret(ctx, bot.id);
  const unsigned = { url, body: Buffer.from(body), now: ctx.now };
  // A secret of another server accepts nothing, and so the test shows.
  const signed = secret ? (integration.signature ?? bearer).sign(unsigned, secret) : {};
  return { url, headers: { ...headers, ...signed }, body };
}

/** As bytes, in the content type that the URL names. */
function written({ headers = {}, body }: Fixture, contentType: string | undefined) {
  const document = typeof body === "string" ? body : JSON.stringify(body);
  if (contentType !== FORM || typeof body === "string")
    return { headers: { "content-type": "application/json", ...headers }, body: document };
  return { headers: { ...headers, "content-type": FORM }, body: new URLSearchParams({ payload: document }).toString() };
}

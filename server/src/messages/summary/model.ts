/** Asks a language model that speaks the chat completions protocol, which the operator has configured. */
import * as z from "zod";
import type { SummaryConfig } from "../../kernel/config.ts";
import type { App } from "../../kernel/context.ts";
import { OutgoingError } from "../../kernel/outgoing/errors.ts";
import { SummaryFailed } from "./contract.ts";
import type { ChatMessage } from "./prompt.ts";

const TIMEOUT_MS = 45_000;
const MAX_TOKENS = 700;
const MAX_ANSWER_BYTES = 256 * 1024;
/** Models that ignore the limit in tokens. */
const MAX_ANSWER_CHARACTERS = 8000;
/** A model answers slowly: nobody is helped by more who wait for it. */
const MAX_AT_ONCE = 16;

const underWay = new WeakMap<App, number>();

export async function answerOf(app: App, model: SummaryConfig, messages: readonly ChatMessage[]): Promise<string> {
  const already = underWay.get(app) ?? 0;
  if (already >= MAX_AT_ONCE) throw new SummaryFailed();
  underWay.set(app, already + 1);
  try {
    return await ask(app, model, messages);
  } finally {
    underWay.set(app, (underWay.get(app) ?? 1) - 1);
  }
}

async function ask(
  { trustedOutgoing, log }: App,
  model: SummaryConfig,
  messages: readonly ChatMessage[],
): Promise<string> {
  try {
    const { status, body } = await trustedOutgoing.send({
      method: "POST",
      url: `${model.url}/chat/completions`,
      headers: { authorization: `Bearer ${model.key}`, "content-type": "application/json" },
      body: JSON.stringify({ model: model.name, messages, max_tokens: MAX_TOKENS, temperature: 0.2, stream: false }),
      timeoutMs: TIMEOUT_MS,
      redirects: 0,
      maxBytes: MAX_ANSWER_BYTES,
    });
    const text = status === 200 ? textIn(body) : undefined;
    if (text !== undefined) return text;
    log.warn({ status }, "the model for summaries gave no summary");
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    log.warn({ reason: error.message }, "the model for summaries could not be asked");
  }
  throw new SummaryFailed();
}

const completion = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });

function textIn(body: Buffer): string | undefined {
  try {
    const [choice] = completion.parse(JSON.parse(body.toString("utf8"))).choices;
    const text = choice?.message.content.trim().slice(0, MAX_ANSWER_CHARACTERS).toWellFormed().replaceAll("\0", "");
    return text || undefined;
  } catch {
    return undefined;
  }
}

/** Asks a language model that speaks the chat completions protocol, which the operator has configured. */
import * as z from "zod";
import type { UserId } from "../../kernel/api/ids.ts";
import type { SummaryConfig } from "../../kernel/config.ts";
import type { App, Context } from "../../kernel/context.ts";
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
/** So that one person leaves room for others. */
const MAX_AT_ONCE_BY_USER = 2;

/** Who waits for an answer, once for each request. */
const waiting = new WeakMap<App, UserId[]>();

export async function answerOf(
  { app, user }: Context,
  model: SummaryConfig,
  messages: readonly ChatMessage[],
): Promise<string> {
  const all = waiting.get(app) ?? [];
  waiting.set(app, all);
  const own = all.filter((id) => id === user.id);
  if (all.length >= MAX_AT_ONCE || own.length >= MAX_AT_ONCE_BY_USER) throw new SummaryFailed();
  all.push(user.id);
  try {
    return await ask(app, model, messages);
  } finally {
    all.splice(all.indexOf(user.id), 1);
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

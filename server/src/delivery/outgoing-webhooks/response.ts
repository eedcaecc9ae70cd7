/** What a bot's address answers, and what that means. */

import type { OutgoingResponse } from "../../kernel/outgoing/client.ts";
import { shortened } from "../../text/notices/markup.ts";
import type { WebhookFailure } from "../../text/notices/texts/webhooks.ts";
import { Interface } from "./interface.ts";

/** What the bot says in the conversation that it was called in. */
export interface Reply {
  readonly content: string;
  /** JSON text. */
  readonly widget_content?: string;
}

/** Something to say, or a failure, or neither. */
export interface WebhookOutcome {
  readonly reply?: Reply;
  readonly failure?: WebhookFailure;
  /** What was answered, as far as it is worth showing. */
  readonly excerpt?: string;
}

/** As much of an answer as is worth showing to somebody. */
const EXCERPT_LENGTH = 500;

export function outcomeOf({ status, body }: OutgoingResponse, form: number): WebhookOutcome {
  const text = body.toString("utf8");
  const excerpt = excerptOf(text);
  if (status < 200 || status > 299) return { failure: { reason: "status", status, body: excerpt } };
  if (text.trim() === "") return {};
  const answer = parsed(text);
  if (answer === undefined) return { failure: { reason: "invalid_json", body: excerpt } };
  // Older programs say so that they have nothing to say.
  if (answer === "") return {};
  const reply = isObject(answer) ? replyIn(answer, form) : undefined;
  if (reply === undefined) return { failure: { reason: "invalid_format", body: excerpt } };
  return reply.content.trim() === "" ? {} : { reply, excerpt };
}

const excerptOf = (text: string): string => shortened(text.replaceAll("\0", "\uFFFD").trim(), EXCERPT_LENGTH);

const SILENCE: Reply = { content: "" };

/** Undefined when what is said is no text, or the form none that can be written down. */
function replyIn(answer: Readonly<Record<string, unknown>>, form: number): Reply | undefined {
  if (form === Interface.slack) return said(answer.text);
  if (answer.response_not_required === true) return SILENCE;
  if (answer.response_string !== undefined) return said(answer.response_string);
  const reply = said(answer.content);
  const { widget_content: widget } = answer;
  if (reply === undefined || widget === undefined || widget === null) return reply;
  const widget_content = typeof widget === "string" ? widget.toWellFormed() : written(widget);
  return widget_content === undefined ? undefined : { ...reply, widget_content };
}

/** Undefined when it is nested too deeply: more can be read than written. */
function written(widget: unknown): string | undefined {
  try {
    return JSON.stringify(widget);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function said(value: unknown): Reply | undefined {
  if (value === undefined || value === null) return SILENCE;
  // JSON can write half a character, which no database keeps.
  return typeof value === "string" ? { content: value.toWellFormed() } : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

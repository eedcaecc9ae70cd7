/** Interprets the response of a bot's URL. */

import type { OutgoingResponse } from "../../kernel/outgoing/client.ts";
import { shortened } from "../../text/notices/markup.ts";
import type { WebhookFailure } from "../../text/notices/texts/webhooks.ts";
import { Interface } from "./interface.ts";

/** A bot's reply in the conversation. */
export interface Reply {
  readonly content: string;
  /** JSON text. */
  readonly widget_content?: string;
}

/** A reply, a failure, or neither. */
export interface WebhookOutcome {
  readonly reply?: Reply;
  /** Whether a reply to a command is for everyone in the conversation; by default it is for the caller only. */
  readonly isPublic?: boolean;
  readonly failure?: WebhookFailure;
  /** The beginning of the response body. */
  readonly excerpt?: string;
}

/** The length of the excerpt for error reports. */
const EXCERPT_LENGTH = 500;

export function outcomeOf({ status, body }: OutgoingResponse, form: number): WebhookOutcome {
  const text = body.toString("utf8");
  const excerpt = excerptOf(text);
  if (status < 200 || status > 299) return { failure: { reason: "status", status, body: excerpt } };
  if (text.trim() === "") return {};
  const answer = parsed(text);
  if (answer === undefined) return { failure: { reason: "invalid_json", body: excerpt } };
  // Older webhooks decline to reply with an empty string.
  if (answer === "") return {};
  const reply = isObject(answer) ? replyIn(answer, form) : undefined;
  if (reply === undefined) return { failure: { reason: "invalid_format", body: excerpt } };
  return reply.content.trim() === "" ? {} : { reply, isPublic: isForEveryone(answer, form), excerpt };
}

const isForEveryone = (answer: unknown, form: number): boolean =>
  isObject(answer) && (form === Interface.slack ? answer.response_type === "in_channel" : answer.public === true);

const excerptOf = (text: string): string => shortened(text.replaceAll("\0", "\uFFFD").trim(), EXCERPT_LENGTH);

const SILENCE: Reply = { content: "" };

/** Returns undefined if the content is not a string, or the widget cannot be serialised. */
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

/** Returns undefined if the widget is nested too deeply: JSON.parse accepts deeper nesting than JSON.stringify. */
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
  // JSON can contain lone surrogates, which databases reject.
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

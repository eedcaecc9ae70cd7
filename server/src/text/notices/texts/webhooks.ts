/** What notices about failed outgoing webhooks say: from the bot in the conversation, and to its owner. */
import type { OutgoingFailure } from "../../../kernel/outgoing/errors.ts";
import { block } from "../markup.ts";

/** Why a call failed. */
export type WebhookFailure =
  | { readonly reason: OutgoingFailure; readonly code?: string | undefined }
  | { readonly reason: "status"; readonly status: number; readonly body: string }
  | { readonly reason: "invalid_json" | "invalid_format"; readonly body: string }
  /** The response cannot be posted. */
  | { readonly reason: "reply_refused"; readonly sentence: string; readonly body: string | undefined }
  /** Slack's format has no direct messages. */
  | { readonly reason: "slack_direct" };

export interface FailedCall {
  readonly bot: string;
  /** The called server, without secrets in its URL. */
  readonly origin: string;
  /** A link to the message that triggered the bot; undefined for a direct message, or one that the owner cannot see. */
  readonly link: string | undefined;
  readonly failure: WebhookFailure;
}

/** Includes the response, if there was one, as inert text. */
export const withAnswer = (sentence: string, failure: WebhookFailure) =>
  "body" in failure && failure.body ? `${sentence}\n\n${block("text", failure.body)}` : sentence;

/** The code of a network error. */
export const coded = (code: string | undefined) => (code === undefined ? "" : ` (\`${code}\`)`);

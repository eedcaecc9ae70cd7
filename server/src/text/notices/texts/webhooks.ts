/** Notices about failed outgoing webhooks: from the bot in the conversation, and to its owner. */
import type { OutgoingFailure } from "../../../kernel/outgoing/errors.ts";
import { block, plainly } from "../markup.ts";

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
const withAnswer = (sentence: string, failure: WebhookFailure) =>
  "body" in failure && failure.body ? `${sentence}\n\n${block("text", failure.body)}` : sentence;

const coded = (code: string | undefined) => (code === undefined ? "" : ` (\`${code}\`)`);

function whatHappened(failure: WebhookFailure): string {
  switch (failure.reason) {
    case "status":
      return `it responded with HTTP status **${failure.status}**`;
    case "invalid_json":
      return "its response was not JSON";
    case "invalid_format":
      return "its response was not a JSON object in the expected format";
    case "reply_refused":
      return `its response could not be posted: ${plainly(failure.sentence)}`;
    case "timeout":
      return "it did not respond in time after several attempts";
    case "unreachable":
      return `it could not be reached${coded(failure.code)} after several attempts`;
    case "forbidden":
      return "its URL is in a network that this server does not connect to";
    case "not_an_address":
      return "its URL is not valid";
    case "too_large":
      return "its response was too large";
    case "redirect":
      return "it redirects too often, or to a URL that is not allowed";
    case "slack_direct":
      return "the Slack format does not support direct messages";
    case "stopped":
      return "this server was stopped";
    default:
      throw new Error(failure satisfies never);
  }
}

function said(failure: WebhookFailure): string {
  switch (failure.reason) {
    case "status":
      return `Third party responded with ${failure.status}`;
    case "invalid_json":
      return "Invalid JSON in response";
    case "invalid_format":
      return "Invalid response format";
    case "reply_refused":
      return failure.sentence;
    case "slack_direct":
      return "Slack outgoing webhooks don't support direct messages.";
    case "too_large":
      return "Response is too large";
    default:
      return "Bot is unavailable";
  }
}

export const englishWebhooks = {
  /** From the bot itself, for the people waiting for its response. */
  inConversation: (failure: WebhookFailure) => `Failure! ${said(failure)}`,
  toOwner: ({ bot, origin, link, failure }: FailedCall) =>
    withAnswer(
      `Your bot ${bot} was triggered by ${link ?? "a message"}, but the request to its URL at ${origin} failed: ${whatHappened(failure)}.`,
      failure,
    ),
};

export type WebhookNotices = typeof englishWebhooks;

function wasGeschah(failure: WebhookFailure): string {
  switch (failure.reason) {
    case "status":
      return `sie hat mit dem HTTP-Status **${failure.status}** geantwortet`;
    case "invalid_json":
      return "die Antwort war kein JSON";
    case "invalid_format":
      return "die Antwort war kein JSON-Objekt der erwarteten Form";
    case "reply_refused":
      return `die Antwort konnte nicht geschrieben werden: ${plainly(failure.sentence)}`;
    case "timeout":
      return "sie hat auch nach mehreren Versuchen nicht rechtzeitig geantwortet";
    case "unreachable":
      return `sie war auch nach mehreren Versuchen nicht erreichbar${coded(failure.code)}`;
    case "forbidden":
      return "sie liegt in einem Netz, das dieser Server nicht aufruft";
    case "not_an_address":
      return "sie kann nicht aufgerufen werden";
    case "too_large":
      return "die Antwort war zu groß";
    case "redirect":
      return "sie leitet zu oft weiter, oder an eine Adresse, der nicht gefolgt wird";
    case "slack_direct":
      return "in der Form von Slack gibt es keine Direktnachrichten";
    case "stopped":
      return "dieser Server wurde angehalten";
    default:
      throw new Error(failure satisfies never);
  }
}

function gesagt(failure: WebhookFailure): string {
  switch (failure.reason) {
    case "status":
      return `Die Gegenseite hat mit ${failure.status} geantwortet`;
    case "invalid_json":
      return "Die Antwort ist kein gültiges JSON";
    case "invalid_format":
      return "Die Antwort hat nicht die erwartete Form";
    case "reply_refused":
      return failure.sentence;
    case "slack_direct":
      return "Ausgehende Webhooks in der Form von Slack kennen keine Direktnachrichten.";
    case "too_large":
      return "Die Antwort ist zu groß";
    default:
      return "Der Bot ist nicht erreichbar";
  }
}

export const germanWebhooks: WebhookNotices = {
  inConversation: (failure) => `Fehler! ${gesagt(failure)}`,
  toOwner: ({ bot, origin, link, failure }) =>
    withAnswer(
      `Dein Bot ${bot} wurde durch ${link ?? "eine Nachricht"} gerufen, aber der Aufruf seiner Adresse bei ${origin} ist gescheitert: ${wasGeschah(failure)}.`,
      failure,
    ),
};

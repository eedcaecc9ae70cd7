/** Notices about failed outgoing webhooks. */
import { plainly } from "../../markup.ts";
import { coded, type FailedCall, type WebhookFailure, withAnswer } from "../webhooks.ts";

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

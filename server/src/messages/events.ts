import {
  type ClientProfile,
  type EventBody,
  event,
  list,
  optional,
  type ShapeOf,
  strictObject,
  text,
} from "../api/index.ts";
import { EMPTY_TOPIC_DISPLAY_NAME, sentMessageFields } from "./contract.ts";

type SentMessage = ShapeOf<typeof sentMessageFields>;

/** What the log holds of a message: both forms of its content, and the avatar for those who compute none themselves. */
export type StoredMessage = Omit<SentMessage, "content_type" | "avatar_url"> & {
  rendered_content: string;
  avatar_url: string;
  /** Whether clients can compute the avatar's address from an address that everyone may see. */
  avatar_is_computable: boolean;
};

export function shapeMessage(
  stored: StoredMessage,
  client: Pick<ClientProfile, "apply_markdown" | "client_gravatar">,
  emptyTopic: boolean,
): SentMessage {
  const { rendered_content, avatar_is_computable, ...message } = stored;
  return {
    ...message,
    subject:
      stored.subject === "" && stored.type === "stream" && !emptyTopic ? EMPTY_TOPIC_DISPLAY_NAME : stored.subject,
    avatar_url: client.client_gravatar && avatar_is_computable ? null : stored.avatar_url,
    content: client.apply_markdown ? rendered_content : stored.content,
    content_type: client.apply_markdown ? "text/html" : "text/x-markdown",
  };
}

/**
 * Sent to the people of a direct conversation and to the subscribers of a channel; for public channels also to queues
 * that asked for all of them. The flags are each reader's own.
 */
export const messageEvent = event(
  "message",
  { message: strictObject(sentMessageFields), flags: list(text()), local_message_id: optional(text()) },
  {
    shape({ message }: { message: StoredMessage }, client): EventBody[] {
      return [{ message: shapeMessage(message, client, client.capabilities.empty_topic_name) }];
    },
    personalize: (shaped, own) => ({ ...shaped, flags: own?.flags ?? [] }),
    admits(heard, narrow) {
      const { message, flags } = heard as { message: SentMessage; flags: string[] };
      return narrow.every(([operator, operand]) => matches(message, flags, operator, operand));
    },
  },
);

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

function matches(message: SentMessage, flags: readonly string[], operator: string, operand: string): boolean {
  const isChannel = message.type === "stream";
  switch (operator) {
    case "channel":
    case "stream":
      return isChannel && same(message.display_recipient as string, operand);
    case "topic":
      return isChannel && same(message.subject, operand);
    case "sender":
      return same(message.sender_email, operand);
    case "is":
      return isMatching(message, flags, operand);
    default:
      return false;
  }
}

function isMatching(message: SentMessage, flags: readonly string[], operand: string): boolean {
  switch (operand) {
    case "dm":
    case "private":
      return message.type === "private";
    case "starred":
      return flags.includes("starred");
    case "unread":
      return !flags.includes("read");
    case "mentioned":
      return flags.includes("mentioned");
    case "alerted":
      return flags.includes("has_alert_word");
    case "resolved":
      return message.subject.startsWith("✔ ");
    default:
      return false;
  }
}

import {
  type ClientProfile,
  type EventBody,
  event,
  list,
  optional,
  type ShapeOf,
  strictObject,
  text,
} from "../kernel/api/index.ts";
import { EMPTY_TOPIC_DISPLAY_NAME } from "../text/topics.ts";
import { sentMessageFields } from "./contract.ts";
import { listed, sharedFlags } from "./flags.ts";
import { type HeardMessage, isAdmitted } from "./queue-narrow.ts";

type SentMessage = ShapeOf<typeof sentMessageFields>;

/** A message in the log: both forms of its content, and the avatar for clients that do not compute one. */
export type StoredMessage = Omit<SentMessage, "content_type" | "avatar_url"> & {
  rendered_content: string;
  avatar_url: string;
  /** Whether clients can compute the avatar URL from a public email address. */
  avatar_is_computable: boolean;
};

interface HeardBody {
  readonly message: StoredMessage;
  readonly traits: number;
  /** Read by everyone from the start. */
  readonly is_read?: boolean;
}

/** Field by field: copying the rest of an object costs several times as much, and a page has a hundred messages. */
export function shapeMessage(
  stored: StoredMessage,
  client: Pick<ClientProfile, "apply_markdown" | "client_gravatar">,
  emptyTopic: boolean,
): SentMessage {
  const isUnnamed = stored.subject === "" && stored.type === "stream" && !emptyTopic;
  return {
    id: stored.id,
    type: stored.type,
    stream_id: stored.stream_id,
    subject: isUnnamed ? EMPTY_TOPIC_DISPLAY_NAME : stored.subject,
    content: client.apply_markdown ? stored.rendered_content : stored.content,
    content_type: client.apply_markdown ? "text/html" : "text/x-markdown",
    timestamp: stored.timestamp,
    sender_id: stored.sender_id,
    sender_email: stored.sender_email,
    sender_full_name: stored.sender_full_name,
    sender_realm_str: stored.sender_realm_str,
    avatar_url: client.client_gravatar && stored.avatar_is_computable ? null : stored.avatar_url,
    client: stored.client,
    display_recipient: stored.display_recipient,
    recipient_id: stored.recipient_id,
    is_me_message: stored.is_me_message,
    reactions: stored.reactions,
    submessages: stored.submessages,
    topic_links: stored.topic_links,
  };
}

type PresentedSender = Pick<StoredMessage, "sender_email" | "sender_full_name" | "avatar_url">;

/** The event for a guest who cannot access the sender. */
function withSender(shaped: EventBody, { sender_email, sender_full_name, avatar_url }: PresentedSender): EventBody {
  return { ...shaped, message: { ...(shaped.message as SentMessage), sender_email, sender_full_name, avatar_url } };
}

/**
 * Sent to the participants of a direct conversation and the subscribers of a channel; for public channels also to
 * queues that asked for all of them. The flags are each receiver's own; listeners have none. What concerns every
 * receiver is in the shared part, so that a channel mention costs nothing per subscriber.
 */
export const messageEvent = event(
  "message",
  { message: strictObject(sentMessageFields), flags: list(text()), local_message_id: optional(text()) },
  {
    shape({ message, traits, is_read }: HeardBody, client): EventBody[] {
      const shaped = shapeMessage(message, client, client.capabilities.empty_topic_name);
      const flags = sharedFlags(traits);
      return [{ message: shaped, flags: listed(is_read ? ["read", ...flags] : flags) }];
    },
    personalize(shaped, own, { isReceiver }) {
      const flags = own?.flags as string[] | undefined;
      if (!isReceiver) return { ...shaped, flags: flags ?? [] };
      const heard = own?.sender ? withSender(shaped, own.sender as PresentedSender) : shaped;
      return flags ? { ...heard, flags: listed([...flags, ...(shaped.flags as string[])]) } : heard;
    },
    admits(heard, narrow) {
      return isAdmitted(heard as unknown as HeardMessage, narrow);
    },
  },
);

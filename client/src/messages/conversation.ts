import type { Conversation, Message } from "./types.ts";

/** The conversation that a message is in. */
export function conversationOf({ type, stream_id, subject, display_recipient }: Message, ownId: number): Conversation {
  if (type === "stream") return { type: "channel", stream_id: stream_id ?? 0, topic: subject };
  const people = Array.isArray(display_recipient) ? display_recipient.map(({ id }) => id) : [];
  return { type: "direct", user_ids: people.filter((id) => id !== ownId).sort((a, b) => a - b) };
}

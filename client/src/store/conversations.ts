import type { ServerEvent } from "../types.ts";
import { part } from "./part.ts";

export interface Conversation {
  readonly max_message_id: number;
  /** The other people, ascending; empty for notes to oneself. */
  readonly user_ids: readonly number[];
  /** Its newest message was deleted; which one is newest now, if any is left, no event says. */
  readonly newestIsGone?: true;
}

export interface ConversationsState {
  readonly ownId: number;
  /** The newest message the client has heard of; it stays when that is deleted. */
  readonly maxMessageId: number;
  /** Newest first. */
  readonly direct: readonly Conversation[];
}

/** The newest message and the direct conversations by recency. */
export const conversationsPart = part<ConversationsState>({
  from: (snapshot) => ({
    ownId: snapshot.user_id ?? 0,
    maxMessageId: snapshot.max_message_id ?? -1,
    direct: snapshot.recent_private_conversations ?? [],
  }),

  apply(state, event) {
    switch (event.type) {
      case "message":
        return noteMessage(state, event);
      case "update_message":
        // Moved to where the user reads it, a message may be newer than all they had.
        return { ...state, maxMessageId: Math.max(state.maxMessageId, ...(event.message_ids as number[])) };
      case "delete_message":
        return event.message_type === "private" ? noteDeletion(state, event) : state;
      default:
        return state;
    }
  },
});

function noteMessage(state: ConversationsState, event: ServerEvent): ConversationsState {
  const message = event.message as { id: number; type: string; display_recipient: { id: number }[] };
  const next = { ...state, maxMessageId: message.id };
  if (message.type !== "private") return next;
  const others = message.display_recipient.map((person) => person.id).filter((id) => id !== state.ownId);
  const user_ids = others.sort((a, b) => a - b);
  const rest = state.direct.filter((each) => each.user_ids.join() !== user_ids.join());
  return { ...next, direct: [{ max_message_id: message.id, user_ids }, ...rest] };
}

function noteDeletion(state: ConversationsState, event: ServerEvent): ConversationsState {
  const deleted = new Set((event.message_ids as number[] | undefined) ?? [event.message_id as number]);
  const direct = state.direct.map((each) =>
    deleted.has(each.max_message_id) ? { ...each, newestIsGone: true as const } : each,
  );
  return { ...state, direct };
}

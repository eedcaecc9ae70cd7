import { part } from "./part.ts";

export interface Conversation {
  readonly max_message_id: number;
  /** The other people, ascending; empty for notes to oneself. */
  readonly user_ids: readonly number[];
}

export interface ConversationsState {
  readonly ownId: number;
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
    if (event.type !== "message") return state;
    const message = event.message as { id: number; type: string; display_recipient: { id: number }[] };
    const next = { ...state, maxMessageId: message.id };
    if (message.type !== "private") return next;
    const others = message.display_recipient.map((person) => person.id).filter((id) => id !== state.ownId);
    const user_ids = others.sort((a, b) => a - b);
    const rest = state.direct.filter((each) => each.user_ids.join() !== user_ids.join());
    return { ...next, direct: [{ max_message_id: message.id, user_ids }, ...rest] };
  },
});

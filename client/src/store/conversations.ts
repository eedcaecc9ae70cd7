import type { EventOf, messageEvents } from "@parley/server/contract";
import { deletedBy } from "./deleted.ts";
import { part } from "./part.ts";

export interface DirectConversation {
  readonly max_message_id: number;
  /** The other people, ascending; empty for notes to oneself. */
  readonly user_ids: readonly number[];
  /** Its newest message was deleted. No event says which one is the newest now, if any is left. */
  readonly newestIsGone?: true;
}

export interface ConversationsState {
  readonly ownId: number;
  /** The newest message the client has received; does not go down when it is deleted. */
  readonly maxMessageId: number;
  /** Newest first. */
  readonly direct: readonly DirectConversation[];
}

/** The newest message and the direct conversations by recency. */
export const conversationsPart = part<ConversationsState>({
  from: (snapshot) => ({
    ownId: snapshot.user_id ?? 0,
    maxMessageId: snapshot.max_message_id ?? -1,
    direct: snapshot.recent_private_conversations ?? [],
  }),

  on: {
    message: (state, { message }) => noteMessage(state, message),
    // A message moved to where the user can read it may be newer than all others.
    update_message: (state, { message_ids }) => ({
      ...state,
      maxMessageId: Math.max(state.maxMessageId, ...message_ids),
    }),
    delete_message: (state, event) =>
      event.message_type === "private" ? noteDeletion(state, deletedBy(event)) : state,
  },
});

type SentMessage = EventOf<typeof messageEvents.messageEvent>["message"];

function noteMessage(state: ConversationsState, message: SentMessage): ConversationsState {
  const next = { ...state, maxMessageId: message.id };
  if (typeof message.display_recipient === "string") return next;
  const user_ids = othersIn(message.display_recipient, state.ownId);
  const rest = state.direct.filter((each) => each.user_ids.join() !== user_ids.join());
  return { ...next, direct: [{ max_message_id: message.id, user_ids }, ...rest] };
}

/** The people of direct messages without the user, ascending. */
export const othersIn = (people: readonly { readonly id: number }[], ownId: number): number[] =>
  people
    .map(({ id }) => id)
    .filter((id) => id !== ownId)
    .sort((a, b) => a - b);

function noteDeletion(state: ConversationsState, ids: readonly number[]): ConversationsState {
  const deleted = new Set(ids);
  const direct = state.direct.map((each) =>
    deleted.has(each.max_message_id) ? { ...each, newestIsGone: true as const } : each,
  );
  return { ...state, direct };
}

import type { EventOf, messageDeletionEvents } from "@parley/server/contract";

type Deletion = EventOf<typeof messageDeletionEvents.deleteMessageEvent>;

/** The messages that are gone: all at once, or one by one where the client has not said that it knows both. */
export const deletedBy = ({ message_id, message_ids = [] }: Deletion): readonly number[] =>
  message_id === undefined ? message_ids : [message_id];

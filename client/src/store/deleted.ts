import type { EventOf, messageDeletionEvents } from "@parley/server/contract";

type Deletion = EventOf<typeof messageDeletionEvents.deleteMessageEvent>;

/** The deleted messages: a list, or a single id for clients without the bulk capability. */
export const deletedBy = ({ message_id, message_ids = [] }: Deletion): readonly number[] =>
  message_id === undefined ? message_ids : [message_id];

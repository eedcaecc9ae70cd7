/** What somebody has written and the server has not yet told of. */
import type { Message } from "./types.ts";

/** Where a message goes, by ids. */
export type Outgoing =
  | { readonly type: "channel"; readonly to: number; readonly topic: string; readonly content: string }
  /** The others; nobody, or oneself, for notes to oneself. */
  | { readonly type: "direct"; readonly to: readonly number[]; readonly content: string };

export type OutboxState =
  /** On its way, or behind one that is. */
  | { readonly name: "pending" }
  /** For the connection. */
  | { readonly name: "waiting" }
  /** The server has it; it is shown as a message in a moment. */
  | { readonly name: "sent"; readonly id: number }
  /** Refused, in the server's words. */
  | { readonly name: "failed"; readonly msg: string; readonly code: string };

/** Nothing in it but data: it can be stored as it is. */
export interface OutboxEntry {
  readonly local_id: string;
  readonly message: Outgoing;
  readonly state: OutboxState;
  /** When it was written, in milliseconds. */
  readonly writtenAt: number;
  /**
   * The newest message before it was first sent, once it was: whether it has arrived is then looked up among later ones
   * before it is sent again.
   */
  readonly sentAfter?: number;
}

/** As the server keeps texts. */
export const normalised = (content: string): string => content.trimEnd().replace(/^\n+/, "");

export const isUnsent = ({ state }: OutboxEntry): boolean => state.name === "pending" || state.name === "waiting";

/** What the message will be, as far as narrows ask for it. */
export function factsOf({ message }: OutboxEntry, ownId: number): Partial<Message> & Pick<Message, "id"> {
  const common = { id: Number.MAX_SAFE_INTEGER, sender_id: ownId, flags: ["read"], reactions: [] };
  if (message.type === "channel")
    return { ...common, type: "stream", stream_id: message.to, subject: message.topic } as unknown as Message;
  const people = [...new Set([...message.to, ownId])].map((id) => ({ id }));
  return { ...common, type: "private", subject: "", display_recipient: people } as unknown as Message;
}

/** A message that was written here and has not come back as an event yet. */
import type { Message } from "./types.ts";

/** Where a message goes, by ids. */
export type Outgoing =
  | { readonly type: "channel"; readonly to: number; readonly topic: string; readonly content: string }
  /** The other people; empty, or the user's own id, for notes to oneself. */
  | { readonly type: "direct"; readonly to: readonly number[]; readonly content: string };

export type OutboxState =
  /** Being sent, or next in line. */
  | { readonly name: "pending" }
  /** Waiting for the connection. */
  | { readonly name: "waiting" }
  /** The server has it; its event will follow. */
  | { readonly name: "sent"; readonly id: number }
  /** Rejected, with the server's error. */
  | { readonly name: "failed"; readonly msg: string; readonly code: string };

/** Plain data, ready to be stored. */
export interface OutboxEntry {
  readonly local_id: string;
  readonly message: Outgoing;
  readonly state: OutboxState;
  /** In milliseconds. */
  readonly writtenAt: number;
  /**
   * The newest message id before the first attempt to send. A retry first looks among later messages whether that
   * attempt arrived.
   */
  readonly sentAfter?: number;
}

/** As the server normalises content. */
export const normalised = (content: string): string => content.trimEnd().replace(/^\n+/, "");

export const isUnsent = ({ state }: OutboxEntry): boolean => state.name === "pending" || state.name === "waiting";

/** The fields of the future message that narrows look at. */
export function factsOf({ message }: OutboxEntry, ownId: number): Partial<Message> & Pick<Message, "id"> {
  const common = { id: Number.MAX_SAFE_INTEGER, sender_id: ownId, flags: ["read"], reactions: [] };
  if (message.type === "channel")
    return { ...common, type: "stream", stream_id: message.to, subject: message.topic } as unknown as Message;
  const people = [...new Set([...message.to, ownId])].map((id) => ({ id }));
  return { ...common, type: "private", subject: "", display_recipient: people } as unknown as Message;
}

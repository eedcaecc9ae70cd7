/** How the events of a queue come here: three ways with one interface. */
import type { Connection } from "../connection.ts";
import type { ServerEvent } from "../types.ts";

/** Where a client is in its queue. Whoever takes an event moves `lastEventId` on. */
export interface QueuePosition {
  readonly queueId: string;
  lastEventId: number;
}

export interface TransportOptions {
  readonly connection: Connection;
  readonly place: QueuePosition;
  readonly signal: AbortSignal;
  /** Longer than this the server is never silent. */
  readonly silenceMs: number;
  /** The server listens, also where it has nothing to say. */
  onReached(): void;
}

/**
 * Reads the queue from its place on. Asking for the next batch says that the one before was taken. Ends when the queue
 * should be read again at once; throws what went wrong.
 */
export type Transport = (reading: TransportOptions) => AsyncIterable<readonly ServerEvent[]>;

/** How events get here from a queue: three transports with one interface. */
import type { Connection } from "../connection.ts";
import type { ServerEvent } from "../types.ts";

/** Where a client is in its queue. `lastEventId` is advanced as events are applied. */
export interface QueuePosition {
  readonly queueId: string;
  lastEventId: number;
}

export interface TransportOptions {
  readonly connection: Connection;
  readonly place: QueuePosition;
  readonly signal: AbortSignal;
  /** The server never stays silent for longer than this. */
  readonly silenceMs: number;
  /** Called when the server has responded, even if there are no events. */
  onReached(): void;
}

/**
 * Reads the queue from the given position. Asking for the next batch acknowledges the one before. Ends when the queue
 * should be read again at once; throws on failure.
 */
export type Transport = (reading: TransportOptions) => AsyncIterable<readonly ServerEvent[]>;

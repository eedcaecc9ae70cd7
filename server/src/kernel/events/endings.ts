/** Why a stream of events ends; its client is told before the connection is closed. */
import type { ApiError } from "../api/errors.ts";

export interface Ending {
  readonly code: string;
  /** A sentence for people. */
  readonly msg: string;
  /** After how long the client may connect again; left out where that would not help. */
  readonly retry_ms?: number;
  readonly [field: string]: unknown;
}

/** Clients that lost their server at once do not all come back at once. */
const SOON_MS = 1000;

export const endings = {
  restart: {
    code: "STREAM_RESTART",
    msg: "The server is going away. Connect again, from the last event you have received.",
    retry_ms: SOON_MS,
  },
  renew: {
    code: "STREAM_RENEW",
    msg: "Connect again, from the last event you have received, so that the events before it can be let go.",
    retry_ms: 0,
  },
  replaced: { code: "STREAM_REPLACED", msg: "The queue is read through another connection now." },
  tooSlow: {
    code: "STREAM_TOO_SLOW",
    msg: "What was sent has not been read for a long time. Connect again, from the last event you have received.",
    retry_ms: SOON_MS,
  },
  failed: { code: "INTERNAL_SERVER_ERROR", msg: "Internal server error", retry_ms: SOON_MS },
} satisfies Record<string, Ending>;

/** What would have been refused at the beginning ends the stream with the same code and sentence. */
export const endingOf = ({ code, message, fields }: ApiError): Ending => ({ code, msg: message, ...fields });

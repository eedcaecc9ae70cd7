/** Why a stream of events ends; its client is told before the connection is closed. */
import type { ApiError } from "../api/errors.ts";

export interface StreamEnding {
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
    msg: "The server is shutting down. Reconnect from the last event you received.",
    retry_ms: SOON_MS,
  },
  renew: {
    code: "STREAM_RENEW",
    msg: "Reconnect from the last event you received, so that earlier events can be discarded.",
    retry_ms: 0,
  },
  replaced: { code: "STREAM_REPLACED", msg: "Another connection is reading this queue now." },
  tooSlow: {
    code: "STREAM_TOO_SLOW",
    msg: "The client has not read any events for a long time. Reconnect from the last event you received.",
    retry_ms: SOON_MS,
  },
  failed: { code: "INTERNAL_SERVER_ERROR", msg: "Internal server error", retry_ms: SOON_MS },
} satisfies Record<string, StreamEnding>;

/** What would have been refused at the beginning ends the stream with the same code and sentence. */
export const endingOf = ({ code, message, fields }: ApiError): StreamEnding => ({ code, msg: message, ...fields });

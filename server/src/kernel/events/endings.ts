/** Why an event stream ends; sent to its client before the connection is closed. */
import type { ApiError } from "../api/errors.ts";

export interface StreamEnding {
  readonly code: string;
  /** A message for people. */
  readonly msg: string;
  /** When the client may reconnect; omitted where that would not help. */
  readonly retry_ms?: number;
  readonly [field: string]: unknown;
}

/** Spreads reconnects after a server goes away. */
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

/** Errors that would have refused the stream end it with the same code and message. */
export const endingOf = ({ code, message, fields }: ApiError): StreamEnding => ({ code, msg: message, ...fields });

/** A stream that the server has ended, and what it said about that. */
import { RequestError } from "../connection.ts";

export interface StreamEnding {
  readonly code: string;
  readonly msg: string;
  readonly retry_ms?: number;
  readonly [field: string]: unknown;
}

/** The server has ended the stream; the queue is still there. */
export class StreamEnded extends Error {
  readonly code: string;
  readonly retryAfterMs: number | undefined;

  constructor({ code, msg, retry_ms }: StreamEnding) {
    super(msg);
    this.code = code;
    this.retryAfterMs = retry_ms;
  }
}

/** Only to say what was received: the stream goes on when it is opened again. */
export const isRenewal = ({ code }: StreamEnding): boolean => code === "STREAM_RENEW";

/** What an ending means to whoever reads the queue: errors of the API are what they would be in an answer. */
export function errorOf(ending: StreamEnding): RequestError | StreamEnded {
  if (ending.code.startsWith("STREAM_") || ending.code === "INTERNAL_SERVER_ERROR") return new StreamEnded(ending);
  return new RequestError(ending.code === "UNAUTHORIZED" ? 401 : 400, ending);
}

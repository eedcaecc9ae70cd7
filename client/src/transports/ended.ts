/** How the server ends a stream. */
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

/** The server ended the stream only to have its events acknowledged: opening it again continues. */
export const isRenewal = ({ code }: StreamEnding): boolean => code === "STREAM_RENEW";

/** The error to throw for an ending. API errors look as they would in a response. */
export function errorOf(ending: StreamEnding): RequestError | StreamEnded {
  if (ending.code.startsWith("STREAM_") || ending.code === "INTERNAL_SERVER_ERROR") return new StreamEnded(ending);
  return new RequestError(ending.code === "UNAUTHORIZED" ? 401 : 400, ending);
}

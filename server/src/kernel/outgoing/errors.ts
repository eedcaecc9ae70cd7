/** Why a request to the outside came to nothing. */
export type OutgoingFailure =
  /** The address is not one of the web. */
  | "not_an_address"
  /** It is, or its name means, one that the server must not call. */
  | "forbidden"
  /** Nobody answered there: no such name, no connection, a bad certificate, a broken answer. */
  | "unreachable"
  | "timeout"
  | "too_large"
  /** It leads on too often, from https to http, or nowhere. */
  | "redirect"
  /** This server is being stopped. */
  | "stopped";

/**
 * Is logged and stored with the job that failed, so it says nothing that the address may hold: its credentials, its path
 * and its query are as secret as what was sent.
 */
export class OutgoingError extends Error {
  readonly reason: OutgoingFailure;
  /** What the system calls it: `ECONNREFUSED`. */
  readonly code: string | undefined;

  constructor(reason: OutgoingFailure, code?: string) {
    super(code === undefined ? `Request failed: ${reason}` : `Request failed: ${reason} (${code})`);
    this.name = "OutgoingError";
    this.reason = reason;
    this.code = code;
  }
}

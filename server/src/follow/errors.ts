/** Why following stops. The messages are for the operator, and contain no secret. */

/** The other server refuses what it is asked for. */
export class RemoteRefusal extends Error {
  readonly code: string;
  readonly status: number;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** What came is no answer of this API: trusting any of it would copy something that was never there. */
export class UnusableAnswer extends Error {
  constructor(what: string) {
    super(`The other server has answered with something that this API does not have: ${what}.`);
  }
}

/** It does not answer, however often it is asked. */
export class RemoteUnreachable extends Error {}

/** Something about the request, the keys or this installation makes following impossible. */
export class CannotFollow extends Error {}

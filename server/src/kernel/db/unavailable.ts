/** For faults outside of Parley that make the database unavailable; requests are answered with 503. */

/**
 * The message may be shown to anyone; the cause is for the log. Not an ApiError: a job or import that is refused gives
 * up, and one that gets this error tries again.
 */
export class DatabaseUnavailable extends Error {
  readonly retryAfterSeconds: number;

  constructor(
    sentence: string,
    { cause, retryAfterSeconds = 5 }: { readonly cause?: unknown; readonly retryAfterSeconds?: number } = {},
  ) {
    super(sentence, { cause });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The database cannot be used when a process starts; the message says what the operator can do. */
export class UnreachableDatabase extends Error {}

/** For faults outside Parley that keep the database from doing its work; requests are then answered with 503. */

/**
 * The message is a sentence that anybody may read; the cause is for the log. This is no ApiError: a job or an import that
 * is refused gives up, and one that meets this tries again.
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

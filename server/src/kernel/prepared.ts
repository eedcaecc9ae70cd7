/**
 * Thrown inside a change that needs what takes longer than others may wait for. Its transaction ends, this is made, and the
 * change is run again with it: nobody's write waits for somebody's formula.
 */
export abstract class NotPrepared<A> extends Error {
  /** Answers with all that has been made so far: the next attempt finds it in its context. */
  abstract prepare(app: A, earlier: object | undefined, options: { readonly isPatient: boolean }): Promise<object>;
}

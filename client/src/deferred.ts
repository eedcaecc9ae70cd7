/** A promise with its functions, as `Promise.withResolvers` makes it, which Node 20 does not have. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T | PromiseLike<T>) => void;
  readonly reject: (reason: unknown) => void;
}

export function deferred<T>(): Deferred<T> {
  let functions: Pick<Deferred<T>, "resolve" | "reject"> | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    functions = { resolve, reject };
  });
  return { promise, ...(functions as unknown as Pick<Deferred<T>, "resolve" | "reject">) };
}

/** Makes something on first use: what it needs may be in a script that is not run yet. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

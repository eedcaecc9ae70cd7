/** Mutants that no test notices, each with the reason why none has to. By their keys, which `npm run mutate` prints. */
export const survivors: Readonly<Record<string, string>> = {};

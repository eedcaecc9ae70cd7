/** Mutants that no test notices, with the reason why none has to. Keyed as `npm run mutate` prints them. */
export const survivors: Readonly<Record<string, string>> = {
  "3fe255b3": "No channel of another organization refers to these groups: group ids are unique.",
  "87415605": "No group of another organization refers to these groups: group ids are unique.",
};

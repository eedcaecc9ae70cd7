/** Mutants that no test notices, each with the reason why none has to. By their keys, which `npm run mutate` prints. */
export const survivors: Readonly<Record<string, string>> = {
  "3fe255b3": "No channel of another organization names the groups that are looked for: their ids are unique.",
  "87415605": "No group of another organization names the groups that are looked for: their ids are unique.",
  bce665c6: "The mutes of other organizations are kept in vain: nobody of this one has their ids.",
};

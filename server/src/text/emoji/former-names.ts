/**
 * Names that once meant another emoji here, with its code. Stored reactions and statuses have them, and the lists of some
 * released clients too. So a name with its former code is still valid; by itself the name has the meaning in the table.
 */
export const FORMER_NAMES: ReadonlyMap<string, string> = new Map([
  ["automobile", "1f697"],
  ["beetle", "1f41e"],
  ["cricket", "1f3cf"],
  ["de", "1f1e9-1f1ea"],
  ["dollar", "1f4b5"],
  ["euro", "1f4b6"],
  ["kiss", "1f617"],
  ["pina", "1f34d"],
  ["receipt", "1f4c3"],
  ["scientist", "1f52c"],
]);

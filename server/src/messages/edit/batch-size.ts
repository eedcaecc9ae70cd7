/**
 * How many messages are moved in one transaction, which blocks others. Determining the audience takes a time that
 * depends only on the number of users; between channels a message may also cost a row for each of many users, so there
 * are fewer then.
 */
import type { Concerned } from "../read-state/moves.ts";

export const MOST_AT_ONCE = 500;
/** Smaller batches are not worth their fixed cost. */
const FEWEST_AT_ONCE = 10;
const MOST_ROWS = 5_000;

export function sizeFor({ apart, losing }: Concerned): number {
  const people = Math.max(apart + losing, 1);
  return Math.max(FEWEST_AT_ONCE, Math.min(MOST_AT_ONCE, Math.floor(MOST_ROWS / people)));
}

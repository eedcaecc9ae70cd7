/**
 * How many messages are moved in one transaction, which holds up others. Finding out who is to be told costs a time that depends
 * on the people alone; between channels a message may also cost a row for each of many people, so there are fewer then.
 */
import type { Concerned } from "../read-state/moves.ts";

export const MOST_AT_ONCE = 500;
/** Fewer would not pay, because of what each portion costs. */
const FEWEST_AT_ONCE = 10;
const MOST_ROWS = 10_000;

export function sizeFor({ apart, losing }: Concerned): number {
  const people = Math.max(apart + losing, 1);
  return Math.max(FEWEST_AT_ONCE, Math.min(MOST_AT_ONCE, Math.floor(MOST_ROWS / people)));
}

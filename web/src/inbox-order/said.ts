/**
 * How to show an unread count: a count is exact or absent. When the server left out old messages, any number could be
 * too small, but "some" or "more than" is still true.
 */
const MOST_SHOWN = 999;

export type CountForm =
  /** The number itself. */
  | "exact"
  /** More than the largest number shown. */
  | "many"
  /** At least one. */
  | "some";

export function saidOf(count: number, isComplete: boolean, most: number = MOST_SHOWN): CountForm {
  if (count > most) return "many";
  return isComplete ? "exact" : "some";
}

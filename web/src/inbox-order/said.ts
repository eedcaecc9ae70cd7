/**
 * What may be said of a number of unread messages: a count is exact or absent. When the server has left out old ones,
 * any number could be too small; that there are some, or more than so many, is true all the same.
 */
const MOST_SHOWN = 999;

export type Said =
  /** The number itself. */
  | "exact"
  /** More than the most that is shown. */
  | "many"
  /** That there are some. */
  | "some";

export function saidOf(count: number, isComplete: boolean, most: number = MOST_SHOWN): Said {
  if (count > most) return "many";
  return isComplete ? "exact" : "some";
}

/** When a feed is fetched next. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
export const INTERVAL_SECONDS = 15 * MINUTE;
/** Whoever was away for a week is still asked once a day. */
const LONGEST_SECONDS = 24 * HOUR;
const MAX_DOUBLINGS = 10;

/** Twice as long after each failure, and not before the server has asked to be left alone. */
export function nextFetchAt(
  now: number,
  { failures, retryAfter = 0 }: { failures: number; retryAfter?: number },
): number {
  const wait = INTERVAL_SECONDS * 2 ** Math.min(failures, MAX_DOUBLINGS);
  return now + Math.min(Math.max(wait, retryAfter), LONGEST_SECONDS);
}

/** The seconds in a `Retry-After` header, which has a number or a date. */
export function retryAfterSeconds(header: string | undefined, now: number): number {
  const written = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(written)) return Number(written);
  const moment = Date.parse(written);
  return Number.isNaN(moment) ? 0 : Math.max(0, Math.ceil(moment / 1000) - now);
}

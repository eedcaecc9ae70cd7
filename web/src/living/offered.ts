/** The offer of notifications goes away by itself: it is made on a few days, and then stays in the personal menu. */
const MOST_DAYS = 3;

/** Whether to make the offer on a day, given the days on which it was made. */
export const isOfferedOn = (day: string, days: readonly string[]): boolean =>
  days.includes(day) || days.length < MOST_DAYS;

export const offeredAlsoOn = (day: string, days: readonly string[]): readonly string[] =>
  days.includes(day) ? days : [...days, day];

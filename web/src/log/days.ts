/** Which day a moment is on, asked thousands of times in a row. */
import { type Clock, dayNumber } from "../text/dates.ts";

/** Zones differ by whole quarters of an hour, so no day begins within one. */
const QUARTER_SECONDS = 900;

export type DayOf = (seconds: number) => number;

export function dayOf(clock: Clock): DayOf {
  const days = new Map<number, number>();
  return (seconds) => {
    const quarter = Math.floor(seconds / QUARTER_SECONDS);
    let day = days.get(quarter);
    if (day === undefined) {
      day = dayNumber(seconds, clock);
      days.set(quarter, day);
    }
    return day;
  };
}

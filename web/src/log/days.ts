/** Which day a moment is on, asked thousands of times in a row. */
import { type Clock, dayNumber } from "../text/dates.ts";

/** Zones differ by whole quarters of an hour, so no day begins within one. */
const QUARTER_SECONDS = 900;
/** Most watches have the same day at their beginning and at their end, and then all the time between. */
const WATCH_SECONDS = 4 * 3600;

export type DayOf = (seconds: number) => number;

export function dayOf(clock: Clock): DayOf {
  const inQuarter = remembering(QUARTER_SECONDS, (begin) => dayNumber(begin, clock));
  const inWatch = remembering(WATCH_SECONDS, (begin) => {
    const day = inQuarter(begin);
    return day === inQuarter(begin + WATCH_SECONDS - 1) ? day : undefined;
  });
  return (seconds) => inWatch(seconds) ?? inQuarter(seconds);
}

/** Asks once for each stretch of this length, at its beginning. */
function remembering<T>(length: number, ask: (begin: number) => T): (seconds: number) => T {
  const known = new Map<number, T>();
  return (seconds) => {
    const at = Math.floor(seconds / length);
    const before = known.get(at);
    if (before !== undefined || known.has(at)) return before as T;
    const answer = ask(at * length);
    known.set(at, answer);
    return answer;
  };
}

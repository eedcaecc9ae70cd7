/** The day of a timestamp, cached for thousands of calls. */
import { type Clock, dayNumber } from "../text/dates.ts";

/** Time zone offsets are multiples of a quarter hour, so no day begins within one. */
const QUARTER_SECONDS = 900;
/** Most four-hour watches lie within one day. */
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

/** Computes once for each interval of this length, at its start. */
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

/** Suggested times to send: later today, tomorrow morning and Monday morning, in the reader's time zone. */
import { type Clock, dayNumber } from "../../text/dates.ts";
import { zoneOption } from "../../text/zones.ts";

export interface Suggestion {
  readonly id: "in-an-hour" | "this-afternoon" | "tomorrow" | "monday";
  readonly seconds: number;
}

const HOUR = 3600;
const DAY = 24 * HOUR;
const MORNING = 9;
const AFTERNOON = 16;

/** The time zone's offset from UTC in seconds at that time. */
function offsetAt(seconds: number, { timeZone }: Clock): number {
  const format = new Intl.DateTimeFormat("en-US", {
    ...zoneOption(timeZone),
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const at = Object.fromEntries(format.formatToParts(seconds * 1000).map(({ type, value }) => [type, Number(value)]));
  const local = Date.UTC(at.year ?? 0, (at.month ?? 1) - 1, at.day, at.hour, at.minute, at.second);
  return local / 1000 - Math.floor(seconds);
}

/** The time of an hour on a day given as `dayNumber`, across clock changes. */
export function momentAt(day: number, hour: number, clock: Clock): number {
  const asUtc = day * DAY + hour * HOUR;
  const guess = asUtc - offsetAt(asUtc, clock);
  return asUtc - offsetAt(guess, clock);
}

export function suggestions(now: number, clock: Clock): Suggestion[] {
  const today = dayNumber(now, clock);
  // Day 0 was a Thursday.
  const weekday = (today + 4) % 7;
  const toMonday = (8 - weekday) % 7 || 7;
  const afternoon = momentAt(today, AFTERNOON, clock);
  const all: (Suggestion | false)[] = [
    { id: "in-an-hour", seconds: Math.ceil((now + HOUR) / 300) * 300 },
    afternoon > now + 2 * HOUR && { id: "this-afternoon", seconds: afternoon },
    { id: "tomorrow", seconds: momentAt(today + 1, MORNING, clock) },
    toMonday !== 1 && { id: "monday", seconds: momentAt(today + toMonday, MORNING, clock) },
  ];
  return all.filter((each) => each !== false);
}

/** The value of a date and time field, and its inverse. */
export function toLocalField(seconds: number, clock: Clock): string {
  return new Date((seconds + offsetAt(seconds, clock)) * 1000).toISOString().slice(0, 16);
}

export function fromLocalField(value: string, clock: Clock): number | undefined {
  const asUtc = Date.parse(`${value}:00Z`) / 1000;
  if (Number.isNaN(asUtc)) return undefined;
  const guess = asUtc - offsetAt(asUtc, clock);
  return asUtc - offsetAt(guess, clock);
}

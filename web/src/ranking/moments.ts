/** Finds the times that `<time` can mean, as inserted into the text: in the writer's time zone, with its offset. */
import { zoneOption } from "../text/zones.ts";

/** A local date and time. */
interface Wall {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

const CLOCK = /^(\d{1,2})(?:[:.](\d{2}))?$/;
const DAY_AND_CLOCK = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2})(?::(\d{2}))?)?$/;
const MORNING = 9;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The typed time or day; without text, the next full hour, tomorrow and next Monday. */
export function findMoments(typed: string, { now, timeZone }: { now: Date; timeZone: string }): string[] {
  const text = typed.trim();
  const today = wallOf(now, timeZone);
  const written = (wall: Wall) => isoIn(wall, timeZone);
  if (text === "") {
    const nextHour = wallOf(new Date(Math.ceil((now.getTime() + 1) / HOUR_MS) * HOUR_MS), timeZone);
    const monday = (8 - new Date(Date.UTC(today.year, today.month - 1, today.day)).getUTCDay()) % 7 || 7;
    const mornings = [1, monday].map((days) => ({ ...later(today, days), hour: MORNING, minute: 0 }));
    return [...new Set([nextHour, ...mornings].map(written))];
  }
  const clock = CLOCK.exec(text);
  if (clock) {
    const at = { ...today, hour: Number(clock[1]), minute: Number(clock[2] ?? 0) };
    return isReal(at) ? [written(at), written({ ...at, ...later(today, 1) })] : [];
  }
  const [, year, month, day, hour = MORNING, minute = 0] = DAY_AND_CLOCK.exec(text) ?? [];
  const at = { year: Number(year), month: Number(month), day: Number(day), hour: Number(hour), minute: Number(minute) };
  return year !== undefined && isReal(at) ? [written(at)] : [];
}

function later(wall: Wall, days: number): Pick<Wall, "year" | "month" | "day"> {
  const date = new Date(Date.UTC(wall.year, wall.month - 1, wall.day) + days * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

function isReal({ year, month, day, hour, minute }: Wall): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60;
}

function wallOf(moment: Date, timeZone: string): Wall {
  const parts = new Intl.DateTimeFormat("en", {
    ...zoneOption(timeZone),
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  }).formatToParts(moment);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  return { year: part("year"), month: part("month"), day: part("day"), hour: part("hour"), minute: part("minute") };
}

const asUtc = ({ year, month, day, hour, minute }: Wall) => Date.UTC(year, month - 1, day, hour, minute);

/** The local time with the time zone's offset at that time. */
function isoIn(wall: Wall, timeZone: string): string {
  const shown = asUtc(wall);
  const offsetAt = (ms: number) => asUtc(wallOf(new Date(ms), timeZone)) - ms;
  // The offset depends on the time itself: repeating with the first guess gets it right around a clock change.
  const offset = offsetAt(shown - offsetAt(shown));
  const text = new Date(shown).toISOString().slice(0, 16);
  const minutes = Math.abs(offset) / 60_000;
  const sign = offset < 0 ? "-" : "+";
  const two = (value: number) => `${Math.floor(value)}`.padStart(2, "0");
  return `${text}:00${sign}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** Formats dates and times for this reader: by language, time zone, and clock. */
import { currentLocale, t } from "./text.ts";
import { zoneOption } from "./zones.ts";

export interface Clock {
  /** An IANA time zone; empty for the browser's own. */
  readonly timeZone: string;
  readonly is24Hours: boolean;
}

interface Shape {
  readonly options: Intl.DateTimeFormatOptions;
  /** With hours and minutes, by the reader's clock. */
  readonly isTimed?: true;
}

/** The date formats we use. */
const SHAPES = {
  time: { options: {}, isTimed: true },
  exactTime: { options: { second: "2-digit", timeZoneName: "short" }, isTimed: true },
  fullDate: { options: { dateStyle: "full" } },
  year: { options: { year: "numeric" } },
  day: { options: { weekday: "long", day: "numeric", month: "long" } },
  dayOfYear: { options: { weekday: "long", day: "numeric", month: "long", year: "numeric" } },
  weekday: { options: { weekday: "short" } },
  date: { options: { day: "numeric", month: "short" } },
  dateOfYear: { options: { day: "numeric", month: "short", year: "numeric" } },
  moment: { options: { weekday: "short", day: "numeric", month: "short" }, isTimed: true },
  momentOfYear: { options: { weekday: "short", day: "numeric", month: "short", year: "numeric" }, isTimed: true },
} as const satisfies Record<string, Shape>;

const HOURS_24 = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const HOURS_12 = { hour: "numeric", minute: "2-digit", hourCycle: "h12" } as const;

// Used for every message: creating a formatter takes a hundred times as long as using it.
const formats = new Map<string, Intl.DateTimeFormat>();

function written(seconds: number, { timeZone, is24Hours }: Clock, name: keyof typeof SHAPES): string {
  const key = `${currentLocale()} ${timeZone} ${is24Hours} ${name}`;
  let format = formats.get(key);
  if (!format) {
    const { options, isTimed }: Shape = SHAPES[name];
    const zone = zoneOption(timeZone);
    const hours = isTimed ? (is24Hours ? HOURS_24 : HOURS_12) : {};
    format = new Intl.DateTimeFormat(currentLocale(), { ...options, ...hours, ...zone });
    formats.set(key, format);
  }
  return format.format(seconds * 1000);
}

/** "09:12", or "9:12 am". */
export const timeOfDay = (seconds: number, clock: Clock): string => written(seconds, clock, "time");

/** The number of the day in the reader's time zone, increasing by one each day. */
export function dayNumber(seconds: number, clock: Clock): number {
  const [month = 1, day = 1, year = 0] = civil(clock.timeZone)
    .format(seconds * 1000)
    .split("/")
    .map(Number);
  return Date.UTC(year, month - 1, day) / 86_400_000;
}

const civilIn = new Map<string, Intl.DateTimeFormat>();

/** Like "11/16/2026", for our own parsing in any language. Splitting it is faster than `formatToParts`. */
function civil(timeZone: string): Intl.DateTimeFormat {
  let format = civilIn.get(timeZone);
  if (!format) {
    const zone = zoneOption(timeZone);
    format = new Intl.DateTimeFormat("en-US", { year: "numeric", month: "numeric", day: "numeric", ...zone });
    civilIn.set(timeZone, format);
  }
  return format;
}

/** "Today", "Yesterday", "Thursday 12 November", with the year if it is not the current one. */
export function dayName(seconds: number, clock: Clock, now: number): string {
  const ago = dayNumber(now, clock) - dayNumber(seconds, clock);
  if (ago === 0) return t("time.today");
  if (ago === 1) return t("time.yesterday");
  return written(seconds, clock, isSameYear(seconds, now, clock) ? "day" : "dayOfYear");
}

const isSameYear = (one: number, other: number, clock: Clock): boolean =>
  written(one, clock, "year") === written(other, clock, "year");

/** For the end of a row: the time today, "Yesterday", the weekday within a week, otherwise the date. */
export function shortWhen(seconds: number, clock: Clock, now: number): string {
  const ago = dayNumber(now, clock) - dayNumber(seconds, clock);
  if (ago <= 0) return timeOfDay(seconds, clock);
  if (ago === 1) return t("time.yesterday");
  if (ago < 7) return written(seconds, clock, "weekday");
  return written(seconds, clock, ago > 300 ? "dateOfYear" : "date");
}

/** A time within a text: "Thu 12 Nov, 09:12", with the year if it is not the current one. */
export function momentText(seconds: number, clock: Clock, now = Date.now() / 1000): string {
  return written(seconds, clock, isSameYear(seconds, now, clock) ? "moment" : "momentOfYear");
}

/** The full date and time, for a tooltip. */
export const fullWhen = (seconds: number, clock: Clock): string =>
  `${written(seconds, clock, "fullDate")}, ${written(seconds, clock, "exactTime")}`;

/** A day of the calendar, such as "2026-11-17", with its month: "17 Nov". */
export const dateText = (day: string): string =>
  day === "" ? "" : written(Date.parse(`${day}T00:00Z`) / 1000, { timeZone: "UTC", is24Hours: true }, "date");

const numbers = new Map<string, Intl.NumberFormat>();

export function numberText(value: number): string {
  const locale = currentLocale();
  let format = numbers.get(locale);
  if (!format) {
    format = new Intl.NumberFormat(locale);
    numbers.set(locale, format);
  }
  return format.format(value);
}

const lists = new Map<string, Intl.ListFormat>();

/** "a, b and c", or shorter: "a, b, c". */
export function listText(names: readonly string[], length: "long" | "short" = "long"): string {
  const key = `${currentLocale()} ${length}`;
  let format = lists.get(key);
  if (!format) {
    format = new Intl.ListFormat(currentLocale(), { style: length === "short" ? "narrow" : "long" });
    lists.set(key, format);
  }
  return format.format(names);
}

export const percentText = (share: number): string =>
  new Intl.NumberFormat(currentLocale(), { style: "percent", maximumFractionDigits: 0 }).format(share);

/** "61 MB". */
export function sizeText(bytes: number): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const options = {
    style: "unit",
    unit: units[step] as string,
    unitDisplay: "short",
    maximumFractionDigits: step > 1 ? 1 : 0,
  };
  return new Intl.NumberFormat(currentLocale(), options as Intl.NumberFormatOptions).format(bytes / 1000 ** step);
}

const SPANS = [
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/** A duration in the largest unit that expresses it exactly: "7 days", "90 minutes". */
export function spanText(seconds: number): string {
  const [unit, size] = SPANS.find(([, length]) => seconds >= length && seconds % length === 0) ?? ["second", 1];
  return new Intl.NumberFormat(currentLocale(), { style: "unit", unit, unitDisplay: "long" }).format(seconds / size);
}

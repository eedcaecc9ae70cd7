/** Dates and times as this reader writes them: by the language, their zone, and the clock they chose. */
import { currentLocale, t } from "./text.ts";

export interface Clock {
  /** Of the time zone database; empty for the browser's own. */
  readonly timeZone: string;
  readonly is24Hours: boolean;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(clock: Clock, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([currentLocale(), clock, options]);
  let known = formats.get(key);
  if (!known) {
    const zone = clock.timeZone === "" ? {} : { timeZone: clock.timeZone };
    known = new Intl.DateTimeFormat(currentLocale(), { ...options, ...zone });
    formats.set(key, known);
  }
  return known;
}

const hours = ({ is24Hours }: Clock): Intl.DateTimeFormatOptions =>
  is24Hours
    ? { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }
    : { hour: "numeric", minute: "2-digit", hourCycle: "h12" };

/** "09:12", or "9:12 am". */
export const timeOfDay = (seconds: number, clock: Clock): string => format(clock, hours(clock)).format(seconds * 1000);

/** The day as a number that grows from day to day, in the reader's zone. */
export function dayNumber(seconds: number, clock: Clock): number {
  const [month = 1, day = 1, year = 0] = civil(clock.timeZone)
    .format(seconds * 1000)
    .split("/")
    .map(Number);
  return Date.UTC(year, month - 1, day) / 86_400_000;
}

const civilIn = new Map<string, Intl.DateTimeFormat>();

/** As in "11/16/2026": to be read by us, whatever the reader's language. Taking it apart is faster than asking for parts. */
function civil(timeZone: string): Intl.DateTimeFormat {
  let format = civilIn.get(timeZone);
  if (!format) {
    const zone = timeZone === "" ? {} : { timeZone };
    format = new Intl.DateTimeFormat("en-US", { year: "numeric", month: "numeric", day: "numeric", ...zone });
    civilIn.set(timeZone, format);
  }
  return format;
}

/** "Today", "Yesterday", "Thursday 12 November", with the year if it is not this one. */
export function dayName(seconds: number, clock: Clock, now: number): string {
  const ago = dayNumber(now, clock) - dayNumber(seconds, clock);
  if (ago === 0) return t("time.today");
  if (ago === 1) return t("time.yesterday");
  const sameYear =
    format(clock, { year: "numeric" }).format(seconds * 1000) === format(clock, { year: "numeric" }).format(now * 1000);
  return format(clock, {
    weekday: "long",
    day: "numeric",
    month: "long",
    ...(sameYear ? {} : { year: "numeric" }),
  }).format(seconds * 1000);
}

/** At the end of a row: the time today, "Yesterday", the weekday within a week, else the date. */
export function shortWhen(seconds: number, clock: Clock, now: number): string {
  const ago = dayNumber(now, clock) - dayNumber(seconds, clock);
  if (ago <= 0) return timeOfDay(seconds, clock);
  if (ago === 1) return t("time.yesterday");
  if (ago < 7) return format(clock, { weekday: "short" }).format(seconds * 1000);
  return format(clock, { day: "numeric", month: "short", ...(ago > 300 ? { year: "numeric" } : {}) }).format(
    seconds * 1000,
  );
}

/** A moment in the middle of a text: "Thu 12 Nov, 09:12", with the year if it is not this one. */
export function momentText(seconds: number, clock: Clock, now = Date.now() / 1000): string {
  const year = (at: number) => format(clock, { year: "numeric" }).format(at * 1000);
  const date = { weekday: "short", day: "numeric", month: "short" } as const;
  const withYear = year(seconds) === year(now) ? date : { ...date, year: "numeric" as const };
  return format(clock, { ...withYear, ...hours(clock) }).format(seconds * 1000);
}

/** With everything, for a tooltip. */
export const fullWhen = (seconds: number, clock: Clock): string =>
  format(clock, { dateStyle: "full", ...{} }).format(seconds * 1000) +
  `, ${format(clock, { ...hours(clock), second: "2-digit", timeZoneName: "short" }).format(seconds * 1000)}`;

export const numberText = (value: number): string => new Intl.NumberFormat(currentLocale()).format(value);

export const listText = (names: readonly string[], type: Intl.ListFormatType = "conjunction"): string =>
  new Intl.ListFormat(currentLocale(), { type, style: type === "unit" ? "short" : "long" }).format(names);

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

/** How long something is, in the largest unit that says it exactly: "7 days", "90 minutes". */
export function spanText(seconds: number): string {
  const [unit, size] = SPANS.find(([, length]) => seconds >= length && seconds % length === 0) ?? ["second", 1];
  return new Intl.NumberFormat(currentLocale(), { style: "unit", unit, unitDisplay: "long" }).format(seconds / size);
}

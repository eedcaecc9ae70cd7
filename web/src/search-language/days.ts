/** Parses typed days: "2026-11-01", "1 nov", "november". */

const ISO = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?$/;
const DAY_AND_MONTH = /^(\d{1,2})\.?\s+(\p{L}{3,})(?:\s+(\d{4}))?$/u;
const MONTH_AND_DAY = /^(\p{L}{3,})(?:\s+(\d{1,2}))?(?:,?\s+(\d{4}))?$/u;

/** As 2026-11-01; without a year, the latest such day that is not in the future. Empty if it is not a day. */
export function daysFor(typed: string, { today, locale }: { today: Date; locale: string }): string[] {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/^(?:before|since|after|on|from)\s+/, "");
  const iso = ISO.exec(text);
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3] ?? 1));
  const [, day, month, year] = DAY_AND_MONTH.exec(text) ?? [];
  if (month !== undefined) return named({ day: Number(day), month, year }, today, locale);
  const [, monthFirst, dayBehind, yearBehind] = MONTH_AND_DAY.exec(text) ?? [];
  if (monthFirst === undefined) return [];
  return named({ day: Number(dayBehind ?? 1), month: monthFirst, year: yearBehind }, today, locale);
}

interface TypedDay {
  readonly day: number;
  readonly month: string;
  readonly year: string | undefined;
}

function named({ day, month, year }: TypedDay, today: Date, locale: string): string[] {
  const found = monthsOf(locale).findIndex((name) => name.startsWith(month)) + 1;
  if (found === 0) return [];
  if (year !== undefined) return dayOf(Number(year), found, day);
  const thisYear = today.getFullYear();
  const [inThisYear] = dayOf(thisYear, found, day);
  const isPast = inThisYear !== undefined && new Date(`${inThisYear}T00:00`) <= today;
  return isPast ? [inThisYear] : dayOf(thisYear - 1, found, day);
}

function dayOf(year: number, month: number, day: number): string[] {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? [date.toISOString().slice(0, 10)] : [];
}

const months = new Map<string, readonly string[]>();

/** The month names in the reader's language, in lower case. */
function monthsOf(locale: string): readonly string[] {
  const known = months.get(locale);
  if (known) return known;
  const format = new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" });
  const made = Array.from({ length: 12 }, (_, at) => format.format(Date.UTC(2026, at, 1)).toLowerCase());
  months.set(locale, made);
  return made;
}

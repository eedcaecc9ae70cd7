/**
 * Reads a calendar and finds the events of the next days: rules of recurrence, exceptions and time zones are computed by `ical.js`, in a
 * thread that can be ended. Nothing of it is trusted, and every list and text is cut.
 */
import { createHash } from "node:crypto";
import ICAL from "ical.js";
import type { UpcomingEvent } from "../../../../kernel/db/tables/feeds.ts";
import { asUtc, isKnownZone, momentOf, offsetOf, type WallTime } from "./zones.ts";

export interface CalendarTask {
  readonly text: string;
  /** UNIX seconds. */
  readonly now: number;
  readonly minutesBefore: number;
  /** For events without a time zone, and for days. */
  readonly timeZone: string;
}

export interface CalendarNews {
  readonly title: string;
  /** The events of the next days, earliest reminder first. */
  readonly upcoming: readonly UpcomingEvent[];
}

export const WINDOW_SECONDS = 8 * 86_400;
export const MAX_UPCOMING = 200;
/** When people are reminded of events that last a whole day. */
export const MORNING_HOUR = 9;
const DAY_SECONDS = 86_400;
/** No two clocks differ by more. */
const MARGIN_SECONDS = 2 * DAY_SECONDS;
const MAX_EVENTS = 10_000;
/** Every day for more than fifty years. A rule that needs more has no reminders. */
const MAX_ITERATIONS = 20_000;
const MAX_ALL_ITERATIONS = 1_000_000;
const MAX_TEXT_LENGTH = 200;
const MAX_URL_LENGTH = 2000;
const KEY_LENGTH = 14;

/** Throws if the text is no calendar. */
export function readCalendar(task: CalendarTask): CalendarNews {
  registerZones(task.text);
  const calendar = new ICAL.Component(ICAL.parse(task.text) as unknown as string);
  if (calendar.name !== "vcalendar") throw new Error("It is no calendar.");
  const events = calendar.getAllSubcomponents("vevent").slice(0, MAX_EVENTS);
  const reading = new CalendarReading(task);
  for (const series of seriesOf(events)) reading.add(series);
  return {
    title: cut(textOf(calendar, "x-wr-calname") || textOf(calendar, "name")),
    upcoming: reading.upcoming.sort((one, other) => one.remind_at - other.remind_at).slice(0, MAX_UPCOMING),
  };
}

interface Series {
  readonly master: ICAL.Component | undefined;
  readonly exceptions: readonly ICAL.Component[];
}

/** Events with one id are one: the series, and what is different in single occurrences. */
function seriesOf(events: readonly ICAL.Component[]): Series[] {
  const byId = new Map<string, { master: ICAL.Component | undefined; exceptions: ICAL.Component[] }>();
  for (const [index, event] of events.entries()) {
    if (!event.hasProperty("dtstart")) continue;
    const id = textOf(event, "uid") || `unnamed ${index}`;
    const series = byId.get(id) ?? { master: undefined, exceptions: [] };
    if (event.hasProperty("recurrence-id")) series.exceptions.push(event);
    else series.master = newer(series.master, event);
    byId.set(id, series);
  }
  return [...byId.values()];
}

const newer = (one: ICAL.Component | undefined, other: ICAL.Component): ICAL.Component =>
  one && sequenceOf(one) > sequenceOf(other) ? one : other;

const sequenceOf = (event: ICAL.Component): number => Number(textOf(event, "sequence")) || 0;

class CalendarReading {
  readonly upcoming: UpcomingEvent[] = [];
  readonly #task: CalendarTask;
  #iterations = 0;

  constructor(task: CalendarTask) {
    this.#task = task;
  }

  /** An event that cannot be computed has no reminders; the others have. */
  add({ master, exceptions }: Series): void {
    try {
      const changed = exceptions.map((component) => new ICAL.Event(component, { exceptions: [] }));
      for (const event of changed) this.#addOccurrence(event, event.startDate, event.endDate, event.recurrenceId);
      if (!master) return;
      const event = new ICAL.Event(master, { exceptions: [...exceptions], strictExceptions: false });
      if (event.isRecurring()) this.#expand(event);
      else this.#addOccurrence(event, event.startDate, event.endDate, undefined);
    } catch {
      // A rule that nothing fulfils, or a time that is none.
    }
  }

  #expand(event: ICAL.Event): void {
    const { now } = this.#task;
    const iterator = event.iterator();
    for (let count = 0; count < MAX_ITERATIONS && this.#iterations < MAX_ALL_ITERATIONS; count++) {
      this.#iterations++;
      const occurrence = iterator.next();
      if (!occurrence) return;
      const about = asUtc(occurrence as WallTime);
      if (about > now + WINDOW_SECONDS + MARGIN_SECONDS) return;
      if (about < now - MARGIN_SECONDS) continue;
      const { item, startDate, endDate } = event.getOccurrenceDetails(occurrence);
      // One that is different by itself was added before.
      if (item !== event && item.recurrenceId.compare(occurrence) === 0) continue;
      this.#addOccurrence(item, startDate, endDate, occurrence);
    }
  }

  #addOccurrence(event: ICAL.Event, start: ICAL.Time, end: ICAL.Time, recurrence: ICAL.Time | undefined): void {
    const { now, minutesBefore } = this.#task;
    const { component } = event;
    if (textOf(component, "status").toUpperCase() === "CANCELLED") return;
    const starts_at = this.#momentOf(start);
    const isAllDay = start.isDate;
    const remind_at = isAllDay ? this.#momentOf(start, MORNING_HOUR) : starts_at - minutesBefore * 60;
    // Nobody needs to be reminded of what has begun; a day has begun before anybody gets up.
    if (!Number.isSafeInteger(starts_at) || !Number.isSafeInteger(remind_at)) return;
    const isOver = isAllDay ? now >= starts_at + DAY_SECONDS : now >= starts_at;
    if (isOver || remind_at > now + WINDOW_SECONDS) return;
    const ends_at = this.#momentOf(end);
    const identity = [textOf(component, "uid"), recurrence?.toString() ?? "", starts_at].join("\n");
    this.upcoming.push({
      key: createHash("sha256").update(identity).digest("base64url").slice(0, KEY_LENGTH),
      remind_at,
      starts_at,
      ends_at: ends_at > starts_at ? ends_at : null,
      is_all_day: isAllDay,
      summary: cut(textOf(component, "summary")),
      location: cut(textOf(component, "location")),
      url: textOf(component, "url").slice(0, MAX_URL_LENGTH),
    });
  }

  /** Days, and times without a zone, are those of the chosen zone. */
  #momentOf(time: ICAL.Time, hour?: number): number {
    const isFloating = time.isDate || time.zone === ICAL.Timezone.localTimezone;
    if (!isFloating) return time.toUnixTime();
    const { year, month, day, minute, second } = time;
    return momentOf({ year, month, day, hour: hour ?? time.hour, minute, second }, this.#task.timeZone);
  }
}

/** A zone by its name in the database of time zones, for calendars that do not define it. */
class NamedZone extends ICAL.Timezone {
  override utcOffset(time: ICAL.Time): number {
    return offsetOf(time as WallTime, this.tzid);
  }
}

const MAX_ZONES = 100;

/** What the calendar defines itself comes before these. */
function registerZones(text: string): void {
  const names = new Set([...text.matchAll(/;TZID="?([^":;\r\n]{1,60})/g)].map(([, name = ""]) => name));
  for (const tzid of [...names].slice(0, MAX_ZONES))
    if (isKnownZone(tzid) && !ICAL.TimezoneService.has(tzid))
      ICAL.TimezoneService.register(new NamedZone({ tzid }), tzid);
}

/** In one line. */
function textOf(component: ICAL.Component, name: string): string {
  const value: unknown = component.getFirstPropertyValue(name);
  return value === null || value === undefined ? "" : String(value).replace(/\s+/g, " ").trim();
}

const cut = (text: string): string => [...text.slice(0, 2 * MAX_TEXT_LENGTH)].slice(0, MAX_TEXT_LENGTH).join("");

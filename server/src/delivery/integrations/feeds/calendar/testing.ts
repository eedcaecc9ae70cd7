/** Helpers for tests of calendars: documents as calendar programs write them. */
import type { Organization } from "../../../../../test/index.ts";

/** UNIX seconds. */
export const inMinutes = ({ clock }: Organization, minutes: number): number =>
  Math.floor(clock.now() / 1000) + minutes * 60;

/** As the value of a property, in UTC. */
export const stamp = (seconds: number): string =>
  `:${new Date(seconds * 1000).toISOString().replaceAll(/[-:]|\.\d+/g, "")}`;

export interface WrittenEvent {
  readonly uid: string;
  /** With its parameters: `;TZID=Europe/Berlin:20260105T090000`. */
  readonly start: string;
  readonly end?: string;
  readonly summary: string;
  readonly location?: string;
  readonly more?: readonly string[];
}

export const event = ({ uid, start, end, summary, location, more = [] }: WrittenEvent): string =>
  [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTART${start}`,
    ...(end === undefined ? [] : [`DTEND${end}`]),
    `SUMMARY:${summary}`,
    ...(location === undefined ? [] : [`LOCATION:${location}`]),
    ...more,
    "END:VEVENT",
  ].join("\r\n");

export const calendar = (...parts: readonly string[]): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//EN", "X-WR-CALNAME:Team", ...parts, "END:VCALENDAR", ""].join(
    "\r\n",
  );

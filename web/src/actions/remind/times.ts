/** Suggested times for a reminder, in the reader's time zone. */
import { momentAt } from "../../composer/tools/later.ts";
import { type Clock, dayNumber } from "../../text/dates.ts";

export interface ReminderTime {
  readonly id: "inHour" | "thisEvening" | "tomorrow" | "nextMonday";
  readonly seconds: number;
}

const HOUR = 3600;
const MORNING = 9;
const EVENING = 18;

export function reminderTimes(now: number, clock: Clock): ReminderTime[] {
  const today = dayNumber(now, clock);
  // Day 0 was a Thursday.
  const weekday = (today + 4) % 7;
  const toMonday = (8 - weekday) % 7 || 7;
  const evening = momentAt(today, EVENING, clock);
  const all: (ReminderTime | false)[] = [
    { id: "inHour", seconds: Math.ceil(now / 60) * 60 + HOUR },
    evening > now + HOUR && { id: "thisEvening", seconds: evening },
    { id: "tomorrow", seconds: momentAt(today + 1, MORNING, clock) },
    // On Sundays that is tomorrow.
    toMonday !== 1 && { id: "nextMonday", seconds: momentAt(today + toMonday, MORNING, clock) },
  ];
  return all.filter((each) => each !== false);
}

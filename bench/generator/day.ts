/** What the measured processor times mean for a working day, under assumptions that docs/sizing.md explains. */
import type { LoadReport } from "./measure.ts";

/** What one person does in a day of eight hours. */
const A_DAY = { sends: 40, reads: 200, registrations: 5, searches: 5 };
/** How many people who are connected get a message: most channels are small. */
const MOST_RECEIVERS = 50;
/** The share of a day's work in its busiest hour. */
const BUSIEST = 0.2;

/** Lines about a day; none if the processor time is unknown. */
export function aboutDay({ figures, people }: LoadReport): string[] {
  const micros = (start: string) => figures.find(({ what }) => what.startsWith(start))?.cpuMicros;
  const [send, delivery] = [micros("sends, 16"), micros("deliveries to")];
  const [read, registration, search] = [micros("reads"), micros("registrations"), micros("searches")];
  if (send === undefined || delivery === undefined || read === undefined) return [];
  const receivers = Math.min(people, MOST_RECEIVERS);
  const each =
    A_DAY.sends * (send + receivers * delivery) +
    A_DAY.reads * read +
    A_DAY.registrations * (registration ?? 0) +
    A_DAY.searches * (search ?? 0);
  const seconds = (each * people) / 1e6;
  const busiest = (seconds * BUSIEST) / 3600;
  const said = (value: number) => new Intl.NumberFormat("en", { maximumSignificantDigits: 2 }).format(value);
  return [
    `A working day of ${people} people takes ${said(seconds)} s of processor time; its busiest hour, ${said(busiest * 100)} % of one core.`,
  ];
}

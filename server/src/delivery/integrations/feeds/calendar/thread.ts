/** Reads one calendar, and ends. */
import { parentPort, workerData } from "node:worker_threads";
import { type CalendarNews, type CalendarTask, readCalendar } from "./occurrences.ts";

export type CalendarResult = { readonly news: CalendarNews } | { readonly isUnreadable: true };

function result(): CalendarResult {
  try {
    return { news: readCalendar(workerData as CalendarTask) };
  } catch {
    return { isUnreadable: true };
  }
}

parentPort?.postMessage(result());

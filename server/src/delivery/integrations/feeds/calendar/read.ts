/**
 * Reads calendars in threads, one after the other: each has a new thread with limited memory and time. A rule of recurrence can take as
 * long as it likes, and then it is ended.
 */
import { Worker } from "node:worker_threads";
import { NotAFeed } from "../reading/document.ts";
import type { CalendarNews, CalendarTask } from "./occurrences.ts";
import type { CalendarResult } from "./thread.ts";

const THREAD_LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 };
const READING_MS = 5000;

let last: Promise<unknown> = Promise.resolve();

/** Throws `NotAFeed` if it cannot be read, or takes too long. */
export function readCalendarInThread(task: CalendarTask): Promise<CalendarNews> {
  const reading = last.then(() => run(task));
  last = reading.catch(() => {});
  return reading;
}

async function run(task: CalendarTask): Promise<CalendarNews> {
  const worker = new Worker(new URL("./thread.ts", import.meta.url), {
    workerData: task,
    resourceLimits: THREAD_LIMITS,
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const result = await new Promise<CalendarResult | undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), READING_MS);
      worker.once("message", resolve);
      worker.once("error", () => resolve(undefined));
      worker.once("exit", () => resolve(undefined));
    });
    if (!result || "isUnreadable" in result) throw new NotAFeed("It is no calendar, or takes too long.");
    return result.news;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

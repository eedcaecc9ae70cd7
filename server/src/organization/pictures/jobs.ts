import { recurringJob } from "../../kernel/jobs/job-kind.ts";
import { KEYS_PREFIX, keysOf, shownPaths } from "./store.ts";

const DAY = 24 * 3600;

/** Pictures that nobody shows: their upload was cut off between the store and the row. */
export const removeStrayPictures = recurringJob("remove_stray_pictures", DAY, async ({ clock, database, storage }) => {
  // Anything younger may belong to an upload that is still under way.
  const yesterdayMs = clock.now() - DAY * 1000;
  const shown = new Set((await shownPaths(database.reader)).flatMap(keysOf));
  for await (const { key, storedAtMs } of storage.list(KEYS_PREFIX))
    if (storedAtMs < yesterdayMs && !shown.has(key)) await storage.remove([key]);
});

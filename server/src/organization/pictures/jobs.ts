import { recurringJob } from "../../kernel/jobs/job-kind.ts";
import { KEYS_PREFIX, keysOf, shownPaths } from "./store.ts";

const DAY = 24 * 3600;

/** Deletes pictures that are not in use, left by uploads that failed after storing them. */
export const removeStrayPictures = recurringJob("remove_stray_pictures", DAY, async ({ clock, database, storage }) => {
  // Newer pictures may belong to an upload in progress.
  const yesterdayMs = clock.now() - DAY * 1000;
  const inUse = new Set((await shownPaths(database.reader)).flatMap(keysOf));
  for await (const { key, storedAtMs } of storage.list(KEYS_PREFIX))
    if (storedAtMs < yesterdayMs && !inUse.has(key)) await storage.remove([key]);
});

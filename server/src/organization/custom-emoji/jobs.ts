import type { App } from "../../kernel/context.ts";
import { recurringJob } from "../../kernel/jobs/job-kind.ts";
import { KEYS_PREFIX, keysOf } from "./files.ts";
import { storedEmoji } from "./store.ts";

const DAY = 24 * 3600;

export const removeStrayImages = recurringJob("remove_stray_emoji", DAY, removeStray);

/** Images without an emoji, left by uploads that failed after storing the images. */
export async function removeStray({
  clock,
  database,
  storage,
}: Pick<App, "clock" | "database" | "storage">): Promise<void> {
  // Newer images may belong to an upload in progress.
  const yesterdayMs = clock.now() - DAY * 1000;
  const known = new Set((await storedEmoji(database.reader)).flatMap(keysOf));
  for await (const { key, storedAtMs } of storage.list(KEYS_PREFIX))
    if (storedAtMs < yesterdayMs && !known.has(key)) await storage.remove([key]);
}

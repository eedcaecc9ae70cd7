/**
 * Deletes events that are no longer needed, in batches. Others wait while a batch is deleted, and an event may be a hundred times
 * as large as another: the next batch is as large as what the last one took allows.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { RealmId } from "../api/ids.ts";
import type { Database } from "../db/handles.ts";
import { restAfter, UNHURRIED } from "../steps.ts";
import { pruneLog } from "./queue-store.ts";

/** A batch of the largest events takes some 20 ms. */
const FEWEST = 50;
const MOST = 2000;
const BATCH_MS = 10;

export async function pruneLogOf(
  database: Database,
  realmId: RealmId,
  { olderThanSeconds, signal }: { readonly olderThanSeconds: number; readonly signal: AbortSignal },
): Promise<void> {
  let most = FEWEST;
  while (!signal.aborted) {
    let tookMs = 0;
    const hasMore = await database.transaction(async (tx) => {
      const begun = performance.now();
      const isCut = await pruneLog(tx, realmId, { olderThanSeconds, most });
      tookMs = performance.now() - begun;
      return isCut;
    });
    if (!hasMore) return;
    most = tookMs > BATCH_MS ? Math.max(Math.floor(most / 2), FEWEST) : Math.min(most * 2, MOST);
    await sleep(restAfter(tookMs, UNHURRIED), undefined, { signal }).catch(() => {});
  }
}

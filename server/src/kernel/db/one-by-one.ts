import { Steps } from "../steps.ts";
import type { Db } from "./handles.ts";
import { sqliteConnectionOf } from "./sqlite-dialect.ts";

/**
 * Runs a query for many ids. SQLite runs on the event loop, so a snapshot there queries one id at a time, in steps.
 * Otherwise one query is used.
 */
export async function askAboutEach<Id, Row>(
  db: Db,
  ids: readonly Id[],
  ask: (ids: readonly Id[]) => Promise<Row[]>,
): Promise<Row[]> {
  if (!sqliteConnectionOf(db)?.readsInSteps) return ask(ids);
  const steps = new Steps();
  const rows: Row[][] = [];
  for (const id of ids) {
    rows.push(await ask([id]));
    if (steps.isOver) await steps.pause();
  }
  return rows.flat();
}

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

/**
 * Reads each of some parts. PostgreSQL is asked for all at once, so that their statements are sent together. SQLite runs on
 * the event loop: a snapshot there reads one after another, in steps, and however many snapshots begin at once, each turn of
 * the event loop runs one step of one of them.
 */
export async function readEach<Part, Read>(
  db: Db,
  parts: readonly Part[],
  read: (part: Part) => Promise<Read>,
): Promise<Read[]> {
  if (!sqliteConnectionOf(db)?.readsInSteps) return allOf(parts.map(read));
  const steps = new Steps();
  const results: Read[] = [];
  await steps.pause();
  for (const part of parts) {
    results.push(await read(part));
    if (steps.isOver) await steps.pause();
  }
  return results;
}

/** Waits for all of them even if one fails: none may go on reading when the snapshot is over. */
export async function allOf<const T extends readonly Promise<unknown>[]>(reading: T) {
  await Promise.allSettled(reading);
  return Promise.all(reading);
}

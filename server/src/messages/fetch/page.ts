/** Pages of messages, limited by text length too: five thousand long messages would be a gigabyte. */
import { Steps } from "../../kernel/steps.ts";
import type { FetchedMessage } from "../store.ts";

/** The maximum text, source and rendered, in one response. */
export const MAX_PAGE_CHARACTERS = 8 * 1024 * 1024;
/** The first batch: more than nearly every client requests, and not too much even if all are as long as possible. */
const FIRST_BATCH = 250;
/** SQLite reads a batch without a break. */
const LARGEST_BATCH = 500;
const BATCH_CHARACTERS = 1024 * 1024;

export interface RowPage<Row> {
  readonly rows: Row[];
  /** Whether there may be more that did not fit. */
  readonly isCut: boolean;
}

/**
 * Reads rows until there are no more, there are enough, or their text exceeds the limit. `read` returns the next ones
 * after the last. Batch sizes adapt to the length of earlier rows, and other requests are served between batches.
 */
export async function readUpTo(
  characters: number,
  wanted: number,
  read: (limit: number, last: FetchedMessage | undefined) => Promise<FetchedMessage[]>,
): Promise<RowPage<FetchedMessage>> {
  const rows: FetchedMessage[] = [];
  let total = 0;
  const steps = new Steps();
  for (let batch = FIRST_BATCH; rows.length < wanted; ) {
    const limit = Math.min(batch, wanted - rows.length);
    const next = await read(limit, rows.at(-1));
    for (const row of next) {
      total += row.content.length + row.rendered_content.length;
      if (total > characters && rows.length > 0) return { rows, isCut: true };
      rows.push(row);
    }
    if (next.length < limit) break;
    if (steps.isOver) await steps.pause();
    batch = Math.min(LARGEST_BATCH, Math.max(FIRST_BATCH, Math.floor((BATCH_CHARACTERS * rows.length) / total)));
  }
  return { rows, isCut: false };
}

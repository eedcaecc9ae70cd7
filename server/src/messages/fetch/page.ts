/** Pages of messages that are bounded by their text too: five thousand long messages would be a gigabyte. */
import type { FetchedMessage } from "../store.ts";

/** How much text, as written and as rendered, one answer carries. */
export const MAX_PAGE_CHARACTERS = 8 * 1024 * 1024;
/** Read at a time: more than nearly every client asks for, and not too much to hold even if all of them are as long as can be. */
const FIRST_PORTION = 250;
const LARGEST_PORTION = 1000;
const PORTION_CHARACTERS = 1024 * 1024;

export interface RowPage<Row> {
  readonly rows: Row[];
  /** Whether there may be more that did not fit. */
  readonly isCut: boolean;
}

/**
 * Reads rows until there are no more, there are as many as wanted, or their text exceeds the limit. `read` answers with the
 * next ones after the last. The portions follow the length of what came before.
 */
export async function readUpTo(
  characters: number,
  wanted: number,
  read: (limit: number, last: FetchedMessage | undefined) => Promise<FetchedMessage[]>,
): Promise<RowPage<FetchedMessage>> {
  const rows: FetchedMessage[] = [];
  let total = 0;
  for (let portion = FIRST_PORTION; rows.length < wanted; ) {
    const limit = Math.min(portion, wanted - rows.length);
    const next = await read(limit, rows.at(-1));
    for (const row of next) {
      total += row.content.length + row.rendered_content.length;
      if (total > characters && rows.length > 0) return { rows, isCut: true };
      rows.push(row);
    }
    if (next.length < limit) break;
    portion = Math.min(
      LARGEST_PORTION,
      Math.max(FIRST_PORTION, Math.floor((PORTION_CHARACTERS * rows.length) / total)),
    );
  }
  return { rows, isCut: false };
}

/** Which rows are in the document: those around what is seen, and those that must not go. */

export interface Seen {
  readonly startIndex: number;
  readonly endIndex: number;
  readonly count: number;
}

export interface Kept {
  /** The row by which the place is kept. */
  readonly anchor: number | undefined;
  /** Rows with the focus or the cursor. */
  readonly others: readonly number[];
}

/** At most about so many messages are in the document. */
const MOST = 76;
const OVERSCAN = 14;

/** Ascending. Where the rows seen do not have the anchor, sizes were guessed wrong: then the anchor is believed. */
export function shownRows(seen: Seen, { anchor, others }: Kept): number[] {
  const { count } = seen;
  if (count === 0) return [];
  const isMisplaced = anchor !== undefined && (anchor < seen.startIndex || anchor > seen.endIndex);
  const half = Math.floor(MOST / 2);
  const overscan = isMisplaced ? half : overscanFor(seen);
  const first = Math.max(0, (isMisplaced ? anchor : seen.startIndex) - overscan);
  const last = Math.min(count - 1, (isMisplaced ? anchor : seen.endIndex) + overscan);
  const indexes = new Set(others.filter((index) => index >= 0 && index < count));
  for (let index = first; index <= last; index++) indexes.add(index);
  return [...indexes].sort((a, b) => a - b);
}

/** Fewer where many small ones are on a large screen. */
function overscanFor({ startIndex, endIndex }: Seen): number {
  const visible = endIndex - startIndex + 1;
  return Math.max(2, Math.min(OVERSCAN, Math.floor((MOST - visible) / 2)));
}

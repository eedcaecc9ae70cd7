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
  /** How high the log is, and what each row takes of it at the least. */
  readonly room?: Room;
}

interface Room {
  readonly px: number;
  readonly atLeast: (index: number) => number;
}

/** At most about so many messages are in the document. */
const MOST = 76;
const OVERSCAN = 14;

/** Ascending. Where the rows seen do not have the anchor, sizes were guessed wrong: then the anchor is believed. */
export function shownRows(seen: Seen, { anchor, others, room }: Kept): number[] {
  const { count } = seen;
  if (count === 0) return [];
  const isMisplaced = anchor !== undefined && (anchor < seen.startIndex || anchor > seen.endIndex);
  const overscan = overscanFor(seen);
  const first = isMisplaced ? anchor - filling(room, anchor, -1) : seen.startIndex - overscan;
  const last = isMisplaced ? anchor + filling(room, anchor, 1) : seen.endIndex + overscan;
  const indexes = new Set(others.filter((index) => index >= 0 && index < count));
  for (let index = Math.max(0, first); index <= Math.min(count - 1, last); index++) indexes.add(index);
  return [...indexes].sort((a, b) => a - b);
}

/**
 * How many rows beside the place fill a screen. A log opens with these alone, so that what was asked for is there at once;
 * what is around them comes with the next frame.
 */
function filling(room: Room | undefined, anchor: number, step: 1 | -1): number {
  const most = Math.floor(MOST / 2);
  if (!room) return most;
  let count = 0;
  for (let px = 0; px < room.px && count < most; count++) px += room.atLeast(anchor + step * count);
  return count;
}

/** Fewer where many small ones are on a large screen. */
function overscanFor({ startIndex, endIndex }: Seen): number {
  const visible = endIndex - startIndex + 1;
  return Math.max(2, Math.min(OVERSCAN, Math.floor((MOST - visible) / 2)));
}

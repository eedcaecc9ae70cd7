/** Which rows are rendered: those near the viewport, and those that must stay mounted. */

export interface Seen {
  readonly startIndex: number;
  readonly endIndex: number;
  readonly count: number;
}

export interface MountedRows {
  /** The row that anchors the place. */
  readonly anchor: number | undefined;
  /** The rows with the focus or the cursor. */
  readonly others: readonly number[];
  /** The height of the log and the minimum height of a row. */
  readonly room?: Room;
  /** Nothing has been painted yet: then the anchor decides, and nobody has scrolled. */
  readonly isOpening?: boolean;
}

interface Room {
  readonly px: number;
  readonly atLeast: (index: number) => number;
}

/** The approximate maximum of rendered messages. */
const MOST = 76;
const OVERSCAN = 14;

/** Ascending. If the visible rows do not include the anchor, the size estimates were wrong: then the anchor decides. */
export function shownRows(seen: Seen, { anchor, others, room, isOpening = false }: MountedRows): number[] {
  const { count } = seen;
  if (count === 0) return [];
  const isMisplaced = anchor !== undefined && (isOpening || anchor < seen.startIndex || anchor > seen.endIndex);
  const overscan = overscanFor(seen);
  const first = isMisplaced ? anchor - filling(room, anchor, -1) : seen.startIndex - overscan;
  const last = isMisplaced ? anchor + filling(room, anchor, 1) : seen.endIndex + overscan;
  const indexes = new Set(others.filter((index) => index >= 0 && index < count));
  for (let index = Math.max(0, first); index <= Math.min(count - 1, last); index++) indexes.add(index);
  return [...indexes].sort((a, b) => a - b);
}

/**
 * How many rows beside the anchor fill a screen. A log opens with only these, so that the anchor is visible
 * immediately; the others follow when it has been painted.
 */
function filling(room: Room | undefined, anchor: number, step: 1 | -1): number {
  const most = Math.floor(MOST / 2);
  if (!room) return most;
  let count = 0;
  for (let px = 0; px < room.px && count < most; count++) px += room.atLeast(anchor + step * count);
  return count;
}

/** Fewer if many small rows fit on a large screen. */
function overscanFor({ startIndex, endIndex }: Seen): number {
  const visible = endIndex - startIndex + 1;
  return Math.max(2, Math.min(OVERSCAN, Math.floor((MOST - visible) / 2)));
}

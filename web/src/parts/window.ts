/** Which rows of a long list are rendered: those near the viewport, and those that must stay mounted. */

/** The start of each row, and finally the end of the list. */
export function offsetsOf(sizes: readonly number[]): Float64Array {
  const offsets = new Float64Array(sizes.length + 1);
  for (const [at, size] of sizes.entries()) offsets[at + 1] = (offsets[at] as number) + size;
  return offsets;
}

export interface Seen {
  /** Relative to the start of the list; negative if other content is still above it. */
  readonly top: number;
  readonly height: number;
}

/** Overscan on both sides: as much as is scrolled before rows are rendered again. */
const AROUND_PX = 600;

/** Ascending. `kept` rows have the focus, or get it next. */
export function shownRows(offsets: Float64Array, { top, height }: Seen, kept: readonly number[]): number[] {
  const count = offsets.length - 1;
  const first = rowAt(offsets, top - AROUND_PX);
  const last = rowAt(offsets, top + height + AROUND_PX);
  const shown = new Set(kept.filter((index) => index >= 0 && index < count));
  for (let index = first; index <= last && index < count; index++) shown.add(index);
  return [...shown].sort((a, b) => a - b);
}

/** The row at a height, clamped to the first and last. */
function rowAt(offsets: Float64Array, height: number): number {
  let [low, high] = [0, Math.max(0, offsets.length - 2)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] as number) <= height) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Where a step by a screen takes the cursor. */
interface ScreenStep {
  readonly by: 1 | -1;
  /** The row of the cursor; -1 without one. */
  readonly from: number;
  /** The first row that is visible after scrolling. */
  readonly seen: number;
  readonly rows: number;
  /** The log could not scroll any further. */
  readonly isAtEdge: boolean;
}

/** To the first visible row, but never against the step: at the end, to the last row, and at the start, to the first. */
export function screenStep({ by, from, seen, rows, isAtEdge }: ScreenStep): number {
  const edge = by > 0 ? rows - 1 : 0;
  if (isAtEdge) return edge;
  const isAhead = from < 0 || (seen - from) * by > 0;
  return isAhead ? seen : edge;
}

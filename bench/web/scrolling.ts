/** Scrolls in the page and measures the cost. */
import type { Page } from "playwright-core";
import { type Figure, percentile } from "../scenario.ts";
import { traced } from "./chromium.ts";
import type { VisibleRange } from "./places.ts";
import type { Spent } from "./trace.ts";

/** A screen in four frames, or 12,000 pixels per second: as fast as a fling. */
export const FLING_PX = 200;
/** Longer traces may be truncated. */
const PART_MS = 8000;

export interface ScrollOptions {
  readonly stepPx: number;
  readonly upMs?: number;
  /** The element to scroll, if not the log. */
  readonly within?: string;
}

/** The probe's observations. */
export interface Scrolled extends VisibleRange {
  readonly frames: number;
  readonly blank: number;
  readonly jumps: number;
  readonly isAtEnd: boolean;
}

export interface Scrolling {
  readonly frames: readonly Spent[];
  readonly seen: Scrolled;
}

/** Scrolls to the end, or for the given time. */
export async function scroll(
  page: Page,
  { upMs = Number.POSITIVE_INFINITY, ...way }: ScrollOptions,
): Promise<Scrolling> {
  const frames: Spent[] = [];
  let [seen, left]: [Scrolled | undefined, number] = [undefined, upMs];
  do {
    const part = JSON.stringify({ ...way, upMs: Math.min(left, PART_MS) });
    const { result, trace } = await traced(page, () => page.evaluate(`probe.scroll(${part})`) as Promise<Scrolled>);
    frames.push(...trace.frames());
    seen = seen ? together(seen, result) : result;
    left -= PART_MS;
  } while (!seen.isAtEnd && left > 0);
  return { frames, seen };
}

const together = (before: Scrolled, now: Scrolled): Scrolled => ({
  ...now,
  frames: before.frames + now.frames,
  blank: before.blank + now.blank,
  jumps: before.jumps + now.jumps,
});

export function frameFigures(what: string, frames: readonly Spent[]): Figure[] {
  const walls = frames.map(({ wall }) => wall);
  const work = frames.map(({ cpu }) => cpu);
  return [
    { what: `${what}: frame, p99`, unit: " ms", parley: percentile(walls, 0.99), target: { atMost: 50 } },
    { what: "… longest", unit: " ms", parley: Math.max(...walls) },
    { what: "… main thread's work, median", unit: " ms", parley: percentile(work, 0.5) },
    { what: "… p99", unit: " ms", parley: percentile(work, 0.99), target: { atMost: 50 } },
  ];
}

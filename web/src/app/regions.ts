/** The regions of the screen, in F6 order. Each marks itself with `data-region`. */
import { useCommand } from "../keyboard/useCommand.ts";

const REGIONS = ["sidebar", "header", "log", "composer", "panel"] as const;
export type Region = (typeof REGIONS)[number];

const FOCUSABLE = "a[href], button:not([disabled]), textarea, input, [tabindex='0']";

const elementOf = (region: Region): HTMLElement | null => document.querySelector(`[data-region="${region}"]`);

/** Returns whether the region had something to focus. */
export function focusRegion(region: Region): boolean {
  const element = elementOf(region);
  const target = element?.matches(FOCUSABLE)
    ? element
    : element?.querySelector<HTMLElement>(`[tabindex='0'], ${FOCUSABLE}`);
  if (!target || target.offsetParent === null) return false;
  target.focus();
  return true;
}

function step(by: 1 | -1): void {
  const here = REGIONS.findIndex((region) => elementOf(region)?.contains(document.activeElement));
  for (let tried = 1; tried <= REGIONS.length; tried++) {
    const next = REGIONS[(here + by * tried + REGIONS.length * 2) % REGIONS.length];
    if (next && focusRegion(next)) return;
  }
}

export function useRegions(): void {
  useCommand("nextRegion", () => step(1));
  useCommand("previousRegion", () => step(-1));
}

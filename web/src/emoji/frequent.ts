/** Frequently used emoji in this browser; recent use counts more. */
import { Remembered, useRemembered } from "../state/remembered.ts";

type Uses = Readonly<Record<string, number>>;

const uses = new Remembered<Uses>("emoji-uses", {});
/** Each use reduces the weight of earlier ones. */
const FADES = 0.97;
const KEPT = 60;
/** Defaults before any use. */
const BEGINNING: readonly string[] = ["+1", "tada", "heart", "rocket", "eyes", "joy", "working_on_it", "octopus"];

export function countedUse(before: Uses, name: string): Uses {
  const faded = Object.entries(before).map(([each, count]) => [each, count * FADES] as const);
  const counted = new Map(faded).set(name, (before[name] ?? 0) * FADES + 1);
  return Object.fromEntries([...counted].sort(([, a], [, b]) => b - a).slice(0, KEPT));
}

export const noteUsed = (name: string): void => uses.set(countedUse(uses.get(), name));

export function mostUsed(counted: Uses, limit: number): readonly string[] {
  const used = Object.entries(counted)
    .sort(([, a], [, b]) => b - a)
    .map(([name]) => name);
  return [...new Set([...used, ...BEGINNING])].slice(0, limit);
}

export const useFrequent = (limit: number): readonly string[] => mostUsed(useRemembered(uses), limit);

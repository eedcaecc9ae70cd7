/** Imports that this process works on: a rest ends when its import is cancelled here, and the next transaction notices it. */
import type { App } from "../../kernel/context.ts";

const underWay = new WeakMap<App, Map<number, AbortController>>();

/** Its rests end with either signal. */
export async function asUnderWay<T>(
  app: App,
  id: number,
  signal: AbortSignal,
  work: (restsUntil: AbortSignal) => Promise<T>,
): Promise<T> {
  const all = underWay.get(app) ?? new Map<number, AbortController>();
  underWay.set(app, all);
  const cancelled = new AbortController();
  all.set(id, cancelled);
  try {
    return await work(AbortSignal.any([signal, cancelled.signal]));
  } finally {
    if (all.get(id) === cancelled) all.delete(id);
  }
}

export function endRest(app: App, id: number): void {
  underWay.get(app)?.get(id)?.abort();
}

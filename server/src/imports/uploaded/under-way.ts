/** Imports that this process works on: one that is cancelled here stops at once, also while it rests or unpacks its archive. */
import type { App } from "../../kernel/context.ts";

const underWay = new WeakMap<App, Map<number, AbortController>>();

/** The signal ends with the process, or with `stopHere`. */
export async function asUnderWay<T>(
  app: App,
  id: number,
  signal: AbortSignal,
  work: (until: AbortSignal) => Promise<T>,
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

/** Harmless if it goes on after all: then the attempt has failed, and is made again. */
export function stopHere(app: App, id: number): void {
  underWay.get(app)?.get(id)?.abort();
}

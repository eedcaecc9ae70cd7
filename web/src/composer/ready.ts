/**
 * Whether messages can be written. The composer is loaded after the first view: a message that is started before waits for
 * it, and the keys that follow are kept for its field (see `held-keys.ts`).
 */
import { FailedHere } from "../actions/attempt.ts";
import { holdKeys, releaseKeys } from "../keyboard/held-keys.ts";
import { noteLoadFailure } from "../parts/load-failures.ts";
import { offerReload } from "../parts/offer-reload.ts";
import { t } from "../text/text.ts";

/** The composer failed after it was ready. Texts are still saved. */
interface Stop {
  readonly say: () => void;
  readonly retry: () => void;
}

const ready = Promise.withResolvers<void>();
// Views that wait for it say that it failed.
ready.promise.catch(() => {});
let state: "loading" | "ready" | "failed" | Stop = "loading";
let begun: { readonly start: () => void; readonly end: () => void } | undefined;
const listeners = new Set<() => void>();

function become(next: typeof state): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Resolves when the texts of this browser are at hand. */
export const readyToWrite = (): Promise<void> => ready.promise;

/** Why nothing can be written any more, and how to try again. */
export const writingStop = {
  get: (): Stop | undefined => (typeof state === "object" ? state : undefined),
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Called by what was loaded, when it is there. */
export function isReadyToWrite(): void {
  become("ready");
  ready.resolve();
  const waiting = begun;
  begun?.end();
  waiting?.start();
}

/** It could not be loaded. Only a new page can try again; it has the texts that were written. */
export function cannotWrite(): void {
  become("failed");
  if (begun) giveUp();
  const error = new FailedHere(t("parts.notLoaded"));
  noteLoadFailure(error);
  ready.reject(error);
  offerReload();
}

/** It failed, although it was loaded. */
export function stopWriting(stop: Stop): void {
  // Views still wait for it.
  if (state === "loading") cannotWrite();
  else {
    become(stop);
    stop.say();
  }
}

/** Starts a message as soon as it can be written. False if it cannot wait: the composer is there, or will never be. */
export function startWhenReady(start: () => void): boolean {
  if (state === "failed") offerReload();
  if (typeof state === "object") state.say();
  if (state !== "loading") return false;
  begun?.end();
  const over = new AbortController();
  const end = () => {
    over.abort();
    begun = undefined;
  };
  begun = { start, end };
  holdKeys(document.activeElement, ready.promise);
  // As the keys that are held: the reader wants something else.
  const during = { capture: true, signal: over.signal };
  addEventListener("pointerdown", giveUp, during);
  addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape") return;
      event.stopImmediatePropagation();
      giveUp();
    },
    during,
  );
  return true;
}

function giveUp(): void {
  begun?.end();
  releaseKeys();
}

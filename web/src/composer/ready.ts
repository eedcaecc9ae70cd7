/**
 * Whether messages can be written. The composer is loaded after the first view: a message that is started before waits for
 * it, and the keys that follow are kept for its field (see `held-keys.ts`).
 */
import { FailedHere } from "../actions/attempt.ts";
import { holdKeys, releaseKeys } from "../keyboard/held-keys.ts";
import { noteLoadFailure } from "../parts/load-failures.ts";
import { showToast } from "../parts/toasts.tsx";
import { t } from "../text/text.ts";

const ready = Promise.withResolvers<void>();
// Views that wait for it say that it failed.
ready.promise.catch(() => {});
let state: "loading" | "ready" | "failed" = "loading";
let begun: { readonly start: () => void; readonly end: () => void } | undefined;

/** Resolves when the texts of this browser are at hand. */
export const readyToWrite = (): Promise<void> => ready.promise;

/** Called by what was loaded, when it is there. */
export function isReadyToWrite(): void {
  state = "ready";
  ready.resolve();
  const waiting = begun;
  begun?.end();
  waiting?.start();
}

/** It could not be loaded, or has failed. Only a new page can try again; it has the texts that were written. */
export function cannotWrite(): void {
  state = "failed";
  if (begun) giveUp();
  const error = new FailedHere(t("parts.notLoaded"));
  noteLoadFailure(error);
  ready.reject(error);
  sayNotLoaded();
}

/** Starts a message as soon as it can be written. False if it cannot wait: the composer is there, or will never be. */
export function startWhenReady(start: () => void): boolean {
  if (state === "failed") sayNotLoaded();
  if (state !== "loading") return false;
  begun?.end();
  const over = new AbortController();
  const end = () => {
    over.abort();
    begun = undefined;
  };
  begun = { start, end };
  holdKeys(document.activeElement);
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

const sayNotLoaded = (): void =>
  showToast({ text: t("parts.notLoaded"), action: { label: t("shell.reload"), do: () => location.reload() } });

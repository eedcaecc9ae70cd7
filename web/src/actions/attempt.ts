/** Runs a user action; on failure, shows the server's error message. */
import { RequestError } from "@parley/client";
import { isLoadFailure } from "../parts/load-failures.ts";
import { offerReload } from "../parts/offer-reload.ts";
import { showToast } from "../parts/toasts.tsx";
import { t } from "../text/text.ts";

/** What did not work on this device; its message is for the reader. */
export class FailedHere extends Error {}

/** The server's message, what failed here, or that the server could not be reached. */
export function sentenceOf(error: unknown): string {
  if (error instanceof RequestError || error instanceof FailedHere) return error.message;
  return t(isLoadFailure(error) ? "parts.notLoaded" : "parts.notReached");
}

export async function attempt(does: () => Promise<unknown>): Promise<void> {
  try {
    await does();
  } catch (error) {
    if (isLoadFailure(error)) offerReload();
    else showToast({ text: sentenceOf(error) });
  }
}

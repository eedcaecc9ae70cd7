/** Runs a user action; on failure, shows the server's error message. */
import { RequestError } from "@parley/client";
import { showToast } from "../parts/toasts.tsx";
import { t } from "../text/text.ts";

/** What did not work on this device; its message is for the reader. */
export class FailedHere extends Error {}

/** The server's message, what failed here, or that the server could not be reached. */
export const sentenceOf = (error: unknown): string =>
  error instanceof RequestError || error instanceof FailedHere ? error.message : t("parts.notReached");

export async function attempt(does: () => Promise<unknown>): Promise<void> {
  try {
    await does();
  } catch (error) {
    showToast({ text: sentenceOf(error) });
  }
}

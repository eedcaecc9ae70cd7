/** Tries something that the reader asked for; where it fails, says what the server said. */
import { RequestError } from "@parley/client";
import { showToast } from "../parts/toasts.tsx";
import { t } from "../text/text.ts";

/** The server's sentence, or that it could not be reached. */
export const sentenceOf = (error: unknown): string =>
  error instanceof RequestError ? error.message : t("parts.notReached");

export async function attempt(does: () => Promise<unknown>): Promise<void> {
  try {
    await does();
  } catch (error) {
    showToast({ text: sentenceOf(error) });
  }
}

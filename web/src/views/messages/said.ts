/** Waits for something that was asked of the server; where it is refused, says why. */
import { showToast } from "../../parts/toasts.tsx";

export function said(asked: Promise<unknown>): void {
  asked.catch((error: Error) => showToast({ text: error.message }));
}

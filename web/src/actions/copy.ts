/** Copies something to the clipboard and confirms it. */
import { showToast } from "../parts/toasts.tsx";

export async function copy(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ text: said });
  } catch {
    // The browser denies clipboard access: show the text to copy by hand.
    showToast({ text });
  }
}

/** Puts something on the clipboard, and says so. */
import { showToast } from "../parts/toasts.tsx";

export async function copy(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ text: said });
  } catch {
    // Browsers that keep the clipboard to themselves: the reader can copy it from here.
    showToast({ text });
  }
}

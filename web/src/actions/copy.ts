/** Copies something to the clipboard and confirms it. */
import { putOnClipboard } from "../parts/clipboard.ts";
import { showToast } from "../parts/toasts.tsx";

/** If the browser denies it, the text is shown, to be copied by hand. */
export async function copy(text: string, said: string): Promise<void> {
  showToast({ text: (await putOnClipboard(text)) ? said : text });
}

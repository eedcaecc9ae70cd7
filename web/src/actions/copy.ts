/** Copies something to the clipboard and confirms it. */
import { showToast } from "../parts/toasts.tsx";

export async function copy(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ text: said });
  } catch {
    // If the browser denies this too, the text is shown, to be copied by hand.
    showToast({ text: copyByCommand(text) ? said : text });
  }
}

/** For pages without encryption, such as in a local network, which have no `navigator.clipboard`. */
function copyByCommand(text: string): boolean {
  let isCopied = false;
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    event.stopImmediatePropagation();
    isCopied = true;
  };
  document.addEventListener("copy", put, { capture: true });
  document.execCommand("copy");
  document.removeEventListener("copy", put, { capture: true });
  return isCopied;
}

/** Puts text on the clipboard; resolves to whether that worked. Pages without encryption have no `navigator.clipboard`. */
export async function putOnClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}

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

/** Previews that were hidden in this window, by message. They stay so while messages come and go on the screen. */
const hidden = new Map<number | undefined, Set<string>>();

export function hiddenPreviewsOf(messageId: number | undefined): Set<string> {
  let addresses = hidden.get(messageId);
  if (!addresses) {
    addresses = new Set();
    hidden.set(messageId, addresses);
  }
  return addresses;
}

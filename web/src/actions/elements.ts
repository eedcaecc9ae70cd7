/** Where a message stands on the screen: what opens beside it needs a place. */

export const articleOfMessage = (messageId: number): HTMLElement | null =>
  document.querySelector<HTMLElement>(`.log-row[data-key="${messageId}"] article`);

/** Something small to open a menu or a picker at. */
export function anchorOfMessage(messageId: number): Element {
  const article = articleOfMessage(messageId);
  return article?.querySelector(".acts") ?? article?.querySelector("[data-text]") ?? article ?? document.body;
}

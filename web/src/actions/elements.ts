/** The element of a message, to open things beside it. */

export const articleOfMessage = (messageId: number): HTMLElement | null =>
  document.querySelector<HTMLElement>(`.log-row[data-key="${messageId}"] article`);

/** A small element to anchor a menu or a picker. */
export function anchorOfMessage(messageId: number): Element {
  const article = articleOfMessage(messageId);
  return article?.querySelector(".acts") ?? article?.querySelector("[data-text]") ?? article ?? document.body;
}

const NOT_TEXT = ["checkbox", "radio", "button", "submit", "range"];

/** Whether keys pressed there are text. */
export const isText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !NOT_TEXT.includes(target.type)));

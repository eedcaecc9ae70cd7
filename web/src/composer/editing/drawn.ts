/** Texts with marked selections, for tests. */
import type { Edited } from "./edited.ts";

/** A text with its selection between ‹ and ›, or its caret as |. */
export function from(drawn: string): Edited {
  const caret = drawn.indexOf("|");
  if (!drawn.includes("‹")) return { text: drawn.replace("|", ""), start: caret, end: caret };
  const start = drawn.indexOf("‹");
  return { text: drawn.replace(/[‹›]/g, ""), start, end: drawn.indexOf("›") - 1 };
}

export function drawn({ text, start, end }: Edited): string {
  if (start === end) return `${text.slice(0, start)}|${text.slice(start)}`;
  return `${text.slice(0, start)}‹${text.slice(start, end)}›${text.slice(end)}`;
}

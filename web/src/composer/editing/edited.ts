/** A text with its selection: the input and output of every composer tool. */
export interface Edited {
  readonly text: string;
  /** The start of the selection; equal to `end` for a caret. */
  readonly start: number;
  readonly end: number;
}

export const selected = ({ text, start, end }: Edited): string => text.slice(start, end);

/** Replaces the selection; the caret goes after the new text. */
export function inserted({ text, start, end }: Edited, piece: string): Edited {
  const caret = start + piece.length;
  return { text: text.slice(0, start) + piece + text.slice(end), start: caret, end: caret };
}

/** Extends the selection to whole lines. */
export function wholeLines({ text, start, end }: Edited): Edited {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  // A selection that ends at the start of a line does not include that line.
  const last = end > start && text[end - 1] === "\n" ? end - 1 : end;
  const next = text.indexOf("\n", last);
  return { text, start: from, end: next < 0 ? text.length : next };
}

export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly piece: string;
}

/** The smallest replacement between two texts, so that a field applies it as one undoable step. */
export function changeBetween(before: string, after: string): TextChange {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return { start, end: before.length - same, piece: after.slice(start, after.length - same) };
}

/** The length of a text as the server counts it. */
export function codePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    // A surrogate pair counts once.
    if (text.charCodeAt(at) >> 10 === 0x36 && text.charCodeAt(at + 1) >> 10 === 0x37) at += 1;
    count += 1;
  }
  return count;
}

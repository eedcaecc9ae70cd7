/** A text with what is selected in it: what every tool of the composer takes and gives. */
export interface Edited {
  readonly text: string;
  /** Where the selection begins; equal to `end` when it is only the caret. */
  readonly start: number;
  readonly end: number;
}

export const selected = ({ text, start, end }: Edited): string => text.slice(start, end);

/** The text with another piece for the selection, and the caret behind it. */
export function inserted({ text, start, end }: Edited, piece: string): Edited {
  const caret = start + piece.length;
  return { text: text.slice(0, start) + piece + text.slice(end), start: caret, end: caret };
}

/** The selection made as large as the lines it touches. */
export function wholeLines({ text, start, end }: Edited): Edited {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  // A selection that ends at the beginning of a line does not touch that line.
  const last = end > start && text[end - 1] === "\n" ? end - 1 : end;
  const next = text.indexOf("\n", last);
  return { text, start: from, end: next < 0 ? text.length : next };
}

export interface Change {
  readonly start: number;
  readonly end: number;
  readonly piece: string;
}

/** The smallest replacement that makes one text the other: a field takes it as one step that can be undone. */
export function changeBetween(before: string, after: string): Change {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return { start, end: before.length - same, piece: after.slice(start, after.length - same) };
}

/** How long a text is for the server's limits. */
export function codePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    // The second half of a pair counts with the first.
    if (text.charCodeAt(at) >> 10 === 0x36 && text.charCodeAt(at + 1) >> 10 === 0x37) at += 1;
    count += 1;
  }
  return count;
}

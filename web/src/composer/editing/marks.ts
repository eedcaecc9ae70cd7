/** Inline formatting: bold, italic, strikethrough, code and math. Applying it again removes it. */
import type { Edited } from "./edited.ts";

export type Mark = "**" | "*" | "~~" | "`" | "$$";

/** Whether a run of this length contains the mark: three asterisks are bold and italic. */
function holds(mark: Mark, run: number): boolean {
  if (mark === "*") return run % 2 === 1;
  return run >= mark.length;
}

/** Adds the mark around the selection, line by line because marks cannot span lines; or removes it. */
export function toggleMark(edited: Edited, mark: Mark): Edited {
  const { text, start, end } = edited;
  const lines = text.slice(start, end).split("\n");
  if (lines.length === 1) return toggled(trimmed(edited), mark);
  const isOn = (line: string) => line.trim() === "" || isMarked(line.trim(), mark);
  const turnsOff = lines.every(isOn);
  const changed = lines.map((line) => {
    if (line.trim() === "" || isOn(line) !== turnsOff) return line;
    const { start: from, end: to } = trimmed({ text: line, start: 0, end: line.length });
    return toggled({ text: line, start: from, end: to }, mark).text;
  });
  const piece = changed.join("\n");
  return { text: text.slice(0, start) + piece + text.slice(end), start, end: start + piece.length };
}

/** Spaces at the edges stay outside: a mark does not work next to a space. */
function trimmed({ text, start, end }: Edited): Edited {
  const piece = text.slice(start, end);
  if (piece.trim() === "") return { text, start, end };
  return {
    text,
    start: start + piece.length - piece.trimStart().length,
    end: end - piece.length + piece.trimEnd().length,
  };
}

function isMarked(piece: string, mark: Mark): boolean {
  const { start, end } = within({ text: piece, start: 0, end: piece.length }, mark);
  return holds(mark, Math.min(start, piece.length - end)) && end > start;
}

/** The selection without marks of this kind at its edges. */
function within({ text, start, end }: Edited, mark: Mark): Edited {
  const piece = text.slice(start, end);
  const sign = mark[0] as string;
  const before = runAtStart(piece, sign);
  if (before === piece.length) return { text, start, end };
  const run = Math.min(before, runAtEnd(piece, sign));
  return { text, start: start + run, end: end - run };
}

function toggled(edited: Edited, mark: Mark): Edited {
  const inner = within(edited, mark);
  const { text, start, end } = inner;
  const sign = mark[0] as string;
  const run = Math.min(runAtEnd(text.slice(0, start), sign), runAtStart(text.slice(end), sign));
  if (holds(mark, run)) return unwrapped(inner, mark === "`" ? run : mark.length);
  return wrapped(inner, mark === "`" ? codeMark(text.slice(start, end)) : mark);
}

function unwrapped({ text, start, end }: Edited, length: number): Edited {
  const inner = text.slice(start, end);
  const from = start - length;
  return { text: text.slice(0, from) + inner + text.slice(end + length), start: from, end: from + inner.length };
}

function wrapped({ text, start, end }: Edited, mark: string): Edited {
  const inner = text.slice(start, end);
  // A backtick at the edge would become part of the mark.
  const room = mark.startsWith("`") && (inner.startsWith("`") || inner.endsWith("`")) ? " " : "";
  const opening = mark + room;
  const changed = text.slice(0, start) + opening + inner + room + mark + text.slice(end);
  return { text: changed, start: start + opening.length, end: start + opening.length + inner.length };
}

/** More backticks than the longest run inside. */
function codeMark(inner: string): string {
  const runs = new Set((inner.match(/`+/g) ?? []).map((run) => run.length));
  let length = 1;
  while (runs.has(length)) length += 1;
  return "`".repeat(length);
}

function runAtStart(text: string, sign: string): number {
  let run = 0;
  while (text[run] === sign) run += 1;
  return run;
}

function runAtEnd(text: string, sign: string): number {
  let run = 0;
  while (text.at(-1 - run) === sign) run += 1;
  return run;
}

/** Line prefixes: lists and headings. Applying one again removes it. */
import { type Edited, wholeLines } from "./edited.ts";

export type LineKind = "bullets" | "numbers" | "heading" | "quoted";

const MARKS: Readonly<Record<LineKind, RegExp>> = {
  bullets: /^( *)[-*+] +/,
  numbers: /^( *)\d+\. +/,
  heading: /^()#{1,6} +/,
  quoted: /^()> ?/,
};

const LISTS: readonly LineKind[] = ["bullets", "numbers"];

function markFor(kind: LineKind, number: number): string {
  switch (kind) {
    case "bullets":
      return "- ";
    case "numbers":
      return `${number}. `;
    case "heading":
      return "# ";
    case "quoted":
      return "> ";
    default:
      return kind satisfies never;
  }
}

/** Adds the prefix to each non-blank line, or removes it if all have it. One list type replaces the other. */
export function toggleLines(edited: Edited, kind: LineKind): Edited {
  const whole = wholeLines(edited);
  const lines = whole.text.slice(whole.start, whole.end).split("\n");
  const isAlone = lines.length === 1;
  const says = (line: string) => isAlone || line.trim() !== "";
  const turnsOff = lines.every((line) => !says(line) || MARKS[kind].test(line));
  let number = 0;
  const changed = lines.map((line) => {
    if (!says(line)) return line;
    if (turnsOff) return line.replace(MARKS[kind], "$1");
    if (MARKS[kind].test(line)) return line;
    number += 1;
    return marked(line, kind, number);
  });
  return withLines(edited, whole, changed);
}

function marked(line: string, kind: LineKind, number: number): string {
  const others = LISTS.includes(kind) ? LISTS.filter((other) => other !== kind) : [];
  const plain = others.reduce((rest, other) => rest.replace(MARKS[other], "$1"), line);
  const [indent = ""] = LISTS.includes(kind) ? (/^ */.exec(plain) ?? []) : [];
  return indent + markFor(kind, number) + plain.slice(indent.length);
}

/**
 * Keeps the selection, so that the next key replaces nothing that the writer did not select: each of its ends keeps its
 * distance to the end of its line, and a selection from the start of a line includes the prefix.
 */
function withLines({ text: before, start, end }: Edited, whole: Edited, lines: readonly string[]): Edited {
  const old = before.slice(whole.start, whole.end).split("\n");
  const moved = (position: number): number => {
    const at = before.slice(whole.start, Math.min(position, whole.end)).split("\n").length - 1;
    const lengthBefore = old.slice(0, at + 1).join("\n").length;
    const line = lines[at] ?? "";
    const fromEnd = Math.max(0, whole.start + lengthBefore - position);
    const isFirst = fromEnd === old[at]?.length && start !== end && position === start;
    const above = lines.slice(0, at).reduce((sum, each) => sum + each.length + 1, 0);
    return whole.start + above + (isFirst ? 0 : line.length - Math.min(fromEnd, line.length));
  };
  const text = before.slice(0, whole.start) + lines.join("\n") + before.slice(whole.end);
  return { text, start: moved(start), end: moved(end) };
}

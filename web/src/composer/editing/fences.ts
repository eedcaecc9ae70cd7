/** Fenced blocks: code, quotes, spoilers and math. */
import { type FenceOpening, holdsBlocks, openingOf } from "@parley/server/text/markdown/blocks/fence-syntax.ts";
import { type Edited, wholeLines } from "./edited.ts";

/** A fence longer than any inside the content. */
function fenceFor(content: string): string {
  const longest = Math.max(0, ...(content.match(/`{3,}/g) ?? []).map((run) => run.length));
  return "`".repeat(Math.max(3, longest + 1));
}

/** The content as a fenced block; `info` is the language or block type. */
export function fenced(content: string, info = ""): string {
  const fence = fenceFor(content);
  return `${fence}${info}\n${content}${content.endsWith("\n") ? "" : "\n"}${fence}`;
}

export type FenceKind = "code" | "quote" | "spoiler" | "math";
const INFOS: Readonly<Record<FenceKind, string>> = { code: "", quote: "quote", spoiler: "spoiler ", math: "math" };

/** Adds fences around the selected lines, or removes them. */
export function toggleFence(edited: Edited, kind: FenceKind): Edited {
  const whole = wholeLines(edited);
  const { text, start, end } = whole;
  const around = fencesAround(whole, kind);
  if (around) {
    const inner = text.slice(around.innerStart, around.innerEnd);
    const rest = text.slice(0, around.start) + inner + text.slice(around.end);
    const moved = (position: number) =>
      around.start + Math.min(Math.max(position - around.innerStart, 0), inner.length);
    return { text: rest, start: moved(edited.start), end: moved(edited.end) };
  }
  const content = text.slice(start, end);
  const block = fenced(content, INFOS[kind]);
  const opening = block.indexOf("\n");
  const changed = text.slice(0, start) + block + text.slice(end);
  // For a spoiler the header comes next.
  if (kind === "spoiler") return { text: changed, start: start + opening, end: start + opening };
  // What was selected stays selected, and nothing more: the next key would replace it.
  return { text: changed, start: edited.start + opening + 1, end: edited.end + opening + 1 };
}

interface Around {
  readonly start: number;
  readonly innerStart: number;
  readonly innerEnd: number;
  readonly end: number;
}

/** The fences of this kind directly around the lines, or as their first and last line. */
function fencesAround({ text, start, end }: Edited, kind: FenceKind): Around | undefined {
  const isOpening = (line: string) => openingOf(line)?.kind === kind;
  const isClosing = (line: string, opening: string) => line.trimEnd() === openingOf(opening)?.fence;
  const lines = text.slice(start, end).split("\n");
  const [first = "", last = ""] = [lines[0], lines.at(-1)];
  if (lines.length > 1 && isOpening(first) && isClosing(last, first)) {
    const innerStart = start + first.length + 1;
    return { start, innerStart, innerEnd: Math.max(innerStart, end - last.length - 1), end };
  }
  if (start === 0 || end === text.length) return undefined;
  const beforeStart = text.lastIndexOf("\n", start - 2) + 1;
  const afterEnd = text.indexOf("\n", end + 1);
  const before = text.slice(beforeStart, start - 1);
  const after = text.slice(end + 1, afterEnd < 0 ? text.length : afterEnd);
  if (!isOpening(before) || !isClosing(after, before)) return undefined;
  return { start: beforeStart, innerStart: start, innerEnd: end, end: afterEnd < 0 ? text.length : afterEnd };
}

/** The innermost block open at this position. The current line is unfinished: it neither opens nor closes one. */
export function openBlockAt(text: string, at: number): FenceOpening | undefined {
  const open: FenceOpening[] = [];
  for (const line of text.slice(0, at).split("\n").slice(0, -1)) {
    const current = open.at(-1);
    if (current && line.trimEnd() === current.fence) open.pop();
    else if (!current || holdsBlocks(current)) {
      const opening = openingOf(line);
      if (opening) open.push(opening);
    }
  }
  return open.at(-1);
}

/** Whether the position is inside code or math, where nothing is completed and lists do not continue. */
export function isInCode(text: string, at: number): boolean {
  const block = openBlockAt(text, at);
  return block !== undefined && !holdsBlocks(block);
}

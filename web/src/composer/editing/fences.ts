/** Blocks between fences: code, quotes, spoilers and formulas. */
import { holdsBlocks, type Opening, openingOf } from "@parley/server/text/markdown/blocks/fence-syntax.ts";
import { type Edited, wholeLines } from "./edited.ts";

/** A fence that nothing within is taken for. */
function fenceFor(content: string): string {
  const longest = Math.max(0, ...(content.match(/`{3,}/g) ?? []).map((run) => run.length));
  return "`".repeat(Math.max(3, longest + 1));
}

/** The content as a block; `info` is the language or the kind of block. */
export function fenced(content: string, info = ""): string {
  const fence = fenceFor(content);
  return `${fence}${info}\n${content}${content.endsWith("\n") ? "" : "\n"}${fence}`;
}

export type FenceKind = "code" | "quote" | "spoiler" | "math";
const INFOS: Readonly<Record<FenceKind, string>> = { code: "", quote: "quote", spoiler: "spoiler ", math: "math" };

/** Puts the lines that are selected between fences, or takes the fences around them off. */
export function toggleFence(edited: Edited, kind: FenceKind): Edited {
  const whole = wholeLines(edited);
  const { text, start, end } = whole;
  const around = fencesAround(whole, kind);
  if (around) {
    const inner = text.slice(around.innerStart, around.innerEnd);
    const rest = text.slice(0, around.start) + inner + text.slice(around.end);
    return { text: rest, start: around.start, end: around.start + inner.length };
  }
  const content = text.slice(start, end);
  const block = fenced(content, INFOS[kind]);
  const opening = block.indexOf("\n");
  const changed = text.slice(0, start) + block + text.slice(end);
  // A spoiler is asked for its header first, code for nothing.
  if (kind === "spoiler") return { text: changed, start: start + opening, end: start + opening };
  return { text: changed, start: start + opening + 1, end: start + opening + 1 + content.length };
}

interface Around {
  readonly start: number;
  readonly innerStart: number;
  readonly innerEnd: number;
  readonly end: number;
}

/** The fences of this kind that stand right around the lines, or are their first and last. */
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

/** The innermost block that is open at this place. The line of the place is not finished: it neither opens nor closes. */
export function openBlockAt(text: string, at: number): Opening | undefined {
  const open: Opening[] = [];
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

/** Whether what is written here is code or a formula, where nothing is completed and no list goes on. */
export function isInCode(text: string, at: number): boolean {
  const block = openBlockAt(text, at);
  return block !== undefined && !holdsBlocks(block);
}

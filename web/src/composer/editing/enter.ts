/** Enter within a list or quote continues it; on an empty item it ends it. */
import { type Edited, inserted } from "./edited.ts";
import { isInCode } from "./fences.ts";

const ITEM = /^( *)(?:([-*+])|(\d+)\.)( +)/;
const QUOTED = /^(?:> ?)+/;
const STEP = 2;

/** The text after Enter, or undefined for a plain line break. */
export function continued(edited: Edited): Edited | undefined {
  const { text, start } = edited;
  if (isInCode(text, start)) return undefined;
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const before = text.slice(from, start);
  const item = ITEM.exec(before);
  const quoted = QUOTED.exec(before);
  const mark = item?.[0] ?? quoted?.[0];
  if (mark === undefined) return undefined;
  const lineEnd = text.indexOf("\n", start);
  const isEmpty = text.slice(from + mark.length, lineEnd < 0 ? text.length : lineEnd).trim() === "";
  if (isEmpty) return ended({ ...edited, start: from }, item);
  return inserted(edited, `\n${item ? nextMark(item) : (quoted?.[0] ?? "")}`);
}

function nextMark([, indent = "", bullet, number, gap = " "]: RegExpExecArray): string {
  return `${indent}${bullet ?? `${Number(number) + 1}.`}${gap}`;
}

/** An empty item moves one level out; at the outermost level it becomes a plain line. */
function ended(line: Edited, item: RegExpExecArray | null): Edited {
  const [, indent = "", bullet, number, gap = " "] = item ?? [];
  if (indent.length < STEP) return inserted(line, "");
  return inserted(line, `${indent.slice(STEP)}${bullet ?? `${number}.`}${gap}`);
}

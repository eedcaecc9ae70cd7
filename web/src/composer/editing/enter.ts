/** A new line within a list or a quote goes on with it; on an empty item it ends it. */
import { type Edited, inserted } from "./edited.ts";
import { isInCode } from "./fences.ts";

const ITEM = /^( *)(?:([-*+])|(\d+)\.)( +)/;
const QUOTED = /^(?:> ?)+/;
const STEP = 2;

/** The text after Enter, or undefined where a new line is only that. */
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

/** An empty item goes one step out; at the outermost it is an ordinary line. */
function ended(line: Edited, item: RegExpExecArray | null): Edited {
  const [, indent = "", bullet, number, gap = " "] = item ?? [];
  if (indent.length < STEP) return inserted(line, "");
  return inserted(line, `${indent.slice(STEP)}${bullet ?? `${number}.`}${gap}`);
}

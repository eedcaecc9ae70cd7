/** `> quoted` lines. Unmarked lines after them belong to the quote too, up to a blank line. */
import type { StateBlock } from "markdown-it";
import {
  type BlockRule,
  isCodeIndented,
  isInterrupted,
  isTooDeep,
  lineEnd,
  lineText,
  type Margins,
  marginsOf,
  renderingOf,
  setMargins,
  textStart,
} from "./state.ts";

export const quote: BlockRule = (state, startLine, endLine, silent) => {
  if (state.src[textStart(state, startLine)] !== ">" || isCodeIndented(state, startLine)) return false;
  if (isTooDeep(state) || isEmptyQuote(state, startLine, endLine)) return false;
  if (silent) return true;

  const { lineMax, parentType, blkIndent } = state;
  const saved: Margins[] = [];
  state.parentType = "blockquote";
  let lastWasEmpty = false;
  let line = startLine;
  for (; line < endLine && textStart(state, line) < lineEnd(state, line); line++) {
    const isMarked = state.src[textStart(state, line)] === ">" && (state.sCount[line] ?? 0) >= blkIndent;
    if (!isMarked && isInterrupted(state, "blockquote", line, endLine)) break;
    saved.push(marginsOf(state, line));
    if (isMarked) lastWasEmpty = moveMarginPastMark(state, line);
    else {
      // After an empty line it begins a paragraph. A negative indent tells every rule that it can only continue one.
      state.sCount[line] = lastWasEmpty ? Math.max(0, (state.sCount[line] ?? 0) - blkIndent) : -1;
      lastWasEmpty = false;
    }
  }
  state.blkIndent = 0;
  state.lineMax = line;
  state.push("blockquote_open", "blockquote", 1);
  state.md.block.tokenize(state, startLine, line);
  state.push("blockquote_close", "blockquote", -1);
  for (const [index, margins] of saved.entries()) setMargins(state, startLine + index, margins);
  state.lineMax = lineMax;
  state.parentType = parentType;
  state.blkIndent = blkIndent;
  return true;
};

/** Far more consecutive marks than anyone types on purpose. */
const MAX_MARKS_LOOKED_AT = 100;

/** Marks without text, up to a blank line, are literal `>` characters. */
function isEmptyQuote(state: StateBlock, startLine: number, endLine: number): boolean {
  let line = startLine;
  const farthest = Math.min(endLine, startLine + MAX_MARKS_LOOKED_AT);
  while (line < farthest && lineText(state, line).trimEnd() === ">") line++;
  renderingOf(state).budget.spend((line - startLine) * 2);
  return line > startLine && (line >= endLine || state.isEmpty(line));
}

/** Moves a line's margin to the text after its `>`. Returns whether there is none. */
function moveMarginPastMark(state: StateBlock, line: number): boolean {
  const end = lineEnd(state, line);
  let at = textStart(state, line) + 1;
  const column = (state.sCount[line] ?? 0) + 1;
  const hasSpace = state.src[at] === " ";
  if (hasSpace) at++;
  state.bMarks[line] = at;
  const begin = column + (hasSpace ? 1 : 0);
  let offset = begin;
  for (; at < end && (state.src[at] === " " || state.src[at] === "\t"); at++) {
    offset += state.src[at] === "\t" ? 4 - (offset % 4) : 1;
  }
  state.bsCount[line] = begin;
  state.sCount[line] = offset - begin;
  state.tShift[line] = at - (state.bMarks[line] ?? 0);
  return at >= end;
}

/**
 * Fenced blocks: code, formulas, quotes and spoilers. Quotes and spoilers contain further blocks, including fenced
 * ones.
 */
import type { StateBlock } from "markdown-it";
import { codeBlock } from "../code/code-block.ts";
import { concat, NEWLINE, NOTHING } from "../html.ts";
import { type FenceOpening, holdsBlocks, openingOf } from "./fence-syntax.ts";
import { displayFormulas } from "./math.ts";
import {
  type BlockRule,
  indentOf,
  isCodeIndented,
  isTooDeep,
  lineText,
  marginsOf,
  pushHtml,
  pushInline,
  renderingOf,
  setMargins,
  textStart,
} from "./state.ts";

export const fence: BlockRule = (state, startLine, endLine, silent) => {
  if (isCodeIndented(state, startLine)) return false;
  const opening = openingOf(lineText(state, startLine));
  if (opening === undefined) return false;
  if (silent) return true;
  const { contentEnd, next } = endOf(state, startLine, endLine, opening);
  if (opening.kind === "quote") quoteFence(state, startLine + 1, contentEnd);
  else if (opening.kind === "spoiler") spoiler(state, startLine, contentEnd, opening.rest);
  else verbatim(state, startLine, contentEnd, opening);
  state.line = next;
  return true;
};

/**
 * Finds the end of the block: a line equal to its fence, outside of nested blocks; otherwise the end of the surrounding
 * text.
 */
function endOf(state: StateBlock, startLine: number, endLine: number, opening: FenceOpening) {
  const open = [opening];
  for (let line = startLine + 1; line < endLine; line++) {
    renderingOf(state).budget.spend(2);
    const innermost = open.at(-1) ?? opening;
    if (!state.isEmpty(line) && indentOf(state, line) < 0) return { contentEnd: line, next: line };
    const written = lineText(state, line).trimEnd();
    if (written === innermost.fence) {
      open.pop();
      if (open.length === 0) return { contentEnd: line, next: line + 1 };
    } else if (holdsBlocks(innermost)) {
      const nested = openingOf(written);
      if (nested !== undefined) open.push(nested);
    }
  }
  return { contentEnd: endLine, next: endLine };
}

function quoteFence(state: StateBlock, from: number, to: number): void {
  state.push("blockquote_open", "blockquote", 1);
  contained(state, from, to);
  state.push("blockquote_close", "blockquote", -1);
}

/** Parses the blocks inside a fence; beyond the nesting limit, shows its lines unchanged. */
function contained(state: StateBlock, from: number, to: number): void {
  if (isTooDeep(state)) {
    verbatim(state, from - 1, to, { fence: "", kind: "code", language: "", rest: "" });
    return;
  }
  const { parentType, lineMax } = state;
  state.parentType = "blockquote";
  state.lineMax = to;
  state.md.block.tokenize(state, from, to);
  state.parentType = parentType;
  state.lineMax = lineMax;
}

function spoiler(state: StateBlock, startLine: number, to: number, header: string): void {
  state.push("div_open", "div", 1).attrs = [["class", "spoiler-block"]];
  state.push("spoiler_part_open", "div", 1).attrs = [["class", "spoiler-header"]];
  if (header !== "") headerBlocks(state, startLine, header);
  state.push("div_close", "div", -1);
  state.push("spoiler_part_open", "div", 1).attrs = [
    ["class", "spoiler-content"],
    ["aria-hidden", "true"],
  ];
  contained(state, startLine + 1, to);
  state.push("div_close", "div", -1);
  state.push("spoiler_close", "div", -1);
}

/** Parses the header, the end of the opening line, as blocks of its own: it can be a list or a quote. */
function headerBlocks(state: StateBlock, line: number, header: string): void {
  if (isTooDeep(state)) {
    state.push("paragraph_open", "p", 1);
    pushInline(state, header);
    state.push("paragraph_close", "p", -1);
    return;
  }
  const margins = marginsOf(state, line);
  const start = textStart(state, line) + lineText(state, line).trimEnd().length - header.length;
  setMargins(state, line, { bMarks: start, tShift: 0, sCount: state.blkIndent, bsCount: margins.bsCount });
  contained(state, line, line + 1);
  setMargins(state, line, margins);
}

function verbatim(state: StateBlock, startLine: number, closing: number, opening: FenceOpening): void {
  const source = state.getLines(startLine + 1, closing, Math.max(state.sCount[startLine] ?? 0, 0), true);
  const text = source === "" || source.endsWith("\n") ? source : `${source}\n`;
  const rendering = renderingOf(state);
  const language = opening.language || rendering.options.defaultCodeLanguage || "";
  const html = opening.kind === "math" ? displayFormulas(rendering, text) : codeBlock(rendering, text, language);
  pushHtml(state, html === NOTHING ? html : concat(html, NEWLINE));
}

/** What the block rules of this folder share: lines of the text being parsed, and the limit on nesting. */
import type { StateBlock } from "markdown-it";
import type { Html } from "../html.ts";
import type { Rendering } from "../rendering.ts";

export type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

/** Deeper than this, a mark that would open another container is text. No reader counts quotes beyond it. */
const MAX_LEVEL = 80;
/** Four columns more than the block around it make a line code. */
const CODE_INDENT = 4;

/** The parser carries the rendering in progress as what it calls its environment. */
export function renderingOf(state: StateBlock): Rendering {
  return state.env as unknown as Rendering;
}

export function isTooDeep(state: StateBlock): boolean {
  return state.level >= MAX_LEVEL;
}

/** How far a line is indented inside the block around it. */
export function indentOf(state: StateBlock, line: number): number {
  return (state.sCount[line] ?? 0) - state.blkIndent;
}

export function isCodeIndented(state: StateBlock, line: number): boolean {
  return indentOf(state, line) >= CODE_INDENT;
}

/** Where the text of a line begins, after its indentation. */
export function textStart(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
}

export function lineEnd(state: StateBlock, line: number): number {
  return state.eMarks[line] ?? state.src.length;
}

export function lineText(state: StateBlock, line: number): string {
  return state.src.slice(textStart(state, line), lineEnd(state, line));
}

export function pushInline(state: StateBlock, source: string): void {
  const token = state.push("inline", "", 0);
  token.content = source;
  token.children = [];
}

/** A block whose HTML is already known. */
export function pushHtml(state: StateBlock, html: Html): void {
  state.push("html", "", 0).content = html;
}

/** Rules that end a paragraph, a quote or a list when their construct begins on the next line. */
export function isInterrupted(state: StateBlock, container: "blockquote" | "list", line: number, end: number): boolean {
  return state.md.block.ruler.getRules(container).some((rule) => rule(state, line, end, true));
}

/** Where a line begins for the blocks inside a container. The container moves it, and puts it back when it is done. */
export interface Margins {
  readonly bMarks: number;
  readonly tShift: number;
  readonly sCount: number;
  readonly bsCount: number;
}

export function marginsOf(state: StateBlock, line: number): Margins {
  return {
    bMarks: state.bMarks[line] ?? 0,
    tShift: state.tShift[line] ?? 0,
    sCount: state.sCount[line] ?? 0,
    bsCount: state.bsCount[line] ?? 0,
  };
}

export function setMargins(state: StateBlock, line: number, margins: Margins): void {
  state.bMarks[line] = margins.bMarks;
  state.tShift[line] = margins.tShift;
  state.sCount[line] = margins.sCount;
  state.bsCount[line] = margins.bsCount;
}

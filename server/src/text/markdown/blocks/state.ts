/** Helpers for block rules: lines of the source, and the nesting limit. */
import type { StateBlock } from "markdown-it";
import type { Html } from "../html.ts";
import type { Rendering } from "../rendering.ts";

export type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

/** The nesting limit: deeper container marks are text. */
const MAX_LEVEL = 80;
/** Lines indented by four columns are code. */
const CODE_INDENT = 4;

/** markdown-it passes the rendering in its environment. */
export function renderingOf(state: StateBlock): Rendering {
  return state.env as unknown as Rendering;
}

export function isTooDeep(state: StateBlock): boolean {
  return state.level >= MAX_LEVEL;
}

/** A line's indentation inside the surrounding block. */
export function indentOf(state: StateBlock, line: number): number {
  return (state.sCount[line] ?? 0) - state.blkIndent;
}

export function isCodeIndented(state: StateBlock, line: number): boolean {
  return indentOf(state, line) >= CODE_INDENT;
}

/** Where a line's text starts, after its indentation. */
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

/** Adds a block that is already rendered. */
export function pushHtml(state: StateBlock, html: Html): void {
  state.push("html", "", 0).content = html;
}

/** Whether a construct on the next line ends the quote or list. */
export function isInterrupted(state: StateBlock, container: "blockquote" | "list", line: number, end: number): boolean {
  return state.md.block.ruler.getRules(container).some((rule) => rule(state, line, end, true));
}

/** Where a line starts for the blocks inside a container. The container changes this, and restores it afterwards. */
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

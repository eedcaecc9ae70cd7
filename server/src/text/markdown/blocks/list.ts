/**
 * Lists. Two spaces of indentation put a line into the item above it. Bullets can be mixed, and numbers after the first
 * are ignored; changing between bullets and numbers starts a new list.
 */
import type { StateBlock, Token } from "markdown-it";
import {
  type BlockRule,
  indentOf,
  isCodeIndented,
  isInterrupted,
  isTooDeep,
  lineEnd,
  marginsOf,
  setMargins,
  textStart,
} from "./state.ts";

const ITEM_INDENT = 2;
const BULLET = /[*+-](?=[ \t\n]|$)/y;
const NUMBER = /[0-9]{1,9}\.(?=[ \t\n]|$)/y;

/** A list item whose blocks are being parsed. */
interface OpenItem {
  readonly ordered: boolean;
  /** The indentation of its list, and of the blocks in it. */
  readonly listIndent: number;
  readonly indent: number;
  readonly level: number;
  /** The item that directly contains the list. */
  readonly outer: OpenItem | undefined;
}

const openItems = new WeakMap<StateBlock, OpenItem>();

interface Marker {
  readonly ordered: boolean;
  readonly written: string;
  /** Where the marker ends. */
  readonly end: number;
}

export const list: BlockRule = (state, startLine, endLine, silent) => {
  if (isCodeIndented(state, startLine) || isTooDeep(state)) return false;
  const first = markerAt(state, startLine);
  if (first === undefined || contentOf(state, startLine, first) >= lineEnd(state, startLine)) return false;
  if (silent) return state.parentType !== "paragraph" || mayInterruptText(state, startLine, first);

  const opening = openList(state, first);
  const openingIndex = state.tokens.length - 1;
  const { parentType } = state;
  state.parentType = "list";
  let tight = true;
  let endedBlank = false;
  let line = startLine;
  for (let marker: Marker | undefined = first; marker !== undefined; marker = siblingAt(state, line, endLine, first)) {
    const isTight = parseItem(state, line, endLine, marker);
    if (!isTight || endedBlank) tight = false;
    endedBlank = state.line - line > 1 && state.isEmpty(state.line - 1);
    line = state.line;
  }
  state.push(first.ordered ? "ordered_list_close" : "bullet_list_close", opening.tag, -1);
  state.parentType = parentType;
  if (tight) hideParagraphs(state, openingIndex, opening.level + 2);
  return true;
};

function markerAt(state: StateBlock, line: number): Marker | undefined {
  const start = textStart(state, line);
  const code = state.src.charCodeAt(start);
  const isDigit = code >= 0x30 && code <= 0x39;
  const pattern = isDigit ? NUMBER : BULLET;
  pattern.lastIndex = start;
  const written = pattern.exec(state.src)?.[0];
  return written === undefined ? undefined : { ordered: isDigit, written, end: start + written.length };
}

/** A line of text that starts with a year and a full stop is not a list, unless it is in a list already. */
function mayInterruptText(state: StateBlock, line: number, marker: Marker): boolean {
  if (!marker.ordered || marker.written.length === 2) return true;
  const indent = state.sCount[line] ?? 0;
  for (let item = directItem(state); item !== undefined; item = item.outer) {
    if (indent >= item.indent) return true;
    if (indent >= item.listIndent) return item.ordered;
  }
  return false;
}

/** The item that directly contains the current block: without a quote in between, whose lines have other margins. */
function directItem(state: StateBlock): OpenItem | undefined {
  const item = openItems.get(state);
  return item?.level === state.level ? item : undefined;
}

function siblingAt(state: StateBlock, line: number, endLine: number, first: Marker): Marker | undefined {
  if (line >= endLine || indentOf(state, line) < 0 || isCodeIndented(state, line)) return undefined;
  if (isInterrupted(state, "list", line, endLine)) return undefined;
  const marker = markerAt(state, line);
  return marker?.ordered === first.ordered ? marker : undefined;
}

function openList(state: StateBlock, { ordered, written }: Marker): Token {
  const token = ordered ? state.push("ordered_list_open", "ol", 1) : state.push("bullet_list_open", "ul", 1);
  const start = Number.parseInt(written, 10);
  if (ordered && start !== 1) token.attrs = [["start", String(start)]];
  return token;
}

/** Parses one item as a block of its own, indented by two. Returns whether it contains no blank line. */
function parseItem(state: StateBlock, line: number, endLine: number, marker: Marker): boolean {
  const { tight, listIndent, blkIndent } = state;
  const margins = marginsOf(state, line);
  const content = contentOf(state, line, marker);
  const around = openItems.get(state);
  // The list is one level deeper than the block that contains it.
  const outer = around !== undefined && around.level === state.level - 1 ? around : undefined;
  state.push("list_item_open", "li", 1);
  state.listIndent = blkIndent;
  state.blkIndent = margins.sCount + ITEM_INDENT;
  state.tight = true;
  const { ordered } = marker;
  openItems.set(state, { ordered, listIndent: blkIndent, indent: state.blkIndent, level: state.level, outer });
  // The item's text starts at its margin, however far it is from the marker, so it is never code.
  setMargins(state, line, { bMarks: content, tShift: 0, sCount: state.blkIndent, bsCount: margins.bsCount });
  if (content >= lineEnd(state, line)) state.line = line + 1;
  else state.md.block.tokenize(state, line, endLine);
  const isTight = state.tight;
  state.push("list_item_close", "li", -1);
  if (around === undefined) openItems.delete(state);
  else openItems.set(state, around);
  setMargins(state, line, margins);
  state.tight = tight;
  state.blkIndent = blkIndent;
  state.listIndent = listIndent;
  return isTight;
}

function contentOf(state: StateBlock, line: number, marker: Marker): number {
  return Math.min(state.skipSpaces(marker.end), lineEnd(state, line));
}

/** Items of a list without blank lines contain their text without paragraphs. */
function hideParagraphs(state: StateBlock, from: number, level: number): void {
  for (let index = from; index < state.tokens.length; index++) {
    const token = state.tokens[index];
    if (token?.level === level && (token.type === "paragraph_open" || token.type === "paragraph_close")) {
      token.hidden = true;
    }
  }
}

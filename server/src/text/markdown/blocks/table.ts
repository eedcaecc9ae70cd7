/**
 * Tables: the parser's own, except that a bar inside a code span does not separate cells. While the parser looks for
 * cells, a placeholder replaces such bars.
 */
import type { StateBlock } from "markdown-it";
import type { BlockRule } from "./state.ts";

/** A noncharacter, which texts do not contain. */
const COVER = "\uFFFE";
const CODE_SPAN = /(?<!`)(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g;

const covered = new WeakMap<StateBlock, string>();

/** The source with the bars in code spans replaced, of unchanged length; computed once for all tables in a text. */
function sourceOf(state: StateBlock): string {
  let source = covered.get(state);
  if (source === undefined) {
    const { src } = state;
    const isConcerned = src.includes("|") && src.includes("`") && !src.includes(COVER);
    source = isConcerned ? src.replace(CODE_SPAN, (span) => span.replaceAll("|", COVER)) : src;
    covered.set(state, source);
  }
  return source;
}

export const tableAround =
  (standard: BlockRule): BlockRule =>
  (state, startLine, endLine, silent) => {
    const { src } = state;
    const first = state.tokens.length;
    state.src = sourceOf(state);
    try {
      if (!standard(state, startLine, endLine, silent)) return false;
    } finally {
      state.src = src;
    }
    for (const token of state.tokens.slice(first)) token.content = token.content.replaceAll(COVER, "|");
    if (!silent && state.tokens.at(-2)?.type === "thead_close") addEmptyRow(state, first);
    return true;
  };

/** A table without rows has one with empty cells, as existing clients get it. */
function addEmptyRow(state: StateBlock, first: number): void {
  const close = state.tokens.pop();
  if (close === undefined) return;
  const columns = state.tokens.slice(first).filter(({ type }) => type === "th_open").length;
  state.level++;
  state.push("tbody_open", "tbody", 1);
  state.push("tr_open", "tr", 1);
  for (let column = 0; column < columns; column++) {
    state.push("td_open", "td", 1);
    state.push("td_close", "td", -1);
  }
  state.push("tr_close", "tr", -1);
  state.push("tbody_close", "tbody", -1);
  state.level--;
  state.tokens.push(close);
}

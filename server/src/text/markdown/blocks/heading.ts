import { type BlockRule, isCodeIndented, lineText, pushInline } from "./state.ts";

const HEADING = /^(#{1,6})[ \t]+(?=[^ \t])/;

export const heading: BlockRule = (state, startLine, _endLine, silent) => {
  if (state.src[(state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0)] !== "#") return false;
  if (isCodeIndented(state, startLine)) return false;
  const line = lineText(state, startLine);
  const match = HEADING.exec(line);
  const content = match === null ? "" : withoutClosing(line.slice(match[0].length));
  if (match === null || content === "") return false;
  if (silent) return true;
  state.line = startLine + 1;
  const tag = `h${match[1]?.length ?? 1}`;
  state.push("heading_open", tag, 1);
  pushInline(state, content);
  state.push("heading_close", tag, -1);
  return true;
};

function withoutClosing(content: string): string {
  let end = content.trimEnd().length;
  while (content[end - 1] === "#") end--;
  return content.slice(0, end).trim();
}

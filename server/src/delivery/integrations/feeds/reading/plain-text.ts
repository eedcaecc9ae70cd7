/** Reduces HTML to the text that somebody would read, in one line. */
import { Parser } from "htmlparser2";

/** Their contents are not text. */
const SILENT = new Set(["script", "style", "template", "iframe", "object", "noscript", "svg", "math", "head"]);
/** Others stand in the middle of a word or a line. */
const INLINE = new Set([
  "a",
  "b",
  "i",
  "em",
  "strong",
  "span",
  "code",
  "sub",
  "sup",
  "u",
  "s",
  "small",
  "mark",
  "abbr",
]);
/** The parser takes longer for each element that is open. */
const MAX_OPEN = 200;

export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return inOneLine(html);
  let text = "";
  let open = 0;
  let silent = 0;
  const parser = new Parser({
    onopentagname(name) {
      if (++open > MAX_OPEN) parser.pause();
      if (SILENT.has(name)) silent++;
      if (!INLINE.has(name)) text += " ";
    },
    ontext(piece) {
      if (silent === 0) text += piece;
    },
    onclosetag(name) {
      open--;
      if (SILENT.has(name)) silent--;
      if (!INLINE.has(name)) text += " ";
    },
  });
  parser.write(html);
  parser.end();
  return inOneLine(text);
}

const inOneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

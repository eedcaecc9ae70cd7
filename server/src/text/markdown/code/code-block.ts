/** A code block as clients expect it: a div with a class and the language's display name. */
import { element, type Html, quotedText, text } from "../html.ts";
import type { Rendering } from "../rendering.ts";
import { type CodeLanguage, codeLanguage, languageOfFirstLine } from "./languages.ts";

export function codeBlock(rendering: Rendering, written: string, word: string): Html {
  const source = withoutTrailingSpaces(written);
  rendering.budget.spend(30 + (source.length >> 4));
  const language = codeLanguage(word);
  if (word !== "") return framed(inColours(rendering, language, source), language?.name ?? word.toLowerCase());
  const announced = languageOfFirstLine(source);
  return framed(announced === undefined ? quotedText(source) : inColours(rendering, announced, source));
}

/** Without a regular expression, which would try every run of spaces inside a line. */
function withoutTrailingSpaces(source: string): string {
  return source
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}

/**
 * Grammars are regular expressions, some of which take quadratic time in the length of a line or the number of lines.
 * Readable code has neither long lines nor that many.
 */
const MAX_LINE_LENGTH = 400;
const MAX_LINES = 1_000;

function isReadable(source: string): boolean {
  const lines = source.split("\n");
  return lines.length <= MAX_LINES && lines.every((line) => line.length <= MAX_LINE_LENGTH);
}

function inColours(rendering: Rendering, language: CodeLanguage | undefined, source: string): Html {
  if (language?.grammar === undefined || language.grammar === "plaintext") return text(source);
  if (!isReadable(source) || !rendering.budget.affords(source.length)) return text(source);
  const coloured = rendering.heavy({ kind: "code", grammar: language.grammar, source });
  return coloured !== undefined && rendering.budget.affordsOutput(coloured.length) ? coloured : text(source);
}

function framed(code: Html, language?: string): Html {
  const content = element("pre", {}, element("span", {}), element("code", {}, code));
  return element("div", { class: "codehilite", "data-code-language": language }, content);
}

/** The languages of code blocks: what people write after the fence, and what it stands for. */
import table from "./languages.json" with { type: "json" };

export interface CodeLanguage {
  readonly grammar: string;
  /** The display name, sent in `data-code-language`. */
  readonly name: string;
}

const languages: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(table));

export function codeLanguage(word: string): CodeLanguage | undefined {
  const [grammar, name] = languages.get(word.toLowerCase()) ?? [];
  return grammar === undefined || name === undefined ? undefined : { grammar, name };
}

const SHEBANG = /^#!(?:\S*\/)?(?:env[ \t]+)?(?:\S*\/)?([a-z+-]+)[0-9.]*(?:[ \t]|$)/;
const COLONS = /^:::+([\w+#-]+)[ \t]*$/;

/** A block without a language can name it in its first line, with `#!` or `:::`. */
export function languageOfFirstLine(source: string): CodeLanguage | undefined {
  const line = source.slice(0, 200).split("\n", 1)[0] ?? "";
  const word = SHEBANG.exec(line)?.[1] ?? COLONS.exec(line)?.[1];
  return word === undefined ? undefined : codeLanguage(word === "node" ? "javascript" : word);
}

/** The languages of code blocks: what people write after the fence, and what it stands for. */
import table from "./languages.json" with { type: "json" };

export interface CodeLanguage {
  /** Undefined if there is none; the code is shown without colours. */
  readonly grammar: string | undefined;
  /** The display name, sent in `data-code-language`. */
  readonly name: string;
}

const languages = new Map<string, CodeLanguage>();
for (const [name, [grammar, aliases = ""]] of Object.entries(table)) {
  const language = { name, grammar: grammar || undefined };
  for (const alias of aliases.split(" ")) languages.set(alias, language);
}

export function codeLanguage(word: string): CodeLanguage | undefined {
  return languages.get(word.toLowerCase());
}

const SHEBANG = /^#!(?:\S*\/)?(?:env[ \t]+)?(?:\S*\/)?([a-z+-]+)[0-9.]*(?:[ \t]|$)/;
const COLONS = /^:::+([\w+#-]+)[ \t]*$/;

/** A block without a language can name it in its first line, with `#!` or `:::`. */
export function languageOfFirstLine(source: string): CodeLanguage | undefined {
  const line = source.slice(0, 200).split("\n", 1)[0] ?? "";
  const word = SHEBANG.exec(line)?.[1] ?? COLONS.exec(line)?.[1];
  return word === undefined ? undefined : codeLanguage(word === "node" ? "javascript" : word);
}

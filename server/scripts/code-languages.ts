/**
 * Writes server/src/text/markdown/code/languages.json: every code-block language with its grammar and its aliases, as
 * `"display name": ["grammar", "alias alias"]`. A language without a grammar is known by its name and is not coloured.
 *
 * code-language-names.json has the display names and aliases that clients of this API know. Grammars are highlight.js's,
 * and tm-grammars' (`textmate:…`) for the languages that highlight.js lacks. Run it by hand (`node
 * server/scripts/code-languages.ts`) when one of them changes.
 */
import { readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { HLJSApi, LanguageFn } from "highlight.js";
import known from "./code-language-names.json" with { type: "json" };

/** Dialects and templates that are coloured with the grammar of another language, or with none, by display name. */
const GRAMMARS: Readonly<Record<string, string>> = {
  "ASCII armored": "",
  "BBC Basic": "basic",
  "Base Makefile": "makefile",
  Bdd: "gherkin",
  "CBM BASIC V2": "basic",
  COBOLFree: "textmate:cobol",
  CUDA: "cpp",
  ClojureScript: "clojure",
  "Coldfusion CFC": "xml",
  "Coldfusion HTML": "xml",
  Cython: "python",
  DTD: "xml",
  "Darcs Patch": "diff",
  "Elixir iex session": "elixir",
  // Its own grammar takes more than a second to load.
  EmacsLisp: "lisp",
  "Erlang erl session": "erlang-repl",
  FortranFixed: "fortran",
  Genshi: "xml",
  GoogleSQL: "sql",
  "HTML + Angular2": "xml",
  "HTML+Cheetah": "xml",
  "HTML+Django/Jinja": "django",
  "HTML+Evoque": "xml",
  "HTML+Genshi": "xml",
  "HTML+Handlebars": "handlebars",
  "HTML+Lasso": "xml",
  "HTML+Mako": "xml",
  "HTML+Myghty": "xml",
  "HTML+PHP": "php-template",
  "HTML+Smarty": "xml",
  "HTML+Twig": "twig",
  "HTML+UL4": "xml",
  "HTML+Velocity": "xml",
  Hspec: "haskell",
  "IPython console session": "python-repl",
  IPython3: "python",
  "JSON-LD": "json",
  "Literate Haskell": "haskell",
  Logos: "objectivec",
  Logtalk: "prolog",
  MOOCode: "",
  "MSDOS Session": "dos",
  MXML: "xml",
  "Matlab session": "matlab",
  MySQL: "sql",
  NASM: "x86asm",
  NewLisp: "lisp",
  "Node.js REPL console session": "node-repl",
  NumPy: "python",
  Octave: "matlab",
  "PL/pgSQL": "pgsql",
  PacmanConf: "ini",
  "PostgreSQL console (psql)": "pgsql",
  "PowerShell Session": "powershell",
  "PsySH console session for PHP": "php",
  "Python 2.x": "python",
  "Python+UL4": "python",
  RConsole: "r",
  RHTML: "erb",
  // Its own grammar takes most of a second to load.
  Racket: "scheme",
  "Roboconf Graph": "roboconf",
  "Roboconf Instances": "roboconf",
  "SQL+Jinja": "sql",
  SWIG: "cpp",
  Scaml: "haml",
  Slurm: "bash",
  TASM: "x86asm",
  Tcsh: "bash",
  "Tcsh Session": "shell",
  Terraform: "textmate:terraform",
  "Transact-SQL": "sql",
  "Visual Prolog": "prolog",
  // Its parts are those of an HTML page.
  Vue: "xml",
  WDiff: "diff",
  WebAssembly: "wasm",
  XSLT: "xml",
  "XUL+mozpreproc": "xml",
  "YAML+Jinja": "yaml",
  "aspx-cs": "xml",
  "aspx-vb": "xml",
  cplint: "prolog",
  nesC: "c",
  reg: "textmate:reg",
  sqlite3con: "sql",
};
/** Templates whose display name begins with the language around them. */
const TEMPLATES: readonly (readonly [string, string])[] = [
  ["CSS+", "css"],
  ["JavaScript+", "javascript"],
  ["Javascript+", "javascript"],
  ["XML+", "xml"],
];
/** An alias of highlight.js that belongs to another display name than the rest of its grammar. */
const XHTML = { alias: "xhtml", name: "HTML" };

interface KnownLanguage {
  readonly grammar: string;
  readonly aliases: Set<string>;
}

const require = createRequire(import.meta.url);
const collection: string = "tm-grammars";
const { grammars: textMate } = (await import(collection)) as {
  readonly grammars: readonly { readonly name: string; readonly aliases?: readonly string[] }[];
};
const core = require("highlight.js/lib/core") as HLJSApi;
const folder = join(dirname(require.resolve("highlight.js/lib/core")), "languages");
const highlightJs = readdirSync(folder)
  .filter((file) => file.endsWith(".js") && !file.endsWith(".js.js"))
  .map((file) => file.slice(0, -".js".length))
  .sort()
  .map((id) => {
    const { name, aliases = [] } = (require(`highlight.js/lib/languages/${id}`) as LanguageFn)(core);
    return { id, name: name ?? id, words: [...new Set([id, ...aliases].map((word) => word.toLowerCase()))] };
  });
/** An id takes precedence over an alias, and an earlier alias over a later one. */
const idByWord = new Map([
  ...highlightJs.toReversed().flatMap(({ id, words }) => words.map((word) => [word, id] as const)),
  ...highlightJs.map(({ id }) => [id, id] as const),
]);
const textMateByWord = new Map(
  textMate.flatMap(({ name, aliases = [] }) => [name, ...aliases].map((word) => [word, `textmate:${name}`] as const)),
);

function grammarOf(name: string, aliases: readonly string[]): string {
  const chosen = GRAMMARS[name] ?? TEMPLATES.find(([start]) => name.startsWith(start))?.[1];
  if (chosen !== undefined) return chosen;
  const grammarIn = (grammars: ReadonlyMap<string, string>) =>
    aliases.map((alias) => grammars.get(alias)).find((grammar) => grammar !== undefined);
  return grammarIn(idByWord) ?? grammarIn(textMateByWord) ?? "";
}

const languages = new Map<string, KnownLanguage>();
for (const [name, written] of Object.entries(known)) {
  const aliases = written.split(" ");
  languages.set(name, { grammar: grammarOf(name, aliases), aliases: new Set(aliases) });
}
languages.get(XHTML.name)?.aliases.add(XHTML.alias);
const nameByAlias = new Map(
  [...languages].flatMap(([name, { aliases }]) => [...aliases].map((alias) => [alias, name])),
);
for (const { id, name, words } of highlightJs) {
  // The name that clients know, if one of the words has it with this grammar.
  const shown =
    words.map((word) => nameByAlias.get(word) ?? "").find((each) => languages.get(each)?.grammar === id) ?? name;
  const more = words.filter((word) => !nameByAlias.has(word) && idByWord.get(word) === id);
  if (more.length === 0) continue;
  const language = languages.get(shown) ?? { grammar: id, aliases: new Set<string>() };
  if (language.grammar !== id) throw new Error(`${shown} has two grammars, ${language.grammar} and ${id}`);
  languages.set(shown, { ...language, aliases: new Set([...language.aliases, ...more]) });
}

const order = (a: string, b: string) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1);
const entries = [...languages]
  .sort(([a], [b]) => order(a, b))
  .map(([name, { grammar, aliases }]) => [name, [grammar, [...aliases].join(" ")]] as const);
const target = new URL("../src/text/markdown/code/languages.json", import.meta.url);
writeFileSync(target, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
const coloured = entries.filter(([, [grammar]]) => grammar !== "").length;
process.stdout.write(`${entries.length} languages, ${coloured} with a grammar\n`);

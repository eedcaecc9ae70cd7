/**
 * Writes server/src/text/markdown/code/languages.json: for every language that can be highlighted, its grammar and
 * display name. Run it by hand (`node server/scripts/code-languages.ts`) when highlight.js changes. The table lets the
 * renderer load the one grammar it needs instead of all 190.
 */
import { readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { HLJSApi, LanguageFn } from "highlight.js";

/** Display names for languages whose highlight.js name differs from the one that existing clients show. */
const NAMES: Readonly<Record<string, string>> = {
  latex: "TeX",
  xml: "XML",
  bash: "Bash",
  shell: "Bash Session",
  php: "PHP",
  json: "JSON",
  plaintext: "Text only",
  dos: "Batchfile",
  diff: "Diff",
  ini: "INI",
  objectivec: "Objective-C",
  vbnet: "VB.net",
  protobuf: "Protocol Buffer",
  django: "Django/Jinja",
  erb: "ERB",
  vim: "VimL",
  http: "HTTP",
  nginx: "Nginx configuration file",
  apache: "ApacheConf",
};
/** Names that share a grammar with another language but have their own display name. */
const ALIASES: Readonly<Record<string, readonly [string, string]>> = {
  html: ["xml", "HTML"],
  xhtml: ["xml", "HTML"],
  svg: ["xml", "XML"],
  tex: ["latex", "TeX"],
  toml: ["ini", "TOML"],
  jsx: ["javascript", "JSX"],
  tsx: ["typescript", "TSX"],
  sh: ["bash", "Bash"],
  zsh: ["bash", "Bash"],
  ksh: ["bash", "Bash"],
  shell: ["bash", "Bash"],
  py3: ["python", "Python"],
  python3: ["python", "Python"],
  pycon: ["python-repl", "Python console session"],
  "c++": ["cpp", "C++"],
  "c#": ["csharp", "C#"],
  text: ["plaintext", "Text only"],
  json5: ["json", "JSON"],
};

const require = createRequire(import.meta.url);
const core = require("highlight.js/lib/core") as HLJSApi;
const folder = join(dirname(require.resolve("highlight.js/lib/core")), "languages");
const table = new Map<string, readonly [string, string]>();
const grammars = readdirSync(folder)
  .filter((file) => file.endsWith(".js") && !file.endsWith(".js.js"))
  .map((file) => file.slice(0, -".js".length))
  .sort();
for (const id of grammars) {
  const language = (require(`highlight.js/lib/languages/${id}`) as LanguageFn)(core);
  const name = NAMES[id] ?? language.name ?? id;
  for (const word of [id, ...(language.aliases ?? [])]) {
    if (!table.has(word.toLowerCase()) || word === id) table.set(word.toLowerCase(), [id, name]);
  }
}
for (const [word, language] of Object.entries(ALIASES)) table.set(word, language);

const target = new URL("../src/text/markdown/code/languages.json", import.meta.url);
const entries = [...table].sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(target, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
process.stdout.write(`${grammars.length} grammars, ${entries.length} words\n`);

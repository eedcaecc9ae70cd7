/**
 * Tokens of TextMate grammars, for languages that highlight.js lacks. The interpreter runs them on JavaScript's regular
 * expressions. It and each grammar are loaded on first use.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { classOfScopes } from "./textmate-classes.ts";
import type { CodeToken } from "./tokens.ts";

/** The parts of `@shikijs/vscode-textmate` and `@shikijs/engine-javascript` that are used. */
interface TextMate {
  readonly INITIAL: LineState;
  readonly Registry: new (options: {
    readonly onigLib: { readonly createOnigScanner: unknown; readonly createOnigString: unknown };
    readonly loadGrammar: (scope: string) => RawGrammar | null;
  }) => { loadGrammar(scope: string): Grammar | null };
}
interface Engines {
  createJavaScriptRegexEngine(options: { forgiving: boolean }): { createScanner: unknown; createString: unknown };
}
interface LineState {
  readonly depth: number;
}
interface RawGrammar {
  readonly scopeName: string;
}
interface Grammar {
  tokenizeLine(
    line: string,
    before: LineState,
  ): { readonly tokens: readonly ScopedToken[]; readonly ruleStack: LineState };
}
interface ScopedToken {
  readonly startIndex: number;
  readonly endIndex: number;
  readonly scopes: readonly string[];
}

/** Each takes up to 3 MB of a thread's memory. */
const MAX_LOADED = 8;
/** What follows deeper nesting is not coloured: each token costs time for each level, and no readable code has as many. */
const MAX_DEPTH = 60;
/** Grammars that others consist of. Code of other languages inside, as in a manual, is not coloured. */
const PARTS: Readonly<Record<string, string>> = { "source.turtle": "turtle" };

const require = createRequire(import.meta.url);
/** The most recently used one is the last. */
const loaded = new Map<string, Grammar>();

export function textMateTokens(name: string, source: string): CodeToken[] {
  const { INITIAL } = require("@shikijs/vscode-textmate") as TextMate;
  const grammar = grammarNamed(name);
  const tokens: CodeToken[] = [];
  let stack = INITIAL;
  for (const [index, line] of source.split("\n").entries()) {
    if (index > 0) tokens.push({ className: undefined, text: "\n" });
    if (stack.depth > MAX_DEPTH) {
      tokens.push({ className: undefined, text: line });
      continue;
    }
    const result = grammar.tokenizeLine(line, stack);
    stack = result.ruleStack;
    for (const { startIndex, endIndex, scopes } of result.tokens)
      tokens.push({ className: classOfScopes(scopes), text: line.slice(startIndex, endIndex) });
  }
  return tokens;
}

function grammarNamed(name: string): Grammar {
  const grammar = loaded.get(name) ?? load(name);
  loaded.delete(name);
  loaded.set(name, grammar);
  const [oldest] = loaded.keys();
  if (loaded.size > MAX_LOADED && oldest !== undefined) loaded.delete(oldest);
  return grammar;
}

function load(name: string): Grammar {
  const { Registry } = require("@shikijs/vscode-textmate") as TextMate;
  const { createJavaScriptRegexEngine } = require("@shikijs/engine-javascript") as Engines;
  const main = read(name);
  // One engine for each grammar: it caches expressions, which are freed with the grammar.
  const engine = createJavaScriptRegexEngine({ forgiving: true });
  const registry = new Registry({
    onigLib: { createOnigScanner: engine.createScanner, createOnigString: engine.createString },
    loadGrammar: (scope) =>
      scope === main.scopeName ? main : Object.hasOwn(PARTS, scope) ? read(PARTS[scope] ?? "") : null,
  });
  const grammar = registry.loadGrammar(main.scopeName);
  if (grammar === null) throw new Error(`There is no grammar for ${name}.`);
  return grammar;
}

const read = (name: string): RawGrammar =>
  JSON.parse(readFileSync(require.resolve(`tm-grammars/grammars/${name}.json`), "utf8")) as RawGrammar;

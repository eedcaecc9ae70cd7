/**
 * Syntax highlighting. Tokens come from highlight.js, or from TextMate grammars; the classes are the short ones of
 * Pygments, which all existing clients have styles for. Highlighters and grammars are loaded on first use.
 */
import { createRequire } from "node:module";
import type { HLJSApi, LanguageFn } from "highlight.js";
import type { Html } from "../html.ts";
import { classOf } from "./classes.ts";
import { textMateTokens } from "./textmate.ts";
import { type CodeToken, tokensToHtml } from "./tokens.ts";

const TEXTMATE = "textmate:";

export function highlighted(grammar: string, source: string): Html {
  const tokens = grammar.startsWith(TEXTMATE)
    ? textMateTokens(grammar.slice(TEXTMATE.length), source)
    : highlightJsTokens(grammar, source);
  const length = tokens.reduce((sum, token) => sum + token.text.length, 0);
  return tokensToHtml(length === source.length ? tokens : [{ className: undefined, text: source }]);
}

/**
 * Collects the highlighter's tokens. Clients do not support nested spans, so text gets the class of its innermost
 * scope.
 */
class FlatTokens {
  readonly tokens: CodeToken[] = [];
  readonly #scopes: string[] = [];

  addText(text: string): void {
    const scope = this.#scopes.findLast((name) => classOf(name) !== undefined);
    this.tokens.push({ className: scope === undefined ? undefined : classOf(scope), text });
  }

  startScope(scope: string): void {
    this.#scopes.push(scope);
  }

  endScope(): void {
    this.#scopes.pop();
  }

  openNode(scope: string): void {
    this.startScope(scope);
  }

  closeNode(): void {
    this.endScope();
  }

  __addSublanguage(inner: FlatTokens): void {
    for (const token of inner.tokens) this.tokens.push(token);
  }

  finalize(): void {}

  toHTML(): string {
    return "";
  }
}

function highlightJsTokens(grammar: string, source: string): readonly CodeToken[] {
  const hljs = loadHighlighter();
  if (hljs.getLanguage(grammar) === undefined) {
    hljs.registerLanguage(grammar, require(`highlight.js/lib/languages/${grammar}`) as LanguageFn);
  }
  // The highlighter's internal name for its token collector; other renderers read tokens this way too.
  const result = hljs.highlight(source, { language: grammar, ignoreIllegals: true }) as unknown as {
    readonly _emitter: FlatTokens;
  };
  return result._emitter.tokens;
}

const require = createRequire(import.meta.url);
let highlighter: HLJSApi | undefined;

export function loadHighlighter(): HLJSApi {
  if (highlighter === undefined) {
    highlighter = (require("highlight.js/lib/core") as HLJSApi).newInstance();
    highlighter.configure({ __emitter: FlatTokens } as unknown as Parameters<HLJSApi["configure"]>[0]);
  }
  return highlighter;
}

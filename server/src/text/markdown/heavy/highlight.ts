/**
 * Syntax highlighting. Tokens come from highlight.js; the classes are the short ones of Pygments, which all existing
 * clients have styles for. The highlighter and each grammar are loaded on first use.
 */
import { createRequire } from "node:module";
import type { HLJSApi, LanguageFn } from "highlight.js";
import { element, type Html, joined, text } from "../html.ts";
import { classOf } from "./classes.ts";

const require = createRequire(import.meta.url);
let highlighter: HLJSApi | undefined;

/**
 * Collects the highlighter's tokens. Clients do not support nested spans, so text gets the class of its innermost
 * scope.
 */
class FlatTokens {
  readonly parts: { scope: string | undefined; text: string }[] = [];
  readonly #scopes: string[] = [];

  addText(written: string): void {
    if (written === "") return;
    const scope = this.#scopes.findLast((name) => classOf(name) !== undefined);
    const last = this.parts.at(-1);
    if (last?.scope === scope && last !== undefined) last.text += written;
    else this.parts.push({ scope, text: written });
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
    for (const part of inner.parts) this.parts.push(part);
  }

  finalize(): void {}

  toHTML(): string {
    return "";
  }
}

export function highlighted(grammar: string, source: string): Html {
  const tokens = tokensOf(grammar, source);
  return joined(
    tokens.map((part) => {
      const className = part.scope === undefined ? undefined : classOf(part.scope);
      return className === undefined ? text(part.text) : element("span", { class: className }, text(part.text));
    }),
  );
}

function tokensOf(grammar: string, source: string): FlatTokens["parts"] {
  const hljs = loaded(grammar);
  // The highlighter's internal name for its token collector; other renderers read tokens this way too.
  const result = hljs.highlight(source, { language: grammar, ignoreIllegals: true }) as unknown as {
    readonly _emitter: FlatTokens;
  };
  const { parts } = result._emitter;
  const isWhole = parts.reduce((length, part) => length + part.text.length, 0) === source.length;
  return isWhole ? parts : [{ scope: undefined, text: source }];
}

function loaded(grammar: string): HLJSApi {
  const hljs = loadHighlighter();
  if (hljs.getLanguage(grammar) === undefined) {
    hljs.registerLanguage(grammar, require(`highlight.js/lib/languages/${grammar}`) as LanguageFn);
  }
  return hljs;
}

export function loadHighlighter(): HLJSApi {
  if (highlighter === undefined) {
    highlighter = (require("highlight.js/lib/core") as HLJSApi).newInstance();
    highlighter.configure({ __emitter: FlatTokens } as unknown as Parameters<HLJSApi["configure"]>[0]);
  }
  return highlighter;
}

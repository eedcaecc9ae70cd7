/** Formulas, by KaTeX. */
import { createRequire } from "node:module";
import type Katex from "katex";
import { type Html, renderedFormula } from "../html.ts";
import type { FormulaTask } from "./tasks.ts";

const require = createRequire(import.meta.url);
let katex: typeof Katex | undefined;

/** Tokens that the macros of one formula may expand to. KaTeX itself counts expansions, each of which may be the whole text. */
const MAX_EXPANDED_TOKENS = 5_000;
const MAX_COPIED_TOKENS = 50_000;
/** A formula that draws more than this is no formula that anybody reads. */
const MAX_FORMULA_CHARACTERS = 100_000;
/** A row or column more costs thousands of characters. Nobody writes a matrix of so many cells. */
const MAX_CELLS = 400;

/** Undefined when the source is not TeX that KaTeX understands, or draws too much. */
export function formula({ source, display }: Omit<FormulaTask, "kind">): Html | undefined {
  if ((source.match(/&|\\\\|\\cr\b/g)?.length ?? 0) > MAX_CELLS) return undefined;
  katex ??= guarded(require("katex") as typeof Katex);
  const { warn } = console;
  try {
    // KaTeX reports every character it has no measures for; whoever writes a formula must not write our log.
    console.warn = () => undefined;
    const html = katex.renderToString(source, {
      displayMode: display,
      throwOnError: true,
      strict: "ignore",
      trust: false,
      maxExpand: 500,
      maxSize: 50,
    });
    return html.length > MAX_FORMULA_CHARACTERS ? undefined : renderedFormula(html);
  } catch (error) {
    // Besides its own errors KaTeX runs out of stack on deep nesting; both mean that there is nothing to show.
    if (error instanceof katex.ParseError || error instanceof RangeError) return undefined;
    throw error;
  } finally {
    console.warn = warn;
  }
}

export function loadKatex(): void {
  formula({ source: "x", display: false });
}

/** The part of KaTeX that expands macros, which it shows only to macros that are functions. */
interface Expander {
  expandOnce(expandableOnly?: boolean): number | false;
  consumeArgs(numArgs: number, delimiters?: unknown): readonly (readonly unknown[])[];
  _getExpansion(name: string): { readonly tokens: readonly unknown[] } | null;
}

function guarded(unguarded: typeof Katex): typeof Katex {
  let expander: Expander | undefined;
  const lookAround = (context: unknown) => {
    expander = Object.getPrototypeOf(context) as Expander;
    return "";
  };
  unguarded.renderToString("\\lookaround", { macros: { "\\lookaround": lookAround as never } });
  if (expander === undefined) throw new Error("KaTeX does not show how it expands macros.");
  const { expandOnce, consumeArgs, _getExpansion } = expander;
  const tooMany = () => new unguarded.ParseError("Too many tokens after expansion");
  const expanded = new WeakMap<Expander, number>();
  let body = 0;
  expander._getExpansion = function (this: Expander, name) {
    const expansion = _getExpansion.call(this, name);
    body = expansion?.tokens.length ?? 0;
    return expansion;
  };
  // A macro may repeat its arguments as often as its body is long.
  expander.consumeArgs = function (this: Expander, ...wanted) {
    const repeats = body;
    const args = consumeArgs.apply(this, wanted);
    for (const { length } of args) if (repeats * length > MAX_COPIED_TOKENS) throw tooMany();
    return args;
  };
  expander.expandOnce = function (this: Expander, expandableOnly) {
    const tokens = expandOnce.call(this, expandableOnly);
    if (tokens !== false) {
      const all = (expanded.get(this) ?? 0) + tokens;
      expanded.set(this, all);
      if (all > MAX_EXPANDED_TOKENS) throw tooMany();
    }
    return tokens;
  };
  return unguarded;
}

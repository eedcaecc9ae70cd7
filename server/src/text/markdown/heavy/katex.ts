/** Renders formulas with KaTeX. */
import { createRequire } from "node:module";
import type Katex from "katex";
import { type Html, renderedFormula } from "../html.ts";
import type { FormulaTask } from "./tasks.ts";

const require = createRequire(import.meta.url);
let katex: typeof Katex | undefined;

/**
 * The limit on the tokens that one formula's macros expand to. KaTeX itself only counts expansions, each of which may
 * be large.
 */
const MAX_EXPANDED_TOKENS = 5_000;
const MAX_COPIED_TOKENS = 50_000;
/** Nobody reads a formula with more output than this. */
const MAX_FORMULA_CHARACTERS = 100_000;
/** Each further row or column costs thousands of characters; real matrices have fewer cells. */
const MAX_CELLS = 400;

/** Undefined if KaTeX does not understand the source, or the output is too large. */
export function formula({ source, display }: Omit<FormulaTask, "kind">): Html | undefined {
  if ((source.match(/&|\\\\|\\cr\b/g)?.length ?? 0) > MAX_CELLS) return undefined;
  katex ??= guarded(require("katex") as typeof Katex);
  const { warn } = console;
  try {
    // KaTeX warns about every character without metrics; users must not be able to fill our log.
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
    // KaTeX throws its own errors, and overflows the stack on deep nesting; either way there is nothing to show.
    if (error instanceof katex.ParseError || error instanceof RangeError) return undefined;
    throw error;
  } finally {
    console.warn = warn;
  }
}

export function loadKatex(): void {
  formula({ source: "x", display: false });
}

/** KaTeX's macro expander, which only macros defined as functions can access. */
interface Expander {
  expandOnce(expandableOnly?: boolean): number | false;
  consumeArgs(numArgs: number, delimiters?: unknown): readonly (readonly unknown[])[];
  _getExpansion(name: string): { readonly tokens: readonly unknown[] } | null;
}

function guarded(unguarded: typeof Katex): typeof Katex {
  let expander: Expander | undefined;
  const captureExpander = (context: unknown) => {
    expander = Object.getPrototypeOf(context) as Expander;
    return "";
  };
  unguarded.renderToString("\\lookaround", { macros: { "\\lookaround": captureExpander as never } });
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
  // A macro can repeat its arguments as often as its body is long.
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

/** Formulas, by KaTeX. It is loaded at the first formula, because most servers start long before they meet one. */
import { createRequire } from "node:module";
import type Katex from "katex";
import type { Budget } from "./budget.ts";
import { type Html, renderedFormula } from "./html.ts";

const require = createRequire(import.meta.url);
let katex: typeof Katex | undefined;

/** Undefined when the source is not TeX that KaTeX understands, or more of it than a text may hold. */
export function formula(source: string, { display }: { display: boolean }, budget: Budget): Html | undefined {
  if (!budget.affords(source.length)) return undefined;
  katex ??= require("katex") as typeof Katex;
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
    return renderedFormula(html);
  } catch (error) {
    // Besides its own errors KaTeX runs out of stack on deep nesting; both mean that there is nothing to show.
    if (error instanceof katex.ParseError || error instanceof RangeError) return undefined;
    throw error;
  } finally {
    console.warn = warn;
  }
}

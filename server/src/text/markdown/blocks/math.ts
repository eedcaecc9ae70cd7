import { formula } from "../formula.ts";
import { element, type Html, joined, NEWLINE, text } from "../html.ts";
import type { Rendering } from "../rendering.ts";

/** A block of formulas, separated by blank lines. */
export function displayFormulas(rendering: Rendering, source: string): Html {
  const parts = source.split(/\n[ \t]*\n/).map((part) => part.trim());
  const formulas = parts.filter((part) => part !== "").map((part) => element("p", {}, oneFormula(rendering, part)));
  return joined(formulas, NEWLINE);
}

function oneFormula(rendering: Rendering, source: string): Html {
  return formula(rendering, source, { display: true }) ?? element("span", { class: "tex-error" }, text(source));
}

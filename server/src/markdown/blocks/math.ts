import { element, type Html, joined, NEWLINE, text } from "../html.ts";
import type { Rendering } from "../rendering.ts";
import { formula } from "../tex.ts";

/** A block of formulas: each part between blank lines is one. */
export function displayFormulas(rendering: Rendering, source: string): Html {
  const parts = source.split(/\n[ \t]*\n/).map((part) => part.trim());
  const shown = parts.filter((part) => part !== "").map((part) => element("p", {}, oneFormula(rendering, part)));
  return joined(shown, NEWLINE);
}

function oneFormula(rendering: Rendering, source: string): Html {
  return formula(source, { display: true }, rendering.budget) ?? element("span", { class: "tex-error" }, text(source));
}

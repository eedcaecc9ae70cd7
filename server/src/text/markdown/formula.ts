import type { Html } from "./html.ts";
import type { Rendering } from "./rendering.ts";

/** Undefined if the formula is shown as written: it is not valid TeX, or exceeds the budget. */
export function formula(rendering: Rendering, source: string, { display }: { display: boolean }): Html | undefined {
  const { budget } = rendering;
  if (!budget.affords(source.length)) return undefined;
  const html = rendering.heavy({ kind: "formula", source, display });
  return html !== undefined && budget.affordsOutput(html.length) ? html : undefined;
}

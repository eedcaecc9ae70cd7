import type { Html } from "./html.ts";
import type { Rendering } from "./rendering.ts";

/** Undefined when the formula is shown as it was written: it is not TeX, or more of it than a text may hold. */
export function formula(rendering: Rendering, source: string, { display }: { display: boolean }): Html | undefined {
  const { budget } = rendering;
  if (!budget.affords(source.length)) return undefined;
  const html = rendering.heavy({ kind: "formula", source, display });
  return html !== undefined && budget.affordsOutput(html.length) ? html : undefined;
}

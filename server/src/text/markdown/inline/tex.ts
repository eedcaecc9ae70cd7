import { formula } from "../formula.ts";
import { element, text } from "../html.ts";
import { type Construct, matchAt } from "./scan.ts";

/**
 * `\$` is a dollar sign of the formula, unless nothing else would close it. Each character can match in one way only, so
 * that no text makes the engine try many.
 */
const TEX = /(?<!\$)\$\$(?![$_])((?:[^$\\\n]|\\(?!\$)|\\(?=\$\$(?!\$))|\\\$(?!\$(?!\$))|\$(?!\$)){1,10000})\$\$(?!\$)/y;

export const tex: Construct = (scan, at, limit) => {
  const match = matchAt(TEX, scan.source, at, limit);
  if (match === undefined) return undefined;
  const [written, source = ""] = match;
  const html = formula(scan.rendering, source, { display: false });
  return { html: html ?? element("span", { class: "tex-error" }, text(written)), end: at + written.length };
};

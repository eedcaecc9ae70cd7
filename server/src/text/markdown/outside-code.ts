import { type FenceOpening, holdsBlocks, openingOf } from "./blocks/fence-syntax.ts";
import { withPlainLines } from "./lines.ts";

/** The text without fenced code and formulas; keeps the contents of quotes and spoilers. */
export function outsideFencedCode(text: string): string {
  const source = withPlainLines(text);
  if (!source.includes("```") && !source.includes("~~~")) return source;
  const open: FenceOpening[] = [];
  const kept: string[] = [];
  for (const line of source.split("\n")) {
    const innermost = open.at(-1);
    const written = line.trim();
    if (innermost && written === innermost.fence) open.pop();
    else if (innermost && !holdsBlocks(innermost)) continue;
    else {
      const opening = openingOf(written);
      if (opening) open.push(opening);
      kept.push(opening?.rest ?? line);
    }
  }
  return kept.join("\n");
}

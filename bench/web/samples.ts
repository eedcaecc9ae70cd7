/** Sample messages: one of each kind, and many plain ones. */
import { texts } from "../population.ts";

const KINDS = [
  "Yes.",
  "👍 thanks, looks right to me",
  "Can you look at `parseFragment()` again? It still answers `undefined` for **`#recent`**.",
  "```ts\nexport function percentile(values: readonly number[], share: number): number {\n  const sorted = values.toSorted((a, b) => a - b);\n  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;\n}\n```\nThis one.",
  "```quote\nWe ship on Thursday, unless the migration takes longer than it did last time.\n```\nIt did not.",
  "| what | before | after |\n|---|---:|---:|\n| sends | 6,240 | 7,040 |\n| reads | 699 | 736 |\n| polls | 15,400 | 22,500 |",
  "- the first\n- the second, which is a little longer than the first and goes on for a while\n  - and what belongs to it\n- the third",
  "1. Stop the old one\n2. Copy the directory\n3. Start the new one",
  "The cost is $$O(n \\log n)$$ as long as\n\n```math\n\\sum_{i=1}^{n} \\frac{1}{i} \\le \\ln n + 1\n```",
  "```spoiler What it was\nA semicolon.\n```",
  "See https://example.com/notes and https://example.com/a/long/address/that/goes/on?with=parameters&and=more#fragment",
  ":tada: :rocket: :heart: all green",
  "Meet <time:2026-11-16T10:00:00Z>? #**channel 1>topic 3** has the agenda.",
  "/me waves",
  `${texts(6, 9).join(". ")}.`,
  `${texts(3, 10).join(".\n\n")}.`,
];

export const sampleTexts = (): string[] => [...texts(60, 8), ...KINDS, ...KINDS.slice(0, 4)];

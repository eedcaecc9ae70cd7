/** Who imports whom in `server/src`, and where each file stands: for the test of boundaries and the picture of them. */
import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

const SOURCES = join(import.meta.dirname, "../src");

/** From the ground up. An area imports from itself and from the floors below; areas of one floor do not know each other. */
export const FLOORS = [
  ["kernel"],
  ["text"],
  ["organization"],
  ["people"],
  ["channels"],
  ["messages"],
  ["personal", "joining", "delivery"],
  ["whole"],
] as const;

export type Area = (typeof FLOORS)[number][number];

/** What makes the whole stands directly in `server/src`. */
const WHOLE = ["registration", "exports", "set-up", "cli"];

/**
 * Areas that are nouns themselves: their own files stand in the area's folder, and beside the folders of their verbs these
 * are the other nouns.
 */
const NOUNS_BESIDE: Partial<Record<string, readonly string[]>> = {
  channels: ["default-channels", "channel-folders", "user-topics"],
  messages: [
    "reactions",
    "submessages",
    "uploads",
    "typing",
    "notices",
    "external-content",
    "page-previews",
    "reports",
  ],
};

export interface Import {
  readonly from: string;
  readonly to: string;
}

const isHelpOfTests = (file: string) =>
  /\.test\.ts$|(^|\/)(testing|test-[^/]*)\.ts$/.test(file) || file.startsWith("messages/life/");

/** What the server consists of, without its tests and what helps them. */
export const sources = (): string[] =>
  globSync("**/*.ts", { cwd: SOURCES })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !isHelpOfTests(file))
    .sort();

/** `from "…"`, `import "…"`, `import("…")`, `declare module "…"`, `new URL("….ts", …)`. */
const SPECIFIER = /(?:\bfrom|\bimport|\bdeclare module|\bnew URL)\s*\(?\s*"(\.{1,2}\/[^"]+\.ts)"/g;

export function imports(): Import[] {
  return sources().flatMap((from) => {
    const text = readFileSync(join(SOURCES, from), "utf8");
    const named = [...text.matchAll(SPECIFIER)].map(([, to = ""]) => posix.join(posix.dirname(from), to));
    return [...new Set(named)].filter((to) => !isHelpOfTests(to)).map((to) => ({ from, to }));
  });
}

/** Undefined for a folder that no floor knows. */
export function areaOf(file: string): Area | undefined {
  const [first = "", ...rest] = file.split("/");
  if (rest.length === 0 || WHOLE.includes(first)) return "whole";
  return FLOORS.flat().find((area) => area === first && area !== "whole");
}

export const floorOf = (file: string): number =>
  FLOORS.findIndex((areas) => (areas as readonly (Area | undefined)[]).includes(areaOf(file)));

/** The noun that a file belongs to. */
export function featureOf(file: string): string {
  const [area = "", second = "", ...rest] = file.split("/");
  const nouns = NOUNS_BESIDE[area];
  if (nouns) return nouns.includes(second) ? `${area}/${second}` : area;
  if (areaOf(file) === "whole") return second === "" ? "whole" : area;
  return rest.length === 0 ? area : `${area}/${second}`;
}

/** Whether an import runs to a floor above, or to another area of the same floor. */
export function runsUp({ from, to }: Import): boolean {
  const [lower, upper] = [floorOf(from), floorOf(to)];
  return upper > lower || (upper === lower && areaOf(from) !== areaOf(to));
}

/** Files that import each other in a loop, directly or through others. */
export function circles(all: readonly Import[]): string[][] {
  const next = Map.groupBy(all, ({ from }) => from);
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (file: string) => {
    const number = order.size;
    order.set(file, number);
    lowest.set(file, number);
    open.push(file);
    for (const { to } of next.get(file) ?? []) {
      if (!order.has(to)) visit(to);
      if (open.includes(to)) lowest.set(file, Math.min(lowest.get(file) as number, lowest.get(to) as number));
    }
    if (lowest.get(file) !== number) return;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > 1) found.push(circle.sort());
  };
  for (const file of new Set(all.flatMap(({ from, to }) => [from, to]))) if (!order.has(file)) visit(file);
  return found;
}

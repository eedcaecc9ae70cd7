/** The imports in `server/src`, and the area and level of each file: for the boundaries test and the diagram. */
import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

const SOURCES = join(import.meta.dirname, "../src");

/**
 * From the bottom up. An area imports from itself and from lower levels; areas on one level don't import each other.
 */
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

/** Folders directly in `server/src` that assemble the whole server. */
const WHOLE = ["registration", "exports", "imports", "follow", "erasure", "set-up", "cli", "error-texts"];

/**
 * Areas that are features themselves: their own files are in the area's folder. Besides the folders of their actions,
 * these are their other features.
 */
const OTHER_FEATURES: Partial<Record<string, readonly string[]>> = {
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
    "legal-holds",
  ],
};

export interface Import {
  readonly from: string;
  readonly to: string;
}

const isTestHelper = (file: string) =>
  /\.test\.ts$|(^|\/)(testing|test-[^/]*)\.ts$/.test(file) || file.startsWith("messages/life/");

/** The server's source files, without tests and test helpers. */
export const sources = (): string[] =>
  globSync("**/*.ts", { cwd: SOURCES })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !isTestHelper(file))
    .sort();

/** `from "…"`, `import "…"`, `import("…")`, `declare module "…"`, `new URL("….ts", …)`. */
const SPECIFIER = /(?:\bfrom|\bimport|\bdeclare module|\bnew URL)\s*\(?\s*"(\.{1,2}\/[^"]+\.ts)"/g;

export function imports(): Import[] {
  return sources().flatMap((from) => {
    const text = readFileSync(join(SOURCES, from), "utf8");
    const named = [...text.matchAll(SPECIFIER)].map(([, to = ""]) => posix.join(posix.dirname(from), to));
    return [...new Set(named)].filter((to) => !isTestHelper(to)).map((to) => ({ from, to }));
  });
}

/** Undefined for a folder that belongs to no level. */
export function areaOf(file: string): Area | undefined {
  const [first = "", ...rest] = file.split("/");
  if (rest.length === 0 || WHOLE.includes(first)) return "whole";
  return FLOORS.flat().find((area) => area === first && area !== "whole");
}

export const floorOf = (file: string): number =>
  FLOORS.findIndex((areas) => (areas as readonly (Area | undefined)[]).includes(areaOf(file)));

/** The feature that a file belongs to. */
export function featureOf(file: string): string {
  const [area = "", second = "", ...rest] = file.split("/");
  const features = OTHER_FEATURES[area];
  if (features) return features.includes(second) ? `${area}/${second}` : area;
  if (areaOf(file) === "whole") return second === "" ? "whole" : area;
  return rest.length === 0 ? area : `${area}/${second}`;
}

/** Whether an import goes to a higher level, or to another area on the same level. */
export function runsUp({ from, to }: Import): boolean {
  const [lower, upper] = [floorOf(from), floorOf(to)];
  return upper > lower || (upper === lower && areaOf(from) !== areaOf(to));
}

/** Import cycles: files that import each other, directly or through others. */
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

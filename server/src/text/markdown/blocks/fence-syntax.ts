/** How a fenced block begins. */
export interface Opening {
  readonly fence: string;
  readonly kind: "code" | "math" | "quote" | "spoiler";
  readonly language: string;
  /** What follows the first word: the header of a spoiler. */
  readonly rest: string;
}

const FENCE = /^(?:`{3,}|~{3,})/;
const INFO = /^\{?\.?([\w+\-./#]*)\}?[ \t]*(.*)$/s;
const KINDS: ReadonlyMap<string, Opening["kind"]> = new Map([
  ["math", "math"],
  ["quote", "quote"],
  ["quoted", "quote"],
  ["spoiler", "spoiler"],
]);

export function openingOf(line: string): Opening | undefined {
  const mark = FENCE.exec(line)?.[0];
  if (mark === undefined) return undefined;
  const info = line.slice(mark.length).trim();
  if (info.includes("`") || info.includes("~")) return undefined;
  const [, language = "", rest = ""] = INFO.exec(info) ?? [];
  return { fence: mark, kind: KINDS.get(language.toLowerCase()) ?? "code", language, rest };
}

/** Quotes and spoilers hold further blocks; the rest is taken as it is written. */
export const holdsBlocks = ({ kind }: Opening): boolean => kind === "quote" || kind === "spoiler";

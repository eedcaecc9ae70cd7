/** Parses the opening line of a fenced block. */
export interface FenceOpening {
  readonly fence: string;
  readonly kind: "code" | "math" | "quote" | "spoiler";
  readonly language: string;
  /** The text after the first word: a spoiler's header. */
  readonly rest: string;
}

const FENCE = /^(?:`{3,}|~{3,})/;
const INFO = /^\{?\.?([\w+\-./#]*)\}?[ \t]*(.*)$/s;
const KINDS: ReadonlyMap<string, FenceOpening["kind"]> = new Map([
  ["math", "math"],
  ["quote", "quote"],
  ["quoted", "quote"],
  ["spoiler", "spoiler"],
]);

export function openingOf(line: string): FenceOpening | undefined {
  const mark = FENCE.exec(line)?.[0];
  if (mark === undefined) return undefined;
  const info = line.slice(mark.length).trim();
  if (info.includes("`") || info.includes("~")) return undefined;
  const [, language = "", rest = ""] = INFO.exec(info) ?? [];
  return { fence: mark, kind: KINDS.get(language.toLowerCase()) ?? "code", language, rest };
}

/** Quotes and spoilers contain further blocks; the content of others is literal. */
export const holdsBlocks = ({ kind }: FenceOpening): boolean => kind === "quote" || kind === "spoiler";

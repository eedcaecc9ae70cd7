/**
 * How each engine stores what was analysed, and is asked for it. Words stand in their order, so that phrases can be
 * found; the stems that differ from their words stand apart, because they have no order.
 */
import type { Analysed, Token } from "./analyse.ts";
import type { Part, Query } from "./query.ts";

/** Between subject and content, so that no phrase reaches over. Private use: no word contains it. */
const BARRIER = "\uE000";
/** Before a stem, where words and stems share one space: what no word contains, to each engine. */
const STEM = "=";
const FTS5_STEM = "\uE001";
/** The last position that a tsvector can hold. */
const LAST_POSITION = 16_383;

const wordsOf = ({ subject, content }: Analysed): string[] => [
  ...subject.map((token) => token.word),
  BARRIER,
  ...content.map((token) => token.word),
];

const stemsOf = ({ subject, content }: Analysed): Set<string> => {
  const differing = (tokens: readonly Token[]) => tokens.filter((token) => token.stem !== token.word);
  return new Set([...differing(subject), ...differing(content)].map((token) => token.stem));
};

/** Stems behind another barrier; one column, because FTS5 is several times slower where it must ask for the column. */
export const fts5Row = (message: Analysed): string =>
  [...wordsOf(message), BARRIER, ...[...stemsOf(message)].map((each) => FTS5_STEM + each)].join(" ");

export const fts5Query = (query: Query): string => query.map(fts5Part).join(" AND ");

function fts5Part(part: Part): string {
  const prefix = part.isPrefix ? " *" : "";
  if (part.kind === "phrase") return `"${part.words.join(" ")}"${prefix}`;
  const words = new Set([...(part.completions ?? [part.word]), part.stem, FTS5_STEM + part.stem]);
  const exact = [...words].map((word) => `"${word}"`).join(" OR ");
  return part.isPrefix && !part.completions ? `("${part.word}" * OR ${exact})` : `(${exact})`;
}

/** A tsvector as PostgreSQL reads it. */
export function tsvector(message: Analysed): string {
  const positions = new Map<string, number[]>();
  for (const [n, word] of wordsOf(message).entries()) {
    const at = positions.get(word) ?? [];
    at.push(Math.min(n + 1, LAST_POSITION));
    positions.set(word, at);
  }
  const words = [...positions].map(([word, at]) => `'${word}':${at.join(",")}`);
  return [...words, ...[...stemsOf(message)].map((each) => `'${STEM}${each}'`)].join(" ");
}

export const tsquery = (query: Query): string => query.map((part) => `(${tsqueryPart(part)})`).join(" & ");

function tsqueryPart(part: Part): string {
  const prefix = part.isPrefix ? ":*" : "";
  if (part.kind === "phrase") return `${part.words.map((word) => `'${word}'`).join(" <-> ")}${prefix}`;
  return `'${part.word}'${prefix} | '${part.stem}' | '${STEM}${part.stem}'`;
}

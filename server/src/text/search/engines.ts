/**
 * How each engine stores tokens and queries them. Words keep their order for phrases; stems that differ from their
 * words are stored separately, without order.
 */
import type { RecipientId, TopicId } from "../../kernel/api/ids.ts";
import type { Analysed, Token } from "./analyse.ts";
import type { Query, QueryPart } from "./query.ts";

/** A message's conversation. It is indexed like a word, so that a search in a conversation scans nothing else. */
export interface SearchPlace {
  readonly recipient_id?: RecipientId | undefined;
  readonly topic_id?: TopicId | null | undefined;
}

/** Separates subject and content, so that phrases do not span both. A private-use character, which no word contains. */
const BARRIER = "\uE000";
/** Marks stems, which share an index with words; a character that no word contains in the engine. */
const STEM = "=";
const FTS5_STEM = "\uE001";
/** Marks conversations in the same way. */
const PLACE = "@";
const FTS5_PLACE = "\uE002";
/** The last position in a tsvector. */
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

const placesOf = ({ recipient_id, topic_id }: SearchPlace): string[] => [
  ...(recipient_id === undefined ? [] : [`r${recipient_id}`]),
  ...(topic_id == null ? [] : [`t${topic_id}`]),
];

/** Stems follow another barrier. There is only one column, because FTS5 is several times slower with column filters. */
export const fts5Row = (message: Analysed, place: SearchPlace): string =>
  [
    ...wordsOf(message),
    BARRIER,
    ...[...stemsOf(message)].map((each) => FTS5_STEM + each),
    ...placesOf(place).map((each) => FTS5_PLACE + each),
  ].join(" ");

export const fts5Query = (query: Query, place: SearchPlace): string =>
  [...placesOf(place).map((each) => `"${FTS5_PLACE}${each}"`), ...query.map(fts5Part)].join(" AND ");

function fts5Part(part: QueryPart): string {
  const prefix = part.isPrefix ? " *" : "";
  if (part.kind === "phrase") return `"${part.words.join(" ")}"${prefix}`;
  const words = new Set([...(part.completions ?? [part.word]), part.stem, FTS5_STEM + part.stem]);
  const exact = [...words].map((word) => `"${word}"`).join(" OR ");
  return part.isPrefix && !part.completions ? `("${part.word}" * OR ${exact})` : `(${exact})`;
}

/** A tsvector in PostgreSQL's syntax. */
export function tsvector(message: Analysed, place: SearchPlace): string {
  const positions = new Map<string, number[]>();
  for (const [n, word] of wordsOf(message).entries()) {
    const at = positions.get(word) ?? [];
    at.push(Math.min(n + 1, LAST_POSITION));
    positions.set(word, at);
  }
  const words = [...positions].map(([word, at]) => `'${word}':${at.join(",")}`);
  const stems = [...stemsOf(message)].map((each) => `'${STEM}${each}'`);
  return [...words, ...stems, ...placesOf(place).map(tsPlace)].join(" ");
}

const tsPlace = (place: string) => `'${PLACE}${place}'`;

export const tsquery = (query: Query, place: SearchPlace): string =>
  [...placesOf(place).map(tsPlace), ...query.map((part) => `(${tsqueryPart(part)})`)].join(" & ");

function tsqueryPart(part: QueryPart): string {
  const prefix = part.isPrefix ? ":*" : "";
  if (part.kind === "phrase") return `${part.words.map((word) => `'${word}'`).join(" <-> ")}${prefix}`;
  return `'${part.word}'${prefix} | '${part.stem}' | '${STEM}${part.stem}'`;
}

/**
 * Parses search input. Every word must match, in any form; quoted words must match exactly, next to each other. The
 * last word can be a prefix, because people search while typing.
 */
import { type Analysed, pieceOf, pieces, type Run, runsOf, type Token } from "./analyse.ts";
import { STOP_WORDS } from "./stop-words.ts";

export type QueryPart =
  | {
      readonly kind: "word";
      readonly word: string;
      readonly stem: string;
      readonly isPrefix: boolean;
      /** The indexed words with this prefix, if known. */
      readonly completions?: readonly string[] | undefined;
    }
  /** Adjacent words; the last one can be a prefix. */
  | { readonly kind: "phrase"; readonly words: readonly string[]; readonly isPrefix: boolean };

/** All parts must match; an empty query matches nothing. */
export type Query = readonly QueryPart[];

/** Shorter prefixes would match too much. */
const SHORTEST_PREFIX = 3;

const CHUNK = /"(?<quoted>[^"]*)"|[^\s"]+/g;
const straight = (operand: string) => operand.replaceAll(/[“”„«»]/g, '"');

/** The number of words, including quoted ones. In scripts without spaces, a run of characters counts as one. */
export const wordCount = (operand: string): number => straight(operand).match(/[^\s"]+/g)?.length ?? 0;

export function parseQuery(operand: string): Query {
  const chunks = [...straight(operand).matchAll(CHUNK)];
  const parts = chunks.flatMap((chunk, n) => {
    const { quoted } = chunk.groups as { quoted?: string };
    const part = partOf(quoted ?? chunk[0], quoted !== undefined, n === chunks.length - 1);
    return part ? [part] : [];
  });
  const telling = parts.filter((part) => part.kind === "phrase" || !STOP_WORDS.has(part.word));
  return telling.length > 0 ? telling : parts;
}

function partOf(text: string, isQuoted: boolean, isLast: boolean): QueryPart | undefined {
  const runs = [...runsOf(text)];
  const last = runs.at(-1);
  if (!last) return undefined;
  const tokens = [...runs.slice(0, -1).flatMap(pieces), ...asEnd(last)];
  const [only] = tokens as [Token, ...Token[]];
  const isCharacter = last.isUnspaced && last.characters.length === 1;
  const isBeginning =
    !isQuoted && isLast && !last.isUnspaced && (tokens.at(-1) as Token).word.length >= SHORTEST_PREFIX;
  // In a script without spaces, a single character is a prefix of a stored token wherever it occurs.
  const isPrefix = isCharacter || isBeginning;
  if (tokens.length === 1 && !isQuoted) return { kind: "word", word: only.word, stem: only.stem, isPrefix };
  return { kind: "phrase", words: tokens.map((token) => token.word), isPrefix };
}

/** The query may end inside a longer run, so its last character starts no known token. */
function asEnd({ characters, isUnspaced }: Run): Token[] {
  if (!isUnspaced || characters.length === 1) return [...characters];
  return characters.slice(0, -1).map((character, n) => pieceOf(character, characters[n + 1] as Token));
}

export function isMatch(query: Query, { subject, content }: Analysed): boolean {
  return query.length > 0 && query.every((part) => occurs(part, subject) || occurs(part, content));
}

const occurs = (part: QueryPart, tokens: readonly Token[]) => tokens.some((_, n) => isAt(part, tokens, n));

function isAt(part: QueryPart, tokens: readonly Token[], at: number): boolean {
  if (part.kind === "phrase")
    return part.words.every((word, n) => {
      const token = tokens[at + n];
      if (!token) return false;
      return token.word === word || (part.isPrefix && n === part.words.length - 1 && token.word.startsWith(word));
    });
  const token = tokens[at] as Token;
  if (token.word === part.word || token.word === part.stem || token.stem === part.stem) return true;
  return part.isPrefix && token.word.startsWith(part.word);
}

export interface HitRange {
  readonly start: number;
  readonly end: number;
}

/** The positions of matches, in order; adjacent ones are joined. */
export function hits(query: Query, tokens: readonly Token[]): HitRange[] {
  const found: HitRange[] = [];
  for (const part of query) {
    const count = part.kind === "phrase" ? part.words.length : 1;
    for (let at = 0; at < tokens.length; at++)
      if (isAt(part, tokens, at))
        for (let n = 0; n < count; n++)
          found.push(rangeOf(tokens[at + n] as Token, n === count - 1 ? part : undefined));
  }
  return joined(found.sort((a, b) => a.start - b.start));
}

/** If only the first of a token's two characters was searched for, highlights only that. */
function rangeOf(token: Token, asLast: QueryPart | undefined): HitRange {
  const asked = asLast?.kind === "phrase" ? asLast.words.at(-1) : asLast?.word;
  const isHead = token.headEnd !== undefined && asked !== undefined && asked !== token.word;
  return { start: token.start, end: isHead ? (token.headEnd as number) : token.end };
}

function joined(ranges: readonly HitRange[]): HitRange[] {
  const result: HitRange[] = [];
  for (const range of ranges) {
    const last = result.at(-1);
    if (last && range.start <= last.end) result[result.length - 1] = { ...last, end: Math.max(last.end, range.end) };
    else result.push(range);
  }
  return result;
}

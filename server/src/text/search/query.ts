/**
 * What somebody typed into the search box. Every word must be there, in any form of it; words in quotes must stand next
 * to each other, as they are. The last word may be the beginning of one: people search while they type.
 */
import { type Analysed, pieceOf, pieces, type Run, runsOf, type Token } from "./analyse.ts";
import { STOP_WORDS } from "./stop-words.ts";

export type QueryPart =
  | {
      readonly kind: "word";
      readonly word: string;
      readonly stem: string;
      readonly isPrefix: boolean;
      /** The words of the index that begin so, where they are known. */
      readonly completions?: readonly string[] | undefined;
    }
  /** Words next to each other; the last one may be the beginning of a word. */
  | { readonly kind: "phrase"; readonly words: readonly string[]; readonly isPrefix: boolean };

/** All of them must match; none at all match nothing. */
export type Query = readonly QueryPart[];

/** A beginning that is shorter than this is the beginning of too much. */
const SHORTEST_PREFIX = 3;

const CHUNK = /"(?<quoted>[^"]*)"|[^\s"]+/g;
const straight = (operand: string) => operand.replaceAll(/[“”„«»]/g, '"');

/** How many words were typed, those in quotes included. Where a script has no spaces, a run of characters counts as one. */
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
  // A single character of a script without spaces is the beginning of a stored piece wherever it stands.
  const isPrefix = isCharacter || isBeginning;
  if (tokens.length === 1 && !isQuoted) return { kind: "word", word: only.word, stem: only.stem, isPrefix };
  return { kind: "phrase", words: tokens.map((token) => token.word), isPrefix };
}

/** The end of what is asked for may lie within a longer run: its last character begins no piece that we could name. */
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

/** Where the query's parts stand among the words, in order; those that touch are one. */
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

/** Of a piece of two characters only the first was asked for when one is enough. */
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

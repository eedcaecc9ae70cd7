/** Whether typed text matches a name: by the beginnings of its words, or by their initials. */
import { fold, wordsOf } from "./fold.ts";

/** A name prepared for repeated matching. */
export interface PreparedName {
  /** Its words, each preceded by a space. */
  readonly words: string;
  readonly initials: string;
  /** Additional words that match only together with the name: a topic's channel. */
  readonly besides: string;
}

export interface PreparedQuery {
  /** Each preceded by a space, to match at the start of a word. */
  readonly words: readonly string[];
  readonly whole: string;
  /** Set if the text may be initials. */
  readonly initials: string | undefined;
}

/** How well a name matches, higher is better; 0 for no match. */
export const Quality = { none: 0, initials: 1, words: 2, wordsInOrder: 3, beginning: 4, whole: 5 } as const;

const spaced = (text: string) => wordsOf(fold(text)).map((word) => ` ${word}`);

export function prepareName(name: string, besides = ""): PreparedName {
  const words = spaced(name);
  return {
    words: words.join(""),
    initials: words.map((word) => String.fromCodePoint(word.codePointAt(1) ?? 0)).join(""),
    besides: besides === "" ? "" : spaced(besides).join(""),
  };
}

export function prepareQuery(text: string): PreparedQuery {
  const words = spaced(text);
  const [only = "", ...more] = words;
  return {
    words,
    whole: words.join(""),
    initials: more.length === 0 && only.length > 2 ? only.slice(1) : undefined,
  };
}

export function qualityOf(name: PreparedName, query: PreparedQuery): number {
  if (name.words.startsWith(query.whole))
    return name.words.length === query.whole.length ? Quality.whole : Quality.beginning;
  const byWords = qualityByWords(name, query.words);
  if (byWords > 0) return byWords;
  return query.initials !== undefined && name.initials.includes(query.initials) ? Quality.initials : Quality.none;
}

function qualityByWords(name: PreparedName, words: readonly string[]): number {
  let reached = 0;
  let isInOrder = true;
  let isNamed = false;
  for (const word of words) {
    const ahead = isInOrder ? name.words.indexOf(word, reached) : -1;
    if (ahead >= 0) {
      reached = ahead + word.length;
      isNamed = true;
      continue;
    }
    isInOrder = false;
    if (name.words.includes(word)) isNamed = true;
    else if (!name.besides.includes(word)) return Quality.none;
  }
  if (!isNamed) return Quality.none;
  return isInOrder ? Quality.wordsInOrder : Quality.words;
}

/** A filter for a short list, such as the sidebar. Empty text matches everything. */
export function nameFilter(typed: string): (name: string, besides?: string) => boolean {
  const query = prepareQuery(typed);
  if (query.words.length === 0) return () => true;
  return (name, besides) => qualityOf(prepared(name, besides), query) > 0;
}

/** Preparing costs far more than matching, and the same names are matched on every key press. */
const MOST_KEPT = 20_000;
const kept = new Map<string, PreparedName>();

function prepared(name: string, besides = ""): PreparedName {
  const key = `${name}\n${besides}`;
  const known = kept.get(key);
  if (known) return known;
  if (kept.size >= MOST_KEPT) kept.clear();
  const made = prepareName(name, besides);
  kept.set(key, made);
  return made;
}

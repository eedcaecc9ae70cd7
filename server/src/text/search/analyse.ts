/**
 * Splits text into words with positions. Indexing, queries and highlighting on both engines all use this, so they agree
 * on what a word is. Words are runs of letters and digits. In scripts without spaces, every character starts a token of
 * two characters, so that any word is found, even one of two characters, without a dictionary that might change with
 * the runtime.
 */
import { foldWord } from "./fold.ts";
import { stem } from "./stem.ts";

export interface Token {
  /** Folded. */
  readonly word: string;
  readonly stem: string;
  /** The position in the text. */
  readonly start: number;
  readonly end: number;
  /** The end of its first character, in a script without spaces. */
  readonly headEnd?: number;
}

const UNSPACED =
  "[[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Bopomofo}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]&&[\\p{L}\\p{N}\\p{M}]]";
const RUNS = new RegExp(`(?<unspaced>${UNSPACED}+)|[[\\p{L}\\p{N}\\p{M}]--${UNSPACED}]+`, "gv");
/** One character with its marks; in half-width Japanese, marks are separate characters. */
const CHARACTERS = /[^\p{M}\uff9e\uff9f][\p{M}\uff9e\uff9f]*|[\p{M}\uff9e\uff9f]+/gu;

export interface Run {
  /** One word, or the characters of a script without spaces. */
  readonly characters: readonly Token[];
  readonly isUnspaced: boolean;
}

/** Most text is ASCII, which can be split several times as fast. */
const IS_ASCII = /^[\0-\x7f]*$/;
const ASCII_WORDS = /[A-Za-z0-9]+/g;

export function* runsOf(text: string, offset = 0): Generator<Run> {
  if (IS_ASCII.test(text)) {
    for (const { 0: word, index } of text.matchAll(ASCII_WORDS))
      yield { isUnspaced: false, characters: [tokenOf(word, offset + index)] };
    return;
  }
  for (const match of text.matchAll(RUNS)) {
    const start = offset + match.index;
    if (match.groups?.unspaced === undefined) {
      const token = tokenOf(match[0], start);
      if (token.word !== "") yield { isUnspaced: false, characters: [token] };
    } else
      yield {
        isUnspaced: true,
        characters: [...match[0].matchAll(CHARACTERS)].map((each) => tokenOf(each[0], start + each.index)),
      };
  }
}

/** Caches the forms of words: people use few words again and again. */
const REMEMBERED = 20_000;
const LONGEST_REMEMBERED = 30;
const forms = new Map<string, Pick<Token, "word" | "stem">>();

function formsOf(text: string): Pick<Token, "word" | "stem"> {
  const known = forms.get(text);
  if (known) return known;
  const word = foldWord(text);
  const made = { word, stem: stem(word) };
  if (forms.size >= REMEMBERED) forms.clear();
  if (text.length <= LONGEST_REMEMBERED) forms.set(text, made);
  return made;
}

function tokenOf(text: string, start: number): Token {
  const { word, stem } = formsOf(text);
  return { word, stem, start, end: start + text.length };
}

/** Combines two adjacent characters into one token. */
export function pieceOf(left: Token, right: Token): Token {
  const word = left.word + right.word;
  return { word, stem: word, start: left.start, end: right.end, headEnd: left.end };
}

/** The tokens of a run as they are stored: each character starts one, the last one by itself. */
export function pieces({ characters, isUnspaced }: Run): Token[] {
  if (!isUnspaced) return [...characters];
  return characters.map((character, n) => {
    const next = characters[n + 1];
    return next ? pieceOf(character, next) : { ...character, headEnd: character.end };
  });
}

export function analyse(text: string): Token[] {
  const tokens: Token[] = [];
  collect(text, 0, tokens);
  return tokens;
}

/** Every message is analysed, so the common case only allocates tokens. */
function collect(text: string, offset: number, into: Token[]): void {
  if (IS_ASCII.test(text))
    for (const { 0: word, index } of text.matchAll(ASCII_WORDS)) into.push(tokenOf(word, offset + index));
  else for (const run of runsOf(text, offset)) into.push(...pieces(run));
}

/** Tags and entities, which contain no words. Quoted attributes may contain a `>`. */
const MARKUP = /<(?:"[^"]*"|'[^']*'|[^"'>])*>|&#?\w+;/g;

/** The words of rendered HTML, with their positions. */
export function analyseHtml(html: string): Token[] {
  const tokens: Token[] = [];
  let from = 0;
  for (const match of html.matchAll(MARKUP)) {
    if (match.index > from) collect(html.slice(from, match.index), from, tokens);
    from = match.index + match[0].length;
  }
  collect(html.slice(from), from, tokens);
  return tokens;
}

/** The searched parts of a message. Phrases do not span both. */
export interface Analysed {
  readonly subject: readonly Token[];
  readonly content: readonly Token[];
}

export function analyseMessage(message: { subject: string; rendered_content: string }): Analysed {
  return { subject: analyse(message.subject), content: analyseHtml(message.rendered_content) };
}

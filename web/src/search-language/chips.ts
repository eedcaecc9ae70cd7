/**
 * Converts between the search field's text and terms: `sender:mei channel:launch -has:link low tide`. A chip is a term
 * as shown in the field; text that is not an operator is searched for.
 */

import type { Names } from "../address/names.ts";
import type { NarrowTerm, Operator } from "../address/narrow.ts";
import { isDay, operatorNamed, wordTerm } from "../address/narrow-fragment.ts";
import { isBeginning, userBeginning, userNamed } from "./people.ts";

interface Token {
  readonly isNegated: boolean;
  readonly operator: Operator | undefined;
  /** The operand, or the words. */
  readonly text: string;
  readonly isQuoted: boolean;
  readonly whole: string;
}

// An operand with spaces is quoted, with inner quotes doubled; a phrase without an operator keeps its quotes.
const TOKEN = /(-?)([a-z][\w-]*):(?:"((?:[^"]|"")*)"?|(\S*))|"[^"]*"?|\S+/gi;

/** The terms of a text; what is not a valid term is searched for. All words form one term, at the end. */
export function termsIn(text: string, names: Names): NarrowTerm[] {
  const terms: NarrowTerm[] = [];
  const words: string[] = [];
  for (const token of withWholeNames(tokensOf(text), names)) {
    const term = token.operator && termFor(token.operator, token.text, names);
    if (!term) words.push(token.whole);
    else if (term.operator === "search") words.push(term.operand);
    else terms.push(token.isNegated ? { ...term, negated: true } : term);
  }
  if (words.length > 0) terms.push({ operator: "search", operand: words.join(" ") });
  return terms;
}

function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map(([whole, minus = "", name = "", quoted, bare = ""]) => {
    const typed = name.toLowerCase();
    const operator = Object.hasOwn(DAY_WORDS, typed) ? "date" : operatorNamed(typed);
    if (!operator) return { isNegated: false, operator, text: whole, isQuoted: false, whole };
    const isNegated = (minus === "-") !== (DAY_WORDS[typed] === "before");
    const isQuoted = quoted !== undefined;
    return { isNegated, operator, text: quoted?.replaceAll('""', '"') ?? bare, isQuoted, whole };
  });
}

const OF_PEOPLE: ReadonlySet<Operator | undefined> = new Set(["dm", "dm-including", "sender", "mentions"]);

/** `sender:mei tanaka` is written without quotes: words that continue someone's name belong to it. */
function withWholeNames(tokens: readonly Token[], names: Names): Token[] {
  const joined: Token[] = [];
  for (const token of tokens) {
    const before = joined.at(-1);
    const whole = `${before?.text.split(",").at(-1)?.trim()} ${token.text}`;
    const continues =
      before !== undefined &&
      OF_PEOPLE.has(before.operator) &&
      !before.isQuoted &&
      token.operator === undefined &&
      userNamed(names, whole.slice(0, whole.lastIndexOf(" "))) === undefined &&
      isBeginning(names, whole);
    if (continues)
      joined.splice(-1, 1, {
        ...before,
        text: `${before.text} ${token.text}`,
        whole: `${before.whole} ${token.whole}`,
      });
    else joined.push(token);
  }
  return joined;
}

const personNamed = (names: Names, written: string): number | undefined =>
  userNamed(names, written) ?? userBeginning(names, written);

/** Words for either side of a date. */
const DAY_WORDS: Readonly<Record<string, "before" | "from">> = { before: "before", since: "from", after: "from" };

function termFor(operator: Operator, text: string, names: Names): NarrowTerm | undefined {
  const operand = text.trim();
  switch (operator) {
    case "channel": {
      const id = channelNamed(names, operand);
      return id === undefined ? undefined : { operator, operand: id };
    }
    case "topic":
      return { operator, operand };
    case "dm": {
      const people = operand.split(",").map((each) => personNamed(names, each.trim()));
      if (!people.every((id) => id !== undefined)) return undefined;
      const others = new Set(people.filter((id) => id !== names.users.ownId));
      return { operator, operand: [...others].sort((a, b) => a - b) };
    }
    case "dm-including":
    case "sender":
    case "mentions": {
      const id = personNamed(names, operand);
      return id === undefined ? undefined : { operator, operand: id };
    }
    case "id":
    case "near":
    case "with":
      return /^\d{1,15}$/.test(operand) ? { operator, operand: Number(operand) } : undefined;
    case "date":
      return isDay(operand) ? { operator, operand } : undefined;
    default:
      return operand === "" ? undefined : wordTerm(operator, operator === "search" ? operand : operand.toLowerCase());
  }
}

const HASH_ID = /^#(\d{1,15})$/;

/** By exact name, or by id as `#9`, because a channel's name may be a number. */
function channelNamed({ channels }: Names, written: string): number | undefined {
  const wanted = written.toLowerCase();
  for (const [id, channel] of channels.channels) if (channel.name.toLowerCase() === wanted) return id;
  const id = HASH_ID.exec(written)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** The text of terms; `termsIn` is its inverse. */
export function textOf(terms: readonly NarrowTerm[], names: Names): string {
  return terms
    .map((term) => {
      if (term.operator === "search") return wordsText(term.operand, names);
      return `${term.negated ? "-" : ""}${term.operator}:${inQuotes(operandText(term, names))}`;
    })
    .join(" ");
}

/** Words that would be parsed as something else are marked as words. */
function wordsText(words: string, names: Names): string {
  const [first, ...more] = termsIn(words, names);
  const isPlain = more.length === 0 && first?.operator === "search" && first.operand === words;
  return isPlain ? words : `search:${inQuotes(words)}`;
}

/** The operand as the field shows it. */
function operandText(term: NarrowTerm, names: Names): string {
  switch (term.operator) {
    case "channel":
      return names.channels.channels.get(term.operand)?.name ?? `#${term.operand}`;
    case "dm":
      return term.operand.length === 0 ? "me" : term.operand.map((id) => personText(id, names)).join(",");
    case "dm-including":
    case "sender":
    case "mentions":
      return personText(term.operand, names);
    default:
      return `${term.operand}`;
  }
}

function personText(id: number, names: Names): string {
  if (id === names.users.ownId) return "me";
  const name = names.users.users.get(id)?.full_name;
  // An ambiguous or unparsable name includes the id.
  if (name === undefined) return `|${id}`;
  return userNamed(names, name) === id && !/[",|]/.test(name) ? name : `${name.replaceAll(/[",|]/g, " ")}|${id}`;
}

const inQuotes = (text: string) => (/^[^\s"]+$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`);

/** Narrows as fragments: `channel/9-launch/topic/Harbour.20map/near/214`. */
import { decodePart, encodePart, wholeId } from "./encoding.ts";
import { channelIn, channelSlug, type Names, peopleIn, peopleSlug, userIn, userSlug } from "./names.ts";
import {
  CHANNELS_OPERANDS,
  HAS_OPERANDS,
  IN_OPERANDS,
  IS_OPERANDS,
  isSameNarrow,
  type NarrowTerm,
  type Operator,
} from "./narrow.ts";

/** Former operator names, which existing links still use. */
const OLDER_NAMES: Readonly<Record<string, Operator>> = {
  stream: "channel",
  streams: "channels",
  subject: "topic",
  from: "sender",
  "pm-with": "dm",
  pm_with: "dm",
  "group-pm-with": "dm-including",
  group_pm_with: "dm-including",
};

const OPERATORS: ReadonlySet<string> = new Set<Operator>([
  "channel",
  "channels",
  "topic",
  "dm",
  "dm-including",
  "sender",
  "mentions",
  "is",
  "has",
  "in",
  "search",
  "id",
  "near",
  "with",
  "date",
]);

/** The operator with this name, including former names. */
export function operatorNamed(name: string): Operator | undefined {
  const operator = Object.hasOwn(OLDER_NAMES, name) ? OLDER_NAMES[name] : name;
  return operator !== undefined && OPERATORS.has(operator) ? (operator as Operator) : undefined;
}

/** The terms after `narrow/`; undefined if one of them is invalid. */
export function parseTerms(path: string, names: Names): NarrowTerm[] | undefined {
  const parts = path.split("/");
  const terms: NarrowTerm[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const name = parts[at] ?? "";
    // A trailing slash is ignored, except after `topic`, where it is the empty topic.
    if (name === "" && at === parts.length - 1 && terms.length > 0) break;
    const isNegated = name.startsWith("-");
    const operator = operatorNamed(isNegated ? name.slice(1) : name);
    const term = operator && termOf(operator, parts[at + 1] ?? "", names);
    if (!term) return undefined;
    terms.push(isNegated ? { ...term, negated: true } : term);
  }
  return terms.length > 0 ? terms : undefined;
}

function termOf(operator: Operator, part: string, names: Names): NarrowTerm | undefined {
  switch (operator) {
    case "channel":
      return having(operator, channelIn(names, part));
    case "dm":
      return having(operator, peopleIn(names, part));
    case "dm-including":
    case "sender":
    case "mentions":
      return having(operator, userIn(names, part));
    case "id":
    case "near":
    case "with":
      return having(operator, wholeId(decodePart(part) ?? ""));
    case "topic":
      return having(operator, decodePart(part));
    case "search":
      // Older links use a plus for a space; a literal plus is encoded.
      return wordTerm(operator, decodePart(part.replaceAll("+", " ")));
    default:
      return wordTerm(operator, decodePart(part));
  }
}

/** Older spellings of operands. */
const OLDER_OPERANDS: Readonly<Record<string, string>> = {
  private: "dm",
  images: "image",
  links: "link",
  attachments: "attachment",
  reactions: "reaction",
};

/** A term whose operand is a fixed word or free text. */
export function wordTerm(
  operator: "is" | "has" | "in" | "channels" | "search" | "date",
  operand: string | undefined,
): NarrowTerm | undefined {
  if (operand === undefined) return undefined;
  const word = Object.hasOwn(OLDER_OPERANDS, operand) ? OLDER_OPERANDS[operand] : operand;
  switch (operator) {
    case "is":
      return having(operator, oneOf(IS_OPERANDS, word));
    case "has":
      return having(operator, oneOf(HAS_OPERANDS, word));
    case "in":
      return having(operator, oneOf(IN_OPERANDS, operand));
    case "channels":
      return having(operator, oneOf(CHANNELS_OPERANDS, operand));
    case "search":
      return having(operator, operand.trim() === "" ? undefined : operand);
    case "date":
      return having(operator, isDay(operand) ? operand : undefined);
    default:
      return operator satisfies never;
  }
}

const oneOf = <W extends string>(words: readonly W[], word: string | undefined): W | undefined =>
  words.find((each) => each === word);

function having<O extends Operator>(
  operator: O,
  operand: Extract<NarrowTerm, { operator: O }>["operand"] | undefined,
): NarrowTerm | undefined {
  return operand === undefined ? undefined : ({ operator, operand } as NarrowTerm);
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether it is a valid calendar day such as 2026-11-01. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

export interface Spelling {
  /** For a link to share: it must mean the same for everyone. */
  readonly isForOthers?: boolean;
}

export function termsFragment(terms: readonly NarrowTerm[], names: Names, spelling: Spelling = {}): string {
  if (!spelling.isForOthers && isReactionsView(terms, names)) return "has/reaction/sender/me";
  return terms
    .map((term) => `${term.negated ? "-" : ""}${term.operator}/${operandPart(term, names, spelling)}`)
    .join("/");
}

/** This view has the same address in everyone's sidebar. */
function isReactionsView(terms: readonly NarrowTerm[], { users }: Names): boolean {
  const [first] = terms;
  if (first?.operator !== "has" || terms.length !== 2) return false;
  return isSameNarrow(terms, [
    { operator: "has", operand: "reaction" },
    { operator: "sender", operand: users.ownId },
  ]);
}

function operandPart(term: NarrowTerm, names: Names, spelling: Spelling): string {
  switch (term.operator) {
    case "channel":
      return channelSlug(names, term.operand);
    case "dm":
      return peopleSlug(names, term.operand, spelling);
    case "dm-including":
    case "sender":
    case "mentions":
      return userSlug(names, term.operand);
    case "id":
    case "near":
    case "with":
      return `${term.operand}`;
    default:
      return encodePart(term.operand);
  }
}

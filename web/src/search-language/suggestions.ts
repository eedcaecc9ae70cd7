/** Suggestions while typing a search: terms in words, and recent searches. */
import type { State } from "@parley/client";
import { HAS_OPERANDS, IS_OPERANDS, isSameNarrow, type NarrowTerm } from "../address/narrow.ts";
import { findTopics } from "../ranking/channel-names.ts";
import { prepareName, prepareQuery, qualityOf } from "../ranking/match.ts";
import type { NameIndex } from "../ranking/name-index.ts";
import { daysFor } from "./days.ts";
import { type Described, describedTerm } from "./described.ts";
import { usersAddressed } from "./people.ts";

export type Suggestion =
  /** A chip that replaces the typed text. */
  | { readonly type: "term"; readonly term: NarrowTerm; readonly described: Described }
  /** A recent search. */
  | { readonly type: "recent"; readonly terms: readonly NarrowTerm[] }
  /** An operator whose operand is typed next, such as `sender:`. */
  | { readonly type: "operator"; readonly operator: Operating; readonly described: Described };

type Operating = "sender" | "channel" | "topic" | "dm" | "before";

export interface SearchContext {
  readonly state: Pick<State, "channels" | "users" | "realm">;
  /** The existing chips. */
  readonly terms: readonly NarrowTerm[];
  readonly people: NameIndex<number>;
  readonly channels: NameIndex<number>;
  /** Topics of the channel among the chips, newest first. */
  readonly topics: readonly string[];
  /** Most recent first. */
  readonly recent: readonly (readonly NarrowTerm[])[];
  /** Formats a description, so that typed text can match it. */
  readonly say: (described: Described) => string;
  readonly today: Date;
  readonly locale: string;
}

const MOST_SUGGESTIONS = 10;
const EACH = 3;

const ASKING: Readonly<Record<Operating, Described>> = {
  sender: { key: "search.askSender" },
  channel: { key: "search.askChannel" },
  topic: { key: "search.askTopic" },
  dm: { key: "search.askDirect" },
  before: { key: "search.askDate" },
};

/** Without text: recent searches and operators. */
export function suggestions(typed: string, context: SearchContext): Suggestion[] {
  const text = typed.trim();
  if (text === "") return [...recentOnes(text, context), ...operators(context)].slice(0, MOST_SUGGESTIONS);
  const isNegated = text.startsWith("-");
  const [, operator, operand = ""] = /^-?([a-z-]+):\s*"?(.*)$/i.exec(text) ?? [];
  const asked = operator?.toLowerCase();
  const found =
    asked === undefined ? anything(isNegated ? text.slice(1) : text, context) : operandsOf(asked, operand, context);
  const terms = found.map((term): NarrowTerm => (isNegated ? { ...term, negated: true } : term));
  const shown = terms
    .filter((term) => canJoin(term, context.terms))
    .map((term): Suggestion => ({ type: "term", term, described: describedTerm(term, context.state) }));
  const recent = asked === undefined && !isNegated ? recentOnes(text, context) : [];
  return [...shown, ...recent].slice(0, MOST_SUGGESTIONS);
}

/** The possible operands of a typed operator. */
function operandsOf(operator: string, operand: string, context: SearchContext): NarrowTerm[] {
  switch (operator) {
    case "sender":
    case "from":
      return peopleNamed(operand, context, MOST_SUGGESTIONS).map((id) => ({ operator: "sender", operand: id }));
    case "dm":
    case "pm-with":
      return peopleNamed(operand, context, MOST_SUGGESTIONS).map((id) => directWith(id, context));
    case "dm-including":
    case "mentions":
      return peopleNamed(operand, context, MOST_SUGGESTIONS).map((id) => ({ operator, operand: id }));
    case "channel":
    case "stream":
      return channelsNamed(operand, context, MOST_SUGGESTIONS);
    case "topic":
      return findTopics(operand, context.topics).map((topic) => ({ operator, operand: topic }));
    case "is":
    case "has":
      return fixedTerms().filter((term) => term.operator === operator && `${term.operand}`.startsWith(operand));
    case "date":
    case "since":
    case "before":
      return daysFor(operand, context).map((day) => before(day, operator === "before"));
    default:
      return [];
  }
}

/** Anything the typed text may begin: our own words, people, channels, topics, days. */
function anything(text: string, context: SearchContext): NarrowTerm[] {
  const saying = fixedTerms().filter((term) => isSaid(text, describedTerm(term, context.state), context));
  const people = peopleNamed(text, context, EACH);
  return [
    ...people.map((id): NarrowTerm => ({ operator: "sender", operand: id })),
    ...channelsNamed(text, context, EACH),
    ...findTopics(text, context.topics, EACH).map((topic): NarrowTerm => ({ operator: "topic", operand: topic })),
    ...people.slice(0, 1).map((id) => directWith(id, context)),
    ...saying.slice(0, EACH),
    ...daysFor(text, context).map((day) => before(day, true)),
  ];
}

const fixedTerms = (): NarrowTerm[] => [
  ...HAS_OPERANDS.map((operand): NarrowTerm => ({ operator: "has", operand })),
  ...IS_OPERANDS.map((operand): NarrowTerm => ({ operator: "is", operand })),
];

const before = (operand: string, isBefore: boolean): NarrowTerm =>
  isBefore ? { operator: "date", operand, negated: true } : { operator: "date", operand };

function directWith(id: number, { state }: SearchContext): NarrowTerm {
  return { operator: "dm", operand: id === state.users.ownId ? [] : [id] };
}

/** By name or address. "from mei" also means Mei: the words before a name are those of a chip. */
function peopleNamed(text: string, { people, state }: SearchContext, limit: number): number[] {
  const name = text.replace(/^from\s+/i, "");
  if (name.toLowerCase() === "me") return [state.users.ownId];
  const named = people.find(name, { limit });
  return [...new Set([...named, ...usersAddressed(state, name, limit)])].slice(0, limit);
}

function channelsNamed(text: string, { channels }: SearchContext, limit: number): NarrowTerm[] {
  const name = text.replace(/^(?:in\s+)?#?/i, "");
  return channels.find(name, { limit }).map((operand) => ({ operator: "channel", operand }));
}

function isSaid(text: string, said: Described, { say }: SearchContext): boolean {
  return qualityOf(prepareName(say(said)), prepareQuery(text)) > 0;
}

function recentOnes(text: string, { recent, terms, state, say }: SearchContext): Suggestion[] {
  const query = prepareQuery(text);
  const isNamed = (search: readonly NarrowTerm[]) =>
    text === "" ||
    search.some((term) => {
      const described = describedTerm(term, state);
      const name = described.name?.type === "name" ? described.name.text : say(described);
      return qualityOf(prepareName(name), query) > 0;
    });
  const found = recent.filter((search) => !isSameNarrow(search, terms) && isNamed(search));
  return found.slice(0, EACH).map((search) => ({ type: "recent", terms: search }));
}

function operators({ terms }: SearchContext): Suggestion[] {
  const hasChannel = terms.some(({ operator, negated }) => operator === "channel" && !negated);
  return (Object.keys(ASKING) as Operating[])
    .filter((operator) => operator !== "topic" || hasChannel)
    .filter((operator) => !terms.some((term) => term.operator === operator))
    .map((operator) => ({ type: "operator", operator, described: ASKING[operator] }));
}

const ONCE = new Set(["channel", "topic", "dm", "sender", "date", "near", "with", "id", "channels", "in"]);
const IN_CHANNELS = new Set(["channel", "channels", "topic"]);
const isDirect = ({ operator, operand, negated }: NarrowTerm) =>
  !negated && (operator === "dm" || operator === "dm-including" || (operator === "is" && operand === "dm"));
const isInChannel = ({ operator, negated }: NarrowTerm) => !negated && IN_CHANNELS.has(operator);

/** Terms that contradict existing chips are not suggested: no message is both in a channel and direct. */
export function canJoin(term: NarrowTerm, terms: readonly NarrowTerm[]): boolean {
  if (terms.some((other) => isSameNarrow([{ ...other }], [term]))) return false;
  if (!term.negated && ONCE.has(term.operator))
    if (terms.some((other) => other.operator === term.operator && !other.negated)) return false;
  if (isDirect(term)) return !terms.some(isInChannel);
  return !isInChannel(term) || !terms.some(isDirect);
}

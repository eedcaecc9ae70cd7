/** Canonical narrows, so that equal narrows share their messages. */
import type { State } from "../store/store.ts";
import { topicKey } from "../store/topics.ts";
import type { Conversation } from "./types.ts";

export interface Term {
  readonly operator: string;
  readonly operand: unknown;
  readonly negated?: boolean;
}

/** As people and URLs write it: also with older operator names, and with users and channels by name. */
export type Narrow = readonly (Term | readonly [string, string])[];

const OLDER_NAMES: Readonly<Record<string, string>> = {
  stream: "channel",
  streams: "channels",
  subject: "topic",
  "pm-with": "dm",
  pm_with: "dm",
  group_pm_with: "group-pm-with",
  from: "sender",
};

/**
 * Sorts the terms and removes duplicates. The combined feed leaves out muted messages, which is the server's `in:home`.
 * `near` is not a condition but a position; `nearIn` returns it.
 */
export function canonicalNarrow(narrow: Narrow, state: State): readonly Term[] {
  const terms = narrow.map(toTerm).filter(({ operator }) => operator !== "near");
  if (terms.length === 0) return [{ operator: "in", operand: "home" }];
  const unique = new Map(terms.map((term) => canonicalTerm(term, state)).map((term) => [keyOf(term), term]));
  return [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, term]) => term);
}

export const narrowKey = (terms: readonly Term[]): string => terms.map(keyOf).join(" ");

/** The message that `near` names. */
export function nearIn(narrow: Narrow): number | undefined {
  const near = narrow.map(toTerm).find(({ operator }) => operator === "near");
  const id = Number(near?.operand);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** The message that `with` names, and the terms without it. */
export function withIn(terms: readonly Term[]): { id: number | undefined; others: readonly Term[] } {
  const named = terms.find(({ operator, negated }) => operator === "with" && !negated);
  const id = Number(named?.operand);
  const isId = Number.isSafeInteger(id) && id > 0;
  return { id: named && isId ? id : undefined, others: terms.filter((term) => term !== named) };
}

const CONVERSATION: readonly string[] = ["channel", "topic", "dm"];
export const isAboutConversation = ({ operator, negated }: Term): boolean =>
  CONVERSATION.includes(operator) && negated !== true;

export function conversationTerms(conversation: Conversation): readonly Term[] {
  if (conversation.type === "direct") return [{ operator: "dm", operand: conversation.user_ids }];
  return [
    { operator: "channel", operand: conversation.stream_id },
    { operator: "topic", operand: conversation.topic },
  ];
}

/** The conversation that the terms name, if they contain nothing else. */
export function conversationIn(terms: readonly Term[]): Conversation | undefined {
  if (!terms.every(isAboutConversation)) return undefined;
  const operandOf = (name: string) => terms.find(({ operator }) => operator === name)?.operand;
  const [channel, topic, people] = [operandOf("channel"), operandOf("topic"), operandOf("dm")];
  if (terms.length === 1 && Array.isArray(people)) return { type: "direct", user_ids: people as number[] };
  if (terms.length === 2 && typeof channel === "number" && typeof topic === "string")
    return { type: "channel", stream_id: channel, topic };
  return undefined;
}

export const conversationKey = (conversation: Conversation): string =>
  conversation.type === "direct"
    ? `direct:${conversation.user_ids.join()}`
    : topicKey(conversation.stream_id, conversation.topic);

/** Upper case first, as the server folds names: that unifies letters with several lower-case forms. */
export const fold = (name: string): string => name.normalize("NFC").toUpperCase().toLowerCase();

function keyOf({ operator, operand, negated }: Term): string {
  const value = operator === "topic" ? fold(String(operand)) : operand;
  return `${negated ? "-" : ""}${operator}:${JSON.stringify(value)}`;
}

function toTerm(given: Term | readonly [string, string]): Term {
  const term: Term = isPair(given) ? { operator: given[0], operand: given[1] } : given;
  return { ...term, operator: OLDER_NAMES[term.operator] ?? term.operator };
}

const isPair = (given: Term | readonly [string, string]): given is readonly [string, string] => Array.isArray(given);

function canonicalTerm({ operator, operand, negated = false }: Term, state: State): Term {
  const value = canonicalOperand(operator, operand, state);
  return negated ? { operator, operand: value, negated } : { operator, operand: value };
}

function canonicalOperand(operator: string, operand: unknown, state: State): unknown {
  switch (operator) {
    case "channel":
      return typeof operand === "string" ? (channelNamed(operand, state) ?? operand) : operand;
    case "topic":
      return topicNamed(String(operand));
    case "dm":
      return peopleIn(operand, state) ?? operand;
    case "sender":
    case "dm-including":
    case "group-pm-with":
    case "mentions":
      return personNamed(operand, state) ?? operand;
    case "is":
      return operand === "private" ? "dm" : operand;
    case "id":
    case "with":
      return /^\d+$/.test(String(operand)) ? Number(operand) : operand;
    default:
      return operand;
  }
}

function channelNamed(name: string, { channels }: State): number | undefined {
  const folded = fold(name);
  for (const channel of channels.channels.values()) if (fold(channel.name) === folded) return channel.stream_id;
  return undefined;
}

/** All names of the empty topic become the empty string. */
export function topicNamed(name: string): string {
  const topic = name.trim();
  return topic === "general chat" || topic === "(no topic)" ? "" : topic;
}

function personNamed(operand: unknown, { users }: State): number | undefined {
  if (typeof operand === "number") return operand;
  if (operand === "me") return users.ownId;
  for (const user of users.users.values()) if (user.email === operand) return user.user_id;
  return undefined;
}

/** The other people, ascending; the user is always part of the conversation. */
function peopleIn(operand: unknown, state: State): readonly number[] | undefined {
  const named = typeof operand === "string" ? operand.split(",").map((each) => each.trim()) : operand;
  if (!Array.isArray(named) || named.length === 0) return undefined;
  const ids = named.map((each) => personNamed(each, state));
  if (!ids.every((id) => id !== undefined)) return undefined;
  const { ownId } = state.users;
  const others = [...new Set(ids)].filter((id) => id !== ownId);
  return others.sort((a, b) => a - b);
}

/** Narrows: filters for messages, as a list of terms that must all match. */
import { type Term, topicKey } from "@parley/client";

export const IS_OPERANDS = [
  "dm",
  "mentioned",
  "starred",
  "unread",
  "followed",
  "resolved",
  "alerted",
  "muted",
] as const;
export const HAS_OPERANDS = ["image", "link", "attachment", "reaction"] as const;
export const IN_OPERANDS = ["home", "all"] as const;
export const CHANNELS_OPERANDS = ["public", "web-public"] as const;

export type IsOperand = (typeof IS_OPERANDS)[number];
export type HasOperand = (typeof HAS_OPERANDS)[number];

interface Operands {
  channel: number;
  channels: (typeof CHANNELS_OPERANDS)[number];
  topic: string;
  /** The others, ascending; empty for notes to yourself, as in the store. */
  dm: readonly number[];
  "dm-including": number;
  sender: number;
  /** The mentioned user. */
  mentions: number;
  is: IsOperand;
  has: HasOperand;
  in: (typeof IN_OPERANDS)[number];
  search: string;
  id: number;
  /** Where to open; not a filter. */
  near: number;
  /** The conversation of this message, even if it was moved. */
  with: number;
  /** A day such as 2026-11-01: where to open, or if negated, the day before which messages must be. */
  date: string;
}

export type Operator = keyof Operands;

/** A term; a negated one matches what the term does not. */
export type NarrowTerm = {
  [O in Operator]: { readonly operator: O; readonly operand: Operands[O]; readonly negated?: true };
}[Operator];

/** A conversation: a topic or a set of people, the unit of reading, muting, following, drafting and linking. */
export type Conversation =
  | { readonly type: "topic"; readonly channelId: number; readonly topic: string }
  | { readonly type: "direct"; readonly userIds: readonly number[] };

/** Everything that is not muted. */
export const COMBINED: readonly NarrowTerm[] = [{ operator: "in", operand: "home" }];

export const channelNarrow = (channelId: number): NarrowTerm[] => [{ operator: "channel", operand: channelId }];

export const topicNarrow = (channelId: number, topic: string): NarrowTerm[] => [
  { operator: "channel", operand: channelId },
  { operator: "topic", operand: topic },
];

/** With the other people; empty for notes to yourself. */
export const dmNarrow = (userIds: Iterable<number>): NarrowTerm[] => [
  { operator: "dm", operand: [...new Set(userIds)].sort((a, b) => a - b) },
];

export const narrowOf = (conversation: Conversation): NarrowTerm[] =>
  conversation.type === "topic"
    ? topicNarrow(conversation.channelId, conversation.topic)
    : dmNarrow(conversation.userIds);

export const nearMessage = (terms: readonly NarrowTerm[], messageId: number): NarrowTerm[] => [
  ...conditionsOf(terms),
  { operator: "near", operand: messageId },
];

export const withMessage = (terms: readonly NarrowTerm[], messageId: number): NarrowTerm[] => [
  ...conditionsOf(terms),
  { operator: "with", operand: messageId },
];

/** A shareable topic narrow: a known message id finds the topic even after it is renamed. */
export const lastingTopic = (channelId: number, topic: string, messageId: number | undefined): NarrowTerm[] =>
  messageId === undefined ? topicNarrow(channelId, topic) : withMessage(topicNarrow(channelId, topic), messageId);

const isOpening = ({ operator, negated }: NarrowTerm) =>
  operator === "near" || operator === "with" || (operator === "date" && !negated);

/** The terms without those that only say where to open. */
export const conditionsOf = (terms: readonly NarrowTerm[]): NarrowTerm[] => terms.filter((term) => !isOpening(term));

/** The conversation, if the terms name exactly one and nothing else. */
export function conversationOf(terms: readonly NarrowTerm[]): Conversation | undefined {
  const conditions = conditionsOf(terms);
  if (conditions.some((term) => term.negated)) return undefined;
  const [first, second] = conditions;
  if (conditions.length === 1 && first?.operator === "dm") return { type: "direct", userIds: first.operand };
  if (conditions.length !== 2) return undefined;
  const channel = first?.operator === "channel" ? first : second?.operator === "channel" ? second : undefined;
  const topic = first?.operator === "topic" ? first : second?.operator === "topic" ? second : undefined;
  return channel && topic && { type: "topic", channelId: channel.operand, topic: topic.operand };
}

/** The channel, if the terms name exactly its feed and nothing else. */
export function channelOf(terms: readonly NarrowTerm[]): number | undefined {
  const [only, ...more] = conditionsOf(terms);
  return only?.operator === "channel" && !only.negated && more.length === 0 ? only.operand : undefined;
}

/** Where a view opens if not at the first unread message. */
export type NarrowOpening =
  | { readonly at: "message"; readonly messageId: number; readonly follows: boolean }
  | { readonly at: "day"; readonly day: string };

export function openingOf(terms: readonly NarrowTerm[]): NarrowOpening | undefined {
  for (const { operator, operand, negated } of terms) {
    if (operator === "near") return { at: "message", messageId: operand, follows: false };
    if (operator === "with") return { at: "message", messageId: operand, follows: true };
    if (operator === "date" && !negated) return { at: "day", day: operand };
  }
  return undefined;
}

/** Equal for narrows that show the same messages, whatever the order of their terms and where they open. */
export function narrowKey(terms: readonly NarrowTerm[]): string {
  const spelled = conditionsOf(terms).map(({ operator, operand, negated }) =>
    JSON.stringify([operator, operator === "topic" ? topicKey(0, operand) : operand, negated === true]),
  );
  return [...new Set(spelled)].sort().join(" ");
}

export const isSameNarrow = (one: readonly NarrowTerm[], other: readonly NarrowTerm[]): boolean =>
  narrowKey(one) === narrowKey(other);

/** The start of a day in the browser's time zone. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00`);

/**
 * The terms to send to the server: filters, and `with`, which may lead to another conversation. A day starts in the
 * reader's time zone, so the server gets the exact time.
 */
export function askedTerms(terms: readonly NarrowTerm[]): readonly Term[] {
  const conditions = conditionsOf(terms).map(
    (term): Term => (term.operator === "date" ? { ...term, operand: startOfDay(term.operand).toISOString() } : term),
  );
  return [...conditions, ...terms.filter(({ operator }) => operator === "with")];
}

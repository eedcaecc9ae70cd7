/**
 * The narrow of an event queue: operators that can be evaluated from the event alone, in one table. It filters events
 * its user receives anyway, is never negated, and knows channels and senders by name.
 */
import { ApiError, type ShapeOf, said } from "../kernel/api/index.ts";
import { fold } from "../kernel/db/names.ts";
import { EMPTY_TOPIC_DISPLAY_NAME } from "../text/topics.ts";
import type { sentMessageFields } from "./contract.ts";

export interface HeardMessage {
  readonly message: ShapeOf<typeof sentMessageFields>;
  readonly flags: readonly string[];
}

type Narrow = readonly (readonly [operator: string, operand: string])[];

const same = (a: string, b: string) => fold(a) === fold(b);

/** All names of the empty topic mean the empty topic. */
function topicNamed(name: string): string {
  const folded = fold(name.trim());
  return folded === EMPTY_TOPIC_DISPLAY_NAME || folded === "(no topic)" ? "" : folded;
}

const isDirect = ({ message }: HeardMessage) => message.type === "private";

const STATES: Readonly<Record<string, (heard: HeardMessage) => boolean>> = {
  dm: isDirect,
  private: isDirect,
  starred: ({ flags }) => flags.includes("starred"),
  unread: ({ flags }) => !flags.includes("read"),
  mentioned: ({ flags }) => flags.includes("mentioned"),
  alerted: ({ flags }) => flags.includes("has_alert_word"),
  resolved: ({ message }) => message.subject.startsWith("✔ "),
};

const inChannel = (heard: HeardMessage, operand: string) =>
  !isDirect(heard) && same(heard.message.display_recipient as string, operand);

const OPERATORS: Readonly<Record<string, (heard: HeardMessage, operand: string) => boolean>> = {
  channel: inChannel,
  stream: inChannel,
  topic: (heard, operand) => !isDirect(heard) && topicNamed(heard.message.subject) === topicNamed(operand),
  sender: ({ message }, operand) => same(message.sender_email, operand),
  is: (heard, operand) => STATES[operand]?.(heard) ?? false,
};

export function checkQueueNarrow(narrow: Narrow): void {
  for (const [operator, operand] of narrow) {
    if (!Object.hasOwn(OPERATORS, operator)) throw new ApiError(said`Operator ${operator} not supported.`);
    if (operator === "is" && !Object.hasOwn(STATES, operand))
      throw new ApiError(said`Operand ${operand} not supported.`);
  }
}

export const isAdmitted = (heard: HeardMessage, narrow: Narrow): boolean =>
  narrow.every(([operator, operand]) => OPERATORS[operator]?.(heard, operand) ?? false);

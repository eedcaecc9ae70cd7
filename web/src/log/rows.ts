/**
 * The rows of a log: each is a sent or unsent message with the dividers above it. Rows depend on ids only, so dividers
 * move with their row when earlier messages are loaded.
 */
import type { DayOf } from "./days.ts";

/** The message data that determines its position and dividers. */
export interface RowFacts {
  readonly sender: number;
  readonly timestamp: number;
  /** Equal for messages in one conversation. */
  readonly conversation: string;
  /** A "/me" message, shown on its own line. */
  readonly isAction: boolean;
}

export interface LogRowData {
  /** The message id, or the local id of an unsent message. */
  readonly key: number | string;
  /** Whether it shows the sender; the rest of a group does not. */
  readonly isFirst: boolean;
  /** A day divider is above it. */
  readonly startsDay: boolean;
  /** A recipient bar is above it; only where several conversations are interleaved. */
  readonly startsConversation: boolean;
  /** The number of new messages from here on; 0 if unknown, undefined for no rule. */
  readonly rule: number | undefined;
  /** The number of messages that arrived while offline. */
  readonly missed: number | undefined;
}

/** A line with a number above a row. */
export interface Notice {
  readonly at: number;
  readonly count: number;
}

export interface RowOptions {
  readonly isInterleaved: boolean;
  readonly dayOf: DayOf;
  readonly rule: Notice | undefined;
  readonly missed: Notice | undefined;
}

const GROUP_SECONDS = 600;

/** Messages for which `factsOf` returns undefined are left out. */
export function rowsOf(
  keys: readonly (number | string)[],
  factsOf: (key: number | string) => RowFacts | undefined,
  { isInterleaved, dayOf, rule, missed }: RowOptions,
): readonly LogRowData[] {
  const rows: LogRowData[] = [];
  let before: RowFacts | undefined;
  let [isRuleDue, isMissedDue] = [rule !== undefined, missed !== undefined];
  for (const key of keys) {
    const facts = factsOf(key);
    if (!facts) continue;
    const startsDay = before === undefined || dayOf(before.timestamp) !== dayOf(facts.timestamp);
    const isElsewhere = before?.conversation !== facts.conversation;
    // By id rather than index: if the first unread message is gone, the rule is at the next one.
    const hasRule = isRuleDue && isFrom(key, rule);
    const hasMissed = isMissedDue && isFrom(key, missed);
    isRuleDue &&= !hasRule;
    isMissedDue &&= !hasMissed;
    const startsConversation = isInterleaved && (isElsewhere || startsDay);
    const isApart = startsDay || startsConversation || hasRule || hasMissed;
    rows.push({
      key,
      isFirst: isApart || before === undefined || !follows(facts, before),
      startsDay,
      startsConversation,
      rule: hasRule ? rule?.count : undefined,
      missed: hasMissed ? missed?.count : undefined,
    });
    before = facts;
  }
  return rows;
}

const isFrom = (key: number | string, notice: Notice | undefined): boolean =>
  notice !== undefined && typeof key === "number" && key >= notice.at;

/** Whether a message continues the group of the previous one. */
function follows(facts: RowFacts, before: RowFacts): boolean {
  return (
    facts.sender === before.sender &&
    facts.conversation === before.conversation &&
    !facts.isAction &&
    !before.isAction &&
    facts.timestamp - before.timestamp < GROUP_SECONDS
  );
}

/**
 * The rows of a log: each is a message or what was written and is not one yet, with what stands above it. Which rows there
 * are follows from ids alone, so what is above a row moves with it when others come before it.
 */
import type { DayOf } from "./days.ts";

/** What of a message decides where it stands and what stands above it. */
export interface RowFacts {
  readonly sender: number;
  readonly timestamp: number;
  /** The same for messages of one conversation. */
  readonly conversation: string;
  /** A line of its own, as in "/me waves". */
  readonly isAction: boolean;
}

export interface Row {
  /** A message's id, or the local id of what was written here. */
  readonly key: number | string;
  /** Whether it shows who wrote it: the others of a group follow without. */
  readonly isFirst: boolean;
  /** Another day begins above it. */
  readonly startsDay: boolean;
  /** Another conversation begins above it; only where several are shown. */
  readonly startsConversation: boolean;
  /** Above it stands how many are new from here on; 0 where that is not known, undefined where nothing stands. */
  readonly rule: number | undefined;
  /** Above it stands how many came while there was no connection. */
  readonly missed: number | undefined;
}

/** Something stands above a row from here on, with a number. */
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

/** `factsOf` answers undefined for what is not known any more: it is left out. */
export function rowsOf(
  keys: readonly (number | string)[],
  factsOf: (key: number | string) => RowFacts | undefined,
  { isInterleaved, dayOf, rule, missed }: RowOptions,
): readonly Row[] {
  const rows: Row[] = [];
  let before: RowFacts | undefined;
  let [isRuleDue, isMissedDue] = [rule !== undefined, missed !== undefined];
  for (const key of keys) {
    const facts = factsOf(key);
    if (!facts) continue;
    const startsDay = before === undefined || dayOf(before.timestamp) !== dayOf(facts.timestamp);
    const isElsewhere = before?.conversation !== facts.conversation;
    // By id and not by place: where the first unread message is gone, the rule stands at the next one.
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

/** Whether a message goes on where the one before it stopped. */
function follows(facts: RowFacts, before: RowFacts): boolean {
  return (
    facts.sender === before.sender &&
    facts.conversation === before.conversation &&
    !facts.isAction &&
    !before.isAction &&
    facts.timestamp - before.timestamp < GROUP_SECONDS
  );
}

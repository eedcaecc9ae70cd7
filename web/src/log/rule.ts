/**
 * Where what is new begins: at the first unread message when the view was opened, or at the first that came while nobody
 * looked. It stays where it is until the view is left or all is marked as read.
 */
import type { Notice } from "./rows.ts";

/** A message that has come while the view is open. */
export interface Arrival {
  readonly id: number;
  readonly isOwn: boolean;
}

interface Situation {
  /** Whether somebody looks at the end of the log, where messages come. */
  readonly isLookedAt: boolean;
  /** Whether something from the rule on is still unread. */
  readonly isRuleUnread: boolean;
}

export function ruleAfter(
  rule: Notice | undefined,
  arrivals: readonly Arrival[],
  { isLookedAt, isRuleUnread }: Situation,
): Notice | undefined {
  const others = arrivals.filter(({ isOwn }) => !isOwn);
  const [first] = others;
  if (first === undefined || isLookedAt) return rule;
  // A number that was not sure does not become so by counting on.
  if (rule && isRuleUnread) return { at: rule.at, count: rule.count && rule.count + others.length };
  return { at: first.id, count: others.length };
}

/**
 * Where new messages begin: at the first unread message when the view opened, or at the first one that arrived while
 * the window was unfocused. Stays until the reader leaves or marks everything as read.
 */
import type { Notice } from "./rows.ts";

/** A message that arrived while the view is open. */
export interface ArrivedMessage {
  readonly id: number;
  readonly isOwn: boolean;
}

interface Situation {
  /** Whether the reader is looking at the end of the log. */
  readonly isLookedAt: boolean;
  /** Whether messages after the rule are still unread. */
  readonly isRuleUnread: boolean;
}

export function ruleAfter(
  rule: Notice | undefined,
  arrivals: readonly ArrivedMessage[],
  { isLookedAt, isRuleUnread }: Situation,
): Notice | undefined {
  const others = arrivals.filter(({ isOwn }) => !isOwn);
  const [first] = others;
  if (first === undefined || isLookedAt) return rule;
  // An unknown number stays unknown.
  if (rule && isRuleUnread) return { at: rule.at, count: rule.count && rule.count + others.length };
  return { at: first.id, count: others.length };
}

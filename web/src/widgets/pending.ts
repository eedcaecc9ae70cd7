/** Sent changes that have not come back yet. They are shown immediately, and not counted twice. */
import type { Submessage } from "./submessage.ts";

export interface Pending {
  readonly content: string;
  /** The newest known submessage when it was sent: its own event is newer. */
  readonly after: number;
}

export const newestOf = (submessages: readonly Submessage[]): number => Math.max(0, ...submessages.map(({ id }) => id));

/** Changes that are not among the submessages yet. */
export function stillPending(
  pending: readonly Pending[],
  submessages: readonly Submessage[],
  ownId: number,
): readonly Pending[] {
  const returned = submessages.filter(({ sender_id }) => sender_id === ownId);
  return pending.filter(({ content, after }) => {
    const at = returned.findIndex((each) => each.content === content && each.id > after);
    if (at >= 0) returned.splice(at, 1);
    return at < 0;
  });
}

/** The submessages, followed by pending changes. */
export function withPending(
  submessages: readonly Submessage[],
  pending: readonly Pending[],
  ownId: number,
): readonly Submessage[] {
  const waiting = stillPending(pending, submessages, ownId);
  const newest = newestOf(submessages);
  return [
    ...submessages,
    ...waiting.map(({ content }, index) => ({ id: newest + 1 + index, sender_id: ownId, msg_type: "widget", content })),
  ];
}

/** Marks messages as read or unread. */
import type { State } from "@parley/client";
import { showToast } from "../parts/toasts.tsx";
import type { Session } from "../state/session.tsx";
import { t } from "../text/text.ts";

type UnreadPlace = State["unread"]["messages"] extends ReadonlyMap<number, infer P> ? P : never;

export function unreadIdsWhere({ store }: Session, isMeant: (place: UnreadPlace) => boolean): number[] {
  return [...store.state.unread.messages].filter(([, place]) => isMeant(place)).map(([id]) => id);
}

/** If the server cannot be reached, the change waits like other read marks. */
function flag({ readMarks }: Session, ids: readonly number[], op: "add" | "remove"): void {
  readMarks.mark("read", op, ids);
  void readMarks.flush();
}

export const markUnread = (session: Session, ids: readonly number[]): void => flag(session, ids, "remove");

export function markRead(session: Session, ids: readonly number[]): void {
  flag(session, ids, "add");
  offerUnread(session, ids);
}

/** Says how many were marked as read, and offers to undo it. */
export const offerUnread = (session: Session, ids: readonly number[]): void =>
  showToast({ text: t("channels.markedRead", { count: ids.length }), undo: () => markUnread(session, ids) });

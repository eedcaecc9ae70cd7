/** What is unread, marked as read and back again. */
import type { State } from "@parley/client";
import { readState } from "@parley/server/contract";
import { showToast } from "../parts/toasts.tsx";
import type { Session } from "../state/session.tsx";
import { t } from "../text/text.ts";
import { attempt } from "./attempt.ts";

type Place = State["unread"]["messages"] extends ReadonlyMap<number, infer P> ? P : never;

export function unreadIdsWhere({ store }: Session, isMeant: (place: Place) => boolean): number[] {
  return [...store.state.unread.messages].filter(([, place]) => isMeant(place)).map(([id]) => id);
}

/** As many as the server takes at once. */
const PER_REQUEST = 5000;

async function flag({ connection }: Session, ids: readonly number[], op: "add" | "remove"): Promise<void> {
  for (let from = 0; from < ids.length; from += PER_REQUEST)
    await connection.call(readState.updateMessageFlags, {
      messages: ids.slice(from, from + PER_REQUEST),
      op,
      flag: "read",
    });
}

export const markUnread = (session: Session, ids: readonly number[]): void =>
  void attempt(() => flag(session, ids, "remove"));

export function markRead(session: Session, ids: readonly number[]): Promise<void> {
  return attempt(async () => {
    await flag(session, ids, "add");
    showToast({ text: t("channels.markedRead", { count: ids.length }), undo: () => markUnread(session, ids) });
  });
}

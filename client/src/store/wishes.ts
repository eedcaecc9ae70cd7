import { part } from "./part.ts";

/** What the user wants of messages that others write. */
export interface WishesState {
  readonly alertWords: readonly string[];
  /** Since when, by user id. */
  readonly mutedUsers: ReadonlyMap<number, number>;
}

type Muted = readonly { id: number; timestamp: number }[];

const byId = (muted: Muted) => new Map(muted.map(({ id, timestamp }) => [id, timestamp]));

export const wishesPart = part<WishesState>({
  from: (snapshot) => ({ alertWords: snapshot.alert_words ?? [], mutedUsers: byId(snapshot.muted_users ?? []) }),

  apply(state, event) {
    if (event.type === "alert_words") return { ...state, alertWords: event.alert_words as string[] };
    if (event.type === "muted_users") return { ...state, mutedUsers: byId(event.muted_users as Muted) };
    return state;
  },
});

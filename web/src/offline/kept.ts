/** The last known state in this browser: shown immediately next time, even offline. `Keeper` writes it. */
import type { KeptMessages, Message, State } from "@parley/client";
import { answerOf, write } from "./database.ts";

export interface KeptState {
  readonly state: State;
  readonly messages: KeptMessages;
}

export interface KeptSnapshot {
  /** Only the build that wrote a state can read it. */
  readonly build: string;
  readonly state: State;
}
export type KeptViews = Pick<KeptMessages, "views" | "recentFloor">;

export const SNAPSHOT = "snapshot";
export const VIEWS = "views";

export async function readKept(database: IDBDatabase, build: string): Promise<KeptState | undefined> {
  // All at once, so that they are from the same moment, and nothing waits for another.
  const reading = database.transaction(["kept", "messages"]);
  const named = <T>(name: string) => answerOf(reading.objectStore("kept").get(name) as IDBRequest<T | undefined>);
  const [snapshot, shown, messages] = await Promise.all([
    named<KeptSnapshot>(SNAPSHOT),
    named<KeptViews>(VIEWS),
    answerOf<Message[]>(reading.objectStore("messages").getAll()),
  ]);
  if (snapshot?.build !== build) return undefined;
  const { views = [], recentFloor = Number.POSITIVE_INFINITY } = shown ?? {};
  return { state: snapshot.state, messages: { messages, views, recentFloor } };
}

/** Deletes received data; unsent data stays. */
export const forgetRead = (database: IDBDatabase): Promise<void> =>
  write(database, ["kept", "messages"], (store) => {
    store("kept").delete(SNAPSHOT);
    store("kept").delete(VIEWS);
    store("messages").clear();
  });

/** The last that was known, kept in this browser: shown at once the next time, also where the server cannot be reached. */
import type { KeptMessages, Message, MessageCache, State, Store } from "@parley/client";
import { settingsOf } from "../state/settings.ts";
import { answerOf, read, write } from "./database.ts";
import { NOTIFICATIONS, type NotificationWishes } from "./wishes.ts";

export interface Kept {
  readonly state: State;
  readonly messages: KeptMessages;
}

interface Snapshot {
  /** The form of a state is known only to the program that made it. */
  readonly build: string;
  readonly state: State;
  readonly views: KeptMessages["views"];
  readonly recentFloor: number;
}

const SNAPSHOT = "snapshot";

export async function readKept(database: IDBDatabase, build: string): Promise<Kept | undefined> {
  const snapshot = await read<Snapshot>(database, SNAPSHOT);
  if (snapshot?.build !== build) return undefined;
  const { state, views, recentFloor } = snapshot;
  const messages = (await answerOf(
    database.transaction("messages").objectStore("messages").getAll(),
  )) as readonly Message[];
  return { state, messages: { messages, views, recentFloor } };
}

/** Nothing that was read stays; what was written and not sent does. */
export const forgetRead = (database: IDBDatabase): Promise<void> =>
  write(database, ["kept", "messages"], (store) => {
    store("kept").delete(SNAPSHOT);
    store("messages").clear();
  });

/** Writes at most so often while somebody looks, and whenever nobody does any more. */
const EVERY_MS = 20_000;

interface Keeping {
  readonly database: IDBDatabase;
  readonly build: string;
  readonly store: Store;
  readonly messages: MessageCache;
}

export class Keeper {
  readonly #keeping: Keeping;
  readonly #leaves: (() => void)[];
  #written = new Map<number, Message>();
  #isFirst = true;
  #isStale = true;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(keeping: Keeping) {
    this.#keeping = keeping;
    const note = () => {
      this.#isStale = true;
      this.#timer ??= setTimeout(() => void this.write(), EVERY_MS);
    };
    const leaving = () => document.hidden && void this.write();
    document.addEventListener("visibilitychange", leaving);
    addEventListener("pagehide", this.#now);
    this.#leaves = [
      keeping.store.onChange(note),
      keeping.messages.onChange(note),
      () => document.removeEventListener("visibilitychange", leaving),
      () => removeEventListener("pagehide", this.#now),
    ];
    note();
  }

  readonly #now = (): void => void this.write();

  /** Keeps what is known now. */
  write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#isStale) return this.#writing;
    this.#isStale = false;
    // What cannot be kept is asked for again next time.
    this.#writing = this.#writing.then(() => this.#write()).catch(() => {});
    return this.#writing;
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const leave of this.#leaves) leave();
  }

  async #write(): Promise<void> {
    const { database, build, store, messages } = this.#keeping;
    const { messages: known, views, recentFloor } = messages.kept();
    const snapshot: Snapshot = { build, state: store.state, views, recentFloor };
    const wishes: NotificationWishes = { showsText: settingsOf(store.state).pm_content_in_desktop_notifications };
    const now = new Map(known.map((message) => [message.id, message]));
    await write(database, ["kept", "messages"], (part) => {
      part("kept").put(snapshot, SNAPSHOT);
      part("kept").put(wishes, NOTIFICATIONS);
      // It is not known what is there: another window may have written.
      if (this.#isFirst) part("messages").clear();
      for (const id of this.#written.keys()) if (!now.has(id)) part("messages").delete(id);
      for (const [id, message] of now) if (this.#written.get(id) !== message) part("messages").put(message);
    });
    this.#isFirst = false;
    this.#written = now;
  }
}

/**
 * Caches the last known state in this browser. Messages are saved soon after they arrive; the state, which is written as
 * a whole, less often.
 */
import type { Message, MessageCache, Store } from "@parley/client";
import { settingsOf } from "../state/settings.ts";
import { write } from "./database.ts";
import { type KeptSnapshot, type KeptViews, SNAPSHOT, VIEWS } from "./kept.ts";
import { NOTIFICATIONS, type NotificationPreferences } from "./notification-preferences.ts";

/** The window that wrote last. */
const WRITER = "writer";
const MESSAGES_AFTER_MS = 2000;
/** A hidden window does nothing more often. */
const STATE_AFTER_MS = 30_000;

export interface Keeping {
  readonly database: IDBDatabase;
  readonly build: string;
  readonly store: Store;
  readonly messages: MessageCache;
  /** Whether this window saves even while hidden. */
  isInCharge(): boolean;
}

/** With several windows, the focused one saves, or a designated one if none is. */
export class Keeper {
  readonly #keeping: Keeping;
  readonly #name = newWriter();
  readonly #leaves: (() => void)[];
  #written: ReadonlyMap<number, Message> | undefined;
  #isStateStale = true;
  #stateWrittenAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(keeping: Keeping) {
    this.#keeping = keeping;
    const { store, messages } = keeping;
    const later = () => {
      this.#timer ??= setTimeout(whenDue, document.hidden ? STATE_AFTER_MS : MESSAGES_AFTER_MS);
    };
    const whenDue = () => {
      this.#timer = undefined;
      if (!document.hidden || keeping.isInCharge()) void this.write({ isLast: false });
    };
    const noteState = () => {
      this.#isStateStale = true;
      later();
    };
    const leaving = () => document.hidden && void this.write({ isLast: true });
    document.addEventListener("visibilitychange", leaving);
    addEventListener("pagehide", leaving);
    this.#leaves = [
      store.onChange(noteState),
      messages.onChange(later),
      () => document.removeEventListener("visibilitychange", leaving),
      () => removeEventListener("pagehide", leaving),
    ];
    later();
  }

  /** Saves now; the state only when due, or when the page may be closing. */
  write({ isLast }: { readonly isLast: boolean }): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // What cannot be saved is fetched again next time.
    this.#writing = this.#writing.then(() => this.#write(isLast)).catch(() => {});
    return this.#writing;
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const leave of this.#leaves) leave();
  }

  async #write(isLast: boolean): Promise<void> {
    const { database, build, store, messages } = this.#keeping;
    const { messages: known, views, recentFloor } = messages.kept();
    const [before, now] = [this.#written, new Map(known.map((message) => [message.id, message]))];
    const isTime = isLast || Date.now() - this.#stateWrittenAt >= STATE_AFTER_MS;
    const keepsState = this.#isStateStale && isTime;
    await write(database, ["kept", "messages"], (part) => {
      const writer = part("kept").get(WRITER) as IDBRequest<string | undefined>;
      writer.onsuccess = () => putMessages(part("messages"), now, writer.result === this.#name ? before : undefined);
      part("kept").put(this.#name, WRITER);
      part("kept").put({ views, recentFloor } satisfies KeptViews, VIEWS);
      if (keepsState) {
        const showsText = settingsOf(store.state).pm_content_in_desktop_notifications;
        part("kept").put({ build, state: store.state } satisfies KeptSnapshot, SNAPSHOT);
        part("kept").put({ showsText } satisfies NotificationPreferences, NOTIFICATIONS);
      }
    });
    this.#written = now;
    if (!keepsState) return;
    this.#isStateStale = false;
    this.#stateWrittenAt = Date.now();
  }
}

type Messages = ReadonlyMap<number, Message>;

/** Only the differences; everything if another window wrote, or none yet. */
function putMessages(store: IDBObjectStore, now: Messages, before: Messages | undefined): void {
  if (!before) store.clear();
  for (const id of before?.keys() ?? []) if (!now.has(id)) store.delete(id);
  for (const [id, message] of now) if (before?.get(id) !== message) store.put(message);
}

const newWriter = (): string => crypto.getRandomValues(new Uint32Array(2)).join("-");

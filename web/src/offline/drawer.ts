/**
 * Stores what waits to be sent across reloads. Each window locks its own drawer of each kind as long as it lives; a
 * window that finds an unlocked drawer takes over its contents. So each item is sent by exactly one window.
 */
import type { Persistence } from "@parley/client";
import { answerOf, write } from "./database.ts";

/** Messages, reactions, and read and star marks. */
export type DrawerKind = "outbox" | "reactions" | "marks";

interface DrawerOptions {
  readonly database: IDBDatabase;
  readonly kind: DrawerKind;
  /** Another window has closed and may have left something. */
  onLeft(): void;
}

export class Drawer<Entry> implements Persistence<Entry> {
  readonly #database: IDBDatabase;
  readonly #kind: DrawerKind;
  readonly #name: string;
  /** Resolves when the drawer is locked; nothing is stored before. */
  readonly #locked: Promise<void>;
  readonly #waitedFor = new Set<string>();
  readonly #onLeft: () => void;

  constructor({ database, kind, onLeft }: DrawerOptions) {
    this.#database = database;
    this.#kind = kind;
    this.#name = `${kind}:${crypto.randomUUID()}`;
    this.#onLeft = onLeft;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#locked = promise;
    const forAsLongAsWeLive = () => {
      resolve();
      return new Promise(() => {});
    };
    navigator.locks.request(this.#lockOf(this.#name), forAsLongAsWeLive).catch(reject);
  }

  /** What closed windows left. */
  async load(): Promise<readonly Entry[]> {
    await this.#locked;
    const names = (await answerOf(
      this.#database.transaction("kept").objectStore("kept").getAllKeys(drawersOf(this.#kind)),
    )) as string[];
    const found: Entry[] = [];
    for (const name of names) if (name !== this.#name) found.push(...(await this.#takeOver(name, found)));
    return found;
  }

  async save(entries: readonly Entry[]): Promise<void> {
    await this.#locked;
    await write(this.#database, ["kept"], (part) => {
      if (entries.length === 0) part("kept").delete(this.#name);
      else part("kept").put(entries, this.#name);
    });
  }

  #lockOf = (name: string): string => `${this.#database.name}.${name}`;

  #waitFor(name: string): void {
    if (this.#waitedFor.has(name)) return;
    this.#waitedFor.add(name);
    void navigator.locks.request(this.#lockOf(name), () => {}).then(this.#onLeft);
  }

  /** In one transaction, so that an entry is always in some drawer. */
  async #takeOver(name: string, before: readonly Entry[]): Promise<readonly Entry[]> {
    let taken: readonly Entry[] = [];
    await navigator.locks.request(this.#lockOf(name), { ifAvailable: true }, async (lock) => {
      if (!lock) return this.#waitFor(name);
      await write(this.#database, ["kept"], (part) => {
        const left = part("kept").get(name) as IDBRequest<readonly Entry[] | undefined>;
        left.onsuccess = () => {
          taken = left.result ?? [];
          const own = part("kept").get(this.#name) as IDBRequest<readonly Entry[] | undefined>;
          own.onsuccess = () => {
            const known = own.result ?? before;
            if (taken.length > 0) part("kept").put([...known, ...taken], this.#name);
            part("kept").delete(name);
          };
        };
      });
    });
    return taken;
  }
}

export const drawersOf = (kind: DrawerKind): IDBKeyRange => IDBKeyRange.bound(`${kind}:`, `${kind}:\uffff`);

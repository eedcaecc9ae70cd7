/**
 * Where what waits to be sent is kept over a reload. Each window has a drawer of its own of each kind, which it locks as long
 * as it lives; whoever finds one without a lock takes over what is in it. So each thing is sent by one window and lost by none.
 */
import type { Persistence } from "@parley/client";
import { answerOf, write } from "./database.ts";

/** Messages, reactions, and marks of what was read and starred. */
type Kind = "outbox" | "reactions" | "marks";

interface DrawerOptions {
  readonly database: IDBDatabase;
  readonly kind: Kind;
  /** A window has gone that was there before, and may have left something. */
  onLeft(): void;
}

export class Drawer<Entry> implements Persistence<Entry> {
  readonly #database: IDBDatabase;
  readonly #kind: Kind;
  readonly #name: string;
  /** Nothing is in it before it is locked. */
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

  /** What windows have left that are gone. */
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

  /** In one step: what is in one drawer is never in none. */
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

const drawersOf = (kind: Kind): IDBKeyRange => IDBKeyRange.bound(`${kind}:`, `${kind}:\uffff`);

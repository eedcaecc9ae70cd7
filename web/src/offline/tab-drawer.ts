/**
 * Stores what waits to be sent for this tab alone, where a browser has no locks: on pages without encryption. It lasts
 * through a reload, and through signing in again.
 */
import type { Persistence } from "@parley/client";
import { keepsNothing } from "../state/keeping.ts";
import type { DrawerKind } from "./drawer.ts";

const PREFIX = "parley.";

export class TabDrawer<Entry> implements Persistence<Entry> {
  readonly #key: string;

  constructor(userId: number, kind: DrawerKind) {
    this.#key = `${PREFIX}${userId}.${kind}`;
  }

  async load(): Promise<readonly Entry[]> {
    return JSON.parse(sessionStorage.getItem(this.#key) ?? "[]") as readonly Entry[];
  }

  async save(entries: readonly Entry[]): Promise<void> {
    if (keepsNothing() || entries.length === 0) sessionStorage.removeItem(this.#key);
    else sessionStorage.setItem(this.#key, JSON.stringify(entries));
  }
}

/** Deletes everything that waits in this tab. */
export function emptyTabDrawers(): void {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
}

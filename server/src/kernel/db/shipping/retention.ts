/** Removes generations that nobody needs any more, beside the shipping: a store may have thousands of files to remove. */
import type { BackupStore } from "../../backups/store.ts";
import { oldGenerations } from "./generations.ts";

const RETRY_MS = 600_000;

export class GenerationRemoval {
  readonly #store: BackupStore;
  readonly #keepMs: number;
  #removing: Promise<void> | undefined;
  #listing: Promise<unknown> | undefined;
  #isDue = false;
  #retryAtMs = 0;
  #failure: string | undefined;

  constructor(store: BackupStore, keepSeconds: number) {
    this.#store = store;
    this.#keepMs = keepSeconds * 1000;
  }

  /** Why nothing was removed the last time. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** A generation has begun, so an older one may have become superfluous. */
  due(): void {
    this.#isDue = true;
    this.#retryAtMs = 0;
  }

  /** Begins to remove what is superfluous. Not called while a generation begins, which would look like one that was given up. */
  look(): void {
    if (this.#removing || !this.#isDue || Date.now() < this.#retryAtMs) return;
    this.#removing = this.#remove().finally(() => {
      this.#removing = undefined;
    });
  }

  /** Resolves when it is known what to remove: then a generation may begin. */
  async listed(): Promise<void> {
    await this.#listing?.catch(() => {});
  }

  /** Waits for what is being removed. */
  async settled(): Promise<void> {
    await this.#removing;
  }

  async #remove(): Promise<void> {
    try {
      this.#isDue = false;
      const listing = oldGenerations(this.#store, Date.now() - this.#keepMs);
      this.#listing = listing;
      await this.#store.remove(await listing);
      this.#failure = undefined;
    } catch (error) {
      this.#isDue = true;
      this.#retryAtMs = Date.now() + RETRY_MS;
      this.#failure = error instanceof Error ? error.message : String(error);
    }
  }
}

/** Removes generations that nobody needs any more, beside the shipping: a store may have thousands of files to remove. */
import type { BackupStore } from "../../backups/store.ts";
import { RetriedWork } from "../../retried-work.ts";
import { oldGenerations } from "./generations.ts";

const RETRY_MS = 600_000;

export class GenerationRemoval {
  readonly #store: BackupStore;
  readonly #keepMs: number;
  readonly #removal = new RetriedWork(() => this.#remove(), { retryMs: RETRY_MS });
  #listing: Promise<unknown> | undefined;
  #abandonedFailure: string | undefined;

  constructor(store: BackupStore, keepSeconds: number) {
    this.#store = store;
    this.#keepMs = keepSeconds * 1000;
  }

  /** Why nothing was removed the last time. */
  get failure(): string | undefined {
    return this.#removal.failure;
  }

  /** Why what killed processes have left in the place stays there. */
  get abandonedFailure(): string | undefined {
    return this.#abandonedFailure;
  }

  /** A generation has begun, so an older one may have become superfluous. */
  due(): void {
    this.#removal.due();
  }

  /** Begins to remove what is superfluous. Not called while a generation begins, which would look like one that was given up. */
  look(): void {
    this.#removal.look();
  }

  /** Resolves when it is known what to remove: then a generation may begin. */
  async listed(): Promise<void> {
    await this.#listing?.catch(() => {});
  }

  /** Waits for what is being removed. */
  settled(): Promise<void> {
    return this.#removal.settled();
  }

  async #remove(): Promise<void> {
    const listing = oldGenerations(this.#store, Date.now() - this.#keepMs);
    this.#listing = listing;
    await this.#store.remove(await listing);
    this.#abandonedFailure = await this.#store.removeAbandoned(Date.now());
  }
}

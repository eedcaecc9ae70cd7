/** Counts what is done with uploaded files, wherever they are, and says which were stored. */
import type { CountedMetrics } from "../metrics/counted.ts";
import type { ByteRange, Storage } from "./storage.ts";

export class ObservedStorage implements Storage {
  readonly #storage: Storage;
  readonly #operations: CountedMetrics["storageOperations"];
  readonly #onStored: (key: string) => void;

  constructor(
    storage: Storage,
    { storageOperations }: Pick<CountedMetrics, "storageOperations">,
    onStored: (key: string) => void,
  ) {
    this.#storage = storage;
    this.#operations = storageOperations;
    this.#onStored = onStored;
  }

  async adopt(file: string, key: string, contentType: string) {
    await this.#counted("write", this.#storage.adopt(file, key, contentType));
    this.#onStored(key);
  }

  read(key: string, range?: ByteRange) {
    return this.#counted("read", this.#storage.read(key, range));
  }

  size(key: string) {
    return this.#counted("size", this.#storage.size(key));
  }

  /** What fails may be the work. */
  withFile<T>(key: string, work: (file: string) => Promise<T>) {
    return this.#storage.withFile(key, work);
  }

  remove(keys: readonly string[]) {
    return this.#counted("remove", this.#storage.remove(keys));
  }

  removeUnfinished(prefix: string, beforeMs: number) {
    return this.#storage.removeUnfinished(prefix, beforeMs);
  }

  list(prefix: string) {
    return this.#storage.list(prefix);
  }

  async #counted<T>(operation: string, work: Promise<T>): Promise<T> {
    try {
      const result = await work;
      this.#operations.inc({ operation, outcome: "succeeded" });
      return result;
    } catch (error) {
      this.#operations.inc({ operation, outcome: "failed" });
      throw error;
    }
  }
}

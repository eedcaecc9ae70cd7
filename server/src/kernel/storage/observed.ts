/** Counts what is done with uploaded files, wherever they are. */
import type { CountedMetrics } from "../metrics/counted.ts";
import type { Storage } from "./storage.ts";

export function observed(storage: Storage, { storageOperations }: Pick<CountedMetrics, "storageOperations">): Storage {
  const counting = async <T>(operation: string, work: Promise<T>): Promise<T> => {
    try {
      const result = await work;
      storageOperations.inc({ operation, outcome: "succeeded" });
      return result;
    } catch (error) {
      storageOperations.inc({ operation, outcome: "failed" });
      throw error;
    }
  };
  return {
    adopt: (file, key, contentType) => counting("write", storage.adopt(file, key, contentType)),
    read: (key, range) => counting("read", storage.read(key, range)),
    size: (key) => counting("size", storage.size(key)),
    withFile: (key, work) => storage.withFile(key, work),
    remove: (keys) => counting("remove", storage.remove(keys)),
    list: (prefix) => storage.list(prefix),
  };
}

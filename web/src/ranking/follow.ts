/** Keeps a name index in step with a part of the store, incrementally. */
import type { IndexedName, NameIndex } from "./name-index.ts";

/**
 * Returns a function to call with each version of an immutable map. Unchanged entries cost one comparison; entries for
 * which `named` returns undefined are not indexed.
 */
export function following<K, V, T>(
  index: NameIndex<T>,
  keyOf: (key: K) => string,
  named: (value: V) => IndexedName<T> | undefined,
): (map: ReadonlyMap<K, V>) => void {
  let shown: ReadonlyMap<K, V> = new Map();
  return (map) => {
    if (map === shown) return;
    for (const [key, value] of map) {
      if (shown.get(key) === value) continue;
      const entry = named(value);
      if (entry) index.set(keyOf(key), entry);
      else index.delete(keyOf(key));
    }
    for (const key of shown.keys()) if (!map.has(key)) index.delete(keyOf(key));
    shown = map;
  };
}

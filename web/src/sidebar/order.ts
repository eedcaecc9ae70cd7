/** Orders that hold still: nothing is sorted anew while the pointer or the focus is there. */

/**
 * The keys as they are to be shown: those that were shown stay where they were as long as they exist, and what is new comes
 * after them.
 */
export function steadied<K>(shown: readonly K[], wanted: readonly K[], exists: (key: K) => boolean): readonly K[] {
  const isWanted = new Set(wanted);
  const kept = shown.filter((key) => isWanted.has(key) || exists(key));
  const isKept = new Set(kept);
  const next = [...kept, ...wanted.filter((key) => !isKept.has(key))];
  return isSameOrder(next, shown) ? shown : next;
}

export const isSameOrder = <K>(one: readonly K[], other: readonly K[]): boolean =>
  one.length === other.length && one.every((key, at) => key === other[at]);

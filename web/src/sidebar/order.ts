/** Stable order: nothing is re-sorted while the pointer or the focus is there. */

export interface Keyed {
  readonly key: string | number;
}

/**
 * The rows to show: existing ones keep their places, and new ones come after them. `whenGone` returns what remains of a
 * row that disappears.
 */
export function steadied<T extends Keyed>(
  shown: readonly T[],
  wanted: readonly T[],
  whenGone: (row: T) => T | undefined,
): readonly T[] {
  const current = new Map(wanted.map((row) => [row.key, row]));
  const kept = shown.flatMap((row) => current.get(row.key) ?? whenGone(row) ?? []);
  const isKept = new Set(kept.map(({ key }) => key));
  return [...kept, ...wanted.filter(({ key }) => !isKept.has(key))];
}

export const isSameOrder = (one: readonly Keyed[], other: readonly Keyed[]): boolean =>
  one.length === other.length && one.every(({ key }, at) => key === other[at]?.key);

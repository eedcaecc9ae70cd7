/** Changes the order of a list. */

/** The list with the item at one position moved to another. */
export function withMoved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const target = Math.max(0, Math.min(to, items.length - 1));
  const item = items[from];
  if (item === undefined || from === target) return items;
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(target, 0, item);
}

export interface Extent {
  readonly top: number;
  readonly height: number;
}

/**
 * Where a dragged row belongs: it changes places with a neighbour when the pointer is beyond the neighbour's middle.
 * The extents are those of the rows as they are shown now.
 */
export function draggedTo(extents: readonly Extent[], at: number, pointer: number): number {
  const middle = (position: number) => {
    const { top, height } = extents[position] ?? { top: 0, height: 0 };
    return top + height / 2;
  };
  let place = at;
  while (place > 0 && pointer < middle(place - 1)) place--;
  if (place !== at) return place;
  while (place < extents.length - 1 && pointer > middle(place + 1)) place++;
  return place;
}

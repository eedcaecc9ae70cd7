/**
 * What is known of a narrow: stretches of message ids, each with all the narrow's messages between its ends. Stretches that
 * meet are one. All of it is immutable, and the same object where nothing is different.
 */

/** The ends of everything: below every id, and beyond every id that will ever be. */
export const OLDEST = 0;
export const NEWEST = Number.POSITIVE_INFINITY;

export interface IdRange {
  /** Every message of the narrow from this id up to that one is known. */
  readonly from: number;
  readonly upto: number;
  /** Ascending. */
  readonly ids: readonly number[];
}

/** Ascending; no two of them meet. */
export type Ranges = readonly IdRange[];

const contains = ({ from, upto }: IdRange, id: number) => from <= id && id <= upto;

export const covers = (ranges: Ranges, id: number): boolean => ranges.some((range) => contains(range, id));

/** With what has been fetched, which is believed where both say something. */
export function withRange(ranges: Ranges, fetched: IdRange): Ranges {
  const meets = ({ from, upto }: IdRange) => from <= fetched.upto + 1 && upto >= fetched.from - 1;
  const met = ranges.filter(meets);
  const ids = [
    ...met.flatMap((range) => range.ids.filter((id) => id < fetched.from)),
    ...fetched.ids,
    ...met.flatMap((range) => range.ids.filter((id) => id > fetched.upto)),
  ];
  const joined: IdRange = {
    from: Math.min(fetched.from, ...met.map((range) => range.from)),
    upto: Math.max(fetched.upto, ...met.map((range) => range.upto)),
    ids: met.length === 1 && sameIds(met[0]?.ids ?? [], ids) ? (met[0]?.ids ?? ids) : ids,
  };
  return [
    ...ranges.filter((range) => !meets(range) && range.upto < fetched.from),
    joined,
    ...ranges.filter((range) => !meets(range) && range.from > fetched.upto),
  ];
}

/** With a message that is the narrow's now, where it lies in what is known. */
export function withId(ranges: Ranges, id: number): Ranges {
  const at = ranges.findIndex((range) => contains(range, id));
  const range = ranges[at];
  if (!range) return ranges;
  const place = placeOf(range.ids, id);
  return range.ids[place] === id ? ranges : ranges.with(at, { ...range, ids: range.ids.toSpliced(place, 0, id) });
}

/** Without messages that are the narrow's no more. */
export function withoutIds(ranges: Ranges, gone: ReadonlySet<number>): Ranges {
  const next = ranges.map((range) => {
    const ids = range.ids.filter((id) => !gone.has(id));
    return ids.length === range.ids.length ? range : { ...range, ids };
  });
  return next.every((range, n) => range === ranges[n]) ? ranges : next;
}

/** Nothing is known beyond this id any more. */
export function knownUpto(ranges: Ranges, upto: number): Ranges {
  if (ranges.every((range) => range.upto <= upto)) return ranges;
  return ranges
    .filter((range) => range.from <= upto)
    .map((range) => (range.upto <= upto ? range : cut(range, { from: range.from, upto })));
}

/** The stretch around a place; where nothing is known of it, the one before it, or else the first. */
export function rangeAt(ranges: Ranges, place: number): IdRange | undefined {
  return ranges.findLast((range) => range.from <= place) ?? ranges[0];
}

/** At most so many messages, those nearest to the place. What is let go is not known any more. */
export function nearestOf(ranges: Ranges, place: number, most: number): Ranges {
  if (ranges.reduce((count, { ids }) => count + ids.length, 0) <= most) return ranges;
  const center = rangeAt(ranges, place);
  if (!center) return ranges;
  const kept = nearestIn(center, place, most);
  // Others only whole, and the newest first: to there one comes back.
  let left = most - kept.ids.length;
  const others = ranges.toReversed().filter((range) => {
    if (range === center || range.ids.length > left) return false;
    left -= range.ids.length;
    return true;
  });
  return [...others, kept].sort((a, b) => a.from - b.from);
}

function nearestIn(range: IdRange, place: number, most: number): IdRange {
  const { ids } = range;
  if (ids.length <= most) return range;
  const at = placeOf(ids, place);
  const first = Math.max(0, Math.min(at - Math.floor(most / 2), ids.length - most));
  const last = first + most - 1;
  const from = first === 0 ? range.from : (ids[first] as number);
  const upto = last === ids.length - 1 ? range.upto : (ids[last] as number);
  return { from, upto, ids: ids.slice(first, last + 1) };
}

function cut(range: IdRange, { from, upto }: { from: number; upto: number }): IdRange {
  return { from, upto, ids: range.ids.filter((id) => id >= from && id <= upto) };
}

/** How many of the ids are smaller. */
export function placeOf(ids: readonly number[], id: number): number {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] as number) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

const sameIds = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((id, n) => id === b[n]);

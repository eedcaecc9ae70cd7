/**
 * What is known of a narrow: ranges of message ids, each with all of the narrow's messages between its ends. Adjacent
 * ranges are merged. Everything is immutable, and stays the same object while nothing changes.
 */

/** Below every id, and above every id that will ever exist. */
export const OLDEST = 0;
export const NEWEST = Number.POSITIVE_INFINITY;

export interface IdRange {
  /** Every message of the narrow from this id up to `upto` is known. */
  readonly from: number;
  readonly upto: number;
  /** Ascending. */
  readonly ids: readonly number[];
}

/** Ascending; no two are adjacent. */
export type Ranges = readonly IdRange[];

const contains = ({ from, upto }: IdRange, id: number) => from <= id && id <= upto;

export const covers = (ranges: Ranges, id: number): boolean => ranges.some((range) => contains(range, id));

/** Adds a fetched range. Where it overlaps a known one, the fetched one wins. */
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

/** Adds a message to the narrow, if a known range covers its id. */
export function withId(ranges: Ranges, id: number): Ranges {
  const at = ranges.findIndex((range) => contains(range, id));
  const range = ranges[at];
  if (!range) return ranges;
  const place = placeOf(range.ids, id);
  return range.ids[place] === id ? ranges : ranges.with(at, { ...range, ids: range.ids.toSpliced(place, 0, id) });
}

/** Removes messages from the narrow. */
export function withoutIds(ranges: Ranges, gone: ReadonlySet<number>): Ranges {
  const next = ranges.map((range) => {
    const ids = range.ids.filter((id) => !gone.has(id));
    return ids.length === range.ids.length ? range : { ...range, ids };
  });
  return next.every((range, n) => range === ranges[n]) ? ranges : next;
}

/** Forgets everything above this id. */
export function knownUpto(ranges: Ranges, upto: number): Ranges {
  if (ranges.every((range) => range.upto <= upto)) return ranges;
  return ranges
    .filter((range) => range.from <= upto)
    .map((range) => (range.upto <= upto ? range : cut(range, { from: range.from, upto })));
}

/** The range around a place; if none covers it, the range before it, or else the first. */
export function rangeAt(ranges: Ranges, place: number): IdRange | undefined {
  return ranges.findLast((range) => range.from <= place) ?? ranges[0];
}

/** Keeps at most `most` messages, those nearest to the place. The rest counts as unknown again. */
export function nearestOf(ranges: Ranges, place: number, most: number): Ranges {
  if (ranges.reduce((count, { ids }) => count + ids.length, 0) <= most) return ranges;
  const center = rangeAt(ranges, place);
  if (!center) return ranges;
  const kept = nearestIn(center, place, most);
  // Other ranges are kept whole or not at all, newest first: readers return there.
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

/** The number of ids below this one, which is its position. */
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

/** The range from the smallest to the largest of some ids. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Ids closer together than this on average are read as a range, which is one index scan instead of many lookups. */
const CLOSE = 20;

/** A range if the ids are close together, like a page of messages; other rows in it must be ignored. */
export function shortSpan(ids: readonly number[]): Span | undefined {
  const [first, ...others] = ids;
  if (first === undefined || others.length === 0) return undefined;
  const span = { from: Math.min(...ids), to: Math.max(...ids) };
  return span.to - span.from < CLOSE * ids.length ? span : undefined;
}

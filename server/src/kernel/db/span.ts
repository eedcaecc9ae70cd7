/** From the smallest to the largest of some ids. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Ids that lie closer than this on average are read as a range, which is one step in an index instead of one for each. */
const CLOSE = 20;

/** Where the ids lie close together, as those of a page of messages do; what else lies between them must be ignored. */
export function shortSpan(ids: readonly number[]): Span | undefined {
  const [first, ...others] = ids;
  if (first === undefined || others.length === 0) return undefined;
  const span = { from: Math.min(...ids), to: Math.max(...ids) };
  return span.to - span.from < CLOSE * ids.length ? span : undefined;
}

/**
 * Which of some messages people see who were subscribed for a time. People who see the same messages share a part,
 * found by their periods: no list is built or compared per person.
 */
import type { MessageId } from "../kernel/api/ids.ts";
import type { Period } from "./periods.ts";

export interface MessagePart {
  readonly key: string;
  /** Ascending. */
  readonly ids: readonly MessageId[];
}

/** From one index up to another. */
type Span = readonly [start: number, end: number];

export class MessageParts {
  readonly all: MessagePart;
  readonly none: MessagePart = { key: "", ids: [] };
  readonly #parts = new Map<string, MessagePart>();

  /** Ids ascend. */
  constructor(ids: readonly MessageId[]) {
    this.all = ids.length > 0 ? { key: keyOf([[0, ids.length]]), ids } : this.none;
    for (const part of [this.none, this.all]) this.#parts.set(part.key, part);
  }

  during(periods: readonly Period[]): MessagePart {
    const { ids } = this.all;
    const spans: Span[] = periods.map(({ from, to }) => [this.#at(from), to === null ? ids.length : this.#at(to + 1)]);
    const joined = joinedSpans(spans);
    return this.#part(keyOf(joined), () => joined.flatMap(([start, end]) => ids.slice(start, end)));
  }

  /** The difference of two parts. */
  without(part: MessagePart, other: MessagePart): MessagePart {
    if (other === this.none) return part;
    if (other === this.all) return this.none;
    return this.#part(`${part.key} without ${other.key}`, () => {
      const left = new Set(other.ids);
      return part.ids.filter((id) => !left.has(id));
    });
  }

  #part(key: string, ids: () => readonly MessageId[]): MessagePart {
    const part = this.#parts.get(key) ?? { key, ids: ids() };
    this.#parts.set(key, part);
    return part;
  }

  /** The index of the first message that is not older. */
  #at(id: MessageId): number {
    const { ids } = this.all;
    let [low, high] = [0, ids.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ids[middle] as MessageId) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const keyOf = (spans: readonly Span[]): string => spans.join(" ");

/** In order, merged where adjacent. */
function joinedSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (start >= end) continue;
    if (last && start <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], end)];
    else joined.push([start, end]);
  }
  return joined;
}

/** Divides steps into blocks with codes of their own, where that takes fewer bits than common codes. */
import type { SymbolCounts } from "./parse.ts";

/** The smallest part that can become a block, and how many of them a block has at most. */
export const PART_STEPS = 2048;
const MOST_PARTS = 40;
/** A block begins with its codes: some bits, and some for each symbol that occurs in it. */
const HEADING_BITS = 150;
const BITS_PER_SYMBOL = 3.2;

/** Returns where blocks end, as numbers of parts, for the counts of each part. */
export function blockEnds(parts: readonly SymbolCounts[]): number[] {
  const best = new Float64Array(parts.length + 1).fill(Number.POSITIVE_INFINITY);
  const begin = new Uint32Array(parts.length + 1);
  best[0] = 0;
  for (let from = 0; from < parts.length; from++) {
    const literals = new Uint32Array(parts[from]?.literals.length ?? 0);
    const distances = new Uint32Array(parts[from]?.distances.length ?? 0);
    for (let to = from; to < Math.min(parts.length, from + MOST_PARTS); to++) {
      const part = parts[to] as SymbolCounts;
      add(literals, part.literals);
      add(distances, part.distances);
      const bits = (best[from] as number) + HEADING_BITS + bitsOf(literals) + bitsOf(distances);
      if (bits >= (best[to + 1] as number)) continue;
      best[to + 1] = bits;
      begin[to + 1] = from;
    }
  }
  const ends: number[] = [];
  for (let end = parts.length; end > 0; end = begin[end] as number) ends.unshift(end);
  return ends;
}

function add(sums: Uint32Array, counts: Uint32Array): void {
  for (let index = 0; index < sums.length; index++) sums[index] = (sums[index] as number) + (counts[index] as number);
}

/** With the best possible codes. */
function bitsOf(counts: Uint32Array): number {
  let [all, bits] = [0, 0];
  for (const count of counts) {
    if (count === 0) continue;
    all += count;
    bits += BITS_PER_SYMBOL - weighted(count);
  }
  return bits + weighted(all);
}

const WEIGHTED = Float64Array.from({ length: 1 << 16 }, (_, count) => (count === 0 ? 0 : count * Math.log2(count)));
const weighted = (count: number): number => WEIGHTED[count] ?? count * Math.log2(count);

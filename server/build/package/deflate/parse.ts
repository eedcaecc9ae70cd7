/** Chooses between literals and matches so that a text takes the fewest bits, for what each symbol costs. */
import { codeLengths } from "./codes.ts";
import type { FoundMatches } from "./matches.ts";
import {
  DISTANCE_CLASS,
  DISTANCE_CLASSES,
  DISTANCES,
  distanceOf,
  END,
  LENGTH_CLASS,
  LENGTH_CLASSES,
  LITERAL_STEP,
  LITERALS_AND_LENGTHS,
  LONGEST,
  lengthOf,
  lengthSymbol,
  matchStep,
  SHORTEST,
} from "./symbols.ts";

/** How often each symbol occurs. */
export interface SymbolCounts {
  readonly literals: Uint32Array;
  readonly distances: Uint32Array;
}

/** In bits, with those that follow the code. */
interface SymbolCosts {
  readonly literals: Float64Array;
  readonly lengths: Float64Array;
  readonly distances: Float64Array;
}

/** The longest codes of literals, lengths and distances. */
export const LONGEST_CODE = 15;
/** What a symbol costs that did not occur the last time. */
const RARE_BITS = 13;
const RARE_DISTANCE_BITS = 9;

export class DeflatedText {
  readonly #bytes: Uint8Array;
  readonly #start: number;
  readonly #matches: FoundMatches;
  /** By position of what is parsed: the bits that the cheapest way there takes, and its last step. */
  readonly #cheapest: Float64Array;
  readonly #taken: Uint32Array;

  /** What is before `start` belongs to what was written earlier. */
  constructor(bytes: Uint8Array, start: number, matches: FoundMatches) {
    this.#bytes = bytes;
    this.#start = start;
    this.#matches = matches;
    this.#cheapest = new Float64Array(this.length + 1);
    this.#taken = new Uint32Array(this.length + 1);
  }

  get length(): number {
    return this.#bytes.length - this.#start;
  }

  byteAt(position: number): number {
    return this.#bytes[this.#start + position] as number;
  }

  count(steps: Uint32Array, from: number): SymbolCounts {
    const literals = new Uint32Array(LITERALS_AND_LENGTHS);
    const distances = new Uint32Array(DISTANCES);
    let position = from;
    for (const step of steps) {
      const length = lengthOf(step);
      if (step === LITERAL_STEP) (literals[this.byteAt(position)] as number)++;
      else {
        (literals[lengthSymbol(length)] as number)++;
        (distances[DISTANCE_CLASS[distanceOf(step)] as number] as number)++;
      }
      position += length;
    }
    literals[END] = 1;
    return { literals, distances };
  }

  /** The cheapest steps from one position to another. */
  parse(from: number, to: number, counts: SymbolCounts | undefined): Uint32Array {
    const { literals, lengths, distances } = counts ? costsFor(counts) : USUAL_COSTS;
    const [bytes, start, { first, steps }] = [this.#bytes, this.#start, this.#matches];
    const size = to - from;
    const [cheapest, taken] = [this.#cheapest, this.#taken];
    cheapest.fill(Number.POSITIVE_INFINITY, 1, size + 1);
    cheapest[0] = 0;
    for (let at = 0; at < size; at++) {
      const soFar = cheapest[at] as number;
      const position = from + at;
      const withLiteral = soFar + (literals[bytes[start + position] as number] as number);
      if (withLiteral < (cheapest[at + 1] as number)) {
        cheapest[at + 1] = withLiteral;
        taken[at + 1] = LITERAL_STEP;
      }
      const most = size - at;
      let length = SHORTEST;
      const end = first[position + 1] as number;
      for (let index = first[position] as number; index < end; index++) {
        const step = steps[index] as number;
        const distance = distanceOf(step);
        const withDistance = soFar + (distances[DISTANCE_CLASS[distance] as number] as number);
        for (const longest = Math.min(lengthOf(step), most); length <= longest; length++) {
          const cost = withDistance + (lengths[length] as number);
          if (cost >= (cheapest[at + length] as number)) continue;
          cheapest[at + length] = cost;
          taken[at + length] = matchStep(length, distance);
        }
      }
    }
    return backwards(taken, size);
  }
}

/** The steps in their order. */
function backwards(taken: Uint32Array, size: number): Uint32Array {
  const steps = new Uint32Array(size);
  let index = size;
  for (let at = size; at > 0; at -= lengthOf(taken[at] as number)) steps[--index] = taken[at] as number;
  return steps.subarray(index);
}

function costsFor(counts: SymbolCounts): SymbolCosts {
  const bits = codeLengths(counts.literals, LONGEST_CODE);
  const distanceBits = codeLengths(counts.distances, LONGEST_CODE);
  return costs(
    (symbol) => bits[symbol] || RARE_BITS,
    (index) => distanceBits[index] || RARE_DISTANCE_BITS,
  );
}

function costs(bitsOf: (symbol: number) => number, bitsOfDistance: (index: number) => number): SymbolCosts {
  const lengths = new Float64Array(LONGEST + 1);
  for (let length = SHORTEST; length <= LONGEST; length++)
    lengths[length] = bitsOf(lengthSymbol(length)) + (LENGTH_CLASSES[LENGTH_CLASS[length] as number]?.extra ?? 0);
  return {
    literals: Float64Array.from({ length: END }, (_, symbol) => bitsOf(symbol)),
    lengths,
    distances: Float64Array.from(DISTANCE_CLASSES, ({ extra }, index) => bitsOfDistance(index) + extra),
  };
}

/** Before anything is known. */
const USUAL_COSTS: SymbolCosts = costs(
  (symbol) => (symbol < END ? 7.5 : 6),
  () => 5,
);

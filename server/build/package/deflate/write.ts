/** Writes blocks of DEFLATE, bit by bit. */
import { codeLengths, codesOf } from "./codes.ts";
import { type DeflatedText, LONGEST_CODE, type SymbolCounts } from "./parse.ts";
import {
  DISTANCE_CLASS,
  DISTANCE_CLASSES,
  distanceOf,
  END,
  LENGTH_CLASS,
  LENGTH_CLASSES,
  LITERAL_STEP,
  lengthOf,
  lengthSymbol,
} from "./symbols.ts";

export class BitWriter {
  #bytes = new Uint8Array(1 << 16);
  #count = 0;
  #held = 0;
  #bits = 0;

  /** At most 16 bits, the lowest first. */
  put(value: number, bits: number): void {
    this.#held |= value << this.#bits;
    this.#bits += bits;
    while (this.#bits >= 8) {
      if (this.#count === this.#bytes.length) this.#grow();
      this.#bytes[this.#count++] = this.#held & 0xff;
      this.#held >>>= 8;
      this.#bits -= 8;
    }
  }

  /** Ends at a byte, with an empty block, so that what follows can be written by somebody else. */
  finish(): Uint8Array {
    this.put(STORED, 3);
    if (this.#bits > 0) this.put(0, 8 - this.#bits);
    for (const value of [0, 0xffff]) this.put(value, 16);
    return this.#bytes.subarray(0, this.#count);
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

/** The first three bits of blocks that are not the last. */
const STORED = 0b000;
const WITH_CODES = 0b100;

export function writeBlock(
  out: BitWriter,
  text: DeflatedText,
  from: number,
  steps: Uint32Array,
  counts: SymbolCounts,
): void {
  const lengths = codeLengths(counts.literals, LONGEST_CODE);
  const distanceLengths = codeLengths(counts.distances, LONGEST_CODE);
  // One code must exist, even if nothing is repeated.
  if (distanceLengths.every((length) => length === 0)) distanceLengths[0] = 1;
  out.put(WITH_CODES, 3);
  writeCodes(out, trimmed(lengths, END + 1), trimmed(distanceLengths, 1));
  const [codes, distanceCodes] = [codesOf(lengths), codesOf(distanceLengths)];
  const putSymbol = (symbol: number) => out.put(codes[symbol] as number, lengths[symbol] as number);
  let position = from;
  for (const step of steps) {
    const length = lengthOf(step);
    if (step === LITERAL_STEP) putSymbol(text.byteAt(position));
    else {
      putSymbol(lengthSymbol(length));
      const lengthClass = LENGTH_CLASSES[LENGTH_CLASS[length] as number];
      if (lengthClass) out.put(length - lengthClass.base, lengthClass.extra);
      const distance = distanceOf(step);
      const index = DISTANCE_CLASS[distance] as number;
      out.put(distanceCodes[index] as number, distanceLengths[index] as number);
      const distanceClass = DISTANCE_CLASSES[index];
      if (distanceClass) out.put(distance - distanceClass.base, distanceClass.extra);
    }
    position += length;
  }
  putSymbol(END);
}

/** Without the zeros at the end. */
function trimmed(lengths: Uint8Array, least: number): Uint8Array {
  const last = lengths.findLastIndex((length) => length > 0);
  return lengths.subarray(0, Math.max(least, last + 1));
}

/** The order in which the lengths of the codes for lengths are written. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const REPEAT = { symbol: 16, least: 3, most: 6, extra: 2 };
const FEW_ZEROS = { symbol: 17, least: 3, most: 10, extra: 3 };
const MANY_ZEROS = { symbol: 18, least: 11, most: 138, extra: 7 };

interface LengthSymbol {
  readonly symbol: number;
  readonly value: number;
  readonly extra: number;
}

/** The codes of a block are written as their lengths, and these with codes of their own. */
function writeCodes(out: BitWriter, literals: Uint8Array, distances: Uint8Array): void {
  const symbols = runs([...literals, ...distances]);
  const counts = new Uint32Array(ORDER.length);
  for (const { symbol } of symbols) counts[symbol] = (counts[symbol] as number) + 1;
  const lengths = codeLengths(counts, 7);
  const codes = codesOf(lengths);
  const written = Math.max(4, ORDER.findLastIndex((symbol) => lengths[symbol] !== 0) + 1);
  out.put(literals.length - 257, 5);
  out.put(distances.length - 1, 5);
  out.put(written - 4, 4);
  for (const symbol of ORDER.slice(0, written)) out.put(lengths[symbol] as number, 3);
  for (const { symbol, value, extra } of symbols) {
    out.put(codes[symbol] as number, lengths[symbol] as number);
    out.put(value, extra);
  }
}

function runs(lengths: readonly number[]): LengthSymbol[] {
  const symbols: LengthSymbol[] = [];
  for (let at = 0; at < lengths.length; ) {
    const length = lengths[at] as number;
    let end = at + 1;
    while (lengths[end] === length) end++;
    if (length !== 0) symbols.push({ symbol: length, value: 0, extra: 0 });
    let left = end - at - (length === 0 ? 0 : 1);
    while (left > 0) {
      const kind = length !== 0 ? REPEAT : left >= MANY_ZEROS.least ? MANY_ZEROS : FEW_ZEROS;
      const count = Math.min(left, kind.most);
      if (count < kind.least) symbols.push(...Array(count).fill({ symbol: length, value: 0, extra: 0 }));
      else symbols.push({ symbol: kind.symbol, value: count - kind.least, extra: kind.extra });
      left -= count;
    }
    at = end;
  }
  return symbols;
}

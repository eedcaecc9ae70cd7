/**
 * The checksum of two texts that follow each other, from their own checksums: a response can be put together from parts
 * that were compressed before, without reading them again. Polynomials over two elements, as in zlib's crc32_combine.
 */

/** The polynomial of gzip's checksum, and one, both with the lowest power in the highest bit. */
const POLYNOMIAL = 0xedb88320;
const ONE = 1 << 31;

function product(a: number, b: number): number {
  let result = 0;
  for (let [bit, shifted] = [ONE, b]; ; bit >>>= 1) {
    if (a & bit) {
      result ^= shifted;
      if ((a & (bit - 1)) === 0) return result;
    }
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
}

/** x to the power of 1, 2, 4, 8 and so on. */
const SQUARES = Array.from({ length: 32 }, () => 0);
for (let [index, power] = [0, 1 << 30]; index < SQUARES.length; index++) {
  SQUARES[index] = power;
  power = product(power, power);
}

/** What appending this many bytes does to the checksum of what stands before them. */
export function shiftBy(bytes: number): number {
  let result = ONE;
  // A byte has eight bits, hence the third square.
  for (let [rest, index] = [bytes, 3]; rest > 0; rest = Math.floor(rest / 2), index++)
    if (rest % 2 === 1) result = product(SQUARES[index % SQUARES.length] as number, result);
  return result;
}

/** The checksum of a text and one that follows it, whose `shift` is `shiftBy` of its length. */
export const joined = (before: number, after: { readonly crc: number; readonly shift: number }): number =>
  (product(after.shift, before) ^ after.crc) >>> 0;

/** The alphabets of DEFLATE (RFC 1951): literals, lengths and distances, with the bits that follow their codes. */

export const SHORTEST = 3;
export const LONGEST = 258;
/** One less than the format allows, so that a place in the window never means two positions. */
export const FARTHEST = 32_767;

export const END = 256;
const FIRST_LENGTH = 257;
/** Literals, the end of a block, and 29 classes of lengths. */
export const LITERALS_AND_LENGTHS = 286;
export const DISTANCES = 30;

/** A class of values begins with `base`; `extra` bits say which of them it is. */
interface ValueClass {
  readonly base: number;
  readonly extra: number;
}

/** Classes double in size after each group, once the first ones have had a class for each value. */
function classes(count: number, { first, group }: { first: number; group: number }): ValueClass[] {
  const made: ValueClass[] = [];
  for (let base = first, index = 0; index < count; index++) {
    const extra = Math.max(0, Math.floor(index / group) - 1);
    made.push({ base, extra });
    base += 1 << extra;
  }
  return made;
}

/** The longest match has a class of its own. */
export const LENGTH_CLASSES: readonly ValueClass[] = [
  ...classes(28, { first: SHORTEST, group: 4 }),
  { base: LONGEST, extra: 0 },
];
export const DISTANCE_CLASSES: readonly ValueClass[] = classes(DISTANCES, { first: 1, group: 2 });

function classOfEach(list: readonly ValueClass[], largest: number): Uint8Array {
  const found = new Uint8Array(largest + 1);
  list.forEach(({ base, extra }, index) => {
    found.fill(index, base, Math.min(base + (1 << extra), largest + 1));
  });
  return found;
}

export const LENGTH_CLASS: Uint8Array = classOfEach(LENGTH_CLASSES, LONGEST);
export const DISTANCE_CLASS: Uint8Array = classOfEach(DISTANCE_CLASSES, FARTHEST);

export const lengthSymbol = (length: number): number => FIRST_LENGTH + (LENGTH_CLASS[length] as number);

/** A step of a text: a literal, or a match of this length at this distance. In one number, of which there are millions. */
export const LITERAL_STEP: number = 1 << 16;
export const matchStep = (length: number, distance: number): number => (length << 16) | distance;
export const lengthOf = (step: number): number => step >>> 16;
export const distanceOf = (step: number): number => step & 0xffff;

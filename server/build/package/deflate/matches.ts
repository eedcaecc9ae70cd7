/**
 * Finds what repeats itself: for each position the matches that begin there, each longer than the one before and the nearest of its
 * length. Earlier positions with the same first bytes are in a binary tree, sorted by what follows, with the newest on top.
 */
import { FARTHEST, LONGEST, matchStep, SHORTEST } from "./symbols.ts";

/** More finds hardly anything. */
const DEEPEST = 64;
/** What is repeated for so long is taken as a whole; where it could begin later is not looked at. */
const LONG_ENOUGH = 192;
const NONE = -1;
const RING = FARTHEST + 1;
const IN_RING = FARTHEST;
const HASH_BITS = 16;

export interface FoundMatches {
  /** Where the matches of a position are in `steps`: from this entry up to the next. */
  readonly first: Uint32Array;
  readonly steps: Uint32Array;
}

/** For the positions from `start` on; what is before it can be referred to. */
export function findMatches(bytes: Uint8Array, start: number): FoundMatches {
  const end = bytes.length;
  const first = new Uint32Array(end - start + 1);
  let steps = new Uint32Array((end - start) * 4 + LONGEST);
  let count = 0;
  const roots = new Int32Array(1 << HASH_BITS).fill(NONE);
  const newestOfThree = new Int32Array(1 << HASH_BITS).fill(NONE);
  const children = new Int32Array(2 * RING).fill(NONE);

  /** Puts a position on top of its tree. Notes the matches on the way, if they are wanted. */
  const insert = (position: number, isWanted: boolean): number => {
    const most = Math.min(LONGEST, end - position);
    const oldest = Math.max(NONE, position - RING);
    const three =
      (bytes[position] as number) | ((bytes[position + 1] as number) << 8) | ((bytes[position + 2] as number) << 16);
    const shortHash = Math.imul(three, 0x9e3779b1) >>> (32 - HASH_BITS);
    const short = newestOfThree[shortHash] as number;
    newestOfThree[shortHash] = position;
    let best = SHORTEST - 1;
    if (
      isWanted &&
      short > oldest &&
      bytes[short] === bytes[position] &&
      bytes[short + 1] === bytes[position + 1] &&
      bytes[short + 2] === bytes[position + 2]
    ) {
      best = SHORTEST;
      steps[count++] = matchStep(SHORTEST, position - short);
    }
    const hash = Math.imul(three | ((bytes[position + 3] as number) << 24), 0x9e3779b1) >>> (32 - HASH_BITS);
    let at = roots[hash] as number;
    roots[hash] = position;
    let smaller = 2 * (position & IN_RING);
    let larger = smaller + 1;
    let [smallerLength, largerLength] = [0, 0];
    for (let depth = DEEPEST; at > oldest && depth > 0; depth--) {
      let length = Math.min(smallerLength, largerLength);
      while (length < most && bytes[at + length] === bytes[position + length]) length++;
      if (length > best) {
        best = length;
        if (isWanted) steps[count++] = matchStep(length, position - at);
      }
      const node = 2 * (at & IN_RING);
      if (length === most) {
        // Equal as far as it matters: the newer one takes its place.
        children[smaller] = children[node] as number;
        children[larger] = children[node + 1] as number;
        return best;
      }
      if ((bytes[at + length] as number) < (bytes[position + length] as number)) {
        children[smaller] = at;
        smaller = node + 1;
        at = children[smaller] as number;
        smallerLength = length;
      } else {
        children[larger] = at;
        larger = node;
        at = children[larger] as number;
        largerLength = length;
      }
    }
    children[smaller] = NONE;
    children[larger] = NONE;
    return best;
  };

  // The last bytes are too few for a match that is worth it.
  const last = end - SHORTEST - 1;
  for (let position = 0; position < Math.min(start, last + 1); position++) insert(position, false);
  let wantedFrom = start;
  for (let position = start; position < end; position++) {
    first[position - start] = count;
    if (position > last) continue;
    if (steps.length - count < LONGEST) steps = doubled(steps);
    const isWanted = position >= wantedFrom;
    const longest = insert(position, isWanted);
    if (isWanted && longest >= LONG_ENOUGH) wantedFrom = position + longest;
  }
  first[end - start] = count;
  return { first, steps };
}

function doubled(steps: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(steps.length * 2);
  larger.set(steps);
  return larger;
}

/** Codes of up to so many bits: frequent symbols have short ones (Huffman), and their lengths alone determine them. */

/** The lengths of the codes, by symbol; 0 for those that do not occur. */
export function codeLengths(counts: Uint32Array, longest: number): Uint8Array {
  for (let scale = 0; ; scale++) {
    const lengths = unlimitedLengths(counts, scale);
    // With counts that differ less, the longest codes are shorter.
    if (lengths.every((length) => length <= longest)) return lengths;
  }
}

function unlimitedLengths(counts: Uint32Array, scale: number): Uint8Array {
  const lengths = new Uint8Array(counts.length);
  const leaves = [...counts.keys()].filter((symbol) => counts[symbol] !== 0);
  const weightOf = (symbol: number) => Math.max(1, (counts[symbol] as number) >>> scale);
  if (leaves.length === 1) lengths[leaves[0] as number] = 1;
  if (leaves.length < 2) return lengths;
  leaves.sort((one, other) => weightOf(one) - weightOf(other) || one - other);
  // Sums are made in ascending order, so that both lists are always sorted.
  const weights = leaves.map(weightOf);
  const parents = new Int32Array(2 * leaves.length - 1);
  let [leaf, sum] = [0, leaves.length];
  const lightest = () => {
    const isLeaf =
      leaf < leaves.length && (sum >= weights.length || (weights[leaf] as number) <= (weights[sum] as number));
    return isLeaf ? leaf++ : sum++;
  };
  while (weights.length < parents.length) {
    const [one, other] = [lightest(), lightest()];
    parents[one] = weights.length;
    parents[other] = weights.length;
    weights.push((weights[one] as number) + (weights[other] as number));
  }
  const depths = new Uint8Array(parents.length);
  for (let node = parents.length - 2; node >= 0; node--) depths[node] = (depths[parents[node] as number] as number) + 1;
  leaves.forEach((symbol, index) => {
    lengths[symbol] = depths[index] as number;
  });
  return lengths;
}

/** The codes themselves, with the bits in the order in which they are written. */
export function codesOf(lengths: Uint8Array): Uint16Array {
  const codes = new Uint16Array(lengths.length);
  let next = 0;
  for (let length = 1; length <= 15; length++, next <<= 1)
    for (let symbol = 0; symbol < lengths.length; symbol++)
      if (lengths[symbol] === length) codes[symbol] = reversed(next++, length);
  return codes;
}

function reversed(code: number, length: number): number {
  let result = 0;
  for (let bit = 0; bit < length; bit++) result |= ((code >>> bit) & 1) << (length - 1 - bit);
  return result;
}

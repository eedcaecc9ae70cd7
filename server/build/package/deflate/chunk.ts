/** Compresses a part of a longer text. */
import { findMatches } from "./matches.ts";
import { DeflatedText, type SymbolCounts } from "./parse.ts";
import { blockEnds, PART_STEPS } from "./split.ts";
import { lengthOf } from "./symbols.ts";
import { BitWriter, writeBlock } from "./write.ts";

/** What a symbol costs depends on how often it is chosen, and the other way round. A third round saves next to nothing. */
const ROUNDS = 2;

/** Blocks for the bytes from `start` on. What is before it has been written already, and can be referred to. */
export function compressChunk(bytes: Uint8Array, start: number): Uint8Array {
  const text = new DeflatedText(bytes, start, findMatches(bytes, start));
  const out = new BitWriter();
  const draft = text.parse(0, text.length, undefined);
  const parts = partsOf(text, draft);
  let first = 0;
  for (const end of blockEnds(parts.map(({ counts }) => counts))) {
    const [from, to] = [parts[first]?.from ?? 0, parts[end]?.from ?? text.length];
    let steps = draft.subarray(first * PART_STEPS, end * PART_STEPS);
    for (let round = 0; round < ROUNDS; round++) steps = text.parse(from, to, text.count(steps, from));
    writeBlock(out, text, from, steps, text.count(steps, from));
    first = end;
  }
  return out.finish();
}

function partsOf(text: DeflatedText, steps: Uint32Array): { from: number; counts: SymbolCounts }[] {
  const parts: { from: number; counts: SymbolCounts }[] = [];
  let from = 0;
  for (let index = 0; index < steps.length; index += PART_STEPS) {
    const part = steps.subarray(index, index + PART_STEPS);
    parts.push({ from, counts: text.count(part, from) });
    for (const step of part) from += lengthOf(step);
  }
  return parts;
}

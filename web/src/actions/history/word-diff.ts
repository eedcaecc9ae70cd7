/** The word-by-word difference of an edit. */

export interface DiffPiece {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** Longer texts are shown as one deletion and one insertion; comparing them would take too long. */
const MOST_WORDS = 2000;

/** Words, white space and single characters. */
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];

/**
 * The old text merged with the new one: without the insertions it is the old text, without the deletions the new one.
 */
export function wordDiff(before: string, after: string): DiffPiece[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const middle = between(old.slice(start, old.length - end), now.slice(start, now.length - end));
  const same = (words: readonly string[]): DiffPiece[] => words.map((text) => ({ kind: "same", text }));
  return joined([...same(old.slice(0, start)), ...middle, ...same(old.slice(old.length - end))]);
}

/** By the longest common sequence of words. */
function between(old: readonly string[], now: readonly string[]): DiffPiece[] {
  const piece = (kind: DiffPiece["kind"]) => (text: string) => ({ kind, text });
  if (old.length * now.length > MOST_WORDS ** 2) return [...old.map(piece("removed")), ...now.map(piece("added"))];
  const width = now.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const pieces: DiffPiece[] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < now.length) {
    if (old[i] === now[j]) {
      pieces.push({ kind: "same", text: old[i] ?? "" });
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      pieces.push({ kind: "removed", text: old[i] ?? "" });
      i += 1;
    } else {
      pieces.push({ kind: "added", text: now[j] ?? "" });
      j += 1;
    }
  }
  return [...pieces, ...old.slice(i).map(piece("removed")), ...now.slice(j).map(piece("added"))];
}

/** Merges neighbouring pieces of one kind; within a change, deletions come before insertions. */
function joined(pieces: readonly DiffPiece[]): DiffPiece[] {
  const made: { kind: DiffPiece["kind"]; text: string }[] = [];
  for (const { kind, text } of pieces) {
    const last = made.at(-1);
    const before = made.at(-2);
    if (last?.kind === kind) last.text += text;
    else if (kind === "removed" && last?.kind === "added" && before?.kind === "removed") before.text += text;
    else if (kind === "removed" && last?.kind === "added") made.splice(-1, 0, { kind, text });
    else made.push({ kind, text });
  }
  return made;
}

/**
 * Merges two renderings: the structure of the new one, with inserted words marked, and deleted words marked where they
 * were. Tags are never split, and everything shown was safe in one of the two renderings.
 */

/** A tag, white space, or a word; an entity belongs to its word. */
const TOKENS = /<[^>]*>|\s+|[^<\s]+/g;

/** Consecutive tokens of one kind. */
interface Run {
  readonly kind: "same" | "inserted" | "deleted";
  readonly tokens: readonly string[];
}

/** Beyond `most` differences, where a comparison is expensive and unreadable, the rest counts as new. */
export function htmlDiff(before: string, after: string, most = 400): string {
  const runs = compare(before.match(TOKENS) ?? [], after.match(TOKENS) ?? [], most);
  const html = runs.map(({ kind, tokens }) => (kind === "same" ? tokens.join("") : marked(kind, tokens)));
  return `<div>${html.join("")}</div>`;
}

const isTag = (token: string) => token.startsWith("<");
/** Visible elements without content. */
const isSeen = (tag: string) => /^<(?:img|br|hr)\b/.test(tag);

/** Marks the words between tags. Deleted tags are dropped: they have no place in the new structure. */
function marked(kind: "inserted" | "deleted", tokens: readonly string[]): string {
  let html = "";
  let words = "";
  const close = () => {
    if (words.trim() !== "") html += `<span class="highlight_text_${kind}">${words}</span>`;
    else if (kind === "inserted") html += words;
    words = "";
  };
  for (const token of tokens) {
    if (!isTag(token) || isSeen(token)) words += token;
    else {
      close();
      if (kind === "inserted") html += token;
    }
  }
  close();
  return html;
}

/** The shortest edit script between two token lists (E. W. Myers, 1986). */
function compare(before: readonly string[], after: readonly string[], most: number): Run[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const rest = Math.min(before.length, after.length) - head;
  while (tail < rest && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return [
    { kind: "same", tokens: before.slice(0, head) },
    ...shortest(before.slice(head, before.length - tail), after.slice(head, after.length - tail), most),
    { kind: "same", tokens: before.slice(before.length - tail) },
  ];
}

function shortest(before: readonly string[], after: readonly string[], most: number): Run[] {
  const trace = furthestPaths(before, after, most);
  if (!trace)
    return [
      { kind: "deleted", tokens: before },
      { kind: "inserted", tokens: after },
    ];
  const path = new Backwards();
  let [x, y] = [before.length, after.length];
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const reached = trace[edits] as Reached;
    const diagonal = x - y;
    const down = goesDown(reached, diagonal, edits);
    const previous = down ? diagonal + 1 : diagonal - 1;
    const fromX = edits === 0 ? 0 : reached.far(previous);
    const startX = edits === 0 || down ? fromX : fromX + 1;
    path.add("same", before.slice(startX, x));
    y -= x - startX;
    x = startX;
    if (edits === 0) break;
    if (down) path.add("inserted", [after[--y] as string]);
    else path.add("deleted", [before[--x] as string]);
  }
  return path.runs();
}

/** Collects runs from last to first. */
class Backwards {
  readonly #runs: { kind: Run["kind"]; parts: (readonly string[])[] }[] = [];

  add(kind: Run["kind"], tokens: readonly string[]): void {
    if (tokens.length === 0) return;
    const last = this.#runs.at(-1);
    if (last?.kind === kind) last.parts.push(tokens);
    else this.#runs.push({ kind, parts: [tokens] });
  }

  runs(): Run[] {
    return this.#runs.map(({ kind, parts }) => ({ kind, tokens: parts.reverse().flat() })).reverse();
  }
}

/** How far each diagonal gets with a number of edits. */
class Reached {
  readonly #far: Int32Array;
  readonly #middle: number;

  constructor(far: Int32Array) {
    this.#far = far;
    this.#middle = (far.length - 1) / 2;
  }

  static nowhere(edits: number): Reached {
    const far = new Int32Array(2 * edits + 3).fill(-1);
    far[edits + 2] = 0;
    return new Reached(far);
  }

  far(diagonal: number): number {
    return this.#far[this.#middle + diagonal] as number;
  }

  reach(diagonal: number, x: number): void {
    this.#far[this.#middle + diagonal] = x;
  }

  /** What is known before so many edits. */
  copy(edits: number): Reached {
    return new Reached(this.#far.slice(this.#middle - edits - 1, this.#middle + edits + 2));
  }
}

const goesDown = (reached: Reached, diagonal: number, edits: number) =>
  diagonal === -edits || (diagonal !== edits && reached.far(diagonal - 1) < reached.far(diagonal + 1));

/** For each number of edits; undefined if there are too many. */
function furthestPaths(before: readonly string[], after: readonly string[], most: number): Reached[] | undefined {
  const trace: Reached[] = [];
  const limit = Math.min(before.length + after.length, most);
  const reached = Reached.nowhere(limit);
  for (let edits = 0; edits <= limit; edits++) {
    trace.push(reached.copy(edits));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = goesDown(reached, diagonal, edits) ? reached.far(diagonal + 1) : reached.far(diagonal - 1) + 1;
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x++;
      reached.reach(diagonal, x);
      if (x >= before.length && x - diagonal >= after.length) return trace;
    }
  }
  return undefined;
}

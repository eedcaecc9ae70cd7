/**
 * Two renderings in one: the structure of the new one, with inserted words marked in it and deleted words marked where they
 * stood. Tags are never cut, and whatever is shown was safe in one of the two renderings.
 */

/** A tag, white space, or a word; an entity belongs to its word. */
const TOKENS = /<[^>]*>|\s+|[^<\s]+/g;

/** Past so many differences, where a comparison becomes expensive and its result unreadable, the rest counts as new. */
const MOST_DIFFERENCES = 400;

type Step = { readonly kind: "same" | "inserted" | "deleted"; readonly token: string };

export function htmlDiff(before: string, after: string): string {
  const steps = compare(before.match(TOKENS) ?? [], after.match(TOKENS) ?? []);
  let html = "";
  for (let at = 0; at < steps.length; ) {
    const { kind } = steps[at] as Step;
    let end = at;
    while (end < steps.length && steps[end]?.kind === kind) end++;
    const tokens = steps.slice(at, end).map((step) => step.token);
    html += kind === "same" ? tokens.join("") : marked(kind, tokens);
    at = end;
  }
  return `<div>${html}</div>`;
}

const isTag = (token: string) => token.startsWith("<");
/** These stand for something to see and hold nothing. */
const isSeen = (tag: string) => /^<(?:img|br|hr)\b/.test(tag);

/** Marks the words between tags. Of what was deleted, the tags are gone with it: they have no place in the new structure. */
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

/** The fewest insertions and deletions that make one list of tokens the other (E. W. Myers, 1986). */
function compare(before: readonly string[], after: readonly string[]): Step[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return [
    ...steps("same", before.slice(0, head)),
    ...shortest(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...steps("same", before.slice(before.length - tail)),
  ];
}

const steps = (kind: Step["kind"], tokens: readonly string[]): Step[] => tokens.map((token) => ({ kind, token }));

function shortest(before: readonly string[], after: readonly string[]): Step[] {
  const trace = furthestReaching(before, after);
  if (!trace) return [...steps("deleted", before), ...steps("inserted", after)];
  const path: Step[] = [];
  let [x, y] = [before.length, after.length];
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const reached = trace[edits] as Map<number, number>;
    const diagonal = x - y;
    const down = diagonal === -edits || (diagonal !== edits && far(reached, diagonal - 1) < far(reached, diagonal + 1));
    const previous = down ? diagonal + 1 : diagonal - 1;
    const [fromX, fromY] = [far(reached, previous), far(reached, previous) - previous];
    while (x > fromX && y > fromY && x > 0 && y > 0) {
      path.push({ kind: "same", token: before[--x] as string });
      y--;
    }
    if (edits === 0) break;
    if (down) path.push({ kind: "inserted", token: after[--y] as string });
    else path.push({ kind: "deleted", token: before[--x] as string });
  }
  return path.reverse();
}

const far = (reached: ReadonlyMap<number, number>, diagonal: number) => reached.get(diagonal) ?? -1;

/** How far each diagonal gets with each number of edits; undefined when it takes too many. */
function furthestReaching(before: readonly string[], after: readonly string[]): Map<number, number>[] | undefined {
  const trace: Map<number, number>[] = [];
  const reached = new Map<number, number>([[1, 0]]);
  for (let edits = 0; edits <= Math.min(before.length + after.length, MOST_DIFFERENCES); edits++) {
    trace.push(new Map(reached));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const down =
        diagonal === -edits || (diagonal !== edits && far(reached, diagonal - 1) < far(reached, diagonal + 1));
      let x = down ? far(reached, diagonal + 1) : far(reached, diagonal - 1) + 1;
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x++;
      reached.set(diagonal, x);
      if (x >= before.length && x - diagonal >= after.length) return trace;
    }
  }
  return undefined;
}

/** A source that contains every mutant, of which at most one is active, as `__mutant(id)` says. */
export interface Switch {
  readonly id: number;
  readonly start: number;
  readonly end: number;
  /** The replacement when it is active. */
  readonly text: string;
  readonly isBlock: boolean;
}

export function withSwitches(source: string, switches: readonly Switch[]): string {
  // Outer ones first; at the same range, in the given order.
  const sorted = switches.toSorted((a, b) => a.start - b.start || b.end - a.end || a.id - b.id);
  return render(source, sorted, 0, source.length);
}

function render(source: string, inside: readonly Switch[], from: number, to: number): string {
  let text = "";
  let at = from;
  for (let index = 0; index < inside.length; ) {
    const first = inside[index] as Switch;
    const within = inside.slice(index).filter((each) => each.start < first.end);
    const here = within.filter((each) => each.start === first.start && each.end === first.end);
    const deeper = within.filter((each) => !here.includes(each));
    text += source.slice(at, first.start) + switched(here, render(source, deeper, first.start, first.end));
    at = first.end;
    index += within.length;
  }
  return text + source.slice(at, to);
}

function switched(here: readonly Switch[], original: string): string {
  const [first] = here as [Switch];
  if (first.isBlock) {
    const branches = here.map(({ id, text }) => `if (__mutant(${id})) ${text} else `);
    return `{ ${branches.join("")}${original} }`;
  }
  const branches = here.map(({ id, text }) => `__mutant(${id}) ? (${text}) : `);
  return `(${branches.join("")}(${original}))`;
}

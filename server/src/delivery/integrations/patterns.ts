/** Shell patterns for the names of events: `*`, `?` and `[abc]`, as in upstream's `only_events`. */

/** Without regular expressions: a pattern in a URL must not take longer than its length. */
export function matches(pattern: string, name: string): boolean {
  const tokens = tokensOf(pattern);
  let [at, token] = [0, 0];
  /** Where the last star began, and up to where it has matched. */
  let [star, starAt] = [-1, 0];
  while (at < name.length) {
    const current = tokens[token];
    if (current === "*") {
      star = token++;
      starAt = at;
    } else if (typeof current === "function" && current(name[at] as string)) {
      at++;
      token++;
    } else if (star !== -1) {
      token = star + 1;
      at = ++starAt;
    } else return false;
  }
  return tokens.slice(token).every((rest) => rest === "*");
}

type PatternToken = "*" | ((character: string) => boolean);

function tokensOf(pattern: string): PatternToken[] {
  const tokens: PatternToken[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] as string;
    // A `]` directly after the opening belongs to the set.
    const end = character === "[" ? pattern.indexOf("]", at + (pattern[at + 1] === "!" ? 3 : 2)) : -1;
    if (character === "*") tokens.push("*");
    else if (character === "?") tokens.push(() => true);
    else if (end !== -1) {
      tokens.push(setOf(pattern.slice(at + 1, end)));
      at = end;
    } else tokens.push((each) => each === character);
  }
  return tokens;
}

function setOf(written: string): (character: string) => boolean {
  const isNegated = written.startsWith("!");
  const set = isNegated ? written.slice(1) : written;
  const ranges: [string, string][] = [];
  for (let at = 0; at < set.length; at++) {
    const from = set[at] as string;
    const isRange = set[at + 1] === "-" && at + 2 < set.length;
    ranges.push([from, isRange ? (set[at + 2] as string) : from]);
    if (isRange) at += 2;
  }
  return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== isNegated;
}

export interface EventFilters {
  readonly only_events?: readonly string[] | undefined;
  readonly exclude_events?: readonly string[] | undefined;
}

/** Whether the URL asks for events with this name. */
export function isWanted(event: string, { only_events, exclude_events }: EventFilters): boolean {
  if (only_events && !only_events.some((pattern) => matches(pattern, event))) return false;
  return !exclude_events?.some((pattern) => matches(pattern, event));
}

/**
 * Linkifiers: an organization's own patterns that become links. They are written by administrators, so they run on
 * RE2's engine, whose time grows with the text and never explodes.
 */
import { RE2JS } from "re2js";
import { safeAddress } from "./addresses.ts";
import type { Linkifier } from "./names.ts";
import { parseUrlTemplate, type UrlTemplate } from "./url-template.ts";

export interface LinkifierMatch {
  readonly start: number;
  readonly end: number;
  readonly url: string;
}

interface Compiled {
  readonly pattern: RE2JS;
  readonly template: UrlTemplate;
  readonly groups: readonly string[];
}

/** What may stand around a match, so that a pattern does not find itself in the middle of a word. */
const BEFORE = "(^|[\\s\\p{Z}'\"(,:<])";
const AFTER = "($|[^\\pL\\pN])";

/** Larger than any pattern for the number of an issue; time grows with it. */
const MAX_PROGRAM_SIZE = 1_000;
/** None that fits is longer; compiling takes as long as a pattern is. */
const MAX_PATTERN_LENGTH = 10_000;
const MAX_COMPILED = 1_000;
const compiled = new Map<string, Compiled | undefined>();

/** What each linkifier finds, in their order. */
export type LinkifierMatches = readonly (readonly LinkifierMatch[])[];

/** More than any rendered text may hold. */
const MAX_URL_CHARACTERS = 300_000;

/**
 * What all linkifiers find that stands by itself. `affords` is asked before each search, with what the search may cost;
 * undefined when it says no.
 */
export function linkifierMatches(linkifiers: readonly Linkifier[], source: string): LinkifierMatches;
export function linkifierMatches(
  linkifiers: readonly Linkifier[],
  source: string,
  affords: (cost: number) => boolean,
): LinkifierMatches | undefined;
export function linkifierMatches(
  linkifiers: readonly Linkifier[],
  source: string,
  affords: (cost: number) => boolean = () => true,
): LinkifierMatches | undefined {
  const all: LinkifierMatch[][] = [];
  for (const linkifier of linkifiers) {
    const matches = matchesOf(linkifier, source, affords);
    if (matches === undefined) return undefined;
    all.push(matches);
  }
  return all;
}

function matchesOf(
  linkifier: Linkifier,
  source: string,
  affords: (cost: number) => boolean,
): LinkifierMatch[] | undefined {
  const ready = compile(linkifier);
  if (ready === undefined) return [];
  const matches: LinkifierMatch[] = [];
  const matcher = ready.pattern.matcher(source);
  const size = ready.pattern.programSize();
  let urlCharacters = 0;
  for (let from = 0; from <= source.length && urlCharacters < MAX_URL_CHARACTERS; ) {
    // A search is linear in the pattern and the text, but may look to the end of the text for one match.
    if (!affords(size * (source.length - from + 1))) return undefined;
    if (!matcher.find(from)) break;
    // The numbers of the groups follow their order: what stands before is 1, the whole match is 2.
    const start = matcher.start(2);
    const end = matcher.end(2);
    if (end > start) {
      const values = Object.fromEntries(ready.groups.map((name) => [name, matcher.group(name) ?? undefined]));
      const url = ready.template.expand(values);
      urlCharacters += url.length;
      matches.push({ start, end, url });
    }
    from = end > start ? end : matcher.end() + 1;
  }
  return matches;
}

/** What concerns no field by itself. */
const TOGETHER = "__all__";

/** What is wrong with a linkifier by field, in the words of the API; nothing when it can be used. */
export function linkifierFaults({ pattern, url_template }: Linkifier): Record<string, string[]> {
  const groups = groupsOf(pattern);
  const template = followableTemplate(url_template);
  if (groups instanceof Error || template === undefined)
    return {
      ...(groups instanceof Error ? { pattern: [`Bad regular expression: ${groups.message}`] } : {}),
      ...(template === undefined ? { url_template: ["Invalid URL template."] } : {}),
    };
  const [missing] = [...template.variables.difference(groups)].sort();
  if (missing !== undefined)
    return { [TOGETHER]: [`Group '${missing}' in URL template is not present in linkifier pattern.`] };
  const [unused] = [...groups.difference(template.variables)].sort();
  return unused === undefined
    ? {}
    : { [TOGETHER]: [`Group '${unused}' in linkifier pattern is not present in URL template.`] };
}

/** What it makes must be an address that a link may lead to: of `javascript:{id}` nothing would ever become one. */
function followableTemplate(written: string): UrlTemplate | undefined {
  const template = written === "" ? undefined : parseUrlTemplate(written);
  if (template === undefined) return undefined;
  const sample = template.expand(Object.fromEntries([...template.variables].map((name) => [name, "0"])));
  return safeAddress(sample) === undefined ? undefined : template;
}

function groupsOf(pattern: string): Set<string> | Error {
  if (pattern === "") return new Error("the pattern is empty");
  try {
    return new Set(Object.keys(compilePattern(pattern).namedGroups()));
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function compilePattern(pattern: string): RE2JS {
  if (pattern.length > MAX_PATTERN_LENGTH) throw new Error("the pattern is too large");
  // Alone first: a parenthesis too many must not close ours.
  RE2JS.compile(pattern);
  const whole = RE2JS.compile(`${BEFORE}(${pattern})${AFTER}`);
  if (whole.programSize() > MAX_PROGRAM_SIZE) throw new Error("the pattern is too large");
  return whole;
}

function compile({ pattern, url_template }: Linkifier): Compiled | undefined {
  const key = `${pattern}\n${url_template}`;
  if (!compiled.has(key)) {
    if (compiled.size >= MAX_COMPILED) compiled.clear();
    compiled.set(key, tryToCompile(pattern, url_template));
  }
  return compiled.get(key);
}

/** A pattern that this engine does not accept never matches; it was refused when it was added. */
function tryToCompile(pattern: string, urlTemplate: string): Compiled | undefined {
  const template = parseUrlTemplate(urlTemplate);
  if (template === undefined) return undefined;
  try {
    const regex = compilePattern(pattern);
    return { pattern: regex, template, groups: Object.keys(regex.namedGroups()) };
  } catch {
    return undefined;
  }
}

/**
 * Linkifiers: an organization's own patterns that become links. Administrators write them, so they run on RE2, which
 * takes linear time.
 */

import { RE2JS } from "re2js";
import { type Sentence, said } from "../../kernel/api/sentences.ts";
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

/** What can surround a match, so that patterns do not match inside words. */
const BEFORE = "(^|[\\s\\p{Z}'\"(,:<])";
const AFTER = "($|[^\\pL\\pN])";

/** Larger than any pattern for issue numbers; matching time grows with it. */
const MAX_PROGRAM_SIZE = 1_000;
/** Longer patterns exceed the program size anyway; compilation time grows with the length. */
const MAX_PATTERN_LENGTH = 10_000;
const MAX_COMPILED = 1_000;
const compiled = new Map<string, Compiled | undefined>();

/** The matches of each linkifier, in order. */
export type LinkifierMatches = readonly (readonly LinkifierMatch[])[];

/** More than any rendered text can contain. */
const MAX_URL_CHARACTERS = 300_000;

/**
 * Returns all matches that are not inside words. Calls `affords` before each search, with its maximum cost; returns
 * undefined if that returns false.
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
    // A search takes linear time, but may scan to the end of the text for each match.
    if (!affords(size * (source.length - from + 1))) return undefined;
    if (!matcher.find(from)) break;
    // Group 1 is the preceding character, group 2 the match itself.
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

/** For errors that concern no single field. */
const TOGETHER = "__all__";

/** The errors of a linkifier by field, in the API's wording; empty if it is valid. */
export function linkifierFaults({ pattern, url_template }: Linkifier): Record<string, Sentence[]> {
  const groups = groupsOf(pattern);
  const template = followableTemplate(url_template);
  if (!(groups instanceof Set) || template === undefined)
    return {
      ...(groups instanceof Set ? {} : { pattern: [said`Bad regular expression: ${groups}`] }),
      ...(template === undefined ? { url_template: [said`Invalid URL template.`] } : {}),
    };
  const [missing] = [...template.variables.difference(groups)].sort();
  if (missing !== undefined)
    return { [TOGETHER]: [said`Group '${missing}' in URL template is not present in linkifier pattern.`] };
  const [unused] = [...groups.difference(template.variables)].sort();
  return unused === undefined
    ? {}
    : { [TOGETHER]: [said`Group '${unused}' in linkifier pattern is not present in URL template.`] };
}

/** The result must be a URL that can be linked: `javascript:{id}` never could. */
function followableTemplate(written: string): UrlTemplate | undefined {
  const template = written === "" ? undefined : parseUrlTemplate(written);
  if (template === undefined) return undefined;
  const sample = template.expand(Object.fromEntries([...template.variables].map((name) => [name, "0"])));
  return safeAddress(sample) === undefined ? undefined : template;
}

/** The names of its groups, or what is wrong with the pattern. */
function groupsOf(pattern: string): Set<string> | Sentence | string {
  if (pattern === "") return said`the pattern is empty`;
  try {
    return new Set(Object.keys(compilePattern(pattern).namedGroups()));
  } catch (error) {
    if (error instanceof PatternTooLarge) return said`the pattern is too large`;
    return error instanceof Error ? error.message : String(error);
  }
}

class PatternTooLarge extends Error {}

function compilePattern(pattern: string): RE2JS {
  if (pattern.length > MAX_PATTERN_LENGTH) throw new PatternTooLarge();
  // Alone first, so that an unbalanced parenthesis cannot close ours.
  RE2JS.compile(pattern);
  const whole = RE2JS.compile(`${BEFORE}(${pattern})${AFTER}`);
  if (whole.programSize() > MAX_PROGRAM_SIZE) throw new PatternTooLarge();
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

/** A pattern that RE2 does not accept never matches; it was rejected when it was added. */
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

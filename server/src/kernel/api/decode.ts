/**
 * Decodes request parameters (text by name) into what a handler receives, using only the contract; error messages are
 * those of the reference.
 */
import type { z } from "zod";
import { ApiError, ConfusingArguments, MissingArgument } from "./errors.ts";
import { type Field, NOT_A_FLOAT, OTHER_FORMAT, TOO_MANY } from "./fields.ts";
import type { Operation } from "./operation.ts";
import { type Sentence, said } from "./sentences.ts";

export type RawParameters = Readonly<Record<string, string>>;

export interface Decoded {
  values: Record<string, unknown>;
  /** Parameters that the operation does not declare, sorted. */
  ignored: string[];
}

/** Accepted by every operation: names the calling client. */
const GLOBAL_PARAMETERS = ["client"];

export function decode(operation: Operation, sent: RawParameters, path: RawParameters): Decoded {
  const values: Record<string, unknown> = {};
  const unread = new Set(Object.keys(sent));
  for (const name in operation.params) {
    const field = operation.params[name] as Field;
    if (operation.pathParams.includes(name)) {
      values[name] = decodeField(field, name, segment(field, path[name] as string));
      continue;
    }
    const as = spelling(field, name, unread);
    if (as === undefined) {
      if (field.fallback !== undefined) values[name] = field.fallback;
      else if (!field.optional) throw new MissingArgument({ var_name: name });
      continue;
    }
    unread.delete(as);
    values[name] = decodeField(field, as, sent[as] as string);
  }
  for (const name of GLOBAL_PARAMETERS) unread.delete(name);
  return { values, ignored: unread.size > 0 ? [...unread].sort() : [] };
}

/** In a path a number is digits and not JSON: leading zeros are allowed. */
const segment = (field: Field, raw: string) => (field.wire === "json" ? raw.replace(/^0+(?=[0-9])/, "") : raw);

function spelling(field: Field, name: string, sent: ReadonlySet<string>): string | undefined {
  if (field.aliases.length === 0) return sent.has(name) ? name : undefined;
  const found = [name, ...field.aliases].filter((as) => sent.has(as));
  const [first, second] = found;
  if (first !== undefined && second !== undefined)
    throw new ConfusingArguments({ var_name1: first, var_name2: second });
  return first;
}

export function decodeField(field: Field, name: string, raw: string): unknown {
  if (field.wire === "text") return check(field, name, field.nullText && raw === "null" ? null : raw);
  const { value, strictly } = parseJson(field, name, raw);
  const decoded = check(field, name, value);
  if (strictly) check(field, name, strictly());
  return decoded;
}

/**
 * Only the first error is reported, so that a list of errors costs no more than one. The second option is internal to
 * Zod; a decoding test would notice if it went away.
 */
const FIRST_FAULT = Object.freeze({ reportInput: true, abortEarly: true });

function check(field: Field, name: string, value: unknown): unknown {
  const result = field.schema.safeParse(value, FIRST_FAULT);
  if (result.success) return result.data;
  throw new ApiError(explain(name, result.error.issues[0] as z.core.$ZodIssue));
}

/** Matches numbers with a fraction or exponent. Text that matches only costs a second parse. */
const FRACTION = /[0-9][.eE]/;
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/**
 * `5.0` and `1e3` are not integers in the API although they are whole: read as fractions, they fail only where an
 * integer is required.
 */
const unwholeFractions: Reviver = (_, value, { source = "" }) =>
  Number.isInteger(value) && FRACTION.test(source) ? 0.5 : value;

/** Characters that JSON can start with. */
const JSON_START = /^[\s"[{\-0-9tfn]/;

interface Parsed {
  readonly value: unknown;
  /**
   * Parses again with whole fractions rejected, if there are any. Takes ten times as long, so it runs only on valid
   * input.
   */
  readonly strictly?: () => unknown;
}

function parseJson(field: Field, name: string, raw: string): Parsed {
  // Most bare text is recognized by its first character; a failed parse costs more than the rest of decoding.
  if (field.bareOrQuoted && !JSON_START.test(raw)) return { value: raw };
  refuseExcess(name, raw);
  const json = wellFormed(raw);
  try {
    const value: unknown = JSON.parse(json);
    if (!FRACTION.test(json)) return { value };
    return { value, strictly: () => JSON.parse(json, unwholeFractions as never) };
  } catch {
    if (field.bareOrQuoted) return { value: raw };
    throw new ApiError(said`${name} is not valid JSON`);
  }
}

/** A whole document as JSON, limited like a parameter; undefined if it is not JSON. */
export function parseDocument(name: string, json: string): { readonly value: unknown } | undefined {
  refuseExcess(name, json);
  try {
    return { value: JSON.parse(wellFormed(json)) };
  } catch {
    return undefined;
  }
}

const HALF = String.raw`\\u[dD][89a-fA-F][0-9a-fA-F]{2}`;
const HAS_HALF = new RegExp(HALF);
const ESCAPES = new RegExp(String.raw`\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(${HALF})|\\.`, "gs");

/** Replaces lone surrogates, which JSON can express and databases cannot store. */
function wellFormed(json: string): string {
  if (!HAS_HALF.test(json)) return json;
  return json.replace(ESCAPES, (whole, half: string | undefined) => (half === undefined ? whole : "\\ufffd"));
}

const MAX_DEPTH = 100;
const MAX_VALUES = 100_000;

/**
 * Checked before parsing, which takes seconds for millions of values, and because code that walks a value may recurse.
 */
function refuseExcess(name: string, json: string): void {
  if (json.length <= MAX_DEPTH) return;
  let depth = 0;
  let values = 0;
  let isText = false;
  for (let index = 0; index < json.length; index++) {
    const character = json[index];
    if (isText) {
      if (character === "\\") index++;
      else if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === "[" || character === "{") {
      if (++depth > MAX_DEPTH) throw new ApiError(said`${name} is nested too deeply`);
      values++;
    } else if (character === "]" || character === "}") depth--;
    else if (character === ",") values++;
    if (values > MAX_VALUES) throw new ApiError(said`${name} has too many values (limit: ${MAX_VALUES})`);
  }
}

const KINDS: Record<string, (at: string) => Sentence> = {
  boolean: (at) => said`${at} is not a boolean`,
  int: (at) => said`${at} is not an integer`,
  number: (at) => said`${at} is not an integer`,
  string: (at) => said`${at} is not a string`,
  array: (at) => said`${at} is not a list`,
  tuple: (at) => said`${at} is not a list`,
  object: (at) => said`${at} is not a dict`,
  record: (at) => said`${at} is not a dict`,
};
const otherFormat = (at: string) => said`${at} does not have the expected format`;

/** The names of simple union alternatives in errors. */
const ALTERNATIVES: Record<string, string> = { boolean: "bool", int: "int", number: "int", string: "str" };

export function explain(name: string, issue: z.core.$ZodIssue, base: PropertyKey[] = []): Sentence {
  const path = [...base, ...issue.path];
  const at = placeIn(name, path);
  // JSON has no undefined: it means a missing key.
  if (issue.input === undefined && typeof path.at(-1) === "string") return said`${at} field is missing: Field required`;
  switch (issue.code) {
    case "invalid_type":
      if (issue.message === NOT_A_FLOAT) return said`${at} is not a float`;
      return issue.message === OTHER_FORMAT ? otherFormat(at) : (KINDS[issue.expected] ?? otherFormat)(at);
    case "too_big":
      if (issue.origin === "string") return said`${at} is too long (limit: ${Number(issue.maximum)} characters)`;
      if (issue.origin === "record" || issue.message === TOO_MANY)
        return said`${at} is too long (limit: ${Number(issue.maximum)} items)`;
      return issue.origin === "array" ? otherFormat(at) : said`${at} is too large`;
    case "too_small":
      if (issue.origin === "string")
        return issue.minimum === 1 ? said`${at} cannot be blank` : said`${at} is too short.`;
      return issue.origin === "array" ? otherFormat(at) : said`${at} is too small`;
    case "unrecognized_keys": {
      const key = issue.keys[0] as string;
      return said`Argument "${key}" at ${`${at}["${key}"]`} is unexpected`;
    }
    case "invalid_key": {
      const [fault] = issue.issues;
      if (fault?.code !== "too_big") return otherFormat(at);
      return said`${placeIn(name, path.slice(0, -1))} has a key that is too long (limit: ${Number(fault.maximum)} characters)`;
    }
    case "invalid_value":
      return said`Invalid ${at}`;
    case "invalid_format":
      return said`${at} has invalid format`;
    case "custom":
      return said`Invalid ${at}: Value error, ${(issue.params?.reason as Sentence | undefined) ?? issue.message}`;
    case "invalid_union": {
      // The alternative that matched deepest says most about the intent, and a value that is too long had the right
      // type; otherwise the first one is reported.
      const deepest = issue.errors.toSorted((a, b) => depth(b) - depth(a) || excess(b) - excess(a))[0]?.[0];
      if (deepest && (deepest.path.length > 0 || issue.errors.length === 1 || deepest.code === "too_big"))
        return explain(name, deepest, path);
      const [first] = issue.errors[0] ?? [];
      const alternative = first?.code === "invalid_type" ? ALTERNATIVES[first.expected] : undefined;
      if (first && alternative) return explain(name, first, [...path, alternative]);
      return otherFormat(at);
    }
    default:
      return otherFormat(at);
  }
}

const placeIn = (name: string, path: readonly PropertyKey[]) =>
  name + path.map((step) => (typeof step === "number" ? `[${step}]` : `["${String(step)}"]`)).join("");

const depth = (issues: readonly z.core.$ZodIssue[]) => issues[0]?.path.length ?? 0;
const excess = (issues: readonly z.core.$ZodIssue[]) => (issues[0]?.code === "too_big" ? 1 : 0);

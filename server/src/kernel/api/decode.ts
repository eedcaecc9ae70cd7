/**
 * Decodes request parameters (text by name, or the values of a JSON body) into what a handler receives, using only the
 * contract; error messages are those of the reference.
 */
import type * as z from "zod";
import { ApiError, ConfusingArguments, MissingArgument } from "./errors.ts";
import { type Field, NOT_A_FLOAT, OTHER_FORMAT, TOO_MANY } from "./fields.ts";
import type { Operation } from "./operation.ts";
import { type ParsedJson, parseSentJson } from "./sent-json.ts";
import { type Sentence, said } from "./sentences.ts";

export type RawParameters = Readonly<Record<string, string>>;

/** A parameter from a JSON body. */
export class JsonValue implements ParsedJson {
  readonly value: unknown;
  readonly strictly?: () => unknown;

  constructor(value: unknown, strictly?: () => unknown) {
    this.value = value;
    if (strictly) this.strictly = strictly;
  }
}

/** Forms and queries have text, JSON bodies have values. */
export type SentParameters = Readonly<Record<string, string | JsonValue>>;

export function areText(sent: SentParameters): sent is RawParameters {
  for (const name in sent) if (typeof sent[name] !== "string") return false;
  return true;
}

export interface Decoded {
  values: Record<string, unknown>;
  /** Parameters that the operation does not declare, sorted. */
  ignored: string[];
}

/** Accepted by every operation: names the calling client. */
const GLOBAL_PARAMETERS = ["client"];

export function decode(operation: Operation, sent: SentParameters, path: RawParameters): Decoded {
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
    values[name] = decodeSent(field, as, sent[as] as string | JsonValue);
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

const decodeSent = (field: Field, name: string, raw: string | JsonValue) =>
  typeof raw === "string" ? decodeField(field, name, raw) : decodeValue(field, name, raw);

export function decodeField(field: Field, name: string, raw: string): unknown {
  if (field.wire === "text") return check(field, name, field.nullText && raw === "null" ? null : raw);
  return checkParsed(field, name, parseJson(field, name, raw));
}

function checkParsed(field: Field, name: string, { value, strictly }: ParsedJson): unknown {
  const decoded = check(field, name, value);
  if (strictly) check(field, name, strictly());
  return decoded;
}

/**
 * A string is itself where the parameter accepts one. Elsewhere it is accepted as the JSON text that a form would have, for
 * clients that encode values one by one.
 */
function decodeValue(field: Field, name: string, sent: JsonValue): unknown {
  const { value } = sent;
  if (field.wire === "text" || typeof value !== "string") return checkParsed(field, name, sent);
  const asItIs = field.schema().safeParse(value, FIRST_FAULT);
  if (asItIs.success) return asItIs.data;
  const parsed = JSON_START.test(value) ? parseSentJson(name, value) : undefined;
  return parsed && typeof parsed.value !== "string" ? checkParsed(field, name, parsed) : check(field, name, value);
}

/**
 * Only the first error is reported, so that a list of errors costs no more than one. The second option is internal to
 * Zod; a decoding test would notice if it went away.
 */
const FIRST_FAULT = Object.freeze({ reportInput: true, abortEarly: true });

function check(field: Field, name: string, value: unknown): unknown {
  const result = field.schema().safeParse(value, FIRST_FAULT);
  if (result.success) return result.data;
  throw new ApiError(explain(name, result.error.issues[0] as z.core.$ZodIssue));
}

/** Characters that JSON can start with. */
const JSON_START = /^[\s"[{\-0-9tfn]/;

function parseJson(field: Field, name: string, raw: string): ParsedJson {
  // Most bare text is recognized by its first character; a failed parse costs more than the rest of decoding.
  if (field.bareOrQuoted && !JSON_START.test(raw)) return { value: raw };
  const parsed = parseSentJson(name, raw);
  if (parsed) return parsed;
  if (field.bareOrQuoted) return { value: raw };
  throw new ApiError(said`${name} is not valid JSON`);
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

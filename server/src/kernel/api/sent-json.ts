/** Parses JSON text that a client sent: limited before it is parsed, and with nothing in it that databases cannot store. */
import { ApiError } from "./errors.ts";
import { said } from "./sentences.ts";

/** Matches numbers with a fraction or exponent. Text that matches only costs a second parse. */
const FRACTION = /[0-9][.eE]/;
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/**
 * `5.0` and `1e3` are not integers in the API although they are whole: read as fractions, they fail only where an
 * integer is required.
 */
const unwholeFractions: Reviver = (_, value, { source = "" }) =>
  Number.isInteger(value) && FRACTION.test(source) ? 0.5 : value;

export interface ParsedJson {
  readonly value: unknown;
  /**
   * Parses again with whole fractions rejected, if there are any. Takes ten times as long, so it runs only on valid
   * input.
   */
  readonly strictly?: () => unknown;
}

/** Undefined if it is not JSON. `name` is what an error calls it. */
export function parseSentJson(name: string, text: string): ParsedJson | undefined {
  refuseExcess(name, text);
  const json = wellFormed(text);
  try {
    const value: unknown = JSON.parse(json);
    if (!FRACTION.test(json)) return { value };
    return { value, strictly: () => JSON.parse(json, unwholeFractions as never) };
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

/** The parameters in a JSON body: an object with a member for each. */
import { ApiError, JsonValue, parseSentJson, said } from "../api/index.ts";
import { MAX_FIELDS, tooManyParameters } from "./body-limits.ts";

/** Some programs begin every text with one. RFC 8259 allows us to ignore it. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Throws if the body is not a JSON object. An empty body has no parameters, like an empty form. */
export function parseJsonBody(body: string): Record<string, JsonValue> | undefined {
  const text = body.startsWith(BYTE_ORDER_MARK) ? body.slice(1) : body;
  if (text.trim() === "") return undefined;
  const parsed = parseSentJson("body", text);
  if (!parsed) throw new ApiError(said`Malformed JSON body`);
  const { value } = parsed;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new ApiError(said`The JSON body is not an object`);
  const members = Object.entries(value);
  if (members.length > MAX_FIELDS) throw tooManyParameters();
  const strictly = onceFor(parsed.strictly);
  const values: Record<string, JsonValue> = Object.create(null);
  // Text has no numbers, so that only it may skip the second parse.
  for (const [name, member] of members)
    values[name] = new JsonValue(member, typeof member === "string" ? undefined : strictly && (() => strictly()[name]));
  return values;
}

/** The body is parsed a second time at most once, however many parameters need it. */
function onceFor(strictly: (() => unknown) | undefined): (() => Record<string, unknown>) | undefined {
  if (!strictly) return undefined;
  let made: Record<string, unknown> | undefined;
  return () => {
    made ??= strictly() as Record<string, unknown>;
    return made;
  };
}

/** Builds the largest values that the contract allows for a parameter from its declaration. */

import type { Field, Operation } from "../src/contract.ts";
import { JSON_LENGTH } from "../src/kernel/api/index.ts";
import { type JsonSchema, Schemas } from "../src/kernel/http/openapi-schemas.ts";

/** Texts that are expensive to render, match or search when repeated up to the limit. */
export const TROUBLE = [
  "word ",
  "[a](b) ",
  "**a _b_ ",
  "[[[[![",
  "> ",
  "* a\n  ",
  "|a|\n|-|\n",
  "`a ``b ",
  "$$x$$ ",
  "$$\\frac{1}{2}",
  "@**all** #**x>y** :tada: ",
  "https://example.com/a?b=(c) ",
  "```js\nlet a = `b`;\n```\n",
  "\u{1F469}\u200D\u{1F692} ",
  "<b>&amp;",
  "\\",
];

/** Existing values for parameters that refer to something, by parameter name; other values are made up. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

const schemas = new Schemas([]);

/** The largest value of the field; `pattern` is what its texts repeat. */
export function largest(name: string, field: Field, known: KnownValues, pattern: string): unknown {
  return largestOf(name, schemas.of(field, "input"), known, pattern);
}

/** Every text is different, because duplicates might be dropped. */
let count = 0;
/** Values come as they did at first, whatever was asked for before. */
export function startAnew(): void {
  count = 0;
}

function fill(length: number, pattern: string): string {
  const start = `${(count++).toString(36)} `.slice(0, length);
  return (start + pattern.repeat(Math.ceil(length / pattern.length))).slice(0, length);
}

function largestOf(name: string, schema: JsonSchema, known: KnownValues, pattern: string): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.at(-1);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) {
    const made = alternatives.map((each) => largestOf(name, each, known, pattern));
    return made.toSorted((a, b) => size(b) - size(a))[0];
  }
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  const ids = known[name] ?? [];
  switch (type) {
    case "integer":
    case "number":
      return ids[count++ % ids.length] ?? schema.minimum ?? 1;
    case "boolean":
      return true;
    case "string":
      return fill(Math.min(schema.maxLength as number, MOST_CHARACTERS), pattern);
    case "array":
      return elements(schema.maxItems as number, (n) => {
        // Existing ids come first, because the server examines only those further.
        if (schema.items?.type === "integer") return ids[n] ?? 1_000_000 + n;
        return largestOf(name, schema.items ?? {}, known, pattern);
      });
    case "object": {
      const members = Object.entries(schema.properties ?? {}).map(([key, each]) => [
        key,
        largestOf(key, each, known, pattern),
      ]);
      if (typeof schema.additionalProperties !== "object") return Object.fromEntries(members);
      const inner = schema.additionalProperties;
      const entries = elements(schema.maxProperties as number, (n) => [
        `k${n}`,
        largestOf(name, inner, known, pattern),
      ]);
      return Object.fromEntries(entries);
    }
    default:
      return elements(Math.floor((schema[JSON_LENGTH] as number) / 8) - 2, (n) => ids[n] ?? 1_000_000 + n);
  }
}

const size = (value: unknown) => JSON.stringify(value).length;

/** Half of the largest body, because escapes take more room than the characters. */
const MOST_CHARACTERS = 500_000;

/** As many as allowed, or as fit into a body. */
function elements<T>(most: number, make: (n: number) => T): T[] {
  const made: T[] = [];
  for (let room = MOST_CHARACTERS; made.length < most; made.push(make(made.length))) {
    room -= made.length > 0 ? size(made.at(-1)) + 1 : 0;
    if (room < 0) break;
  }
  return made;
}

export const onWire = (field: Field, value: unknown): string =>
  field.wire === "text" && typeof value === "string" ? value : JSON.stringify(value);

/** What a JSON body has for a parameter that a form has as this text. */
export function inJson(field: Field | undefined, text: string): unknown {
  if (!field || field.wire === "text") return field?.nullText && text === "null" ? null : text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Whether a parameter takes text that an attacker could choose. */
export const holdsText = (field: Field): boolean => JSON.stringify(schemas.of(field, "input")).includes("maxLength");

export const isNeeded = (operation: Operation, name: string): boolean => {
  const field = operation.params[name] as Field;
  return operation.pathParams.includes(name) || (!field.optional && field.fallback === undefined);
};

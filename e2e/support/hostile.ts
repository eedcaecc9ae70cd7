/** Values that break careless servers, and requests built from them. */
import type { Field, Operation } from "@parley/server/contract";
import fc, { type Arbitrary } from "fast-check";
import * as z from "zod";

const hostileNames = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "then",
  "method",
  "client",
  "",
  " ",
  "a[b]",
  "a[]",
  "\0",
  "__proto__[admin]",
];

const hostileTexts = [
  ...hostileNames,
  "null",
  "true",
  "-1",
  "-0",
  "1.5",
  "1e999",
  "9".repeat(400),
  "2147483648",
  "9007199254740993",
  "-9223372036854775809",
  "NaN",
  "[".repeat(100_000),
  '{"a":'.repeat(20_000),
  `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
  '"\\ud800"',
  '["\\udfff"]',
  '"\\u0000"',
  '[["\\u0000"]]',
  '{"__proto__":{"role":100}}',
  '{"constructor":{"prototype":{"role":100}}}',
  '[{"name":"__proto__"},{"name":"constructor"}]',
  "\ud800",
  "\u202e\u0007\u001b[31m",
  "\ufeff",
  "%",
  "%zz",
  "%00",
  "%ed%a0%80",
  "'; drop table message; --",
  "<script>alert(1)</script>",
  "../../etc/passwd",
  "a".repeat(100_000),
  "@**all**",
  "`".repeat(5000),
  "*".repeat(5000),
  "[](".repeat(3000),
  "> ".repeat(3000),
];

export const hostileText: Arbitrary<string> = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.json({ maxDepth: 4 }),
);

const integers = fc.oneof(
  fc.integer({ min: -2, max: 20 }),
  fc.constantFrom(2 ** 31, -(2 ** 31), 2 ** 32, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
);

/** JSON text can hold what no text encoding can: a lone surrogate. */
const texts = fc.oneof(
  fc.constantFrom("general", "launch", "olivia@example.com", "ada@example.com", "role:members", "message", "topic"),
  fc.constantFrom("\ud800", "a\udc00b", "__proto__", "constructor", "", " ", "x".repeat(20_000), "İ", "ß", "\u{1F1E6}"),
  fc.string({ unit: "binary", maxLength: 30 }),
);

interface HostileSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: HostileSchema[];
  items?: HostileSchema;
  prefixItems?: HostileSchema[];
  properties?: Record<string, HostileSchema>;
  required?: string[];
  additionalProperties?: HostileSchema | boolean;
}

/** Values at the limits of the contract: only valid values get past the decoder to the code behind it. */
function valuesOf(schema: HostileSchema): Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valuesOf));
  switch (schema.type) {
    case "string":
      return texts;
    case "integer":
    case "number":
      return integers;
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      if (schema.prefixItems) return fc.tuple(...schema.prefixItems.map(valuesOf));
      return fc.array(valuesOf(schema.items ?? {}), { maxLength: 4 });
    case "object":
      return objectsOf(schema);
    default:
      return fc.oneof(texts, integers, fc.array(integers, { maxLength: 3 }), fc.jsonValue({ maxDepth: 2 }));
  }
}

function objectsOf({ properties, required = [], additionalProperties }: HostileSchema): Arbitrary<unknown> {
  if (!properties || Object.keys(properties).length === 0)
    return fc.dictionary(
      fc.oneof(texts, fc.constantFrom(...hostileNames)),
      valuesOf(typeof additionalProperties === "object" ? additionalProperties : {}),
      { maxKeys: 3 },
    );
  const entries = Object.entries(properties).map(([name, each]) => [name, valuesOf(each)]);
  return fc.record(Object.fromEntries(entries) as Record<string, Arbitrary<unknown>>, { requiredKeys: required });
}

function argumentsOf(field: Field): Arbitrary<string> {
  const schema = z.toJSONSchema(field.schema(), { unrepresentable: "any", io: "input" }) as HostileSchema;
  const allowed = valuesOf(schema).map((value) =>
    field.wire === "text" && typeof value === "string" ? value : JSON.stringify(value),
  );
  return fc.oneof({ arbitrary: allowed, weight: 6 }, { arbitrary: hostileText, weight: 1 });
}

export interface HostileRequest {
  path: string;
  params: [string, string][];
  encoding: "form" | "multipart" | "query" | "json";
  withCredentials: boolean;
}

/** Requests to an operation: mostly well-formed, with unexpected values. */
export function requestsTo(operation: Operation): Arbitrary<HostileRequest> {
  const given: Arbitrary<[string, string][]>[] = Object.entries(operation.params)
    // A held poll would block the test.
    .filter(([name]) => name !== "dont_block")
    .map(([name, field]) => {
      const argument = argumentsOf(field).map((text): [string, string][] => [[name, text]]);
      return fc.oneof(
        { arbitrary: argument, weight: field.optional || field.fallback !== undefined ? 1 : 12 },
        { arbitrary: fc.constant<[string, string][]>([]), weight: 2 },
      );
    });
  const unknown = fc.array(fc.tuple(fc.constantFrom(...hostileNames), hostileText), { maxLength: 2 });
  return fc.record({
    path: fc.constant(operation.path.replace(/\{\w+\}/g, "1")),
    params: fc.tuple(fc.tuple(...given), unknown).map(([known, more]) => [...known.flat(), ...more]),
    encoding: fc.constantFrom("form", "multipart", "query", "json"),
    withCredentials: fc.nat(9).map((n) => n > 0),
  });
}

/** Values that are JSON are spliced in as they are, with what no serializer would write; names may come twice. */
export function jsonOf(params: readonly [string, string][]): string {
  return `{${params.map(([name, text]) => `${JSON.stringify(name)}:${isJson(text) ? text : JSON.stringify(text)}`).join(",")}}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Damages a request in transit: replaces, inserts or removes bytes. */
export const damage: Arbitrary<{ at: number; lost: number; inserted: Uint8Array }[]> = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    lost: fc.nat(30),
    inserted: fc.oneof(
      fc.uint8Array({ maxLength: 12 }),
      fc
        .constantFrom("\r\n", "\0", ":", "\r\n\r\n", "%", "chunked", "GET / HTTP/1.1\r\n")
        .map((text) => Buffer.from(text)),
    ),
  }),
  { maxLength: 4 },
);

export function damaged(request: Buffer, wounds: { at: number; lost: number; inserted: Uint8Array }[]): Buffer {
  return wounds.reduce((bytes, { at, lost, inserted }) => {
    const position = Math.floor(at * bytes.length);
    return Buffer.concat([bytes.subarray(0, position), inserted, bytes.subarray(position + lost)]);
  }, request);
}

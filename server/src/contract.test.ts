import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { inJson, largest, onWire } from "../test/largest.ts";
import { events, operations } from "./contract.ts";
import { features } from "./features.ts";
import {
  decode,
  eventKey,
  JSON_LENGTH,
  JsonValue,
  type Operation,
  type RawParameters,
  type SentParameters,
} from "./kernel/api/index.ts";
import { type JsonSchema, Schemas } from "./kernel/http/openapi-schemas.ts";

const HERE = import.meta.dirname;

/** The files that a file loads at run time: without type imports. */
function importsOf(file: string): string[] {
  const code = stripTypeScriptTypes(readFileSync(file, "utf8"));
  const found = code.matchAll(
    /^\s*(?:import|export)\b[^;"']*?from\s*["']([^"']+)["']|\bimport\s*\(?\s*["']([^"']+)["']/gm,
  );
  return [...found].map(([, from, bare]) => (from ?? bare) as string);
}

/** All files that are loaded with this one, with their external imports. */
function loadedFrom(entry: string): Map<string, string[]> {
  const outside = new Map<string, string[]>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (outside.has(file)) continue;
    const imports = importsOf(file);
    outside.set(
      file,
      imports.filter((name) => !name.startsWith(".")),
    );
    for (const name of imports) if (name.startsWith(".")) waiting.push(join(dirname(file), name));
  }
  return outside;
}

test("the contract loads in a browser: it imports nothing but zod", () => {
  const loaded = loadedFrom(join(HERE, "contract.ts"));
  assert.ok(loaded.size > 15, "the imports were followed");
  for (const [file, outside] of loaded)
    for (const name of outside) assert.equal(name, "zod", `${relative(HERE, file)} imports ${name}`);
});

test("the contract includes every feature's pure files", () => {
  const direct = new Set(importsOf(join(HERE, "contract.ts")).map((name) => join(HERE, name)));
  const pure = globSync("*/**/{contract,events,permissions}.ts", { cwd: HERE });
  assert.deepEqual(
    pure.filter((file) => !direct.has(join(HERE, file))),
    [],
  );
});

test("every declared operation has a route, and every route is declared", () => {
  const answered = new Set(features.flatMap((feature) => feature.routes ?? []).map((route) => route.operation));
  const declared = new Set(Object.values(operations));
  assert.deepEqual(
    Object.keys(operations).filter((id) => !answered.has(operations[id] as never)),
    [],
  );
  assert.deepEqual(
    [...answered].filter((operation) => !declared.has(operation)).map(({ method, path }) => `${method} ${path}`),
    [],
  );
});

test("an event is declared once for its type and operation", () => {
  const keys = events.map(({ type, op }) => eventKey(type, op));
  assert.deepEqual(keys, [...new Set(keys)]);
});

/** The paths of values without a maximum size. */
function unbounded(schema: JsonSchema, at: string): string[] {
  if (schema.enum ?? schema.const) return [];
  const alternatives = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (alternatives) return alternatives.flatMap((each, index) => unbounded(each, `${at}|${index}`));
  if (Array.isArray(schema.type)) return schema.type.flatMap((type: string) => unbounded({ ...schema, type }, at));
  const limited = (keyword: string) => (typeof schema[keyword] === "number" ? [] : [`${at} has no ${keyword}`]);
  switch (schema.type) {
    case "integer":
    case "number":
    case "boolean":
    case "null":
      return [];
    case "string":
      return limited("maxLength");
    case "array":
      if (schema.prefixItems) return schema.prefixItems.flatMap((each, index) => unbounded(each, `${at}[${index}]`));
      return [...limited("maxItems"), ...unbounded(schema.items ?? {}, `${at}[]`)];
    case "object": {
      const members = Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
        unbounded(each, `${at}.${name}`),
      );
      if (typeof schema.additionalProperties !== "object") return members;
      const keys = unbounded((schema.propertyNames as JsonSchema | undefined) ?? {}, `keys of ${at}`);
      return [...members, ...limited("maxProperties"), ...keys, ...unbounded(schema.additionalProperties, `${at}{}`)];
    }
    default:
      return limited(JSON_LENGTH);
  }
}

test("every parameter of every operation has a maximum size [C1]", () => {
  const schemas = new Schemas([]);
  const found = Object.entries(operations).flatMap(([id, { params }]) =>
    Object.entries(params).flatMap(([name, field]) => unbounded(schemas.of(field, "input"), `${id}.${name}`)),
  );
  assert.deepEqual(found, []);
});

test("every operation decodes the same parameters from a form and from JSON", () => {
  for (const [id, operation] of Object.entries(operations)) {
    const values = Object.entries(operation.params).map(([name, field]): [string, string] => [
      name,
      onWire(field, largest(name, field, {}, "null ")),
    ]);
    const path = Object.fromEntries(values.filter(([name]) => operation.pathParams.includes(name)));
    const sent = values.filter(([name]) => !operation.pathParams.includes(name));
    const json = sent.map(([name, text]) => [name, new JsonValue(inJson(operation.params[name], text))]);
    assert.deepEqual(
      outcome(operation, Object.fromEntries(json), path),
      outcome(operation, Object.fromEntries(sent), path),
      id,
    );
  }
});

/** What an operation gets, or why it is refused: the largest values are not all valid. */
function outcome(operation: Operation, sent: SentParameters, path: RawParameters): unknown {
  try {
    return decode(operation, sent, path);
  } catch (error) {
    return String(error);
  }
}

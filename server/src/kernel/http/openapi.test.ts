import assert from "node:assert/strict";
import { test } from "node:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { type Chapter, chapters, operations } from "../../contract.ts";
import {
  apiError,
  decode,
  int,
  list,
  notAudited,
  nullable,
  oneOf,
  operation,
  optional,
  said,
  text,
  withDefault,
} from "../api/index.ts";
import { exampleArguments } from "../pages/curl.ts";
import { documentTexts } from "./document-texts.ts";
import { openApiDocument } from "./openapi.ts";
import { describeError } from "./openapi-responses.ts";
import { type JsonSchema, Schemas } from "./openapi-schemas.ts";

const document = openApiDocument(chapters, documentTexts());

function documentOf(of: ReturnType<typeof operation>) {
  const chapter: Chapter = { title: "Boats", operations: { hail: of as never }, events: [], fields: {} };
  const { paths, components } = openApiDocument([chapter]);
  const [methods] = Object.values(paths);
  const [described] = Object.values(methods ?? {});
  assert.ok(described);
  return { ...described, schemas: components.schemas };
}

test("the document is valid OpenAPI 3.1", async () => {
  // The validator resolves references in place.
  const result = await new Validator().validate(structuredClone(document) as never);
  assert.deepEqual(result.errors, undefined);
  assert.equal(result.valid, true);
});

test("every operation is in the document under its id", () => {
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  assert.deepEqual(ids.sort(), Object.keys(operations).sort());
});

test("every operation and parameter has a description, and every response an example", () => {
  const missing: string[] = [];
  for (const described of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const note = (what: string) => missing.push(`${described.operationId}: ${what}`);
    if (described.description === "" || described.summary === "") note("description");
    for (const given of described.parameters ?? []) {
      const { name, description } = "$ref" in given ? parameterAt(given.$ref) : given;
      if (!description) note(name);
    }
    for (const { schema } of Object.values(described.requestBody?.content ?? {}))
      for (const [name, member] of Object.entries(resolved(schema.allOf?.[0] ?? schema).properties ?? {}))
        if (!member.description) note(name);
    for (const [status, response] of Object.entries(described.responses)) {
      const { content = {} } = response.$ref ? (document.components.responses[nameIn(response.$ref)] ?? {}) : response;
      if (status !== "101" && Object.keys(content).length === 0) note(status);
      for (const { example } of Object.values(content)) if (example === undefined) note(`${status} without an example`);
    }
  }
  assert.deepEqual(missing, []);
});

const parameterAt = (reference: string) => {
  const found = document.components.parameters[nameIn(reference)];
  assert.ok(found, reference);
  return found;
};
const nameIn = (reference: string) => reference.split("/").at(-1) ?? "";
const resolved = (schema: JsonSchema): JsonSchema =>
  schema.$ref ? (document.components.schemas[nameIn(schema.$ref)] ?? {}) : schema;

test("every reference resolves", () => {
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g);
  for (const [, kind, name] of references) {
    const section = document.components[kind as "schemas"];
    assert.ok(Object.hasOwn(section, name as string), `${kind}/${name}`);
  }
});

const LANGUAGE = { $ref: "#/components/parameters/AcceptLanguage" };

test("GET parameters are in the query and others in a JSON object or a form, where compound values are JSON", () => {
  const params = {
    boat_id: int(),
    flag: oneOf("red", "green"),
    crew: list(int(), { max: 40 }),
    depth: withDefault(int({ min: 1, max: 9 }), 3, { note: "In metres.", alias: "draught", since: 12 }),
    pilot: optional(nullable(text({ max: 5 })), { deprecated: true }),
  };
  const asked = documentOf(operation({ method: "GET", path: "/boats/{boat_id}", summary: "", params, response: {} }));
  assert.deepEqual(asked.parameters, [
    { name: "boat_id", in: "path", required: true, schema: { type: "integer" } },
    { name: "flag", in: "query", required: true, schema: { type: "string", enum: ["red", "green"] } },
    {
      name: "crew",
      in: "query",
      required: true,
      schema: {
        type: "string",
        contentMediaType: "application/json",
        contentSchema: { type: "array", maxItems: 40, items: { type: "integer" } },
      },
    },
    {
      name: "depth",
      in: "query",
      required: false,
      description: "In metres. Also accepted as draught.",
      "x-since-feature-level": 12,
      "x-aliases": ["draught"],
      schema: { type: "integer", minimum: 1, maximum: 9, default: 3 },
    },
    {
      name: "pilot",
      in: "query",
      required: false,
      deprecated: true,
      schema: { anyOf: [{ type: "string", maxLength: 5 }, { type: "null" }] },
    },
    LANGUAGE,
  ]);

  const sent = documentOf(
    operation({
      method: "POST",
      audit: notAudited("a test"),
      path: "/boats/{boat_id}",
      summary: "",
      params,
      response: {},
    }),
  );
  const schema = { $ref: "#/components/schemas/HailRequest" };
  const encoding = { crew: { contentType: "application/json" } };
  assert.deepEqual(sent.requestBody, {
    required: true,
    content: {
      "application/json": { schema },
      "application/x-www-form-urlencoded": { schema: { allOf: [schema, { type: "object" }] }, encoding },
    },
  });
  const { properties = {}, required } = sent.schemas.HailRequest ?? {};
  assert.deepEqual(Object.keys(properties), ["flag", "crew", "depth", "pilot"]);
  assert.deepEqual(required, ["flag", "crew"]);
  assert.deepEqual(
    sent.parameters?.map((given) => ("$ref" in given ? given : given.name)),
    ["boat_id", LANGUAGE],
  );
});

test("a file is in a multipart body, and in no other; where it is optional, so is the multipart body", () => {
  const taking = (takesFile: true | "optional") =>
    documentOf(
      operation({
        method: "POST",
        audit: notAudited("a test"),
        path: "/boats",
        summary: "",
        params: { flag: oneOf("red", "green") },
        response: {},
        takesFile,
      }),
    ).requestBody?.content ?? {};
  assert.deepEqual(Object.keys(taking(true)), ["multipart/form-data"]);
  assert.deepEqual(taking(true)["multipart/form-data"]?.schema.required, ["flag", "file"]);
  const optional = taking("optional");
  const types = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"];
  assert.deepEqual(Object.keys(optional), types);
  assert.deepEqual(optional["multipart/form-data"]?.schema.required, ["flag"]);
});

test("a list in a query is a text that contains JSON, and so is its default", () => {
  const params = { crew: withDefault(list(int(), { max: 40 }), [], { example: [7] }) };
  const [crew] =
    documentOf(operation({ method: "GET", path: "/boats", summary: "", params, response: {} })).parameters ?? [];
  assert.deepEqual(crew, {
    name: "crew",
    in: "query",
    required: false,
    schema: {
      type: "string",
      contentMediaType: "application/json",
      contentSchema: { type: "array", maxItems: 40, items: { type: "integer" } },
      default: "[]",
    },
    example: "[7]",
  });
});

test("paths differ by more than the names of their parameters: an email address is told from an id by its @", () => {
  const shapes = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, "{}"));
  assert.deepEqual(
    shapes.filter((shape, index) => shapes.indexOf(shape) !== index),
    [],
  );
  const { get, patch } = document.paths["/users/{mailbox}@{domain}"] ?? {};
  assert.deepEqual([get?.operationId, patch?.operationId], ["getUserByEmail", "updateUserByEmail"]);
});

test("an operation for anyone needs no credentials", () => {
  const open = { method: "GET", path: "/tide", summary: "", response: {} } as const;
  assert.deepEqual(documentOf(operation({ ...open, gate: "anyone" })).security, []);
  assert.deepEqual(documentOf(operation({ ...open, gate: "visitor" })).security, [{ apiKey: [] }, {}]);
  assert.equal(documentOf(operation(open)).security, undefined);
});

test("an error is described by its code, its message and its fields", () => {
  const Aground = apiError<{ boat: string }>("AGROUND", ({ boat }) => said`${boat} is aground.`, { status: 409 });
  assert.deepEqual(describeError(Aground), {
    code: "AGROUND",
    status: 409,
    msg: "{boat} is aground.",
    fields: ["boat"],
  });
  const described = documentOf(
    operation({
      method: "POST",
      audit: notAudited("a test"),
      path: "/boats",
      summary: "",
      response: {},
      errors: [Aground],
    }),
  );
  assert.deepEqual(Object.keys(described.responses), ["200", "400", "401", "403", "409", "413", "429", "503", "5XX"]);
});

test("every example is accepted by its operation", () => {
  const schemas = new Schemas(chapters);
  for (const each of Object.values(operations)) {
    const values = Object.fromEntries(exampleArguments(each, schemas));
    assert.doesNotThrow(() => decode(each, values, values), `${each.method} ${each.path}`);
  }
});

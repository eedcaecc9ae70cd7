/** Renders JSON Schema as Markdown: types as phrases, and members of objects as tables. */
import { COMPONENTS, type JsonSchema } from "../../src/kernel/http/openapi-schemas.ts";
import { anchorOf, code, table } from "./markdown.ts";

const literal = (value: unknown) => code(JSON.stringify(value));
const OR = " or ";

export function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return reference(schema.$ref);
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(OR);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return [...new Set(alternatives.map(typeOf))].join(OR);
  if (schema.allOf) return schema.allOf.map(typeOf).join(" and ");
  if (schema.prefixItems) return `\\[${schema.prefixItems.map(typeOf).join(", ")}\\]`;
  if (typeof schema.type === "object") return schema.type.map((type) => typeOf({ ...schema, type })).join(OR);
  switch (schema.type) {
    case "array":
      return `list of ${typeOf(schema.items ?? {})}`;
    case "object":
      return typeof schema.additionalProperties === "object"
        ? `map from text to ${typeOf(schema.additionalProperties)}`
        : "object";
    case "string":
      return `text${lengths(schema)}`;
    case "integer":
    case "number":
      return `${schema.type}${bounds(schema)}`;
    default:
      return schema.type ?? "any value";
  }
}

function reference(to: string): string {
  const name = to.slice(COMPONENTS.length);
  return `[${name}](objects.md#${anchorOf(name)})`;
}

function lengths({ minLength, maxLength }: JsonSchema): string {
  const limits = [
    minLength === undefined ? [] : `at least ${minLength}`,
    maxLength === undefined ? [] : `at most ${maxLength}`,
  ].flat();
  return limits.length === 0 ? "" : ` (${limits.join(" and ")} characters)`;
}

function bounds({ minimum, maximum }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` (from ${minimum} to ${maximum})`;
  if (minimum !== undefined) return ` (at least ${minimum})`;
  return maximum === undefined ? "" : ` (at most ${maximum})`;
}

export interface Member {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/** The members of an object, each followed by the members of unnamed objects in it: `streams[].topic`. */
export function membersOf({ properties = {}, required = [] }: JsonSchema, prefix = ""): Member[] {
  return Object.entries(properties).flatMap(([name, schema]) => [
    { name: prefix + name, schema, isRequired: required.includes(name) },
    ...inside(schema, prefix + name),
  ]);
}

export function inside(schema: JsonSchema, name: string): Member[] {
  const found = [
    ...membersOf(schema, `${name}.`),
    ...(schema.items ? inside(schema.items, `${name}[]`) : []),
    ...(typeof schema.additionalProperties === "object" ? inside(schema.additionalProperties, `${name}{}`) : []),
    ...merged([...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map((part) => inside(part, name))),
    ...(schema.prefixItems ?? []).flatMap((part, index) => inside(part, `${name}[${index}]`)),
  ];
  return [...new Map(found.map((member) => [member.name, member])).values()];
}

/**
 * Lists a member of several alternatives once, with each type. Members that only some of the object alternatives have
 * are optional.
 */
function merged(alternatives: readonly (readonly Member[])[]): Member[] {
  const objects = alternatives.filter((members) => members.length > 0);
  const byName = Map.groupBy(objects.flat(), ({ name }) => name);
  return [...byName].map(([name, members]) => ({
    name,
    schema: oneSchema(members.map(({ schema }) => schema)),
    isRequired: members.length === objects.length && members.every(({ isRequired }) => isRequired),
  }));
}

function oneSchema(schemas: readonly JsonSchema[]): JsonSchema {
  const [first = {}] = schemas;
  if (schemas.every((each) => typeOf(each) === typeOf(first))) return first;
  const { description } = schemas.find((each) => each.description !== undefined) ?? {};
  return { anyOf: [...schemas], ...(description === undefined ? {} : { description }) };
}

/** Remarks about a value besides its type. */
export function noteOf({ description, deprecated, ...schema }: JsonSchema): string {
  const since = schema["x-since-feature-level"];
  return [
    deprecated ? "**Deprecated.**" : [],
    description ?? [],
    since === undefined ? [] : `Since feature level ${since}.`,
  ]
    .flat()
    .join(" ");
}

/** Members are always present unless marked as optional. */
export function fieldsTable(members: readonly Member[]): string {
  return table(
    ["field", "type", "", "description"],
    members.map(({ name, schema, isRequired }) => [
      code(name),
      typeOf(schema),
      isRequired ? "" : "optional",
      noteOf(schema),
    ]),
  );
}

/** The named objects, which the other pages refer to. */
import type { JsonSchema, Schemas } from "../../src/kernel/http/openapi-schemas.ts";
import { page } from "./markdown.ts";
import { fieldsTable, inside, membersOf, typeOf } from "./schema-table.ts";

/** Covers all objects referred to so far, so it must be generated last. */
export function objectsPage({ components }: Schemas): string {
  const names = Object.keys(components).sort();
  return page(
    "# Objects",
    "The objects in responses, events and parameters.",
    ...names.flatMap((name) => [`## ${name}`, described(components[name] as JsonSchema)]),
  );
}

function described(schema: JsonSchema): string {
  const members = schema.properties ? membersOf(schema) : inside(schema, "");
  if (schema.properties) return fieldsTable(members);
  const named = members.map((member) => ({ ...member, name: member.name.replace(/^\./, "") }));
  return `Type: ${typeOf(schema)}.${named.length > 0 ? `\n\n${fieldsTable(named)}` : ""}`;
}

/** The objects that have a name: referred to from the other pages, and described once. */
import type { JsonSchema, Schemas } from "../../src/kernel/http/openapi-schemas.ts";
import { page } from "./markdown.ts";
import { fieldsTable, inside, membersOf, typeOf } from "./schema-table.ts";

/** Of all that was referred to so far, so it is made last. */
export function objectsPage({ components }: Schemas): string {
  const names = Object.keys(components).sort();
  return page(
    "# Objects",
    "What answers, events and parameters are made of.",
    ...names.flatMap((name) => [`## ${name}`, described(components[name] as JsonSchema)]),
  );
}

function described(schema: JsonSchema): string {
  const members = schema.properties ? membersOf(schema) : inside(schema, "");
  if (schema.properties) return fieldsTable(members);
  const named = members.map((member) => ({ ...member, name: member.name.replace(/^\./, "") }));
  return `It is ${typeOf(schema)}.${named.length > 0 ? `\n\n${fieldsTable(named)}` : ""}`;
}

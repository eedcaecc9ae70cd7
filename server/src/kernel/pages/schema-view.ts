/** JSON Schema for people: a line for the type, a table for the members. */
import { COMPONENTS, type JsonSchema } from "../http/openapi-schemas.ts";
import { type Html, html } from "./html.ts";

/** Longer tables are collapsed. */
const LONGEST_OPEN_TABLE = 14;

export interface SchemaRow {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
  readonly note: string | undefined;
  readonly deprecated: boolean;
}

export function rowsOf({ properties = {}, required = [] }: JsonSchema): SchemaRow[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    required: required.includes(name),
    note: schema.description,
    deprecated: schema.deprecated ?? false,
  }));
}

const BREAK = html`<wbr>`;

const joined = (pieces: readonly Html[], between: Html | string): Html[] =>
  pieces.flatMap((piece, index) => (index === 0 ? [piece] : [html`${between}`, piece]));

const literal = (value: unknown) => html`<code>${JSON.stringify(value)}</code>`;

function typeOf(schema: JsonSchema): Html {
  if (schema.$ref !== undefined) return reference(schema.$ref);
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return html`${joined(schema.enum.map(literal), " or ")}`;
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return html`${joined(alternatives.map(typeOf), " or ")}`;
  if (schema.allOf) return html`${joined(schema.allOf.map(typeOf), " and ")}`;
  if (schema.prefixItems) return html`[${joined(schema.prefixItems.map(typeOf), ", ")}]`;
  if (typeof schema.type === "object")
    return html`${joined(
      schema.type.map((type) => typeOf({ ...schema, type })),
      " or ",
    )}`;
  switch (schema.type) {
    case "array":
      return html`list of ${typeOf(schema.items ?? {})}`;
    case "object":
      return typeof schema.additionalProperties === "object"
        ? html`map from text to ${typeOf(schema.additionalProperties)}`
        : html`object`;
    case "string":
      return html`text${lengths(schema)}`;
    case "integer":
    case "number":
      return html`${schema.type}${bounds(schema)}`;
    case undefined:
      return html`any value`;
    default:
      return html`${schema.type}`;
  }
}

function reference(to: string): Html {
  const name = to.slice(COMPONENTS.length);
  return html`<a href="#object-${name}">${name}</a>`;
}

function lengths({ minLength, maxLength }: JsonSchema): string {
  if (maxLength !== undefined) return `, at most ${maxLength} characters`;
  return minLength === undefined ? "" : `, at least ${minLength} characters`;
}

function bounds({ minimum, maximum }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `, at least ${minimum}`;
  return maximum === undefined ? "" : `, at most ${maximum}`;
}

/** The members of unnamed objects, wherever they are in the type. */
function inlineMembers(schema: JsonSchema): SchemaRow[] {
  const own = rowsOf(schema);
  const within = [
    schema.items,
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.prefixItems ?? []),
    typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined,
  ];
  return [...own, ...within.flatMap((part) => (part ? inlineMembers(part) : []))];
}

/** In a response every member is present unless it says otherwise; in a request, none is required unless it says so. */
export type SchemaUse = "request" | "response";

export function membersTable(rows: readonly SchemaRow[], reading: SchemaUse, what: string): Html {
  if (rows.length <= LONGEST_OPEN_TABLE) return table(rows, reading);
  return html`<details><summary>${rows.length} ${what}</summary>${table(rows, reading)}</details>`;
}

function table(rows: readonly SchemaRow[], reading: SchemaUse): Html {
  return html`<div class="scroll"><table>
<thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Note</th></tr></thead>
<tbody>${rows.map((row) => tableRow(row, reading))}</tbody>
</table></div>`;
}

function tableRow({ name, schema, required, note, deprecated }: SchemaRow, reading: SchemaUse): Html {
  const since = schema["x-since-feature-level"] as number | undefined;
  const inside = inlineMembers(schema);
  return html`<tr>
<th scope="row"><code>${breakable(name)}</code>${presence(required, reading)}${deprecated && mark("deprecated", "warn")}</th>
<td>${typeOf(schema)}${schema.default !== undefined && html`<span class="quiet">, default ${literal(schema.default)}</span>`}</td>
<td>${note}${since !== undefined && html` <span class="quiet">Since feature level ${since}.</span>`}</td>
</tr>
${inside.length > 0 && html`<tr class="inside"><td colspan="3"><details><summary>${inside.length} members of <code>${name}</code></summary>${table(inside, reading)}</details></td></tr>`}`;
}

/** A long name breaks between its words. */
const breakable = (name: string) =>
  html`${joined(
    name.split(/(?<=_)/).map((word) => html`${word}`),
    BREAK,
  )}`;

const mark = (text: string, kind: string) => html` <span class="mark ${kind}">${text}</span>`;

function presence(required: boolean, reading: SchemaUse): Html | undefined {
  if (reading === "request") return required ? mark("required", "strong") : undefined;
  return required ? undefined : mark("optional", "quiet");
}

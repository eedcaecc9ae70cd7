/** The page of one operation: everything the contract declares, and a recorded example. */
import type { Field, Operation } from "../../src/contract.ts";
import { isRequired } from "../../src/kernel/http/openapi-parameters.ts";
import { describeError } from "../../src/kernel/http/openapi-responses.ts";
import { remarks, type Schemas } from "../../src/kernel/http/openapi-schemas.ts";
import { OPEN_TO, operationTitle } from "../../src/kernel/pages/api-page.ts";
import { prefixOf } from "../../src/kernel/pages/curl.ts";
import type { Example } from "../scene.ts";
import { linkToEvent } from "./events-page.ts";
import { asJson } from "./literals.ts";
import { anchorOf, code, fenced, page, table } from "./markdown.ts";
import { requestsOf } from "./requests.ts";
import { fieldsTable, inside, type Member, membersOf, noteOf, typeOf } from "./schema-table.ts";

export interface ShownOperation {
  /** The area that it belongs to. */
  readonly area: string;
  readonly operation: Operation;
  readonly example: Example;
  /** Descriptions of its parameters without a note. */
  readonly notes: Notes;
}

type Notes = Readonly<Record<string, string>>;

export function operationPage({ area, operation, example, notes }: ShownOperation, schemas: Schemas): string {
  const { method, path, summary, deprecated } = operation;
  return page(
    `[The API](README.md) › [${area}](README.md#${anchorOf(area)})`,
    `# ${operationTitle(example.id)}`,
    code(`${method} ${prefixOf(operation)}${path}`),
    deprecated ? `**Deprecated.** ${summary}` : summary,
    openTo(operation),
    parameters(operation, schemas, notes),
    "## Example",
    callerOf(example),
    ...requestsOf(operation, example),
    operation.streams ? "The stream:" : "The response:",
    fenced(operation.streams ? "text" : "json", responseText(example)),
    ...response(operation, schemas),
    ...errors(operation),
    ...events(example),
  );
}

export const responseText = ({ answer }: Example): string => (typeof answer === "string" ? answer : asJson(answer));

function openTo({ gate, openToWebhookBots, only, isWebhook }: Operation): string {
  if (isWebhook) return "Open to: **the incoming webhook bot whose API key is in the URL**.";
  const ways = { key: "Requires an API key.", session: "Requires a browser session." };
  return [
    `Open to: **${OPEN_TO[gate].replace(/^./, (first) => first.toLowerCase())}**${openToWebhookBots ? ", including bots that only post (incoming webhooks)" : ""}.`,
    only ? ways[only] : [],
  ]
    .flat()
    .join(" ");
}

function parameters(operation: Operation, schemas: Schemas, notes: Notes): string {
  const rows = Object.entries(operation.params).flatMap(([name, field]) =>
    parameterRows(operation, name, field, schemas, notes),
  );
  if (operation.takesFile)
    rows.push([
      "a file",
      "form",
      "",
      operation.takesFile === true ? "required" : "",
      "",
      "As `multipart/form-data`, under any name.",
    ]);
  if (operation.isWebhook && operation.method !== "GET")
    rows.push(["a document", "body", "", "required", "", "As the service sends it: JSON, or a form."]);
  if (rows.length === 0) return "No parameters.";
  return `## Parameters\n\n${table(["name", "in", "type", "", "default", "description"], rows)}`;
}

function parameterRows(operation: Operation, name: string, field: Field, schemas: Schemas, notes: Notes): string[][] {
  const { about, schema } = remarks(field, schemas.of(field, "input"), notes[name]);
  const inPath = operation.pathParams.includes(name);
  const isInQuery = operation.method === "GET" || operation.isWebhook;
  const place = inPath ? "path" : isInQuery ? "query" : "form";
  const needed = inPath || isRequired(field) ? "required" : "";
  const fallback = schema.default === undefined ? "" : code(JSON.stringify(schema.default));
  const row = [code(name), place, typeOf(schema), needed, fallback, noteOf({ ...schema, ...about })];
  return [row, ...inside(schema, name).map(innerRow)];
}

const innerRow = ({ name, schema, isRequired: isNeeded }: Member): string[] => [
  code(name),
  "",
  typeOf(schema),
  isNeeded ? "required" : "",
  "",
  noteOf(schema),
];

const callerOf = ({ as }: Example): string => (as ? `As ${as.name}:` : "Without credentials:");

function response({ response: fields, responseSchema }: Operation, schemas: Schemas): (string | undefined)[] {
  if (Object.keys(fields).length === 0) return [];
  return ["## Response", fieldsTable(membersOf(schemas.of(responseSchema, "output")))];
}

function errors({ errors: declared }: Operation): string[] {
  if (declared.length === 0) return [];
  const rows = declared.map((error) => {
    const { code: errorCode, status, msg, fields } = describeError(error);
    return [code(errorCode), String(status), msg, fields.map(code).join(", ")];
  });
  return ["## Errors", table(["code", "status", "text", "other fields"], rows)];
}

function events({ events: caused }: Example): string[] {
  if (caused.length === 0) return [];
  const lines = caused.map(({ key, by }) => `- ${linkToEvent(key)}, received by ${by.join(", ")}`);
  return ["## Events", "Caused by the example:", lines.join("\n")];
}

/** The page of one operation: all that the contract says of it, and an example as it happened. */
import type { Field, Operation } from "../../src/contract.ts";
import { isRequired } from "../../src/kernel/http/openapi.ts";
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
}

export function operationPage({ area, operation, example }: ShownOperation, schemas: Schemas): string {
  const { method, path, summary, deprecated } = operation;
  return page(
    `[The API](README.md) › [${area}](README.md#${anchorOf(area)})`,
    `# ${operationTitle(example.id)}`,
    code(`${method} ${prefixOf(operation)}${path}`),
    deprecated ? `**Deprecated.** ${summary}` : summary,
    openTo(operation),
    parameters(operation, schemas),
    "## Example",
    actOf(example),
    ...requestsOf(operation, example),
    operation.streams ? "What comes:" : "The answer:",
    fenced(operation.streams ? "text" : "json", answerText(example)),
    ...answer(operation, schemas),
    ...errors(operation),
    ...events(example),
  );
}

export const answerText = ({ answer: given }: Example): string => (typeof given === "string" ? given : asJson(given));

function openTo({ gate, openToWebhookBots, only }: Operation): string {
  const ways = { key: "With an API key only.", session: "In a browser's session only." };
  return [
    `Open to: **${OPEN_TO[gate].replace(/^./, (first) => first.toLowerCase())}**${openToWebhookBots ? ", bots that only post (incoming webhooks) included" : ""}.`,
    only ? ways[only] : [],
  ]
    .flat()
    .join(" ");
}

function parameters(operation: Operation, schemas: Schemas): string {
  const rows = Object.entries(operation.params).flatMap(([name, field]) =>
    parameterRows(operation, name, field, schemas),
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
  if (rows.length === 0) return "It takes no parameters.";
  return `## Parameters\n\n${table(["name", "in", "type", "", "default", "description"], rows)}`;
}

function parameterRows(operation: Operation, name: string, field: Field, schemas: Schemas): string[][] {
  const { about, schema } = remarks(field, schemas.of(field, "input"));
  const inPath = operation.pathParams.includes(name);
  const place = inPath ? "path" : operation.method === "GET" ? "query" : "form";
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

const actOf = ({ as }: Example): string => (as ? `${as.name} asks:` : "Without credentials:");

function answer({ response, responseSchema }: Operation, schemas: Schemas): (string | undefined)[] {
  if (Object.keys(response).length === 0) return [];
  return ["## Answer", fieldsTable(membersOf(schemas.of(responseSchema, "output")))];
}

function errors({ errors: declared }: Operation): string[] {
  if (declared.length === 0) return [];
  const rows = declared.map((error) => {
    const { code: errorCode, status, msg, fields } = describeError(error);
    return [code(errorCode), String(status), msg, fields.map(code).join(", ")];
  });
  return ["## Errors", table(["code", "status", "text", "more fields"], rows)];
}

function events({ events: heard }: Example): string[] {
  if (heard.length === 0) return [];
  const lines = heard.map(({ key, by }) => `- ${linkToEvent(key)}, heard by ${by.join(", ")}`);
  return ["## Events", "What the example caused:", lines.join("\n")];
}

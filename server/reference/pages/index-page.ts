/** The index page: how to call the API, and the operations by area. */
import type { Chapter } from "../../src/contract.ts";
import { inOrder, operationTitle } from "../../src/kernel/pages/api-page.ts";
import { prefixOf } from "../../src/kernel/pages/curl.ts";
import { API_VERSION, FEATURE_LEVEL } from "../../src/kernel/version.ts";
import { SHOWN_URL } from "../company.ts";
import { code, fenced, fileOf, page, table } from "./markdown.ts";

const CLIENT = `import { Connection } from "@parley/client";
import { messages } from "@parley/client/contract";

const connection = new Connection({ url: "${SHOWN_URL}", email: "chiara@example.com", apiKey: "API_KEY" });
await connection.call(messages.getMessages, { anchor: "newest", num_before: 20 });`;

const COMMON_ERRORS = [
  ["`REQUEST_VARIABLE_MISSING`", "400", "a parameter is missing: `var_name`"],
  ["`BAD_REQUEST`", "400", "a parameter has the wrong type, or an error without a code of its own"],
  ["`UNAUTHORIZED`", "401", "the credentials are missing or wrong"],
  ["`UNAUTHORIZED_PRINCIPAL`", "400", "only administrators, or only owners, can call the operation"],
  ["`RATE_LIMIT_HIT`", "429", "too many requests: retry after `retry-after` seconds"],
  ["`SERVICE_UNAVAILABLE`", "503", "the database is temporarily unable to do this: retry after `Retry-After` seconds"],
  ["`INSUFFICIENT_STORAGE`", "507", "the disk has no space for the file"],
];

export function indexPage(chapters: readonly Chapter[]): string {
  return page(
    "# The API, operation by operation",
    `Version ${API_VERSION}, feature level ${FEATURE_LEVEL}. A server documents its own API at \`/api/\`; the machine-readable form is
[openapi.json](../openapi.json). Differences from the API that Parley is modelled on are listed in
[compatibility.md](../compatibility.md).`,
    "## Making requests",
    `Operations are below \`/api/v1\`. Send parameters in the query of a GET, and otherwise as form fields or as a
JSON object with \`Content-Type: application/json\`. In a query and in a form, text is sent as is, everything else as JSON. In a JSON
object, values have their own types; a string is also accepted as JSON text where the parameter takes no text. Files are sent as
\`multipart/form-data\`. Authenticate with HTTP basic authentication: an account's email address and API key.`,
    fenced("sh", `curl -sS -u chiara@example.com:API_KEY ${SHOWN_URL}/api/v1/users/me`),
    "The typed client takes operations from the contract and knows the types of their parameters and responses:",
    fenced("ts", CLIENT),
    "## Responses",
    `A response is a JSON object with \`result\`: \`"success"\`, or \`"error"\` with a \`code\` for programs and a text for
people in \`msg\`: in English, or in another language if you ask for it with \`Accept-Language\`. Unknown parameters are ignored and listed in \`ignored_parameters_unsupported\`.
Besides the errors on its page, every operation can return:`,
    table(["code", "status", "when"], COMMON_ERRORS),
    "## Examples",
    `Every example was run on a server with a small organization: Tidewater Books, with Olivia Park (its owner), Ada
Lindqvist (administrator), Ben Okafor (moderator), Chiara Conti, Dev Patel, and Gus Moreau, a guest. The examples of an area
build on each other. Keys and other random values are replaced with fixed ones of the same form.`,
    "## Events and objects",
    "The events of a queue are described in [events](events.md), and the objects in requests, responses and events in [objects](objects.md).",
    ...chapters.flatMap((chapter) => areaOf(chapter)),
  );
}

function areaOf(chapter: Chapter): string[] {
  const rows = inOrder(chapter).map(([id, operation]) => [
    `[${operationTitle(id)}](${fileOf(id)})`,
    code(`${operation.method} ${operation.only === "session" ? prefixOf(operation) : ""}${operation.path}`),
    operation.deprecated ? `**Deprecated.** ${operation.summary}` : operation.summary,
  ]);
  return rows.length > 0 ? [`## ${chapter.title}`, table(["operation", "", ""], rows)] : [];
}

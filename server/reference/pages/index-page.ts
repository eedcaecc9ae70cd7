/** The first page: how the API is called, and the operations by area. */
import type { Chapter } from "../../src/contract.ts";
import { inOrder, operationTitle } from "../../src/kernel/pages/api-page.ts";
import { prefixOf } from "../../src/kernel/pages/curl.ts";
import { API_VERSION, FEATURE_LEVEL } from "../../src/kernel/version.ts";
import { SHOWN_URL } from "../company.ts";
import { code, fenced, fileOf, page, table } from "./markdown.ts";

const CLIENT = `import { Connection } from "@parley/client";
import { messages } from "@parley/server/contract";

const connection = new Connection({ url: "${SHOWN_URL}", email: "chiara@example.com", apiKey: "API_KEY" });
await connection.call(messages.getMessages, { anchor: "newest", num_before: 20 });`;

const COMMON_ERRORS = [
  ["`REQUEST_VARIABLE_MISSING`", "400", "an argument is missing: `var_name`"],
  ["`BAD_REQUEST`", "400", "an argument is not of its type, or something that has no code of its own"],
  ["`UNAUTHORIZED`", "401", "the credentials are missing or wrong"],
  ["`UNAUTHORIZED_PRINCIPAL`", "400", "the operation is for administrators, or for owners"],
  ["`RATE_LIMIT_HIT`", "429", "too many requests: again after `retry-after` seconds"],
  ["`SERVICE_UNAVAILABLE`", "503", "the database cannot do this now: again after `Retry-After` seconds"],
  ["`INSUFFICIENT_STORAGE`", "507", "the disk has no room for the file"],
];

export function indexPage(chapters: readonly Chapter[]): string {
  return page(
    "# The API, operation by operation",
    `Version ${API_VERSION}, feature level ${FEATURE_LEVEL}. A server shows its own API at \`/api/\`; for programs there is
[openapi.json](../openapi.json). What differs from the API that Parley is modelled on is in
[compatibility.md](../compatibility.md).`,
    "## Calling",
    `Operations are below \`/api/v1\`. Parameters travel as form fields, or in the query of a GET: text as it is, everything
else as JSON text. Sign in with HTTP basic authentication: the email address of an account, and its API key.`,
    fenced("sh", `curl -sS -u chiara@example.com:API_KEY ${SHOWN_URL}/api/v1/users/me`),
    "The typed client takes operations from the contract, and knows their parameters and answers:",
    fenced("ts", CLIENT),
    "## Answers",
    `An answer is a JSON object with \`result\`: \`"success"\`, or \`"error"\` with a \`code\` for programs and a sentence for
people in \`msg\`. Parameters that an operation does not know are ignored and named in \`ignored_parameters_unsupported\`.
Beside the errors on its page every operation may answer:`,
    table(["code", "status", "when"], COMMON_ERRORS),
    "## Examples",
    `Every example was run, on a server with a small organization: Tidewater Books, with Olivia Park (its owner), Ada
Lindqvist (administrator), Ben Okafor (moderator), Chiara Conti, Dev Patel, and Gus Moreau, a guest. The examples of an area
follow on each other. Keys and other random texts are replaced by others of their form.`,
    "## Events and objects",
    "What a queue carries is on the page of [events](events.md), what things are made of on that of [objects](objects.md).",
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

/** A call in JavaScript and in Python, with the values of the curl command. */
import type { Operation } from "../api/index.ts";
import { FILE_FIELD } from "../http/openapi.ts";
import type { Schemas } from "../http/openapi-schemas.ts";
import { exampleArguments } from "./curl.ts";

export interface CodeExample {
  readonly language: "JavaScript" | "Python";
  readonly code: string;
}

/** What is called in another way has none: streams, webhooks, and operations of a browser session. */
export const isOrdinary = ({ streams, isWebhook, only }: Operation): boolean =>
  streams === undefined && !isWebhook && only !== "session";

export function codeExamples(operation: Operation, schemas: Schemas, url: string): CodeExample[] {
  if (!isOrdinary(operation)) return [];
  const values = exampleArguments(operation, schemas);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? name));
  const params = Object.fromEntries(
    [...values]
      .filter(([name]) => !operation.pathParams.includes(name))
      .map(([name, text]) => [name, jsonValueOf(operation, name, text)]),
  );
  return [
    { language: "JavaScript", code: javaScript(operation, `${url}/api/v1${path}`, params) },
    { language: "Python", code: python(operation, path, params) },
  ];
}

function jsonValueOf({ params }: Operation, name: string, text: string): unknown {
  if (params[name]?.wire === "text") return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

type Params = Readonly<Record<string, unknown>>;

const isEmpty = (params: Params) => Object.keys(params).length === 0;

function javaScript({ method, gate, takesFile }: Operation, url: string, params: Params): string {
  const isForm = takesFile === true;
  const headers = [
    ...(gate === "anyone" ? [] : ['    Authorization: "Basic " + btoa("EMAIL:API_KEY"),']),
    ...(method === "GET" || isForm || isEmpty(params) ? [] : ['    "Content-Type": "application/json",']),
  ];
  const setup =
    method === "GET" && !isEmpty(params)
      ? [`const query = new URLSearchParams(${written(asTexts(params), "")});`]
      : isForm
        ? ["const body = new FormData();", `body.set("${FILE_FIELD}", file);`, ...formFields(params)]
        : [];
  const address = method === "GET" && !isEmpty(params) ? `\`${url}?\${query}\`` : JSON.stringify(url);
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    ...(headers.length > 0 ? ["  headers: {", ...headers, "  },"] : []),
    ...(isForm
      ? ["  body,"]
      : method === "GET" || isEmpty(params)
        ? []
        : [`  body: JSON.stringify(${written(params, "  ")}),`]),
  ];
  const call = options.length > 0 ? `fetch(${address}, {\n${options.join("\n")}\n})` : `fetch(${address})`;
  return [...setup, `const response = await ${call};`, "console.log(await response.json());"].join("\n");
}

const formFields = (params: Params) =>
  Object.entries(asTexts(params)).map(([name, text]) => `body.set(${JSON.stringify(name)}, ${JSON.stringify(text)});`);

const asTexts = (params: Params): Params =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  );

function python({ method, takesFile }: Operation, path: string, params: Params): string {
  const args = [
    `url="${path.slice(1)}"`,
    `method="${method}"`,
    ...(isEmpty(params) ? [] : [`request=${inPython(written(params, "    "))}`]),
    ...(takesFile === true ? ['files=[open("FILE", "rb")]'] : []),
  ];
  const line = `client.call_endpoint(${args.join(", ")})`;
  const call =
    line.includes("\n") || line.length > 90 ? `client.call_endpoint(\n    ${args.join(",\n    ")},\n)` : line;
  return `result = ${call}\nprint(result)`;
}

/** JSON, with a line for each member. */
const written = (value: unknown, indent: string) => JSON.stringify(value, null, 2).replaceAll("\n", `\n${indent}`);

/** JSON is Python but for these words, which are left alone inside of text. */
const WORDS: Readonly<Record<string, string>> = { true: "True", false: "False", null: "None" };
const inPython = (json: string) =>
  json.replaceAll(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (found) => WORDS[found] ?? found);

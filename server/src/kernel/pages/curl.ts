/** A call that can be pasted into a shell, made from the contract alone. */
import type { Field, Operation } from "../api/index.ts";
import { cookieName } from "../http/cookies.ts";
import { FILE_FIELD } from "../http/openapi.ts";
import { isRequired } from "../http/openapi-parameters.ts";
import type { JsonSchema, Schemas } from "../http/openapi-schemas.ts";

/** Shown where the contract gives no example: text becomes its own name, to be replaced. */
function sampleOf(name: string, schema: JsonSchema): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first) return sampleOf(name, first);
  if (typeof schema.type === "object") return sampleOf(name, { ...schema, type: schema.type[0] ?? "null" });
  switch (schema.type) {
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "boolean":
      return true;
    case "array":
      if (schema.prefixItems) return schema.prefixItems.map((item) => sampleOf(name, item));
      return [sampleOf(name.replace(/s$/, ""), schema.items ?? {})];
    case "object":
      return Object.fromEntries(
        (schema.required ?? []).map((member) => [member, sampleOf(member, schema.properties?.[member] ?? {})]),
      );
    default:
      return name.toUpperCase();
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** What an example sends: all that is required, what has an example, and at least one thing where something is asked for. */
export function exampleArguments(operation: Operation, schemas: Schemas): Map<string, string> {
  const all = Object.entries(operation.params);
  const chosen = all.filter(([, field]) => isRequired(field) || field.example !== undefined);
  if (chosen.length === 0 && operation.method === "PATCH") chosen.push(...all.slice(0, 1));
  return new Map(chosen.map(([name, field]) => [name, written(field, name, schemas)]));
}

function written(field: Field, name: string, schemas: Schemas): string {
  const value = field.example ?? sampleOf(name, schemas.of(field, "input"));
  return typeof value === "string" && (field.wire === "text" || field.bareOrQuoted) ? value : JSON.stringify(value);
}

export function curlExample(operation: Operation, schemas: Schemas, url: string): string {
  return curlCommand(operation, exampleArguments(operation, schemas), { url });
}

interface CurlOptions {
  readonly url: string;
  /** Whose key stands in it. */
  readonly email?: string;
  readonly fileName?: string | undefined;
}

/** The parameters are as they travel: text by name, those of the path included. */
export function curlCommand(operation: Operation, values: ReadonlyMap<string, string>, options: CurlOptions): string {
  const { url, email = "EMAIL", fileName = operation.takesFile === true ? "FILE" : undefined } = options;
  if (operation.isWebhook) return webhookCommand(operation, values, url);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === operation.tail ? encodedTail(values.get(name) ?? name) : encodeURIComponent(values.get(name) ?? name),
  );
  const fields = [...values].filter(([name]) => !operation.pathParams.includes(name));
  const flags = [
    operation.streams ? " -N" : "",
    credentialsFor(operation, { url, email }),
    operation.method === "GET" ? (fields.length > 0 ? " -G" : "") : ` -X ${operation.method}`,
  ].join("");
  const flag = fileName === undefined ? "--data-urlencode" : "--form-string";
  const lines = fields.map(([name, value]) => `${flag} ${quoted(`${name}=${value}`)}`);
  if (fileName !== undefined) lines.push(`-F ${FILE_FIELD}=@${fileName}`);
  return [`curl -sS${flags} ${url}${prefixOf(operation)}${path}`, ...lines].join(" \\\n  ");
}

/** Its parameters are in the URL, and its body is a document. */
function webhookCommand(operation: Operation, values: ReadonlyMap<string, string>, url: string): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? name));
  const query = new URLSearchParams([...values].filter(([name]) => !operation.pathParams.includes(name)));
  const address = quoted(`${url}${prefixOf(operation)}${path}?${query}`);
  if (operation.method === "GET") return `curl -sS ${address}`;
  return `curl -sS -X ${operation.method} ${address} \\\n  -H 'Content-Type: application/json' -d @FILE`;
}

const encodedTail = (text: string) => text.split("/").map(encodeURIComponent).join("/");

/** What a path stands below. */
export const prefixOf = ({ only }: Operation): string => (only === "session" ? "/json" : "/api/v1");

function credentialsFor({ gate, only }: Operation, { url, email }: { url: string; email: string }): string {
  const cookie = cookieName("sessionid", url.startsWith("https:"));
  if (only === "session") return ` -b ${cookie}=SESSION -H 'X-CSRFToken: TOKEN'`;
  return gate === "anyone" ? "" : ` -u ${email}:API_KEY`;
}

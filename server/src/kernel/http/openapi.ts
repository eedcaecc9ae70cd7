/** Generates the OpenAPI document from the contract. */
import { type AnyEvent, type Chapter, eventKey, type Field, type Operation, type Shape } from "../api/index.ts";
import { API_VERSION, FEATURE_LEVEL } from "../version.ts";
import {
  COMMON_PARAMETERS,
  isRequired,
  type Parameter,
  parametersOf,
  pathInDocument,
  travelsAsJson,
} from "./openapi-parameters.ts";
import { COMMON_RESPONSES, ENVELOPES, type Responses, responsesOf } from "./openapi-responses.ts";
import { COMPONENTS, type JsonSchema, remarks, Schemas } from "./openapi-schemas.ts";

interface Media {
  readonly schema: JsonSchema;
  readonly encoding?: Readonly<Record<string, { readonly contentType: string }>>;
}

export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly deprecated?: boolean;
  readonly security?: readonly Record<string, readonly string[]>[];
  readonly servers?: readonly { readonly url: string }[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Media>> };
  readonly responses: Responses;
  /** The gate: which accounts may call it. */
  readonly "x-open-to": Operation["gate"];
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: object;
  };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly Record<string, readonly string[]>[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, object>>;
    readonly parameters: typeof COMMON_PARAMETERS;
    readonly responses: Responses;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}

const DESCRIPTION = `Parameters travel in the query of a GET, and otherwise as a JSON object or as form fields. In a form and in a
query, text travels as it is, everything else as JSON text. Sign in with HTTP basic authentication: the email address of an account and its API key. Browsers that have
signed in at /login/ call the same operations under /json.
A parameter that an operation does not know is ignored and named in the answer.`;

/** By operation and parameter. */
export type ParameterNotes = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What the contract does not say. */
export interface DocumentTexts {
  /** Descriptions of parameters without a note. */
  readonly notes: ParameterNotes;
  /** What an operation has answered in an example, by its id. */
  readonly answers: Readonly<Record<string, string>>;
}

const NO_TEXTS: DocumentTexts = { notes: {}, answers: {} };

export function openApiDocument(
  chapters: readonly Chapter[],
  { notes, answers }: DocumentTexts = NO_TEXTS,
): OpenApiDocument {
  const schemas = new Schemas(chapters);
  const requests: Record<string, JsonSchema> = {};
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const { title, operations } of chapters)
    for (const [id, operation] of Object.entries(operations)) {
      const method = operation.method.toLowerCase();
      const path = pathInDocument(operation);
      paths[path] = {
        ...paths[path],
        [method]: describe(id, title, operation, { schemas, requests, notes: notes[id] ?? {}, answer: answers[id] }),
      };
    }
  const events = chapters.flatMap((chapter) => chapter.events.map((event) => eventSchema(event, schemas)));
  return portable({
    openapi: "3.1.1",
    info: {
      title: "Parley",
      version: `${API_VERSION}-${FEATURE_LEVEL}`,
      description: DESCRIPTION.replaceAll("\n", " "),
      license: { name: "Apache 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/api/v1" }],
    security: [{ apiKey: [] }],
    tags: chapters.filter(({ operations }) => Object.keys(operations).length > 0).map(({ title }) => ({ name: title })),
    paths: sorted(paths),
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "basic", description: "The email address of an account, and its API key." },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "sessionid",
          description:
            "A browser session, under /json instead of /api/v1; requests that change something also need the X-CSRFToken header.",
        },
      },
      parameters: COMMON_PARAMETERS,
      responses: COMMON_RESPONSES,
      schemas: sorted({ ...schemas.components, ...requests, ...ENVELOPES, ...Object.fromEntries(events) }),
    },
  });
}

/**
 * Fixed-length lists without `prefixItems`: tools that test servers by their document convert it to older JSON Schema,
 * and then find the document invalid.
 */
function portable(document: OpenApiDocument): OpenApiDocument {
  return JSON.parse(JSON.stringify(document), (_, value: JsonSchema | null) => {
    if (typeof value !== "object" || !value?.prefixItems) return value;
    const { prefixItems, ...rest } = value;
    const kinds = [...new Set(prefixItems.map((item) => JSON.stringify(item)))].map((each) => JSON.parse(each));
    return { ...rest, items: kinds.length === 1 ? kinds[0] : { anyOf: kinds } };
  });
}

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

interface DocumentParts {
  readonly schemas: Schemas;
  /** The parameters of operations that have a body, which is the same object as JSON and as a form. */
  readonly requests: Record<string, JsonSchema>;
  readonly notes: Readonly<Record<string, string>>;
  readonly answer: string | undefined;
}

function describe(id: string, tag: string, operation: Operation, parts: DocumentParts): OperationObject {
  const { summary, gate, params, pathParams, deprecated } = operation;
  const rest = Object.entries(params).filter(([name]) => !pathParams.includes(name));
  const parameters = parametersOf(operation, parts);
  return {
    operationId: id,
    summary: summary.replace(/\.$/, ""),
    description: summary,
    tags: [tag],
    ...(deprecated ? { deprecated } : {}),
    ...(operation.only === "session" ? { security: [{ session: [] }], servers: [{ url: "/" }] } : security(operation)),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...bodyOf(id, operation, Object.fromEntries(rest), parts),
    responses: responsesOf(operation, parts.schemas, parts.answer),
    "x-open-to": gate,
  };
}

/** A service's document has its own format. */
const DOCUMENT: NonNullable<OperationObject["requestBody"]> = {
  required: true,
  content: { "application/json": { schema: {} }, "application/x-www-form-urlencoded": { schema: { type: "object" } } },
};

function bodyOf(
  id: string,
  { method, isWebhook, takesFile }: Operation,
  params: Shape,
  parts: DocumentParts,
): Pick<OperationObject, "requestBody"> {
  if (method === "GET") return {};
  if (isWebhook) return { requestBody: DOCUMENT };
  if (Object.keys(params).length === 0 && !takesFile) return {};
  const { schema, encoding } = membersOf(params, parts);
  const encoded = Object.keys(encoding).length > 0 ? { encoding } : {};
  const withFile = takesFile ? { "multipart/form-data": { schema: fileBeside(schema, takesFile), ...encoded } } : {};
  if (takesFile === true) return { requestBody: { required: true, content: withFile } };
  const name = requestName(id);
  parts.requests[name] = schema;
  const reference = { $ref: COMPONENTS + name };
  const content = {
    "application/json": { schema: reference },
    // Another object: generators choose how to send a body by its type.
    "application/x-www-form-urlencoded": { schema: { allOf: [reference, { type: "object" }] }, ...encoded },
    ...withFile,
  };
  return { requestBody: { required: (schema.required ?? []).length > 0, content } };
}

/** `sendMessage` makes SendMessageRequest. */
export const requestName = (id: string): string => `${id.replace(/^./, (first) => first.toUpperCase())}Request`;

/** The key of a webhook is a parameter. */
function security({ gate, isWebhook }: Operation): Pick<OperationObject, "security"> {
  if (isWebhook) return { security: [] };
  if (gate === "visitor") return { security: [{ apiKey: [] }, {}] };
  return gate === "anyone" ? { security: [] } : {};
}

/** A file may have any field name; the document shows this one. */
export const FILE_FIELD = "file";

function membersOf(params: Shape, { schemas, notes }: DocumentParts) {
  const properties: Record<string, JsonSchema> = {};
  const encoding: Record<string, { contentType: string }> = {};
  for (const [name, field] of Object.entries(params)) {
    const { about, schema } = remarks(field, schemas.of(field, "input"), notes[name]);
    properties[name] = { ...schema, ...about, ...(field.example === undefined ? {} : { examples: [field.example] }) };
    if (travelsAsJson(field, schema)) encoding[name] = { contentType: "application/json" };
  }
  const required = Object.keys(params).filter((name) => isRequired(params[name] as Field));
  const schema: JsonSchema = { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
  return { schema, encoding };
}

function fileBeside(schema: JsonSchema, takesFile: true | "optional"): JsonSchema {
  const description = "The file; the field may have any name.";
  const file = { type: "string", contentMediaType: "application/octet-stream", description };
  const required = [...(schema.required ?? []), ...(takesFile === true ? [FILE_FIELD] : [])];
  const properties = { ...schema.properties, [FILE_FIELD]: file };
  return { ...schema, properties, ...(required.length > 0 ? { required } : {}) };
}

/** `stream` and `create` make StreamCreateEvent. */
export function eventName({ type, op }: Pick<AnyEvent, "type" | "op">): string {
  const words = eventKey(type, op).split(/[_/]/);
  return `${words.map((word) => word.replace(/^./, (first) => first.toUpperCase())).join("")}Event`;
}

function eventSchema(event: AnyEvent, schemas: Schemas): [string, JsonSchema] {
  const { properties = {}, required = [] } = schemas.of(event.schema as Field, "output");
  return [
    eventName(event),
    {
      type: "object",
      properties: { type: { const: event.type }, id: { type: "integer" }, ...properties },
      required: ["type", "id", ...required],
    },
  ];
}

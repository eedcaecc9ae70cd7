/** An operation's responses: the envelope around its data, and its errors by status. */
import type { ErrorDeclaration, Operation, Shape } from "../api/index.ts";
import { commonErrors } from "./common-errors.ts";
import { COMPONENTS, type JsonSchema, remarks, type Schemas } from "./openapi-schemas.ts";

interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;
}
export type Responses = Readonly<Record<string, Response>>;

const strings: JsonSchema = { type: "array", items: { type: "string" } };
const reference = (name: string): JsonSchema => ({ $ref: COMPONENTS + name });
const json = (description: string, schema: JsonSchema, example?: unknown): Response => ({
  description,
  content: { "application/json": { schema, ...(example === undefined ? {} : { example }) } },
});
const refusal = (msg: string, code: string, fields: object = {}) => ({ result: "error", msg, code, ...fields });

export const ENVELOPES: Record<string, JsonSchema> = {
  Success: {
    type: "object",
    properties: {
      result: { const: "success" },
      msg: { type: "string" },
      ignored_parameters_unsupported: { ...strings, description: "Parameters that the operation does not accept." },
    },
    required: ["result", "msg"],
  },
  Error: {
    type: "object",
    properties: {
      result: { const: "error" },
      msg: { type: "string", description: "A message for people." },
      code: { type: "string", description: "What went wrong, for programs." },
    },
    required: ["result", "msg", "code"],
  },
};

/** A list of one: generators merge it with the text of an error, which they do not do with a constant. */
const exactly = (code: string): JsonSchema => ({ type: "string", enum: [code] });

const withCode = (code: string, fields: Record<string, JsonSchema> = {}): JsonSchema => ({
  allOf: [reference("Error"), { type: "object", properties: { code: exactly(code), ...fields } }],
});

/** Responses that most operations share. */
export const COMMON_RESPONSES: Responses = {
  Unauthorized: json(
    "The credentials are missing or wrong.",
    withCode("UNAUTHORIZED"),
    refusal("Invalid API key", "UNAUTHORIZED"),
  ),
  Forged: json(
    "The request comes from a page on another site.",
    withCode("CSRF_FAILED"),
    refusal("CSRF error: The request comes from another site.", "CSRF_FAILED"),
  ),
  TooLarge: json(
    "The request is too large; the message gives the limit.",
    withCode("BAD_REQUEST"),
    refusal("The request is too large (limit: 1024 KiB)", "BAD_REQUEST"),
  ),
  PathTooLong: json(
    "A part of the URL is too long.",
    withCode("BAD_REQUEST"),
    refusal("A part of the URL is too long", "BAD_REQUEST"),
  ),
  HeadTooLarge: json(
    "The query string is too long; it is part of the request header.",
    withCode("BAD_REQUEST"),
    refusal("URL and headers are too large (limit: 16 KiB)", "BAD_REQUEST"),
  ),
  ServiceUnavailable: json(
    "The database is unavailable, or too many large requests are arriving at once. Retry after the number of seconds in `Retry-After`. The change may or may not have been made: resend a message with the same `local_id` and it is sent only once.",
    withCode("SERVICE_UNAVAILABLE"),
    refusal("The database is unavailable. Try again later.", "SERVICE_UNAVAILABLE"),
  ),
  NoRoom: json(
    "There is no disk space for the file.",
    withCode("INSUFFICIENT_STORAGE"),
    refusal("There is no space for the file.", "INSUFFICIENT_STORAGE"),
  ),
  RateLimitHit: json(
    "Too many requests.",
    withCode("RATE_LIMIT_HIT", {
      "retry-after": { type: "number", description: "Seconds until the next request is accepted." },
    }),
    refusal("API usage exceeded rate limit", "RATE_LIMIT_HIT", { "retry-after": 28.7 }),
  ),
  Fault: json(
    "The server, or a service it needs, is not working.",
    reference("Error"),
    refusal("Internal server error", "INTERNAL_SERVER_ERROR"),
  ),
};

/** Used unless an operation declares its own for the status. */
const COMMON_BY_STATUS: Readonly<Record<string, keyof typeof COMMON_RESPONSES>> = {
  401: "Unauthorized",
  403: "Forged",
  413: "TooLarge",
  414: "PathTooLong",
  429: "RateLimitHit",
  431: "HeadTooLarge",
};

const common = (name: keyof typeof COMMON_RESPONSES): Response => ({ $ref: `#/components/responses/${name}` });

/** Responses that open a stream. */
const STREAMED: Readonly<Record<NonNullable<Operation["streams"]>, (example: string | undefined) => Responses>> = {
  events: (example) => ({
    200: {
      description: "Each event as `id: ID` and `data: JSON`. The last one is `event: close`, with the reason.",
      content: { "text/event-stream": { schema: { type: "string" }, ...(example === undefined ? {} : { example }) } },
    },
  }),
  lines: (example) => ({
    200: {
      description: "A JSON object in each line.",
      content: { "application/jsonl": { schema: { type: "string" }, ...(example === undefined ? {} : { example }) } },
    },
  }),
  // Frames are no content of a response: there is no place for an example.
  socket: () => ({
    101: { description: 'JSON frames: `{"events": [...]}`, and finally `{"close": {...}}`, with the reason.' },
  }),
};

/** `answered` is the text of an example. */
export function responsesOf(operation: Operation, schemas: Schemas, answered: string | undefined): Responses {
  const { response, responseSchema, errors } = operation;
  const own = withNotes(schemas.of(responseSchema, "output"), response);
  const isEmpty = Object.keys(response).length === 0;
  const answer = isEmpty ? reference("Success") : { allOf: [reference("Success"), own] };
  const refusals = [...byStatus([...new Set([...commonErrors(operation), ...errors])])].map(([status, described]) => {
    const name = errors.some((error) => error.status === status) ? undefined : COMMON_BY_STATUS[status];
    return [status, name ? common(name) : errorResponse(described)];
  });
  return {
    ...(operation.streams
      ? STREAMED[operation.streams](answered)
      : { 200: json("Success.", answer, answered === undefined ? undefined : JSON.parse(answered)) }),
    ...Object.fromEntries(refusals),
    503: common("ServiceUnavailable"),
    ...(operation.takesFile ? { 507: common("NoRoom") } : {}),
    "5XX": common("Fault"),
  };
}

/** Adds the notes of top-level fields, which their schemas do not contain. */
function withNotes(schema: JsonSchema, shape: Shape): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const field = shape[name];
    return [name, field ? { ...property, ...remarks(field, property).about } : property];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

export interface DescribedError {
  readonly code: string;
  readonly status: number;
  /** The message, with field names in braces. */
  readonly msg: string;
  readonly fields: readonly string[];
}

/** An error's message and fields are found by creating one from fields that record their own names. */
export function describeError(declaration: ErrorDeclaration<never>): DescribedError {
  const { code, status } = declaration;
  const fields = new Set<string>();
  const note = (name: string | symbol) => (typeof name === "string" ? fields.add(name) : fields);
  const probe = new Proxy<Record<string, unknown>>(
    {},
    { get: (_, name) => note(name) && `{${String(name)}}`, has: (_, name) => Boolean(note(name)) },
  );
  const { message: msg } = new declaration(probe as never);
  return { code, status, msg, fields: [...fields] };
}

function byStatus(errors: readonly ErrorDeclaration<never>[]): Map<number, DescribedError[]> {
  const grouped = Map.groupBy(errors.map(describeError), ({ status }) => status);
  return new Map([...grouped].sort(([a], [b]) => a - b));
}

function errorResponse(errors: readonly DescribedError[]): Response {
  const alternatives = [...Map.groupBy(errors, ({ code }) => code)].map(([code, same]) => {
    const fields = [...new Set(same.flatMap((error) => error.fields))].map((name) => [name, {}]);
    return { type: "object", properties: { code: exactly(code), ...Object.fromEntries(fields) } };
  });
  const own = alternatives.length === 1 ? (alternatives[0] as JsonSchema) : { anyOf: alternatives };
  const description = errors.map(({ code, msg }) => `\`${code}\`: ${msg}`).join("\n\n");
  const [{ code, msg, fields }] = errors as [DescribedError];
  const example = refusal(msg, code, Object.fromEntries(fields.map((name) => [name, `{${name}}`])));
  return json(description, { allOf: [reference("Error"), own] }, example);
}

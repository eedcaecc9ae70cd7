/** An operation's parameters in its URL, as the OpenAPI document describes them. */
import type { Field, Operation } from "../api/index.ts";
import { type JsonSchema, remarks, type Schemas } from "./openapi-schemas.ts";

interface DescribedParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

/** In the components, because nearly every operation has them. */
export const COMMON_PARAMETERS: Readonly<Record<string, DescribedParameter>> = {
  AcceptLanguage: {
    name: "Accept-Language",
    in: "header",
    required: false,
    description:
      "The languages that you read, in order: `msg` in an error is in the first that the server has. Without it, English.",
    schema: { type: "string" },
    example: "de, en;q=0.8",
  },
};

export type Parameter = DescribedParameter | { readonly $ref: string };

interface ParameterTexts {
  readonly schemas: Schemas;
  readonly notes: Readonly<Record<string, string>>;
}

export function parametersOf(operation: Operation, texts: ParameterTexts): Parameter[] {
  const { method, params, pathParams, isWebhook, only } = operation;
  const inPath = pathParams.flatMap((name) =>
    name === "email" ? EMAIL_PARTS : [parameter(name, "path", params[name] as Field, texts)],
  );
  const inQuery = Object.entries(params).filter(([name]) => !pathParams.includes(name));
  return [
    ...inPath,
    ...(method === "GET" || isWebhook ? inQuery.map(([name, field]) => parameter(name, "query", field, texts)) : []),
    // In a browser session, errors are in the language of the account.
    ...(only === "session" ? [] : [{ $ref: "#/components/parameters/AcceptLanguage" }]),
  ];
}

/** Session-only operations are listed with their full path. */
export function pathInDocument({ path, only }: Operation): string {
  const written = path.replace("{email}", "{mailbox}@{domain}");
  return only === "session" ? `/json${written}` : written;
}

/**
 * An email address is in two parts: only its @ tells `/users/ada@example.com` from `/users/7`. With one parameter for it, the
 * document would have the same path twice.
 */
const EMAIL_PARTS: readonly DescribedParameter[] = [
  {
    name: "mailbox",
    in: "path",
    required: true,
    description:
      "What is before the @ of the email address: of the real one if you can see it, or of `user{user_id}@{host}`, which works for every user.",
    schema: { type: "string" },
    example: "ada",
  },
  {
    name: "domain",
    in: "path",
    required: true,
    description: "What is after the @ of the email address.",
    schema: { type: "string" },
    example: "example.com",
  },
];

export const isRequired = (field: Field): boolean => !field.optional && field.fallback === undefined;

/** JSON text of a number or boolean equals a plain parameter, which tools understand better. */
export function travelsAsJson(field: Field, { type }: JsonSchema): boolean {
  return field.wire === "json" && type !== "integer" && type !== "number" && type !== "boolean";
}

function parameter(
  name: string,
  place: "path" | "query",
  field: Field,
  { schemas, notes }: ParameterTexts,
): DescribedParameter {
  const { about, schema } = remarks(field, schemas.of(field, "input"), notes[name]);
  const isJson = travelsAsJson(field, schema);
  const example =
    field.example === undefined ? {} : { example: isJson ? JSON.stringify(field.example) : field.example };
  return {
    name,
    in: place,
    required: place === "path" || isRequired(field),
    ...about,
    schema: isJson ? jsonText(schema) : schema,
    ...example,
  };
}

/** What travels in the URL is a text. Many generators know no other description of parameters that contain JSON. */
function jsonText({ default: fallback, ...schema }: JsonSchema): JsonSchema {
  const otherwise = fallback === undefined ? {} : { default: JSON.stringify(fallback) };
  return { type: "string", contentMediaType: "application/json", contentSchema: schema, ...otherwise };
}

/** Collects what a request sent, as text by name: from the query string and from a form, whatever the method. */

import querystring from "node:querystring";
import multipart, { type MultipartValue } from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError, apiError, type RawParameters } from "../api/index.ts";
import { formFrom } from "./form.ts";
import type { Incoming } from "./incoming.ts";

const MAX_FIELDS = 1000;
export const MAX_BODY_BYTES = 25 * 1024 * 1024;

const overfull = new WeakSet<object>();

/**
 * The last of several values wins; what is not UTF-8 becomes U+FFFD. Never throws: the router calls it where nothing
 * catches. A form with too many fields is refused by `parametersOf`.
 */
export function parseForm(form: string): Record<string, string> {
  const values: Record<string, string> = Object.create(null);
  if (form === "") return values;
  // Cut before it is decoded: URLSearchParams takes minutes for a million fields, whoever sends them.
  const fields = form.split("&", MAX_FIELDS + 1);
  if (fields.length > MAX_FIELDS) overfull.add(values);
  for (const field of fields) {
    if (field === "") continue;
    const equals = field.indexOf("=");
    const [name, value] = equals === -1 ? [field, ""] : [field.slice(0, equals), field.slice(equals + 1)];
    values[unescaped(name)] = unescaped(value);
  }
  return values;
}

function unescaped(text: string): string {
  // Several times as fast as replacing, where there are millions.
  const spaced = text.includes("+") ? text.split("+").join(" ") : text;
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    // Byte by byte: what is no escape stays as it is, what is not UTF-8 becomes U+FFFD.
    return querystring.unescape(Buffer.from(spaced).toString("latin1"));
  }
}

export function acceptForms(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "buffer" },
    async (request: FastifyRequest, body: Buffer) => formFrom(body, request.headers["content-type"] ?? ""),
  );
  server.register(multipart, {
    limits: { fields: MAX_FIELDS, fieldSize: MAX_BODY_BYTES, fieldNameSize: 1000, parts: MAX_FIELDS, files: 10 },
    throwFileSizeLimit: false,
  });
  // Other bodies are not parameters: they are read, up to the limit, and left alone.
  server.addContentTypeParser("*", { parseAs: "buffer" }, async () => undefined);
}

export interface Sent {
  /** What stands in the body wins over the query string. */
  readonly all: RawParameters;
  readonly body: RawParameters;
}

const NOTHING: RawParameters = Object.freeze(Object.create(null));

export function parametersOf(request: Incoming): Sent {
  return together(request, request.body as Record<string, string> | undefined);
}

export async function multipartOf(request: Incoming): Promise<Sent> {
  return together(request, await multipartFields(request));
}

function together(request: Incoming, body: Record<string, string> | undefined): Sent {
  const query = request.query as Record<string, string>;
  if (overfull.has(query) || (body && overfull.has(body)))
    throw new ApiError(`Too many parameters (limit: ${MAX_FIELDS})`);
  if (!body) return { all: query, body: NOTHING };
  return { all: isEmpty(query) ? body : Object.assign(Object.create(null), query, body), body };
}

function isEmpty(parameters: object): boolean {
  for (const _ in parameters) return false;
  return true;
}

export const BodyTooLarge = apiError("BAD_REQUEST", "The request is too large.", { status: 413 });

async function multipartFields(request: Incoming): Promise<Record<string, string>> {
  const fields = new MultipartFields();
  try {
    for await (const part of request.parts()) {
      // The operation takes no file: it is read to its end, because the parts behind it may be parameters.
      if (part.type === "file") part.file.resume();
      else fields.add(part);
    }
  } catch (error) {
    throw multipartProblem(error);
  }
  return fields.values;
}

/** The fields of a multipart body that are parameters. */
export class MultipartFields {
  readonly values: Record<string, string> = Object.create(null);
  #size = 0;

  add(part: MultipartValue): void {
    const value = typeof part.value === "string" ? part.value : JSON.stringify(part.value);
    // The parser limits each field; only the sum says what the request costs.
    this.#size += value.length;
    if (part.valueTruncated || this.#size > MAX_BODY_BYTES) throw new BodyTooLarge();
    this.values[part.fieldname] = value;
  }
}

export function multipartProblem(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { statusCode } = error as { statusCode?: number };
  return statusCode === 413 ? new BodyTooLarge() : new ApiError("Malformed multipart body");
}

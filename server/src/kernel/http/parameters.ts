/** Collects request parameters by name: from the query string and from a form or a JSON object, whatever the method. */
import multipart, { type MultipartValue } from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError, type SentParameters, said } from "../api/index.ts";
import { bodyTooLarge, MAX_BODY_BYTES, MAX_FIELDS, tooManyParameters } from "./body-limits.ts";
import { formFrom, isOverfull, jsonFrom } from "./form.ts";
import type { Incoming } from "./incoming.ts";
import { isWebhook } from "./methods.ts";
import { pauseAfterLongReads } from "./pacing.ts";

export function acceptForms(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "buffer" },
    async (request: FastifyRequest, body: Buffer) =>
      keptForWebhook(request, body) ? undefined : formFrom(body, request.headers["content-type"] ?? ""),
  );
  // Only operations take JSON: the forms of pages are sent by browsers.
  server.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    async (request: FastifyRequest, body: Buffer) =>
      keptForWebhook(request, body) || request.found === null
        ? undefined
        : jsonFrom(body, request.headers["content-type"] ?? ""),
  );
  server.register(multipart, {
    limits: { fields: MAX_FIELDS, fieldSize: MAX_BODY_BYTES, fieldNameSize: 1000, parts: MAX_FIELDS, files: 10 },
    throwFileSizeLimit: false,
  });
  // Other bodies are not parameters: they are read, up to the limit, and ignored.
  server.addContentTypeParser("*", { parseAs: "buffer" }, async (request: FastifyRequest, body: Buffer) => {
    keptForWebhook(request, body);
  });
}

/** A webhook's body is its own document, whatever its type. */
function keptForWebhook(request: FastifyRequest, body: Buffer): boolean {
  const isIt = request.found !== null && isWebhook(request.found.methods, request.method);
  if (isIt) request.webhookBody = body;
  return isIt;
}

export interface ReceivedParameters {
  /** The body overrides the query string. */
  readonly all: SentParameters;
  readonly body: SentParameters;
}

const NOTHING: SentParameters = Object.freeze(Object.create(null));

export function parametersOf(request: Incoming): ReceivedParameters {
  return together(request, request.body as SentParameters | undefined);
}

export async function multipartOf(request: Incoming): Promise<ReceivedParameters> {
  return together(request, await multipartFields(request));
}

function together(request: Incoming, body: SentParameters | undefined): ReceivedParameters {
  const query = request.query as Record<string, string>;
  if (isOverfull(query) || (body && isOverfull(body))) throw tooManyParameters();
  if (!body) return { all: query, body: NOTHING };
  return { all: isEmpty(query) ? body : Object.assign(Object.create(null), query, body), body };
}

function isEmpty(parameters: object): boolean {
  for (const _ in parameters) return false;
  return true;
}

export async function multipartFields(request: Incoming): Promise<Record<string, string>> {
  const fields = new MultipartFields();
  pauseAfterLongReads(request.raw);
  try {
    for await (const part of request.parts()) {
      // The operation accepts no file: it is read to its end, because later parts may be parameters.
      if (part.type === "file") for await (const chunk of part.file) fields.count((chunk as Buffer).length);
      else fields.add(part);
    }
  } catch (error) {
    hearOut(request);
    throw multipartProblem(error);
  }
  return fields.values;
}

/** The parameters in a multipart body. */
export class MultipartFields {
  readonly values: Record<string, string> = Object.create(null);
  #size = 0;

  add(part: MultipartValue): void {
    const value = typeof part.value === "string" ? part.value : JSON.stringify(part.value);
    this.count(part.valueTruncated ? Number.POSITIVE_INFINITY : value.length);
    this.values[part.fieldname] = value;
  }

  /** The parser limits each part; the sum is the request's cost. */
  count(size: number): void {
    this.#size += size;
    if (this.#size > MAX_BODY_BYTES) throw bodyTooLarge();
  }
}

/** A client can read the response only after it has finished sending. */
export function hearOut({ raw }: Incoming): void {
  raw.unpipe();
  raw.resume();
}

export function multipartProblem(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { statusCode, code = "" } = error as { statusCode?: number; code?: string };
  // The parser counts parts, and bytes of each; we count all bytes.
  if (statusCode === 413) return /PARTS|FIELDS|FILES/.test(code) ? tooManyParameters() : bodyTooLarge();
  return new ApiError(said`Malformed multipart body`);
}

/** The response envelope, and how errors become responses. */
import type { OutgoingHttpHeaders } from "node:http";
import { ApiError, apiError, type Sentence, said } from "../api/index.ts";
import { DatabaseUnavailable } from "../db/unavailable.ts";
import type { Headers, Outgoing } from "./incoming.ts";
import { isLong, jsonInSteps } from "./json-in-steps.ts";
import { isLeaving } from "./leave.ts";
import type { Serialized } from "./route.ts";
import type { Segment } from "./shared-text.ts";
import { ENGLISH, jsonSaidBy, type Speaker } from "./speaker.ts";

/** On every response. */
export const SECURITY_HEADERS = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
};

const JSON_HEADERS = { vary: "Accept-Language", ...SECURITY_HEADERS };

/** Also overrides caching headers that were set before a failure. */
const ALWAYS_OF_JSON = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "max-age=0, no-cache, no-store, must-revalidate, private",
};

/** Bypasses Fastify's own steps for complete responses, which saves a third of a small one's cost. */
export function sendJson<R extends Outgoing>(
  reply: R,
  status: number,
  body: string | readonly Buffer[],
  encoding?: "gzip",
): R {
  if (reply.sent) return reply;
  reply.hijack();
  const headers: Headers = { ...JSON_HEADERS, ...reply.getHeaders(), ...ALWAYS_OF_JSON };
  headers["content-length"] =
    typeof body === "string" ? Buffer.byteLength(body) : body.reduce((sum, { length }) => sum + length, 0);
  if (encoding) {
    headers["content-encoding"] = encoding;
    headers.vary = `${headers.vary}, Accept-Encoding`;
  }
  if (isLeaving(reply.server)) headers.connection = "close";
  reply.raw.writeHead(status, headers as OutgoingHttpHeaders);
  if (typeof body === "string") reply.raw.end(body);
  else endWith(reply.raw, body);
  return reply;
}

/** Together, and without copying what many responses share. */
function endWith(raw: Outgoing["raw"], buffers: readonly Buffer[]): void {
  raw.cork();
  for (const buffer of buffers) raw.write(buffer);
  raw.end();
}

/** Serializes a long response in steps, and any other at once. */
export function success(data: object, ignored: readonly string[]): string | Promise<string> {
  const extra = ignored.length > 0 ? { ignored_parameters_unsupported: ignored } : undefined;
  const answer = { result: "success", msg: "", ...data, ...extra };
  return isLong(data) ? jsonInSteps(answer).then((text) => `${text}\n`) : `${JSON.stringify(answer)}\n`;
}

/** For a response that is text already. */
export function serializedSuccess({ members }: Serialized, ignored: readonly string[]): string | readonly Segment[] {
  const more = ignored.length > 0 ? `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}` : "";
  const [start, end] = [`{"result":"success","msg":"",`, `${more}}\n`];
  const [first, ...others] = members;
  if (typeof first !== "string") return [start, ...members, end];
  return others.length === 0 ? `${start}${first}${end}` : [start + first, ...others, end];
}

export function sendError<R extends Outgoing>(reply: R, error: ApiError, speaker: Speaker = ENGLISH): R {
  const { sentence: msg, code, fields } = error;
  for (const [name, value] of Object.entries(error.headers)) reply.header(name, value);
  reply.header("content-language", speaker.language);
  return sendJson(reply, error.status, `${jsonSaidBy(speaker, { result: "error", msg, code, ...fields })}\n`);
}

const Fault = apiError<{ request_id: string }>("INTERNAL_SERVER_ERROR", "Internal server error", { status: 500 });

/** An internal error: the caller only gets an id that is in the log. */
export const sendFault = <R extends Outgoing>(reply: R, request_id: string, speaker: Speaker): R =>
  sendError(reply, new Fault({ request_id }), speaker);

/** For the log, without the query, which may contain passwords and keys. */
export const pathOf = (request: { url: string }): string => request.url.split("?", 1)[0] as string;

const HTTP_ERRORS: Record<number, Sentence> = {
  404: said`Not found`,
  414: said`A part of the URL is too long (limit: 1000 characters)`,
  415: said`The content type is not supported.`,
};

/** Converts errors of the HTTP layer (too large, malformed) to API errors. */
export function fromHttpError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error instanceof DatabaseUnavailable) return unavailable(error);
  const { statusCode } = error as { statusCode?: unknown };
  if (typeof statusCode !== "number" || statusCode < 400 || statusCode >= 500) return undefined;
  return new ApiError(HTTP_ERRORS[statusCode] ?? said`Malformed request`, { status: statusCode });
}

/** Its reason is for operators, and English. The trouble is logged once; a line per request would fill a full disk. */
const unavailable = ({ message, retryAfterSeconds }: DatabaseUnavailable): ApiError =>
  new ApiError(said`${message}`, {
    code: "SERVICE_UNAVAILABLE",
    status: 503,
    headers: { "retry-after": String(retryAfterSeconds) },
  });

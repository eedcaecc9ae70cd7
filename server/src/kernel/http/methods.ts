/** The operations of a path by method: which one a request means, and the response to other methods. */
import type { FastifyReply } from "fastify";
import type { SentParameters } from "../api/index.ts";
import type { Incoming, Outgoing } from "./incoming.ts";
import { SECURITY_HEADERS, sendJson } from "./reply.ts";
import type { Route } from "./route.ts";
import type { Scheme } from "./schemes.ts";

/** All operations of one path, by method. */
export type Methods = ReadonlyMap<string, Route>;

/** A POST form with a file may mean the PATCH of its path. */
export function fileRouteOf(methods: Methods, request: Incoming): Route | undefined {
  return mayOverride(request) ? methods.values().find((route) => route.fileRule) : undefined;
}

/** Only a POST form can name another method. */
export function mayOverride({ method, headers }: Incoming): boolean {
  return method === "POST" && /form/i.test(headers["content-type"] ?? "");
}

/** What a page on another origin may send, if anything. */
const ACROSS_ORIGINS = {
  "access-control-allow-headers": "Authorization, Content-Type, Last-Event-ID",
  "access-control-allow-methods": "GET, POST, DELETE, PUT, PATCH, HEAD",
  "access-control-max-age": "86400",
};

export function answerPreflight(methods: Methods, { isOpenToOrigins }: Scheme, reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .header("allow", allowed(methods).sort().join(", "))
    .headers(isOpenToOrigins ? ACROSS_ORIGINS : {})
    .headers(SECURITY_HEADERS)
    .send();
}

export const routeFor = (methods: Methods, method: string): Route | undefined => methods.get(asMethod(method));

export const isWebhook = (methods: Methods, method: string): boolean =>
  routeFor(methods, method)?.operation.isWebhook ?? false;

const asMethod = (method: string) => (method === "HEAD" ? "GET" : method);

/** A form can name its method, because HTML forms know only two; a JSON body cannot. */
export function overridden(method: string, { method: named }: SentParameters): string {
  if (method !== "POST" || typeof named !== "string") return asMethod(method);
  return named.toUpperCase();
}

function allowed(methods: Methods): string[] {
  return [...methods.keys(), ...(methods.has("GET") ? ["HEAD"] : [])];
}

export function refuseMethod(methods: Methods, reply: Outgoing): Outgoing {
  const allowed_methods = allowed(methods);
  const body = { result: "error", msg: "Method Not Allowed", code: "BAD_REQUEST", allowed_methods };
  return sendJson(reply.header("allow", allowed_methods.join(", ")), 405, `${JSON.stringify(body)}\n`);
}

/**
 * The direct lane: common operations go from the socket to their handler without the framework, which costs as much as
 * a whole poll. It accepts a request only if nothing about it is unusual; files, pages, unknown paths and methods are
 * left to Fastify.
 */
import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import Router from "find-my-way";
import type { RawParameters } from "../api/index.ts";
import type { Dispatcher } from "./dispatch.ts";
import { parseForm, readBody, readParameters } from "./form.ts";
import type { Caller, Headers, Incoming, Outgoing } from "./incoming.ts";
import { isWebhook, type Methods, routeFor } from "./methods.ts";
import type { Peers } from "./peers.ts";
import type { RequestSlot } from "./places.ts";
import type { Answered } from "./probes.ts";

interface OperationPath {
  readonly path: string;
  readonly methods: Methods;
  readonly dispatcher: Dispatcher;
}

export interface FoundPath extends OperationPath {
  readonly params: RawParameters;
}

export interface DirectLaneOptions {
  readonly server: FastifyInstance;
  readonly peers: Peers;
  readonly answered: Answered;
  fail(error: unknown, request: Incoming, reply: Outgoing): void;
}

export class DirectLane {
  readonly #options: DirectLaneOptions;
  /** Paths without parameters, spelled as usual. */
  readonly #fixed = new Map<string, FoundPath>();
  /** Finds a path without a store if one of its parts is too long. Its patterns are ours, and need no check. */
  readonly #router = Router({ maxParamLength: 1000, onMaxParamLength: () => {}, allowUnsafeRegex: true });

  constructor(options: DirectLaneOptions) {
    this.#options = options;
  }

  /** The router's pattern: `/messages/:message_id(^[0-9]+$)`. */
  add(pattern: string, path: string, methods: Methods, dispatcher: Dispatcher): void {
    const place: OperationPath = { path, methods, dispatcher };
    // Methods are told apart by `Methods`, so one stands for all.
    this.#router.on("GET", pattern, () => {}, place);
    if (!/[:*]/.test(pattern)) this.#fixed.set(pattern, { ...place, params: NO_PARAMETERS });
  }

  find(path: string): FoundPath | undefined {
    const fixed = this.#fixed.get(path);
    if (fixed) return fixed;
    const found = this.#router.find("GET", path);
    const params = found?.params as RawParameters;
    return found?.store && !hasEmptySegment(params) ? { ...(found.store as OperationPath), params } : undefined;
  }

  hasTooLongPart(path: string): boolean {
    return this.#router.find("GET", path)?.store === null;
  }

  /** Whether the request is accepted; otherwise it is untouched. */
  take(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = "", headers } = request;
    const mark = url.indexOf("?");
    const path = mark === -1 ? url : url.slice(0, mark);
    const place = this.find(path);
    const route = place && routeFor(place.methods, request.method as string);
    if (!place || !route || headers.host === undefined || isUnusual(headers)) return false;
    const { peers, server } = this.#options;
    const incoming = new DirectRequest(request, peers, place.params, mark === -1 ? "" : url.slice(mark + 1));
    const reply = new DirectReply(response, server);
    if (place.dispatcher.scheme.isOpenToOrigins) reply.header("access-control-allow-origin", "*");
    reply.header("x-request-id", incoming.id);
    if (peers.isSecure(request)) reply.header("strict-transport-security", "max-age=31536000; includeSubDomains");
    void this.#answer(place, incoming, reply);
    return true;
  }

  async #answer(
    { path, methods, dispatcher }: OperationPath,
    request: DirectRequest,
    reply: DirectReply,
  ): Promise<void> {
    const { answered, fail } = this.#options;
    try {
      await dispatcher.admit(methods, request, reply);
      if (request.method !== "GET" && request.method !== "HEAD") {
        if (isWebhook(methods, request.method)) request.webhookBody = await readBody(request.raw);
        else request.body = await readParameters(request.raw);
      }
      await dispatcher.handle(methods, request, reply);
    } catch (error) {
      request.place?.leave();
      // The client has disconnected.
      if (request.raw.errored || request.raw.socket.destroyed) return;
      fail(error, request, reply);
    }
    answered({ request, path, status: reply.raw.statusCode, ms: performance.now() - request.startedAt });
  }
}

/** `/users/` is not a user's path. */
function hasEmptySegment(params: RawParameters): boolean {
  for (const name in params) if (params[name] === "" && name !== "*") return true;
  return false;
}

const NO_PARAMETERS: RawParameters = Object.freeze({});

/** Multipart requests and protocol upgrades are not handled here. */
const isUnusual = (headers: IncomingHttpHeaders): boolean =>
  headers.upgrade !== undefined || /multipart/i.test(headers["content-type"] ?? "");

export class DirectRequest implements Incoming {
  readonly id = randomUUID();
  readonly startedAt = performance.now();
  readonly raw: IncomingMessage;
  readonly params: RawParameters;
  readonly query: RawParameters;
  readonly #peers: Peers;
  body: unknown;
  webhookBody: Buffer | null = null;
  caller: Caller | null = null;
  place: RequestSlot | null = null;

  constructor(raw: IncomingMessage, peers: Peers, params: RawParameters, query: string) {
    this.raw = raw;
    this.#peers = peers;
    this.params = params;
    this.query = parseForm(query);
  }
  get method(): string {
    return this.raw.method as string;
  }
  get url(): string {
    return this.raw.url as string;
  }
  get headers(): IncomingHttpHeaders {
    return this.raw.headers;
  }
  get host(): string {
    return this.#peers.host(this.raw);
  }
  get ip(): string {
    return this.#peers.ip(this.raw);
  }
  isMultipart(): boolean {
    return false;
  }
  parts: FastifyRequest["parts"] = () => {
    throw new Error("Multipart requests are not handled here.");
  };
}

export class DirectReply implements Outgoing {
  readonly raw: ServerResponse;
  readonly server: FastifyInstance;
  readonly #headers: Headers = {};
  sent = false;

  constructor(raw: ServerResponse, server: FastifyInstance) {
    this.raw = raw;
    this.server = server;
  }
  header(name: string, value: string | number): this {
    this.#headers[name] = value;
    return this;
  }
  getHeaders(): Headers {
    return this.#headers;
  }
  hijack(): void {
    this.sent = true;
  }
}

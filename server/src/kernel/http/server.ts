/** The HTTP server: the contract's operations under /api/v1, and a few pages and probes. */

import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerOptions, type ServerResponse } from "node:http";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { ApiError, type Operation, said } from "../api/index.ts";
import type { App } from "../context.ts";
import { refusalByMachine } from "../health/machine.ts";
import { NotLoggedIn } from "./authenticate.ts";
import { bodyTooLarge, MAX_BODY_BYTES } from "./body-limits.ts";
import { PathTooLong } from "./common-errors.ts";
import { limitConnections } from "./connections.ts";
import { DirectLane, type FoundPath } from "./direct.ts";
import { Dispatcher } from "./dispatch.ts";
import { addDocumentation } from "./documentation.ts";
import type { MakeDocuments } from "./documents.ts";
import { addFiles, type FileAddress } from "./files.ts";
import { parseForm } from "./form.ts";
import { addHelp } from "./help.ts";
import type { Incoming, Outgoing } from "./incoming.ts";
import { closeConnectionsWhenLeaving } from "./leave.ts";
import { refuseMalformed } from "./malformed.ts";
import type { Methods } from "./methods.ts";
import { addOrganizationFinder } from "./organization-finder.ts";
import { discardSlowlyAfter, refuseSmallChunks } from "./pacing.ts";
import { addPages, looksForPage, missingPage, PAGE_HEADERS, type Pages, sendToSignIn } from "./pages.ts";
import { acceptForms } from "./parameters.ts";
import { addPasswordStrength } from "./password-strength.ts";
import { Peers } from "./peers.ts";
import { hasRoomOnConnection } from "./pipelining.ts";
import { newPlaces } from "./places.ts";
import { addProbes, observe } from "./probes.ts";
import { RateLimiter } from "./rate-limit.ts";
import { fromHttpError, pathOf, SECURITY_HEADERS, sendError, sendFault } from "./reply.ts";
import type { Route } from "./route.ts";
import { byApiKey, bySession } from "./schemes.ts";
import { sessionToken } from "./session.ts";
import { speakerFor } from "./speaker.ts";
import { normalizeTarget } from "./target.ts";
import { Upgrades } from "./upgrades.ts";
import { addWebClient, WebClient } from "./web-client.ts";

export const API_PREFIX = "/api/v1";
/** The prefix for browsers with a session. */
const SESSION_PREFIX = "/json";
const ALL_METHODS = ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS", "TRACE"];
/** Slow senders are disconnected; a poll waits on our side and is not affected. */
const REQUEST_TIMEOUT_MS = 60_000;
/** Files may take longer: a hundred mebibytes over half a megabit a second. */
const FILE_TIMEOUT_MS = 30 * 60_000;

const HTTP_OPTIONS: ServerOptions = {
  // Node would reject a request without a host itself, but not in JSON.
  requireHostHeader: false,
  // Node has one timeout for all requests: the one for files.
  requestTimeout: FILE_TIMEOUT_MS,
  // Longer than that of proxies in front of it, which would otherwise use a connection that is just being closed.
  keepAliveTimeout: 72_000,
};

/** The contract checks parameters and responses. Without this Fastify would load two compilers for schemas of its own. */
const WITHOUT_SCHEMAS = { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } };

function noSchemas(): never {
  throw new Error("Routes are described by the contract, not by schemas of Fastify.");
}

/** The request listener: the direct lane, and Fastify for the rest. */
type Front = (request: IncomingMessage, response: ServerResponse) => void;

declare module "fastify" {
  interface FastifyInstance {
    front: Front;
  }
  interface FastifyRequest {
    /** The operations at this path. */
    found: FoundPath | null;
  }
}

export function buildServer(
  app: App,
  routes: readonly Route[],
  makeDocuments: MakeDocuments,
  files: readonly FileAddress[] = [],
  pages: Pages = { pages: [], firstPages: [] },
  open: readonly ((server: FastifyInstance) => void)[] = [],
): FastifyInstance {
  const paths = routes.filter(({ operation }) => operation.takesFile).map(({ operation }) => operation.path);
  const takesFiles = new RegExp(
    `^(?:${API_PREFIX}|${SESSION_PREFIX})(?:${paths.join("|").replace(/\{\w+\}/g, "[^/]+")})$`,
  );
  let lane: DirectLane | undefined;
  let front: Front | undefined;
  let upgrades: Upgrades | undefined;
  const server = Fastify({
    serverFactory(framework) {
      front = (request, response) => {
        if (!hasRoomOnConnection(request, response)) return;
        if (!normalizeTarget(request)) return refuseMalformed({}, request.socket);
        if (request.headers["transfer-encoding"] !== undefined) refuseSmallChunks(request);
        if (mayBeLarge(request)) discardSlowlyAfter(response, request);
        const isFile = isMultipart(request) && takesFiles.test(pathOf(request as { url: string }));
        if (hasBody(request) && !isFile) cutOffWhenSlow(request);
        if (!lane?.take(request, response)) framework(request, response);
      };
      const shouldUpgradeCallback = (request: IncomingMessage) =>
        normalizeTarget(request) && (upgrades?.wants(request) ?? false);
      return createServer({ ...HTTP_OPTIONS, shouldUpgradeCallback }, front);
    },
    loggerInstance: app.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger per request would cost more than the few lines that name their request themselves.
    childLoggerFactory: (logger) => logger,
    genReqId: () => randomUUID(),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: app.config.trustedProxies.length > 0 ? app.config.trustedProxies : false,
    schemaController: WITHOUT_SCHEMAS,
    routerOptions: { querystringParser: parseForm, maxParamLength: 1000, caseSensitive: true },
    exposeHeadRoutes: false,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) =>
      sendError(
        toEveryOrigin(reply),
        fromHttpError(error) ?? new ApiError(said`Malformed request`),
        speakerFor(app, request),
      ) as never,
    clientErrorHandler: refuseMalformed,
  });
  server.server.on("checkExpectation", refuseExpectation);
  limitConnections(server.server, app.troubles);
  server.decorate("front", front as Front);
  server.decorateRequest("caller", null);
  server.decorateRequest("found", null);
  server.decorateRequest("webhookBody", null);
  server.decorateRequest("place", null);
  acceptForms(server);
  addSecurityHeaders(server);
  closeConnectionsWhenLeaving(server);
  const answered = observe(server, app);

  const limits = app.config.rateLimits;
  const limiters = limits && {
    byUser: new RateLimiter(limits.api_by_user, app.clock, "api_by_user"),
    byIp: new RateLimiter(limits.api_by_ip, app.clock, "api_by_ip"),
  };
  const lanes = { server, peers: new Peers(app.config.trustedProxies), answered, fail };
  const direct = new DirectLane(lanes);
  lane = direct;
  const sockets = new Upgrades(lanes);
  upgrades = sockets;
  server.server.on("upgrade", (request, socket, head) => sockets.take(request, socket, head));
  const places = newPlaces();
  const keyed = new Dispatcher(app, places, limiters, byApiKey(app));
  const browsing = new Dispatcher(app, places, limiters, bySession(app));
  addOperations(API_PREFIX, keyed, "session");
  addOperations(SESSION_PREFIX, browsing, "key");

  const byFile = limits && new RateLimiter(limits.spectator_attachment_access_by_file, app.clock);
  addFiles(server, (request) => (isBrowsing(app, request) ? browsing : keyed), files, byFile);
  addProbes(server, app);
  const assets = addDocumentation(server, app, makeDocuments);
  const webClient = new WebClient();
  addPages(server, app, browsing, pages, { assets, webClient });
  addHelp(server, assets);
  addOrganizationFinder(server, app, assets);
  addPasswordStrength(server, app);
  addWebClient(server, app, webClient, browsing);
  for (const add of open) add(server);
  server.setNotFoundHandler(async (request, reply) => {
    const isForBrowsers = request.url.startsWith(`${SESSION_PREFIX}/`);
    const isOperation = isForBrowsers || request.url.startsWith(`${API_PREFIX}/`);
    if (!isOperation && looksForPage(request))
      return reply
        .code(404)
        .headers(PAGE_HEADERS)
        .send(await missingPage(app, request, assets));
    const missing = new ApiError(said`Not found`, { status: 404 });
    return sendError(isForBrowsers ? reply : toEveryOrigin(reply), missing, speakerFor(app, request));
  });
  server.setErrorHandler((error, request, reply) => {
    // The client is still sending. Closing now would lose the response with the connection.
    const isTooLarge = (error as { statusCode?: number }).statusCode === 413;
    if (isTooLarge) reply.removeHeader("connection");
    return fail(isTooLarge ? bodyTooLarge(request.routeOptions.bodyLimit) : error, request, reply);
  });
  return server;

  /** Those that are not reached in the other way only. */
  function addOperations(prefix: string, dispatcher: Dispatcher, otherWay: Operation["only"]): void {
    const paths = byPath(routes.filter(({ operation }) => operation.only !== otherWay));
    const numbered = new Set([...paths].filter(([, methods]) => endsInNumber(methods)).map(([path]) => placeOf(path)));
    for (const [path, methods] of paths) {
      const isBesideNumber = !endsInNumber(methods) && numbered.has(placeOf(path));
      const url = prefix + toPattern(path, methods, { isBesideNumber });
      direct.add(url, path, methods, dispatcher);
      if (methods.get("GET")?.operation.streams === "socket") sockets.add(url, path, methods, dispatcher);
    }
    server.route({
      method: ALL_METHODS,
      url: `${prefix}/*`,
      config: { isOperation: true },
      onRequest: (request, reply, done) => {
        const path = pathOf(request);
        request.found = direct.find(path) ?? null;
        if (!request.found) return direct.hasTooLongPart(path) ? done(new PathTooLong()) : reply.callNotFound();
        request.params = request.found.params;
        dispatcher.before(request.found.methods, request, reply, done);
      },
      handler: (request, reply) => dispatcher.handle((request.found as FoundPath).methods, request, reply),
    });
  }

  function fail<R extends Outgoing>(error: unknown, request: Incoming, reply: R): R {
    request.place?.leave();
    const refused = fromHttpError(error) ?? refusalByMachine(app.troubles, error);
    if (error instanceof NotLoggedIn && looksForPage(request)) return sendToSignIn(reply, request);
    const speaker = speakerFor(app, request);
    if (refused) return sendError(reply, refused, speaker);
    const { id, method } = request;
    app.log.error({ err: error, reqId: id, method, path: loggedPath(request) }, "request failed");
    return sendFault(reply, request.id, speaker);
  }
}

/** Of pages and files as it is declared: the one in the request may have a key in it. */
function loggedPath(request: Incoming): string | undefined {
  const { routeOptions } = request as Partial<FastifyRequest>;
  return routeOptions && !routeOptions.config?.isOperation ? routeOptions.url : pathOf(request);
}

/** Without credentials, but with a session. */
const isBrowsing = (app: App, { headers }: Incoming): boolean =>
  headers.authorization === undefined && sessionToken(app, headers) !== undefined;

/** Pages on other origins may read the response; they never send cookies. */
const toEveryOrigin = (reply: FastifyReply) => reply.header("access-control-allow-origin", "*");

function byPath(routes: readonly Route[]): Map<string, Methods> {
  const paths = new Map<string, Map<string, Route>>();
  for (const route of routes) {
    const { path, method } = route.operation;
    const methods = paths.get(path) ?? new Map<string, Route>();
    if (methods.has(method)) throw new Error(`${method} ${path} is declared twice.`);
    paths.set(path, methods.set(method, route));
  }
  return paths;
}

/**
 * `{message_id}` is digits if the field is a number, and no segment is empty: anything else is another path. Where
 * `/users/{user_id}` exists beside `/users/{email}`, the router distinguishes them only if one has no pattern.
 */
function toPattern(path: string, methods: Methods, { isBesideNumber }: { isBesideNumber: boolean }): string {
  const [route] = methods.values();
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (route?.operation.tail === name) return "*";
    if (route?.operation.params[name]?.wire === "json") return `:${name}(^[0-9]+$)`;
    return isBesideNumber ? `:${name}` : `:${name}(^[^]+$)`;
  });
}

/** Paths that differ only in their parameter names are equal. */
const placeOf = (path: string) => path.replace(/\{\w+\}/g, "{}");

function endsInNumber(methods: Methods): boolean {
  const [route] = methods.values();
  const last = route?.operation.pathParams.at(-1);
  return last !== undefined && route?.operation.params[last]?.wire === "json";
}

function addSecurityHeaders(server: FastifyInstance): void {
  server.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    // JSON responses already have these.
    if (!request.routeOptions.config.isOperation) reply.headers(SECURITY_HEADERS);
    if (request.headers.host === undefined && request.raw.httpVersion === "1.1")
      return done(new ApiError(said`Malformed request`, { headers: { connection: "close" } }));
    if (request.protocol === "https") reply.header("strict-transport-security", "max-age=31536000; includeSubDomains");
    done();
  });
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";

/** Other bodies are held in memory, also where files are uploaded. */
const isMultipart = ({ headers }: IncomingMessage): boolean =>
  headers["content-type"]?.toLowerCase().startsWith("multipart/") === true;

/** Larger than what is read at once. */
const mayBeLarge = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > READ_BYTES;
const READ_BYTES = 64 * 1024;

/** Requests without a file get less time than Node's timeout. */
function cutOffWhenSlow(request: IncomingMessage): void {
  const timer = setTimeout(() => {
    if (!request.complete) refuseMalformed({ code: "ERR_HTTP_REQUEST_TIMEOUT" }, request.socket);
  }, REQUEST_TIMEOUT_MS);
  timer.unref();
  for (const over of ["end", "close"]) request.once(over, () => clearTimeout(timer));
}

/** Node itself would respond without a body. */
function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const body = `${JSON.stringify({ result: "error", msg: "The server cannot meet the expectation in the Expect header.", code: "BAD_REQUEST" })}\n`;
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    connection: "close",
  };
  response.writeHead(417, headers).end(body);
}

/** For operators, supervisors and load balancers: health and metrics. */
import { BlockList, isIPv6 } from "node:net";
import type { FastifyInstance, FastifyReply } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { ApiError, said } from "../api/index.ts";
import type { App } from "../context.ts";
import { PRODUCT_VERSION } from "../version.ts";
import { isLeaving } from "./leave.ts";
import { pathOf, sendError, sendJson, success } from "./reply.ts";

const registries = new WeakMap<FastifyInstance, Registry>();

/** Counts and times a response by its operation's path. */
export type Answered = (answer: {
  request: { readonly id: string; readonly method: string; readonly url: string };
  path: string;
  status: number;
  ms: number;
}) => void;

/** Counts and times every request by its operation's path; requests that bypass Fastify call the returned function. */
export function observe(server: FastifyInstance, app: App): Answered {
  const registry = new Registry();
  registries.set(server, registry);
  collectDefaultMetrics({ register: registry });
  const labelNames = ["method", "path", "status"];
  const requests = new Counter({
    name: "parley_requests_total",
    help: "Requests answered.",
    labelNames,
    registers: [registry],
  });
  const duration = new Histogram({
    name: "parley_request_seconds",
    help: "Time from request to response, not counting held polls.",
    labelNames: ["path"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5],
    registers: [registry],
  });
  new Gauge({
    name: "parley_event_queues",
    help: "Event queues in memory.",
    registers: [registry],
    collect() {
      this.set(app.queues.count);
    },
  });
  new Gauge({
    name: "parley_reading_threads",
    help: "Threads that read beside the event loop, because it is busy.",
    registers: [registry],
    collect() {
      this.set(app.readingThreads.count);
    },
  });
  new Counter({
    name: "parley_reads_in_threads_total",
    help: "Requests answered by these threads.",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(app.readingThreads.answered);
    },
  });
  new Gauge({
    name: "parley_held_polls",
    help: "Polls waiting for an event.",
    registers: [registry],
    collect() {
      this.set(app.queues.waiting);
    },
  });
  new Gauge({
    name: "parley_event_streams",
    help: "Event queues read as a stream or through a WebSocket.",
    registers: [registry],
    collect() {
      this.set(app.streams.count);
    },
  });
  new Counter({
    name: "parley_events_shaped_total",
    help: "Times an event was rendered for one client profile.",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(app.hub.tally.shaped);
    },
  });
  new Counter({
    name: "parley_events_delivered_total",
    help: "Events put into queues.",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(app.hub.tally.delivered);
    },
  });
  registry.registerMetric(app.blockages);
  // Looking up a series by its labels costs more than counting.
  const countOf = remembered((method: string, path: string, status: number) =>
    requests.labels({ method, path, status }),
  );
  const timeOf = remembered((path: string) => duration.labels({ path }));
  const answered: Answered = ({ request, path, status, ms }) => {
    const { method, id } = request;
    countOf(method, path, status).inc();
    if (path !== "/events") timeOf(path).observe(ms / 1000);
    if (app.log.isLevelEnabled("debug"))
      app.log.debug({ reqId: id, method, path: pathOf(request), status, ms: Math.round(ms) }, "answered");
  };
  server.addHook("onResponse", (request, reply, done) => {
    answered({ request, path: request.found?.path ?? "other", status: reply.statusCode, ms: reply.elapsedTime });
    done();
  });
  return answered;
}

function remembered<A extends (string | number)[], R>(make: (...args: A) => R): (...args: A) => R {
  const known = new Map<string, R>();
  return (...args) => {
    const key = args.join(" ");
    const found = known.get(key) ?? make(...args);
    known.set(key, found);
    return found;
  };
}

const warningsOf = ({ troubles: { warnings } }: App) => (warnings.length > 0 ? { warnings } : {});

export function addProbes(server: FastifyInstance, app: App): void {
  const tell = async (reply: FastifyReply, problems: readonly string[]) =>
    problems.length === 0
      ? sendJson(reply, 200, await success({ version: PRODUCT_VERSION, ...warningsOf(app) }, []))
      : sendError(reply, new ApiError(said`${problems.join(" ")}`, { code: "SERVER_NOT_READY", status: 503 }));
  const { health } = app;
  server.get("/health", async (_request, reply) => tell(reply, await health.problems()));
  server.get("/health/ready", async (_request, reply) =>
    tell(reply, isLeaving(server) ? ["The server is stopping."] : await health.obstacles()),
  );
  server.get("/health/live", async (_request, reply) =>
    tell(reply, health.isAlive ? [] : ["The server must be restarted."]),
  );

  const local = new BlockList();
  local.addSubnet("127.0.0.0", 8, "ipv4");
  local.addAddress("::1", "ipv6");
  local.addSubnet("::ffff:127.0.0.0", 104, "ipv6");
  server.get("/metrics", async (request, reply) => {
    // Behind an undeclared proxy, everyone would look local.
    const forwarded = request.headers["x-forwarded-for"] !== undefined && app.config.trustedProxies.length === 0;
    if (forwarded || !local.check(request.ip, isIPv6(request.ip) ? "ipv6" : "ipv4"))
      return sendError(reply, new ApiError(said`Not found`, { status: 404 }));
    const registry = registries.get(server) as Registry;
    return reply.header("content-type", registry.contentType).send(await registry.metrics());
  });
}

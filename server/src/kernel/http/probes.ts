/** For operators, supervisors and load balancers: health and metrics. */
import type { FastifyInstance, FastifyReply } from "fastify";
import { collectDefaultMetrics, type Metric, Registry } from "prom-client";
import { ApiError, said } from "../api/index.ts";
import type { App } from "../context.ts";
import { gauge, readMetrics } from "../metrics/gauges.ts";
import { metricsReaders } from "../metrics/readers.ts";
import { PRODUCT_VERSION } from "../version.ts";
import { isLeaving } from "./leave.ts";
import { pathOf, sendError, sendJson, success } from "./reply.ts";

const registries = new WeakMap<FastifyInstance, Registry>();

/** A response to be counted. */
export interface AnsweredRequest {
  readonly request: { readonly id: string; readonly method: string; readonly url: string };
  /** The operation's path, as it is declared. */
  readonly path: string;
  readonly status: number;
  readonly ms: number;
}

export type Answered = (answer: AnsweredRequest) => void;

/** Counts and times every request by its operation's path; requests that bypass Fastify call the returned function. */
export function observe(server: FastifyInstance, app: App): Answered {
  const registry = new Registry();
  registries.set(server, registry);
  collectDefaultMetrics({ register: registry });
  const { requests, requestSeconds, all } = app.metrics;
  for (const metric of [...all, ...readMetrics(app), connectionsTo(server)]) registry.registerMetric(metric);
  // Looking up a series by its labels costs more than counting.
  const countOf = remembered((method: string, path: string, status: number) =>
    requests.labels({ method, path, status }),
  );
  const timeOf = remembered((path: string) => requestSeconds.labels({ path }));
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

const connectionsTo = ({ server }: FastifyInstance): Metric =>
  gauge({
    name: "parley_connections",
    help: "Open connections of clients and proxies.",
    read: (set) =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => {
          if (error) return reject(error);
          set(count);
          resolve();
        }),
      ),
  });

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

  const mayRead = metricsReaders(app.config);
  server.get("/metrics", async (request, reply) => {
    if (!mayRead(request)) return sendError(reply, new ApiError(said`Not found`, { status: 404 }));
    const registry = registries.get(server) as Registry;
    return reply.header("content-type", registry.contentType).send(await registry.metrics());
  });
}

/** For operators, supervisors and load balancers: health and metrics. */
import type { FastifyInstance, FastifyReply } from "fastify";
import { type Metric, Registry } from "prom-client";
import { ApiError, said } from "../api/index.ts";
import type { App } from "../context.ts";
import { gauge, readMetrics } from "../metrics/gauges.ts";
import { processMetrics } from "../metrics/process-metrics.ts";
import { metricsReaders } from "../metrics/readers.ts";
import { PRODUCT_VERSION } from "../version.ts";
import type { Incoming } from "./incoming.ts";
import { isLeaving } from "./leave.ts";
import { sendError, sendJson, success } from "./reply.ts";

const registries = new WeakMap<FastifyInstance, Registry>();

/** A response to be counted. */
export interface AnsweredRequest {
  readonly request: Pick<Incoming, "id" | "method" | "ip" | "caller">;
  /** The operation's path, as it is declared. */
  readonly path: string;
  /** The path of a page or file, as it is declared; never the one in the request, which may have a key in it. */
  readonly place?: string | undefined;
  readonly status: number;
  readonly ms: number;
}

export type Answered = (answer: AnsweredRequest) => void;

/** Counts and times every request by its operation's path; requests that bypass Fastify call the returned function. */
export function observe(server: FastifyInstance, app: App): Answered {
  const registry = new Registry();
  registries.set(server, registry);
  // From now on, and not from when somebody asks.
  processMetrics();
  const { requests, requestSeconds, all } = app.metrics;
  for (const metric of [...all, ...readMetrics(app), connectionsTo(server, app)]) registry.registerMetric(metric);
  // Looking up a series by its labels costs more than counting.
  const countOf = remembered((method: string, path: string, status: number) =>
    requests.labels({ method, path, status }),
  );
  const timeOf = remembered((path: string) => requestSeconds.labels({ path }));
  const level = app.config.accessLog ? "info" : "debug";
  const answered: Answered = (answer) => {
    const { request, path, status, ms } = answer;
    countOf(request.method, path, status).inc();
    if (path !== "/events") timeOf(path).observe(ms / 1000);
    if (app.log.isLevelEnabled(level)) app.log[level](accessLine(answer), "request");
  };
  server.addHook("onResponse", (request, reply, done) => {
    const [path, place] = [request.found?.path ?? "other", request.routeOptions.url];
    answered({ request, path, place, status: reply.statusCode, ms: reply.elapsedTime });
    done();
  });
  return answered;
}

/** Nothing that a client chose, except for its address: no query, no text, no name. */
function accessLine({ request, path, place, status, ms }: AnsweredRequest): object {
  const { id, method, ip, caller } = request;
  return {
    reqId: id,
    method,
    path: path === "other" ? (place ?? path) : path,
    status,
    ms: Math.round(ms),
    ip,
    realm: caller?.realm.id,
    user: caller?.user?.id,
  };
}

const connectionsTo = ({ server }: FastifyInstance, { log }: App): Metric =>
  gauge(log, {
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

/** When the newest backup was made, or null if there is none yet; and how far the shipped log is behind. */
function backupOf({ backups }: App) {
  const { isExpected, latest, lagSeconds } = backups;
  return {
    ...(isExpected ? { last_backup_at: latest ? new Date(latest.madeAtMs).toISOString() : null } : {}),
    ...(lagSeconds === undefined ? {} : { log_lag_seconds: Math.round(lagSeconds) }),
  };
}

export function addProbes(server: FastifyInstance, app: App): void {
  const tell = async (reply: FastifyReply, problems: readonly string[]) =>
    problems.length === 0
      ? sendJson(reply, 200, await success({ version: PRODUCT_VERSION, ...backupOf(app), ...warningsOf(app) }, []))
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
    if (!mayRead(request)) return reply.callNotFound();
    const registry = Registry.merge([processMetrics(), registries.get(server) as Registry]);
    return reply.header("content-type", registry.contentType).send(await registry.metrics());
  });
}

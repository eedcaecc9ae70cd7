/** A server for one test file on one engine, in this process and without sockets. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { InjectOptions } from "light-my-request";
import { pino } from "pino";
import { type AppOptions, openApp, type RunningApp } from "../src/app.ts";
import { type Config, readConfig } from "../src/kernel/config.ts";
import { databaseFile } from "../src/kernel/db/open.ts";
import { leave } from "../src/kernel/http/leave.ts";
import { Secrets } from "../src/kernel/secrets.ts";
import { TestClock } from "./clock.ts";
import { makeDatabase, POSTGRES } from "./databases.ts";
import { answerOf, unrecorded } from "./front.ts";
import { Journal } from "./journal.ts";
import { Neighbours } from "./neighbours/watch.ts";
import { scratch } from "./scratch.ts";
import { copySqliteTemplate, hasTemplates, postgresTemplate } from "./templates.ts";

export type Engine = "sqlite" | "postgres";

export const engines: readonly Engine[] = POSTGRES ? ["sqlite", "postgres"] : ["sqlite"];

export interface TestServer {
  readonly app: RunningApp;
  readonly clock: TestClock;
  readonly http: FastifyInstance;
  /** Errors outside of any request, such as an event that does not match its declaration. */
  readonly faults: Error[];
  readonly engine: Engine;
  /** Everything that was committed, for mirrors. */
  readonly journal: Journal;
  readonly neighbours: Neighbours | undefined;
  /** The test has stopped the server, so there is nothing left to check. */
  readonly isClosed: boolean;
  fetch: typeof globalThis.fetch;
  /** Stops the process and starts another on the same data; a crash flushes nothing first. */
  restart(how?: { crash?: boolean }): Promise<void>;
  /**
   * Another process on the same data, with the same clock. On SQLite it stands for the command line, and takes no lock
   * (decision 063).
   */
  anotherNode(): Promise<TestServer>;
  close(): Promise<void>;
}

/** Declarations that a test adds to the features, and state that it takes over from an earlier server. */
export interface Extras
  extends Partial<Pick<AppOptions, "events" | "jobs" | "notifications" | "resolve" | "mailDns" | "log" | "secrets">> {
  clock?: TestClock;
  /** Without neighbours, like a new installation. */
  isNew?: true;
}

/** State that several processes of one installation share. */
export interface Installation {
  readonly hasNeighbours?: boolean;
  readonly engine: Engine;
  readonly journal: Journal;
  readonly config: Config;
  readonly clock: TestClock;
  readonly faults: Error[];
  readonly options: AppOptions;
}

const HOST = "chat.test";

export async function startServer(
  engine: Engine,
  overrides: Partial<Config> = {},
  extras: Extras = {},
): Promise<TestServer> {
  const directory = mkdtempSync(join(scratch, "parley-test-"));
  const { isNew, ...more } = extras;
  const kind = isNew ? "empty" : "populated";
  const database = engine === "postgres" ? await makeDatabase(postgresTemplate(kind)) : undefined;
  const faults: Error[] = [];
  const { clock = new TestClock() } = more;
  const log = pino({ level: "error" }, { write: (line: string) => void faults.push(faultFrom(line)) });
  const config: Config = {
    ...readConfig({
      PARLEY_DATA: directory,
      PARLEY_URL: `http://${HOST}`,
      PARLEY_RATE_LIMITS: "off",
      PARLEY_READING_THREADS: "0",
    }),
    databaseUrl: database?.url,
    ...overrides,
  };
  const isOwn = engine === "sqlite" ? config.dataDirectory === directory : config.databaseUrl === database?.url;
  if (engine === "sqlite" && isOwn) copySqliteTemplate(kind, databaseFile(config));
  const options = { log, checked: true, secrets: new Secrets(randomBytes(32)), ...more, clock };
  const hasNeighbours = hasTemplates && isOwn && !isNew;
  const node = await startNode({ hasNeighbours, engine, journal: new Journal(), config, clock, faults, options });
  const { close } = node;
  return Object.assign(node, {
    async close() {
      await close();
      await database?.drop();
      rmSync(directory, { recursive: true, force: true });
    },
  });
}

interface Process {
  readonly app: RunningApp;
  readonly http: FastifyInstance;
}

export async function startNode(installation: Installation): Promise<TestServer> {
  const { hasNeighbours, engine, journal, config, clock, faults, options } = installation;
  let neighbours: Neighbours | undefined;
  async function start(): Promise<Process> {
    const app = await openApp(config, options);
    journal.attach(app);
    const http = app.buildServer();
    if (options.events) unrecorded.add(http);
    await http.ready();
    await app.startWork();
    if (hasNeighbours) neighbours ??= await Neighbours.of(app);
    await neighbours?.listen(app);
    return { app, http };
  }
  async function stop({ app, http }: Process): Promise<void> {
    // Tells clients with a real connection that it is closing; otherwise they would poll forever.
    const left = http.server.listening ? leave(http) : undefined;
    await app.streams.close();
    await app.queues.close();
    await (left ?? http.close());
    await app.stop();
  }
  let current = await start();
  let isClosed = false;
  return {
    clock,
    faults,
    engine,
    journal,
    get neighbours() {
      return neighbours;
    },
    get app() {
      return current.app;
    },
    get http() {
      return current.http;
    },
    fetch: (input, init) => answerTo(current.http, input, init),
    async restart({ crash = false } = {}) {
      const former = current;
      // A stopped process writes nothing any more.
      if (crash) {
        const { database } = former.app;
        for (const handle of [database, database.delivery]) handle.transaction = async () => undefined as never;
        void former.app.notifier.close();
      }
      await stop(former);
      current = await start();
    },
    anotherNode: () => startNode({ ...installation, hasNeighbours: false }),
    get isClosed() {
      return isClosed;
    },
    async close() {
      isClosed = true;
      await neighbours?.close();
      await stop(current);
    },
  };
}

function faultFrom(line: string): Error {
  const { err, msg } = JSON.parse(line) as { err?: { message: string; stack: string }; msg: string };
  return Object.assign(new Error(err?.message ?? msg), err ? { stack: err.stack } : {});
}

type FetchArguments = Parameters<typeof globalThis.fetch>;

async function answerTo(http: FastifyInstance, ...[input, init]: FetchArguments): Promise<Response> {
  const answer = await answerOf(http, plainRequest(input, init) ?? (await anyRequest(new Request(input, init))));
  const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Response(answer.statusCode === 204 ? null : new Uint8Array(answer.rawPayload), {
    status: answer.statusCode,
    headers,
  });
}

/** What most tests send: to make a `Request` of it takes longer than to route it. */
function plainRequest(input: FetchArguments[0], init: FetchArguments[1] = {}): InjectOptions | undefined {
  const { method = "GET", headers = {}, body, ...others } = init;
  const isForm = body instanceof URLSearchParams;
  if (typeof input !== "string" || headers instanceof Headers || Array.isArray(headers)) return undefined;
  if ((body && !isForm) || Object.keys(others).length > 0) return undefined;
  const { pathname, search, host } = new URL(input);
  const type = isForm ? { "content-type": "application/x-www-form-urlencoded;charset=UTF-8" } : {};
  return {
    method: method.toUpperCase() as "GET",
    url: pathname + search,
    headers: { host, ...type, ...headers },
    payload: Buffer.from(isForm ? body.toString() : ""),
  };
}

async function anyRequest(request: Request): Promise<InjectOptions> {
  const { pathname, search, host } = new URL(request.url);
  return {
    method: request.method as "GET",
    url: pathname + search,
    headers: { host, ...Object.fromEntries(request.headers) },
    payload: Buffer.from(await request.arrayBuffer()),
    signal: request.signal,
  };
}

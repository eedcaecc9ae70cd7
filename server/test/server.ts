/** A server for one test file on one engine: in this process, reached without sockets. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import pg from "pg";
import { pino } from "pino";
import { openApp, type RunningApp } from "../src/app.ts";
import { type Config, readConfig } from "../src/config.ts";
import { Secrets } from "../src/secrets.ts";
import { TestClock } from "./clock.ts";

export type Engine = "sqlite" | "postgres";

/** The address of a PostgreSQL server on which databases may be made; `npm test` starts one. */
const POSTGRES = process.env.PARLEY_TEST_POSTGRES;
export const engines: readonly Engine[] = POSTGRES ? ["sqlite", "postgres"] : ["sqlite"];

export interface TestServer {
  readonly app: RunningApp;
  readonly clock: TestClock;
  readonly http: FastifyInstance;
  /** What went wrong without a request to answer for it, such as an event that is not as declared. */
  readonly faults: Error[];
  fetch: typeof globalThis.fetch;
  close(): Promise<void>;
}

const HOST = "chat.test";

export async function startServer(engine: Engine, overrides: Partial<Config> = {}): Promise<TestServer> {
  const directory = mkdtempSync(join(tmpdir(), "parley-test-"));
  const database = engine === "postgres" ? await makeDatabase() : undefined;
  const faults: Error[] = [];
  const clock = new TestClock();
  const log = pino({ level: "error" }, { write: (line: string) => void faults.push(faultFrom(line)) });
  const config: Config = {
    ...readConfig({ PARLEY_DATA: directory, PARLEY_URL: `http://${HOST}`, PARLEY_RATE_LIMITS: "off" }),
    databaseUrl: database?.url,
    ...overrides,
  };
  const app = await openApp(config, { clock, log, checked: true, secrets: new Secrets(randomBytes(32)) });
  const http = app.buildServer();
  await http.ready();
  await app.startWork();
  return {
    app,
    clock,
    http,
    faults,
    fetch: (input, init) => inject(http, new Request(input, init)),
    async close() {
      await http.close();
      await app.stop();
      await database?.drop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function faultFrom(line: string): Error {
  const { err, msg } = JSON.parse(line) as { err?: { message: string; stack: string }; msg: string };
  return Object.assign(new Error(err?.message ?? msg), err ? { stack: err.stack } : {});
}

async function inject(http: FastifyInstance, request: Request): Promise<Response> {
  const { pathname, search, host } = new URL(request.url);
  const answer = await http.inject({
    method: request.method as "GET",
    url: pathname + search,
    headers: { host, ...Object.fromEntries(request.headers) },
    payload: Buffer.from(await request.arrayBuffer()),
    signal: request.signal,
  });
  const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Response(answer.statusCode === 204 ? null : new Uint8Array(answer.rawPayload), {
    status: answer.statusCode,
    headers,
  });
}

async function makeDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `parley_test_${randomBytes(8).toString("hex")}`;
  await administer(`create database ${name}`);
  const url = new URL(POSTGRES as string);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(`drop database ${name} with (force)`) };
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: POSTGRES });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

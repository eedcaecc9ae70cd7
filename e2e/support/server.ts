/** Parley as its operator sees it: a process with a data directory and an address, that can be stopped and killed. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { users } from "@parley/server/contract";
import {
  CHEAP_HASHES,
  type CreatedOrganization,
  init,
  OWNER_PASSWORD as PASSWORD,
  parley as parleyIn,
  readyInstallation,
} from "../../server/test/installations.ts";
import { scratch } from "../../server/test/scratch.ts";
import { Person } from "./person.ts";
import { freePort } from "./ports.ts";
import { newDatabase } from "./postgres.ts";
import { until } from "./until.ts";

export type Engine = "sqlite" | "postgres";
export const engines: readonly Engine[] = ["sqlite", "postgres"];

const MAIN = fileURLToPath(import.meta.resolve("../../server/dist/main.js"));

export { PASSWORD };

/** What a server lives as long as: a test, or a suite of them. */
export interface Lifetime {
  after(leave: () => unknown): void;
}

/** What several nodes may share: the data directory with its secret key, and the database. */
export interface Installation {
  readonly engine: Engine;
  readonly env: NodeJS.ProcessEnv;
  readonly nodes: Server[];
}

const first = new WeakMap<Lifetime, (() => Promise<unknown>)[]>();

/** What ends before the servers of a test do: a window would complain that its server is gone. */
export function beforeServersEnd(t: Lifetime, end: () => Promise<unknown>): void {
  first.set(t, [...(first.get(t) ?? []), end]);
}

interface InstallationOptions {
  /** The database to copy. */
  readonly template?: string | undefined;
  /** Whether passwords are hashed as in production, which takes up to 0.3 s each. */
  readonly hashesForReal?: boolean;
}

export async function newInstallation(
  t: Lifetime,
  engine: Engine,
  { template, hashesForReal = true }: InstallationOptions = {},
): Promise<Installation> {
  const data = await mkdtemp(join(scratch, "parley-e2e-"));
  const nodes: Server[] = [];
  t.after(async () => {
    await Promise.all((first.get(t) ?? []).map((end) => end()));
    // A running server would report that its files are gone.
    await Promise.all(nodes.map((node) => node.kill()));
    await rm(data, { recursive: true, force: true });
  });
  // Without NODE_COMPILE_CACHE, the server uses what the build has compiled ahead.
  const { PATH, HOME, TMPDIR } = process.env;
  const ours = { PARLEY_DATA: data, PARLEY_RATE_LIMITS: "off", ...(hashesForReal ? {} : CHEAP_HASHES) };
  const env: NodeJS.ProcessEnv = { PATH, HOME, TMPDIR, ...ours };
  if (engine === "postgres") env.PARLEY_DATABASE_URL = await newDatabase(template);
  return { engine, env, nodes };
}

/** Runs a command of the operator's command line and reads the JSON object it prints. */
export const parley = <T>({ env }: Installation, ...args: string[]): Promise<T> => parleyIn(env, ...args);

export const initialise = ({ env }: Installation, name = "Acme", ...more: string[]): Promise<CreatedOrganization> =>
  init(env, name, ...more);

/** An installation with an organization in it. The tests of `setup.test.ts` hash passwords for real. */
async function installed(t: Lifetime, engine: Engine): Promise<[Installation, CreatedOrganization]> {
  const ready = readyInstallation(engine);
  const installation = await newInstallation(t, engine, { template: ready?.template, hashesForReal: false });
  if (!ready) return [installation, await initialise(installation)];
  ready.copyDataTo(installation.env.PARLEY_DATA as string);
  return [installation, ready.organization];
}

export class Server {
  readonly installation: Installation;
  readonly port: number;
  /** What the process has written, for the reader of a failed test. */
  log = "";
  owner: Person | undefined;
  /** What starts the process, such as a command that limits it. */
  launcher: readonly string[] = [];
  readonly #env: NodeJS.ProcessEnv;
  #process: ChildProcess | undefined;

  constructor(installation: Installation, port: number, env: NodeJS.ProcessEnv) {
    this.installation = installation;
    this.port = port;
    this.#env = env;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts the process and waits until it says that it is ready. */
  async start(): Promise<void> {
    const env = {
      ...this.installation.env,
      ...{ PARLEY_PORT: String(this.port), PARLEY_LOG_LEVEL: "warn" },
      // As `./parley` sets it. Without, each server would begin twice.
      MALLOC_ARENA_MAX: "2",
      ...this.#env,
    };
    const [command = process.execPath, ...args] = [...this.launcher, process.execPath, MAIN];
    const process_ = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    this.#process = process_;
    for (const stream of [process_.stdout, process_.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        this.log += text;
      });
    const isReady = async () => {
      if (process_.exitCode !== null) throw new Error(`The server ended at its start:\n${this.log}`);
      return this.isHealthy();
    };
    // A process that ends is noticed at once; one that is slow shares a busy machine.
    await until("the server is ready", isReady, { withinMs: 60_000, everyMs: 50 });
  }

  isHealthy(): Promise<boolean> {
    return fetch(`${this.address}/health`).then(
      async (response) => (await response.text()) !== "" && response.ok,
      () => false,
    );
  }

  /** Asks the process to end and answers with its exit code. */
  stop(): Promise<number | null> {
    return this.#end("SIGTERM");
  }

  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  get pid(): number {
    return this.#process?.pid as number;
  }

  /** Waits until the process ends by itself and answers with its exit code. */
  async ended(): Promise<number | null> {
    await until("the server has ended", () => !this.isRunning, { withinMs: 30_000 });
    return this.#process?.exitCode ?? null;
  }

  get isRunning(): boolean {
    return this.#process?.exitCode === null && this.#process.signalCode === null;
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const process_ = this.#process;
    if (!process_ || !this.isRunning) return process_?.exitCode ?? null;
    const ended = once(process_, "exit");
    process_.kill(signal);
    await ended;
    return process_.exitCode;
  }

  /** This person, connected to this server. */
  as(person: Person): Person {
    return new Person(this.address, person);
  }

  /** A new member of the organization. */
  async member(name: string): Promise<Person> {
    if (!this.owner) throw new Error("There is no organization yet.");
    const email = `${name.toLowerCase()}@example.com`;
    const { user_id } = await this.owner.call(users.createUser, { email, password: PASSWORD, full_name: name });
    return Person.signsIn(this.address, { email, password: PASSWORD, id: user_id });
  }
}

/** A node of an installation, not yet started; it ends with the test. */
export async function newNode(
  installation: Installation,
  env: NodeJS.ProcessEnv | ((port: number) => NodeJS.ProcessEnv) = {},
): Promise<Server> {
  const port = await freePort();
  const server = new Server(installation, port, typeof env === "function" ? env(port) : env);
  installation.nodes.push(server);
  return server;
}

/** A running server with an organization and its owner, Olivia. */
export async function newServer(
  t: Lifetime,
  engine: Engine,
  env: NodeJS.ProcessEnv = {},
  given?: Installation,
): Promise<Server> {
  const [installation, made] = given ? [given, await initialise(given)] : await installed(t, engine);
  const server = await newNode(installation, env);
  await server.start();
  server.owner = new Person(server.address, { id: made.user_id, email: made.email, apiKey: made.api_key });
  return server;
}

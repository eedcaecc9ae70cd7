/** Servers and load run in separate processes, so that none pays for another's work. */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import packageFile from "../package.json" with { type: "json" };
import { MEMORY_VARIABLES } from "../server/build/entries/memory.ts";
import type { JobResult, LoadJob } from "./load/jobs.ts";

const READY_WITHIN_MS = 30_000;
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export interface Server {
  readonly port: number;
  readonly process: ChildProcess;
  /** Processor time so far; unknown where there is no /proc. */
  cpuSeconds(): Promise<number | undefined>;
  stop(): Promise<void>;
}

interface ServerOptions {
  env?: Record<string, string>;
  args?: string[];
  /** Options for Node itself, such as `--expose-gc`. */
  nodeArgs?: string[];
}

/** Starts a server that prints a JSON line with its `url` when it is ready, as Parley's log does. */
async function startServer(file: string, { env = {}, args = [], nodeArgs = [] }: ServerOptions): Promise<Server> {
  const child = spawn(process.execPath, [...nodeArgs, path(file), ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const port = await readyPort(child, file);
  child.stdout?.resume();
  return {
    port,
    process: child,
    cpuSeconds: () => cpuSecondsOf(child.pid as number),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, "exit");
      child.kill("SIGTERM");
      await gone;
    },
  };
}

const TICKS_PER_SECOND = 100;

export const cpuSecondsOf = (pid: number): Promise<number | undefined> => secondsIn(`/proc/${pid}/stat`);

/** Of a process's first thread, which has the event loop. */
export const threadSecondsOf = (pid: number): Promise<number | undefined> => secondsIn(`/proc/${pid}/task/${pid}/stat`);

async function secondsIn(file: string): Promise<number | undefined> {
  const stat = await readFile(file, "utf8").catch(() => undefined);
  // The name in brackets may contain spaces; user and system time are the 12th and 13th fields after it.
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields && (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Processor time of a process and of those it has started; unknown where there is no /proc. */
export async function cpuSecondsOfFamily(pid: number): Promise<number | undefined> {
  const [stat, children] = await Promise.all(
    ["stat", `task/${pid}/children`].map((name) => readFile(`/proc/${pid}/${name}`, "utf8").catch(() => undefined)),
  );
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (!fields) return undefined;
  // After its own user and system time: those of the children that have ended.
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
  const living = await Promise.all((children ?? "").split(" ").filter(Boolean).map(Number).map(cpuSecondsOf));
  return living.reduce<number>((sum, seconds) => sum + (seconds ?? 0), own);
}

/** Processor time of a PostgreSQL server. */
export async function cpuSecondsOfPostgres(
  postgres: { readonly data: string } | undefined,
): Promise<number | undefined> {
  if (!postgres) return undefined;
  const [pid] = (await readFile(join(postgres.data, "postmaster.pid"), "utf8")).split("\n");
  return cpuSecondsOfFamily(Number(pid));
}

function readyPort(child: ChildProcess, file: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = "";
    const fail = (reason: string) => reject(new Error(`${file} ${reason}: ${output}`));
    const timer = setTimeout(fail, READY_WITHIN_MS, "did not become ready");
    child.once("exit", () => fail("ended"));
    child.stdout?.on("data", function listen(chunk: Buffer) {
      output += chunk;
      const url = /"url":"([^"]+)"/.exec(output)?.[1];
      if (!url) return;
      clearTimeout(timer);
      child.stdout?.off("data", listen);
      resolve(Number(new URL(url).port));
    });
  });
}

type Env = Readonly<Record<string, string>>;

const parleyEnv = (directory: string, more: Env = {}) => ({
  PARLEY_DATA: directory,
  PARLEY_PORT: "0",
  PARLEY_RATE_LIMITS: "off",
  PARLEY_LOG_LEVEL: "info",
  ...MEMORY_VARIABLES,
  ...more,
});

/** PARLEY_BENCH_NODE_ARGS passes options to the measured server, such as `--cpu-prof`. */
const addedArgs = process.env.PARLEY_BENCH_NODE_ARGS?.split(" ").filter(Boolean) ?? [];

/** The Node options of `npm start`. */
const startArgs = packageFile.scripts.start.split(" ").filter((word) => word.startsWith("--"));

export function startParley(directory: string, env?: Env): Promise<Server> {
  return startServer("../server/dist/main.js", {
    env: parleyEnv(directory, env),
    nodeArgs: [...startArgs, ...addedArgs],
  });
}

/** A server that responds to a process message with a summary of its heap. */
export function startParleyWithHeapReport(directory: string, env?: Env): Promise<Server> {
  return startServer("./heap-report.ts", {
    env: parleyEnv(directory, env),
    nodeArgs: [...startArgs, "--expose-gc", ...addedArgs],
  });
}

export function startBaseline(name: string, ...args: string[]): Promise<Server> {
  return startServer(`./baseline/${name}.ts`, { args });
}

/** Runs the server's command line and returns the JSON it prints. */
export function parley(directory: string, ...args: string[]): Promise<unknown> {
  return parleyWith({}, directory, ...args);
}

/** Runs the command line with additional environment variables. */
export async function parleyWith(env: Env, directory: string, ...args: string[]): Promise<unknown> {
  const child = spawn(process.execPath, [path("../server/dist/parley.js"), ...args], {
    env: { ...process.env, ...parleyEnv(directory, env) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`parley ${args[0]} ended with ${code}`);
  return JSON.parse(output);
}

/** Runs a load job to its end. */
export async function load<J extends LoadJob>(job: J): Promise<JobResult<J>> {
  const child = fork(path("./load/worker.ts"));
  const answer = new Promise<unknown>((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", (code) => reject(new Error(`The load ended early, with ${code}`)));
  });
  child.send(job);
  const result = await answer;
  const gone = once(child, "exit");
  child.disconnect();
  await gone;
  return result as JobResult<J>;
}

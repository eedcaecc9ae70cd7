/** What the tests of one file share. Loads nothing of the server, which many files start as a process of its own. */
import type { Engine, TestServer } from "./server.ts";

export type StartServer = (engine: Engine) => Promise<TestServer>;

/** A server on each engine, until the last test of the file is over. */
export class TestFile {
  readonly path: string;
  /** If the file makes its servers itself. */
  start: StartServer | undefined;
  readonly #servers = new Map<Engine, Promise<TestServer>>();
  #left = 0;

  constructor(path: string) {
    this.path = path;
  }

  expect(): void {
    this.#left++;
  }

  /** While the last test is running. */
  get isLast(): boolean {
    return this.#left === 1;
  }

  async finish(): Promise<void> {
    if (--this.#left === 0) await this.close();
  }

  serverOn(engine: Engine, start: StartServer): Promise<TestServer> {
    const server = this.#servers.get(engine) ?? (this.start ?? start)(engine);
    this.#servers.set(engine, server);
    return server;
  }

  async close(): Promise<void> {
    const servers = [...this.#servers.values()];
    this.#servers.clear();
    for (const server of servers) await (await server).close();
  }
}

let file = new TestFile(process.argv[1] ?? "");

/** The file whose tests are being declared. */
export const currentFile = (): TestFile => file;

/** The tests that are declared from here on are another file's: several may run in one process (`together.ts`). */
export function beginFile(path: string): TestFile {
  file = new TestFile(path);
  return file;
}

type Close = () => Promise<unknown>;
let shared: Close[] | undefined;

/** From now on, files of this process can share what takes long to start. */
export function shareBetweenFiles(): void {
  shared = [];
}

/** Whether something is kept for the files to come, until `closeShared`; otherwise the test closes it. */
export function keepForOtherFiles(close: Close): boolean {
  return shared !== undefined && shared.push(close) > 0;
}

export async function closeShared(): Promise<void> {
  await Promise.all((shared?.splice(0) ?? []).map((close) => close()));
}

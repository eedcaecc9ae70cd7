/** Measures a server under attack: how long others wait, and what its process takes. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Server } from "../processes.ts";
import type { AttackJob, AttackOutcome } from "./enemy.ts";

export interface VictimJob {
  readonly port: number;
  /** The server's process. */
  readonly pid: number;
  readonly logins: readonly [sender: string, reader: string, listener: string];
  readonly channelId: number;
}

export interface VictimWaits {
  /** In milliseconds; an event's wait begins when its message is sent. */
  readonly waits: Record<"send" | "read" | "event", number[]>;
  /**
   * The most processor time of the server's event loop in any of them, in milliseconds. Unlike the waits, it hardly
   * depends on what else is running.
   */
  readonly work: number;
  /** Requests that failed or lost their connection. */
  readonly failures: number;
}

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The people who work while others attack. */
export class VictimProcess {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }
  /** Resolves when they have started to work. */
  static async start(job: VictimJob): Promise<VictimProcess> {
    const child = fork(path("./victim.ts"));
    const ready = once(child, "message");
    child.send(job);
    await ready;
    return new VictimProcess(child);
  }
  begin(): void {
    this.#child.send("begin");
  }
  async end(): Promise<VictimWaits> {
    const answer = once(this.#child, "message");
    this.#child.send("end");
    const [waits] = await answer;
    return waits as VictimWaits;
  }
  async leave(): Promise<void> {
    const gone = once(this.#child, "exit");
    this.#child.disconnect();
    await gone;
  }
}

/** How long an attack may exceed its time while responses are outstanding. */
const GRACE_MS = 30_000;

/** Runs one attack in its own process; resolves late if the server is still busy with it. */
export async function attack(job: AttackJob): Promise<AttackOutcome> {
  const child = fork(path("./attacker.ts"));
  const gone = once(child, "exit");
  await once(child, "message");
  const timer = setTimeout(() => child.kill("SIGKILL"), job.seconds * 1000 + GRACE_MS);
  const outcome = new Promise<AttackOutcome>((resolve) => {
    child.once("message", (told) => resolve(told as AttackOutcome));
    child.once("exit", () => resolve({ answers: {}, isUnfinished: true }));
  });
  child.send(job);
  const known = await outcome;
  clearTimeout(timer);
  child.kill("SIGKILL");
  await gone;
  return known;
}

const KIB_PER_MB = 1024;
const LOOK_MS = 25;

/**
 * The process's own memory in MB; undefined without /proc, or if the process has ended. Excludes the mapped database
 * file, which is the operating system's cache and counted again for each connection.
 */
export async function memoryOf(server: { readonly process: Pick<ChildProcess, "pid"> }): Promise<number | undefined> {
  const status = await readFile(`/proc/${server.process.pid}/status`, "utf8").catch(() => undefined);
  const own = /^RssAnon:\s+(\d+)/m.exec(status ?? "")?.[1];
  return own === undefined ? undefined : Number(own) / KIB_PER_MB;
}

/** Samples the memory; the returned function stops that and returns the peak. */
export function watchMemory(server: Server): () => number {
  let peak = 0;
  const timer = setInterval(async () => {
    peak = Math.max(peak, (await memoryOf(server)) ?? 0);
  }, LOOK_MS);
  return () => {
    clearInterval(timer);
    return peak;
  };
}

/**
 * The process of the people who just want to work: one sends a message about every 20 ms, another reads the newest, a
 * third waits for events. It records how long each of them waits between "begin" and "end".
 */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Connection, toBytes } from "../load/connection.ts";
import type { LoadRequest } from "../load/jobs.ts";
import { sendForm } from "../population.ts";
import type { VictimJob, VictimWaits } from "./measure.ts";

const PAUSE_MS = 20;

type VictimKind = keyof VictimWaits["waits"];

/** The processor time of the server's event loop so far, in milliseconds; 0 if the system does not report it. */
function workOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "latin1").split(" ")[0]) / 1e6;
  } catch {
    return 0;
  }
}

class Victims {
  waits: VictimWaits["waits"] = { send: [], read: [], event: [] };
  work = 0;
  failures = 0;
  /** The start of each send whose event is outstanding. */
  readonly #expected = new Map<number, number>();
  readonly #underWay = new Map<VictimKind, { since: number; work: number }>();
  readonly #job: VictimJob;
  #connections = new Map<VictimKind, Connection>();
  #sent = 0;

  constructor(job: VictimJob) {
    this.#job = job;
  }

  /** Unfinished waits count with their time so far. */
  report(): VictimWaits {
    const now = performance.now();
    const waits = structuredClone(this.waits);
    let { work } = this;
    for (const [kind, waiting] of this.#underWay) {
      waits[kind].push(now - waiting.since);
      work = Math.max(work, workOf(this.#job.pid) - waiting.work);
    }
    for (const since of this.#expected.values()) waits.event.push(now - since);
    return { waits, work, failures: this.failures };
  }

  reset(): void {
    this.waits = { send: [], read: [], event: [] };
    this.work = 0;
    this.failures = 0;
  }

  async live(): Promise<void> {
    const [sender, reader, listener] = this.#job.logins;
    await Promise.all([this.#send(sender), this.#read(reader), this.#listen(listener)]);
  }

  async #send(as: string): Promise<void> {
    for (;;) {
      const text = `${++this.#sent} We can ship the release after review.`;
      const request = toBytes({
        method: "POST",
        path: "/api/v1/messages",
        as,
        form: sendForm(this.#job.channelId, "calm work", text),
      });
      this.#expected.set(this.#sent, performance.now());
      if (!(await this.#timed("send", request))) this.#expected.delete(this.#sent);
      await sleep(PAUSE_MS);
    }
  }

  async #read(as: string): Promise<void> {
    const narrow = JSON.stringify([{ operator: "channel", operand: this.#job.channelId }]);
    const path = `/api/v1/messages?${new URLSearchParams({ anchor: "newest", num_before: "20", num_after: "0", narrow })}`;
    const request = toBytes({ method: "GET", path, as });
    for (;;) {
      await this.#timed("read", request);
      await sleep(PAUSE_MS);
    }
  }

  async #listen(as: string): Promise<void> {
    let queue: { queue_id: string; last_event_id: number } | undefined;
    for (;;) {
      try {
        if (!queue) {
          queue = await this.#register(as);
          process.send?.("ready");
        }
        const query = new URLSearchParams({ queue_id: queue.queue_id, last_event_id: String(queue.last_event_id) });
        const { events } = await this.#ask<{ events: { id: number; message?: { content: string } }[] }>("event", {
          method: "GET",
          path: `/api/v1/events?${query}`,
          as,
        });
        const now = performance.now();
        for (const { id, message } of events) {
          queue.last_event_id = id;
          this.#arrived(Number(/\d+/.exec(message?.content ?? "")?.[0]), now);
        }
      } catch {
        this.failures++;
        this.#drop("event");
        queue = undefined;
        this.#expected.clear();
        await sleep(PAUSE_MS);
      }
    }
  }

  #arrived(number: number, now: number): void {
    const since = this.#expected.get(number);
    if (since === undefined) return;
    this.waits.event.push(now - since);
    // Events arrive in order: earlier sends without an event were made before the queue was registered.
    for (const earlier of this.#expected.keys()) if (earlier <= number) this.#expected.delete(earlier);
  }

  #register(as: string): Promise<{ queue_id: string; last_event_id: number }> {
    const form = {
      event_types: '["message"]',
      fetch_event_types: "[]",
      narrow: JSON.stringify([["channel", "calm"]]),
    };
    return this.#ask("event", { method: "POST", path: "/api/v1/register", as, form });
  }

  async #ask<T>(kind: VictimKind, request: LoadRequest): Promise<T> {
    const connection = await this.#connection(kind);
    return JSON.parse((await connection.send(toBytes(request))).toString()) as T;
  }

  async #timed(kind: VictimKind, request: Buffer): Promise<boolean> {
    const began = performance.now();
    const work = workOf(this.#job.pid);
    this.#underWay.set(kind, { since: began, work });
    try {
      await (await this.#connection(kind)).send(request);
      this.waits[kind].push(performance.now() - began);
      this.work = Math.max(this.work, workOf(this.#job.pid) - work);
      return true;
    } catch {
      this.failures++;
      this.#drop(kind);
      return false;
    } finally {
      this.#underWay.delete(kind);
    }
  }

  async #connection(kind: VictimKind): Promise<Connection> {
    const open = this.#connections.get(kind) ?? (await Connection.open(this.#job));
    this.#connections.set(kind, open);
    return open;
  }

  #drop(kind: VictimKind): void {
    this.#connections.get(kind)?.close();
    this.#connections.delete(kind);
  }
}

let victims: Victims | undefined;
process.on("message", (told: VictimJob | "begin" | "end") => {
  if (told === "begin") victims?.reset();
  else if (told === "end") process.send?.(victims?.report());
  else {
    victims = new Victims(told);
    void victims.live();
  }
});
process.on("disconnect", () => process.exit());

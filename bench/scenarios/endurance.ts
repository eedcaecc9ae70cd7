import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { memoryOf } from "../hostile/measure.ts";
import type { LoadRequest } from "../load/jobs.ts";
import { load, type Server, startParley } from "../processes.ts";
import type { Figure, Scenario } from "../scenario.ts";
import { registration } from "./fan-out.ts";
import { sendsTo } from "./sends.ts";

/** PARLEY_BENCH_SECONDS sets how long it sends. The log is pruned after two minutes: its first half must be longer than that. */
const SECONDS = Number(process.env.PARLEY_BENCH_SECONDS ?? 360);
const CONNECTIONS = 64;
/** How long the slowest client waits between two polls. */
const POLL_MS = 1000;

export const endurance: Scenario = {
  name: "endurance",
  question: "At the highest rate of sends, does the log behind the slowest queue stay as long as it is?",
  async measure(population) {
    const directory = await population.copy();
    const parley = await startParley(directory);
    const database = new DatabaseSync(join(directory, "parley.db"), { readOnly: true });
    const count = database.prepare("select count(*) as count from event");
    const lengths: number[] = [];
    const memory: number[] = [];
    try {
      const client = new SlowClient(parley, population.people[3]?.login as string);
      await client.register();
      const ending = Date.now() + SECONDS * 1000;
      const requests = sendsTo(population, "small", "/api/v1/messages");
      const timing = { warmUpSeconds: 0, seconds: SECONDS };
      const sending = load({ kind: "closed-loop", port: parley.port, connections: CONNECTIONS, ...timing, requests });
      while (Date.now() < ending) {
        await sleep(POLL_MS);
        await client.catchUp();
        lengths.push((count.get() as { count: number }).count);
        memory.push((await memoryOf(parley)) ?? 0);
      }
      const { perSecond, p99 = Number.NaN } = await sending;
      return [
        { what: `durable sends for ${SECONDS} s, ${CONNECTIONS} connections`, unit: "/s", parley: perSecond },
        { what: "their 99th percentile", unit: " ms", parley: p99 },
        { what: "events received by the slowest client", unit: "", parley: client.received },
        lastAgainstFirst("most entries in the log, last half against first", "", lengths, 1.5),
        lastAgainstFirst("most memory, last half against first", " MB", memory, 1.5),
      ];
    } finally {
      database.close();
      await parley.stop();
    }
  },
};

function lastAgainstFirst(what: string, unit: string, values: readonly number[], atMost: number): Figure {
  const middle = values.length >> 1;
  const [bare, parley] = [Math.max(...values.slice(0, middle)), Math.max(...values.slice(middle))];
  return { what, unit, parley, bare, target: { atMost } };
}

/** Polls now and then, and receives everything. */
class SlowClient {
  received = 0;
  readonly #server: Server;
  readonly #login: string;
  #queue = { queue_id: "", last_event_id: 0 };

  constructor(server: Server, login: string) {
    this.#server = server;
    this.#login = login;
  }

  async register(): Promise<void> {
    const { queue_id, last_event_id } = await this.#ask(registration(this.#login));
    this.#queue = { queue_id: queue_id as string, last_event_id: last_event_id as number };
  }

  async catchUp(): Promise<void> {
    for (;;) {
      const { queue_id, last_event_id } = this.#queue;
      const query = `queue_id=${queue_id}&last_event_id=${last_event_id}&dont_block=true`;
      const answer = await this.#ask({ method: "GET", path: `/api/v1/events?${query}` });
      const events = answer.events as { id: number }[];
      this.received += events.length;
      this.#queue.last_event_id = events.at(-1)?.id ?? last_event_id;
      if (events.length === 0) return;
    }
  }

  async #ask({ method, path, form }: LoadRequest): Promise<Record<string, unknown>> {
    const response = await fetch(`http://127.0.0.1:${this.#server.port}${path}`, {
      method,
      headers: { authorization: `Basic ${Buffer.from(this.#login).toString("base64")}` },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    return (await response.json()) as Record<string, unknown>;
  }
}

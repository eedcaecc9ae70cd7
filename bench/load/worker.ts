/** The process that generates the load. */

import { type Address, Connection, toBytes } from "./connection.ts";
import type { ClosedLoop, FanOut, LoadBatch, LoadJob, Rate } from "./jobs.ts";
import { openSocket } from "./socket.ts";

const openConnections = (at: Address, count: number) =>
  Promise.all(Array.from({ length: count }, () => Connection.open(at)));

async function closedLoop({ connections, warmUpSeconds, seconds, requests, ...at }: ClosedLoop): Promise<Rate> {
  const bytes = requests.map((request) => toBytes(request, at));
  const open = await openConnections(at, connections);
  const begin = performance.now() + warmUpSeconds * 1000;
  const end = begin + seconds * 1000;
  let next = 0;
  const times: number[] = [];
  const loop = async (connection: Connection) => {
    for (;;) {
      const asked = performance.now();
      await connection.send(bytes[next++ % bytes.length] as Buffer);
      const now = performance.now();
      if (now >= begin) times.push(now - asked);
      if (now >= end) return;
    }
  };
  await Promise.all(open.map(loop));
  for (const connection of open) connection.close();
  times.sort((a, b) => a - b);
  const [median = 0, p99 = 0] = [0.5, 0.99].map((share) => times[Math.floor(times.length * share)]);
  return { perSecond: times.length / seconds, total: next, median, p99, slowest: times.at(-1) ?? 0 };
}

async function batch({ connections, requests, ...at }: LoadBatch): Promise<string[]> {
  const open = await openConnections(at, connections);
  const answers: string[] = [];
  let next = 0;
  const loop = async (connection: Connection) => {
    while (next < requests.length) {
      const index = next++;
      const request = requests[index];
      if (request) answers[index] = (await connection.send(toBytes(request, at))).toString();
    }
  };
  await Promise.all(open.map(loop));
  for (const connection of open) connection.close();
  return answers;
}

/** The id of the last event in a response; each event has its id at the end. */
function lastEventId(body: Buffer): number {
  const at = body.lastIndexOf('"id":');
  return Number.parseInt(body.toString("latin1", at + 5, at + 25), 10);
}

/** What clients have received so far, and who waits for it. */
class Deliveries {
  count = 0;
  #wanted = 0;
  #reached: (() => void) | undefined;

  add(): void {
    if (++this.count === this.#wanted) this.#reached?.();
  }

  /** Resolves when there are this many more. */
  next(number: number): Promise<void> {
    this.#wanted = this.count + number;
    return new Promise((resolve) => {
      this.#reached = resolve;
    });
  }
}

interface Listeners {
  /** Rejects when one of them fails. */
  readonly failed: Promise<void>;
  close(): void;
}

async function holdPolls({ clients, ...at }: FanOut, deliveries: Deliveries): Promise<Listeners> {
  let stopping = false;
  const listen = async (connection: Connection, { poll, as, lastEventId: first }: FanOut["clients"][number]) => {
    let last = first;
    while (!stopping) {
      const path = `${poll}&last_event_id=${last}`;
      const body = await connection.send(toBytes({ method: "GET", path, ...(as === undefined ? {} : { as }) }, at));
      last = lastEventId(body);
      deliveries.add();
    }
  };
  const open = await openConnections(at, clients.length);
  const listening = open.map((connection, index) =>
    listen(connection, clients[index] as FanOut["clients"][number]).catch((error: unknown) => {
      if (!stopping) throw error;
    }),
  );
  return {
    failed: Promise.all(listening).then(() => undefined),
    close() {
      stopping = true;
      for (const connection of open) connection.close();
    },
  };
}

/** So many at a time that the server's list of waiting connections does not overflow. */
const SOCKETS_AT_ONCE = 100;

async function holdSockets({ clients, ...at }: FanOut, deliveries: Deliveries): Promise<Listeners> {
  const { promise: failed, reject } = Promise.withResolvers<void>();
  const open: { close(): void }[] = [];
  for (let start = 0; start < clients.length; start += SOCKETS_AT_ONCE)
    open.push(
      ...(await Promise.all(
        clients.slice(start, start + SOCKETS_AT_ONCE).map(({ poll, as, lastEventId: last }) => {
          const asked = { method: "GET" as const, path: `${poll}&last_event_id=${last}`, ...(as ? { as } : {}) };
          return openSocket(at, asked, () => deliveries.add(), reject);
        }),
      )),
    );
  return { failed, close: () => open.forEach((socket) => void socket.close()) };
}

async function fanOut(job: FanOut): Promise<Rate> {
  const { warmUpSeconds, seconds, clients, send } = job;
  const deliveries = new Deliveries();
  const listeners = await (job.overSockets ? holdSockets : holdPolls)(job, deliveries);
  const { failed } = listeners;
  const sender = await Connection.open(job);
  const message = toBytes(send, job);
  const round = async () => {
    const everyone = deliveries.next(clients.length);
    await Promise.race([Promise.all([sender.send(message), everyone]), failed]);
  };
  const during = async (duration: number) => {
    const begin = performance.now();
    const before = deliveries.count;
    while (performance.now() - begin < duration * 1000) await round();
    return (deliveries.count - before) / ((performance.now() - begin) / 1000);
  };
  await during(warmUpSeconds);
  const perSecond = await during(seconds);
  sender.close();
  listeners.close();
  return { perSecond, total: deliveries.count };
}

function perform(job: LoadJob): Promise<unknown> {
  switch (job.kind) {
    case "closed-loop":
      return closedLoop(job);
    case "batch":
      return batch(job);
    case "fan-out":
      return fanOut(job);
    default:
      throw new Error(job satisfies never);
  }
}

process.once("message", async (job: LoadJob) => process.send?.(await perform(job)));

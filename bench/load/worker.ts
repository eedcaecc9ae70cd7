/** The process that generates the load. */

import { Connection, toBytes } from "./connection.ts";
import type { ClosedLoop, FanOut, LoadBatch, LoadJob, Rate } from "./jobs.ts";

const openConnections = (port: number, count: number) =>
  Promise.all(Array.from({ length: count }, () => Connection.open(port)));

async function closedLoop({ port, connections, warmUpSeconds, seconds, requests }: ClosedLoop): Promise<Rate> {
  const bytes = requests.map(toBytes);
  const open = await openConnections(port, connections);
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
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
  return { perSecond: times.length / seconds, total: next, p99, slowest: times.at(-1) ?? 0 };
}

async function batch({ port, connections, requests }: LoadBatch): Promise<string[]> {
  const open = await openConnections(port, connections);
  const answers: string[] = [];
  let next = 0;
  const loop = async (connection: Connection) => {
    while (next < requests.length) {
      const index = next++;
      const request = requests[index];
      if (request) answers[index] = (await connection.send(toBytes(request))).toString();
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

async function fanOut({ port, warmUpSeconds, seconds, clients, send }: FanOut): Promise<Rate> {
  let delivered = 0;
  let wanted = 0;
  let allHave: (() => void) | undefined;
  let stopping = false;

  const listen = async (connection: Connection, client: FanOut["clients"][number]) => {
    let { lastEventId: last } = client;
    const { as } = client;
    while (!stopping) {
      const path = `${client.poll}&last_event_id=${last}`;
      const body = await connection.send(toBytes({ method: "GET", path, ...(as === undefined ? {} : { as }) }));
      last = lastEventId(body);
      if (++delivered === wanted) allHave?.();
    }
  };
  const open = await openConnections(port, clients.length);
  const listening = open.map((connection, index) => {
    const client = clients[index] as FanOut["clients"][number];
    return listen(connection, client).catch((error: unknown) => {
      if (!stopping) throw error;
    });
  });
  const failed = Promise.all(listening).then(() => undefined);

  const sender = await Connection.open(port);
  const message = toBytes(send);
  const round = async () => {
    wanted = delivered + clients.length;
    const everyone = new Promise<void>((resolve) => {
      allHave = resolve;
    });
    await Promise.race([Promise.all([sender.send(message), everyone]), failed]);
  };
  const during = async (duration: number) => {
    const begin = performance.now();
    const before = delivered;
    while (performance.now() - begin < duration * 1000) await round();
    return (delivered - before) / ((performance.now() - begin) / 1000);
  };
  await during(warmUpSeconds);
  const perSecond = await during(seconds);
  stopping = true;
  for (const connection of [sender, ...open]) connection.close();
  return { perSecond, total: delivered };
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

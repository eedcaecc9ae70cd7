/**
 * One list of loads for every server, over real connections and from another process: durable sends, deliveries, reads,
 * registration and search.
 */
import type { Address } from "../load/connection.ts";
import type { FanOut, LoadJob, LoadRequest, Rate } from "../load/jobs.ts";
import { sendForm, texts } from "../population.ts";
import { load } from "../processes.ts";
import { registration as messageQueue } from "../scenarios/fan-out.ts";
import { registration } from "../scenarios/registration.ts";
import type { LoadTarget } from "./target.ts";

export interface LoadFigure {
  readonly what: string;
  readonly perSecond: number;
  /** Waits in milliseconds. */
  readonly median: number | undefined;
  readonly p99: number | undefined;
  /** The server's processor time for one, with that of its database, in microseconds. */
  readonly cpuMicros: number | undefined;
}

export interface LoadReport {
  readonly figures: readonly LoadFigure[];
  /** In MB. */
  readonly memory: Readonly<Record<"idle" | "connected" | "after", number | undefined>>;
  readonly people: number;
  readonly bytesPerMessage: number | undefined;
}

export interface LoadTiming {
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

const SENDERS = 10;
const WORDS = ["release review", "tests engines", "nobody errors", "night run"];

export async function measureLoad(target: LoadTarget, timing: LoadTiming): Promise<LoadReport> {
  const { at, logins, channels } = target;
  const senders = logins.slice(0, SENDERS);
  const sender = (index: number) => senders[index % senders.length] as string;
  const figures: LoadFigure[] = [];
  const idle = await target.memory();
  let messages = 0;
  let connected: number | undefined;

  const measure = async (what: string, job: Exclude<LoadJob, { kind: "batch" }>): Promise<Rate> => {
    const before = await target.cpuSeconds();
    const rate: Rate = await load(job);
    const after = await target.cpuSeconds();
    const isKnown = before !== undefined && after !== undefined;
    const cpuMicros = isKnown ? ((after - before) / rate.total) * 1e6 : undefined;
    figures.push({ what, perSecond: rate.perSecond, median: rate.median, p99: rate.p99, cpuMicros });
    return rate;
  };
  const loop = (connections: number, requests: readonly LoadRequest[]) => ({
    kind: "closed-loop" as const,
    ...at,
    ...timing,
    connections,
    requests,
  });
  const sendsTo = (channel: number) =>
    texts(200, 2).map((content, index): LoadRequest => {
      const form = sendForm(channel, `topic ${index % 20}`, content);
      return { method: "POST", path: "/api/v1/messages", as: sender(index), form };
    });

  for (const connections of [1, 16, 64]) {
    const what = `sends, ${connections} ${connections === 1 ? "connection" : "connections"}`;
    messages += (await measure(what, loop(connections, sendsTo(channels.small)))).total;
  }
  const large = `sends into ${logins.length} members, 16`;
  messages += (await measure(large, loop(16, sendsTo(channels.large)))).total;

  for (const overSockets of [false, true]) {
    const clients = await listeners(at, logins, overSockets);
    const [send] = sendsTo(channels.large);
    const what = `deliveries to ${clients.length} ${overSockets ? "sockets" : "polls"}`;
    const job = { kind: "fan-out" as const, ...at, ...timing, clients, overSockets, send: send as LoadRequest };
    messages += (await measure(what, job)).total / clients.length;
    connected = await target.memory();
  }

  await measure(
    "reads of 100 messages, 16",
    loop(
      16,
      senders.map((as) => newest(as, channels.small)),
    ),
  );
  const whole = senders.map((as) => registration(as));
  await measure("registrations, 1", loop(1, whole));
  await measure(
    "searches, 4",
    loop(
      4,
      WORDS.map((words, index) => search(sender(index), words)),
    ),
  );

  const after = await target.memory();
  const { grownBytes } = await target.stop();
  return {
    figures,
    memory: { idle, connected, after },
    people: logins.length,
    bytesPerMessage: grownBytes === undefined ? undefined : grownBytes / messages,
  };
}

/** A queue for each of these people, and where it is read. */
async function listeners(at: Address, logins: readonly string[], overSockets: boolean): Promise<FanOut["clients"]> {
  const requests = logins.map((login) => messageQueue(login));
  const answers = await load({ kind: "batch", ...at, connections: 16, requests });
  return answers.map((answer, index) => {
    const { queue_id, last_event_id } = JSON.parse(answer) as { queue_id: string; last_event_id: number };
    const path = overSockets ? "/api/v1/events/socket" : "/api/v1/events";
    return { poll: `${path}?queue_id=${queue_id}`, as: logins[index] as string, lastEventId: last_event_id };
  });
}

const narrowed = (as: string, narrow: unknown, numBefore: number): LoadRequest => {
  const query = { anchor: "newest", num_before: String(numBefore), num_after: "0", narrow: JSON.stringify(narrow) };
  return { method: "GET", path: `/api/v1/messages?${new URLSearchParams(query)}`, as };
};
const newest = (as: string, channel: number) => narrowed(as, [{ operator: "channel", operand: channel }], 100);
const search = (as: string, words: string) => narrowed(as, [{ operator: "search", operand: words }], 50);

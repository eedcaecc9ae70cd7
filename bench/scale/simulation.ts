/** Drives a very large organization at a low rate, and counts what each kind of request costs. */
import { once } from "node:events";
import { type IncomingHttpHeaders, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { PostgresServer } from "../../server/test/postgres.ts";
import { memoryOf, watchMemory } from "../hostile/measure.ts";
import type { FanOut, LoadRequest } from "../load/jobs.ts";
import { type BenchPerson, randomFrom, sendForm, texts } from "../population.ts";
import { cpuSecondsOfPostgres, load, type Server, startParleyWithHeapReport } from "../processes.ts";
import type { Figure } from "../scenario.ts";
import { registration as messageQueue } from "../scenarios/fan-out.ts";
import { heapUsed } from "../scenarios/idle-queues.ts";
import { counters, registration } from "../scenarios/registration.ts";
import type { LargeChannel, LargeOrganization } from "./organization.ts";

const CONNECTIONS = 16;
const SENDS = 1000;
/** How many of those online report their presence, and continue after the restart. */
const MOST = 2000;
/** How many entries of the log a queue has missed then. */
const MISSED = 100;
const IDS_PER_POSITION = 65_536;
/** Fewer than a queue holds in memory, together with the ordinary ones: behind that, delivering would cost nothing. */
const TO_EVERYONE = 10;
const MINUTE_MS = 60_000;
const KIB = 1024;
const MIB = KIB * KIB;

interface Registered {
  readonly as: string;
  readonly queue_id: string;
  readonly last_event_id: number;
}

export class Simulation {
  readonly figures: Figure[] = [];
  readonly #organization: LargeOrganization;
  readonly #postgres: PostgresServer | undefined;
  #server: Server;
  #queues: readonly Registered[] = [];

  private constructor(organization: LargeOrganization, server: Server, postgres: PostgresServer | undefined) {
    this.#organization = organization;
    this.#server = server;
    this.#postgres = postgres;
  }

  static async start(organization: LargeOrganization, postgres?: PostgresServer): Promise<Simulation> {
    const server = await startParleyWithHeapReport(organization.directory, organization.env);
    return new Simulation(organization, server, postgres);
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }

  /** A queue for everyone who is online, for all kinds of events. */
  async registerQueues(): Promise<void> {
    const { online } = this.#organization;
    const form = { fetch_event_types: "[]", queue_lifespan_secs: "86400" };
    const requests = online.map(({ login }) => ({ ...messageQueue(login), form }));
    // The first ones also pay for what is prepared once.
    const first = Math.ceil(online.length / 50);
    const answers = await this.#batch(requests.slice(0, first));
    const before = await heapUsed(this.#server);
    answers.push(...(await this.#counted("registering a queue", requests.slice(first))));
    const after = await heapUsed(this.#server);
    this.#queues = answers.map((answer, index) => {
      const { queue_id, last_event_id } = JSON.parse(answer) as Registered;
      return { as: online[index]?.login as string, queue_id, last_event_id };
    });
    const kilobytes = (after - before) / (online.length - first) / KIB;
    this.#note("heap of a queue and of its user in the hub", kilobytes, " KB");
    this.#note(`heap with ${online.length} queues`, after / MIB, " MB");
    this.#note("memory of the process then", (await memoryOf(this.#server)) ?? Number.NaN, " MB");
  }

  /** Messages into channels of which one is as likely as another, so most of them are small. */
  async send(): Promise<void> {
    const random = randomFrom(7);
    const { channels } = this.#organization;
    const requests = texts(SENDS, 3).map((content, index) => {
      const { id, members } = channels[Math.floor(random() * channels.length)] as LargeChannel;
      const sender = members[Math.floor(random() * members.length)] as BenchPerson;
      return sendTo(id, sender, `topic ${index % 20}`, content);
    });
    const before = await counters(this.#server);
    await this.#counted("send into any channel", requests);
    const after = await counters(this.#server);
    this.#note("its deliveries", (after.delivered - before.delivered) / SENDS, "");
  }

  /** To the queues in memory only: nobody waits for the response. */
  async sendToEveryone(): Promise<void> {
    const { channels, online } = this.#organization;
    const requests = texts(TO_EVERYONE, 4).map((content, index) =>
      sendTo(channels[0].id, online[index % online.length] as BenchPerson, "topic", content),
    );
    await this.#counted(`send to ${online.length} queues`, requests, 1);
  }

  /** Everyone is told of a new name, and everything that was cached by the organization's version is read again. */
  async rename(): Promise<void> {
    const { online } = this.#organization;
    const requests = Array.from({ length: TO_EVERYONE }, (_, index) => ({
      method: "PATCH" as const,
      path: "/api/v1/settings",
      as: online[index % online.length]?.login as string,
      form: { full_name: `Renamed ${index}` },
    }));
    await this.#counted(`new name, to ${online.length} queues`, requests, 1);
  }

  /** People report once, as they do every minute; then one of them asks who is there. */
  async reportPresence(): Promise<void> {
    const online = this.#organization.online.slice(0, MOST);
    const report = (login: string, form: Record<string, string>): LoadRequest => ({
      method: "POST",
      path: "/api/v1/users/me/presence",
      as: login,
      form: { status: "active", ...form },
    });
    await this.#counted(
      "presence report",
      online.map(({ login }) => report(login, { ping_only: "true" })),
    );
    await this.#large("presence of half of the people", report(online[0]?.login as string, { last_update_id: "0" }));
  }

  async registerWhole(): Promise<void> {
    const request = registration(this.#organization.online[0]?.login as string);
    await this.#large("registration, no subscribers", request);
    const form = { ...request.form, include_subscribers: "true" };
    await this.#large("registration, all subscribers", { ...request, form });
  }

  /** Long polls of a part of those who are online; all of them get each message. */
  async hold(share: number, timing = { warmUpSeconds: 1, seconds: 3 }): Promise<void> {
    const { channels, online } = this.#organization;
    const listeners = online.slice(0, Math.ceil(online.length * share));
    const answers = await this.#batch(listeners.map(({ login }) => messageQueue(login)));
    const clients: FanOut["clients"] = answers.map((answer, index) => {
      const { queue_id, last_event_id } = JSON.parse(answer) as Registered;
      const as = listeners[index]?.login as string;
      return { poll: `/api/v1/events?queue_id=${queue_id}`, as, lastEventId: last_event_id };
    });
    const [content = ""] = texts(1, 5);
    const send = sendTo(channels[0].id, online[0] as BenchPerson, "topic", content);
    const stopWatching = watchMemory(this.#server);
    const before = await this.#cpu();
    const { total } = await load({ kind: "fan-out", port: this.#server.port, ...timing, clients, send });
    this.#spent(`delivery to one of ${listeners.length} polls`, before, await this.#cpu(), total);
    this.#note("most memory meanwhile", stopWatching(), " MB");
  }

  /** Queues continue from their rows and the log, as after an upgrade or the loss of a node. */
  async restart(): Promise<void> {
    const [fresh = ""] = await this.#batch([messageQueue(this.#organization.online[0]?.login as string)]);
    const last_event_id = (JSON.parse(fresh) as Registered).last_event_id - MISSED * IDS_PER_POSITION;
    await this.#server.stop();
    const begin = performance.now();
    const { directory, env } = this.#organization;
    this.#server = await startParleyWithHeapReport(directory, env);
    this.#note("ready again", (performance.now() - begin) / 1000, " s");
    const requests = this.#queues.slice(0, MOST).map(({ as, queue_id }): LoadRequest => {
      const query = `queue_id=${queue_id}&last_event_id=${last_event_id}&dont_block=true`;
      return { method: "GET", path: `/api/v1/events?${query}`, as };
    });
    await this.#counted(`resuming a queue, ${MISSED} entries`, requests);
  }

  /** One round of maintenance, which records how far each client has come. */
  async idle(): Promise<void> {
    const before = await this.#cpu();
    await sleep(MINUTE_MS);
    this.#spent("an idle minute", before, await this.#cpu(), 1);
  }

  #batch(requests: readonly LoadRequest[], connections = CONNECTIONS): Promise<string[]> {
    return load({ kind: "batch", port: this.#server.port, connections, requests });
  }

  async #counted(what: string, requests: readonly LoadRequest[], connections?: number): Promise<string[]> {
    const before = await this.#cpu();
    const answers = await this.#batch(requests, connections);
    this.#spent(what, before, await this.#cpu(), requests.length);
    return answers;
  }

  /** A response of many megabytes, compressed as clients get it. */
  async #large(what: string, asked: LoadRequest): Promise<void> {
    const stopWatching = watchMemory(this.#server);
    const before = await this.#cpu();
    const begin = performance.now();
    const { bytes, headers } = await received(this.#server.port, asked);
    const milliseconds = performance.now() - begin;
    this.#spent(what, before, await this.#cpu(), 1);
    this.#note("its time", milliseconds, " ms");
    this.#note(`its length, ${headers["content-encoding"] ?? "plain"}`, bytes / MIB, " MB");
    this.#note("most memory meanwhile", stopWatching(), " MB");
  }

  async #cpu(): Promise<{ server: number; database: number | undefined }> {
    const database = await cpuSecondsOfPostgres(this.#postgres);
    return { server: (await this.#server.cpuSeconds()) ?? Number.NaN, database };
  }

  #spent(what: string, before: Spent, after: Spent, operations: number): void {
    const each = (seconds: number) => (seconds / operations) * 1000;
    this.#note(`${what}: processor`, each(after.server - before.server), " ms");
    if (after.database !== undefined && before.database !== undefined)
      this.#note("… of PostgreSQL", each(after.database - before.database), " ms");
  }

  /** Printed at once as well: the whole takes minutes. */
  #note(what: string, parley: number, unit: string): void {
    this.figures.push({ what, unit, parley });
    process.stdout.write(`  ${what}: ${Number(parley.toPrecision(3))}${unit}\n`);
  }
}

type Spent = Readonly<{ server: number; database: number | undefined }>;

const sendTo = (channelId: number, { login }: BenchPerson, topic: string, content: string): LoadRequest => ({
  method: "POST",
  path: "/api/v1/messages",
  as: login,
  form: sendForm(channelId, topic, content),
});

/** The length of a response on the wire. */
async function received(port: number, asked: LoadRequest): Promise<{ bytes: number; headers: IncomingHttpHeaders }> {
  const { method, path, as = "", form } = asked;
  const sent = request({
    port,
    host: "127.0.0.1",
    method,
    path,
    headers: {
      authorization: `Basic ${Buffer.from(as).toString("base64")}`,
      "content-type": "application/x-www-form-urlencoded",
      "accept-encoding": "gzip",
    },
  });
  sent.end(new URLSearchParams(form).toString());
  const [response] = await once(sent, "response");
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) bytes += chunk.length;
  if (response.statusCode !== 200) throw new Error(`${method} ${path}: ${response.statusCode}`);
  return { bytes, headers: response.headers };
}

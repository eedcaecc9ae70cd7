/**
 * Two nodes under load while their PostgreSQL restarts, loses connections, falls silent and is replaced by its standby:
 * no process exits, acknowledged messages exist exactly once, every follower receives everything, and `/health` reports
 * the problems.
 */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { ConnectionError, RequestError } from "@parley/client";
import { messages } from "@parley/server/contract";
import pg from "pg";
import { DatabaseProxy } from "../server/test/database-proxy.ts";
import { Person } from "./support/person.ts";
import type { Queue } from "./support/queue.ts";
import { initialise, newInstallation, newNode, type Server } from "./support/server.ts";
import { withStandby } from "./support/standby.ts";
import { until } from "./support/until.ts";

const SENDERS = 4;
/** Messages that must be acknowledged after each fault, before the next. */
const ACKNOWLEDGED_BETWEEN = 20;
const ENDINGS = 8;
const PATIENT = { withinMs: 60_000, everyMs: 50 };
/** Short, so that timeouts happen soon. */
const IMPATIENT = {
  PARLEY_DATABASE_WAIT_MS: "2000",
  PARLEY_DATABASE_STATEMENT_MS: "3000",
  PARLEY_DATABASE_LOCK_MS: "2000",
  PARLEY_DATABASE_PROBE_MS: "1000",
  PARLEY_HEARTBEAT_SECONDS: "1",
};

test("two nodes survive every PostgreSQL fault without lost or duplicate messages", async (t) => {
  const { primary, standby } = await withStandby(t);
  const proxy = await DatabaseProxy.to(primary.url);
  t.after(() => proxy.close());
  const nodes = await twoNodes(t, proxy.url);
  const [one, two] = nodes as [Server, Server];
  const ada = await one.member("Ada");
  const ben = two.as(await one.member("Ben"));
  for (const person of [ada, ben]) await person.joins("launch");
  const queues = [await ada.listens(), await ben.listens()];

  const acknowledged = new Map<string, number>();
  let isOver = false;
  let last = Number.POSITIVE_INFINITY;
  const following = queues.map((queue) => follow(queue, () => (queue.messages.at(-1)?.id ?? 0) >= last, t.signal));
  const sending = Array.from({ length: SENDERS }, (_, n) =>
    keepSending(n % 2 ? ada : ben, n, acknowledged, () => isOver, t.signal),
  );
  const clients = Promise.all([...following, ...sending]);
  clients.catch(() => {});

  const isHealth = (status: number) => async () => {
    const answers = await Promise.all(nodes.map((node) => fetch(`${node.address}/health`)));
    return answers.every((answer) => answer.status === status);
  };
  const goesOn = async (after: string) => {
    await until(`both nodes are healthy after ${after}`, isHealth(200), PATIENT);
    const before = acknowledged.size;
    const enough = () => acknowledged.size >= before + ACKNOWLEDGED_BETWEEN;
    await Promise.race([until(`messages are sent after ${after}`, enough, PATIENT), failure(clients)]);
    for (const node of nodes) assert.ok(node.isRunning, `a node ended after ${after}:\n${node.log}`);
    t.diagnostic(`${after}: ${acknowledged.size} acknowledged`);
  };
  const isNoticed = (what: string) => until(`both nodes say that the database is ${what}`, isHealth(503), PATIENT);

  await goesOn("the start");

  await primary.pause();
  await isNoticed("stopped");
  await primary.resume();
  await goesOn("a restart");

  const admin = new pg.Client({ connectionString: primary.url });
  admin.on("error", () => {});
  await admin.connect();
  for (let n = 0; n < ENDINGS; n++) {
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'parley' and random() < 0.5`);
    await sleep(Math.random() * 200);
  }
  await admin.end();
  await goesOn("ended connections");

  proxy.silenceOpen();
  await goesOn("connections that fell silent");

  proxy.isSilent = true;
  proxy.silenceOpen();
  await isNoticed("silent");
  proxy.isSilent = false;
  await goesOn("a silence of everything");

  await primary.pause("immediate");
  await isNoticed("gone");
  await standby.promote();
  proxy.pointTo(standby.url);
  proxy.cutOpen();
  await goesOn("a promotion");

  isOver = true;
  await Promise.all(sending);
  last = await ada.sends("launch", "after", "the last one");
  await Promise.all(following);

  const stored = await ben.reads("launch");
  assert.equal(new Set(stored.map(({ content }) => content)).size, stored.length, "nothing is stored twice");
  const idOf = new Map(stored.map(({ content, id }) => [content, id]));
  for (const [content, id] of acknowledged) assert.equal(idOf.get(content), id, `${content} was acknowledged`);
  assert.equal(stored.length, acknowledged.size + 1, "every sender has got its answer in the end");
  for (const { messages: heard } of queues)
    assert.deepEqual(
      heard.map(({ id }) => id),
      stored.map(({ id }) => id),
      "every follower has heard everything once and in order",
    );
  for (const node of nodes) assert.equal(await node.stop(), 0);
});

async function twoNodes(t: TestContext, databaseUrl: string): Promise<Server[]> {
  const empty = await newInstallation(t, "sqlite");
  const env = { ...empty.env, ...IMPATIENT, PARLEY_DATABASE_URL: databaseUrl };
  const installation = { ...empty, engine: "postgres" as const, env };
  const made = await initialise(installation);
  const nodes = [await newNode(installation), await newNode(installation)];
  for (const node of nodes) {
    await node.start();
    node.owner = new Person(node.address, { id: made.user_id, email: made.email, apiKey: made.api_key });
  }
  return nodes;
}

/** Whether a retry may succeed. */
const mayPass = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof RequestError && error.code === "SERVICE_UNAVAILABLE");

/** Sends one message after another; retries each with the same id until it is acknowledged. */
async function keepSending(
  sender: Person,
  n: number,
  acknowledged: Map<string, number>,
  isOver: () => boolean,
  signal: AbortSignal,
) {
  for (let count = 0; !isOver(); count++) {
    const content = `message ${count} of sender ${n}`;
    const message = { type: "channel" as const, to: "launch", topic: `topic ${n}`, content, local_id: `${n}.${count}` };
    acknowledged.set(
      content,
      await patiently(async () => (await sender.call(messages.sendMessage, message)).id, signal),
    );
  }
}

async function follow(queue: Queue, isEnough: () => boolean, signal: AbortSignal): Promise<void> {
  while (!isEnough()) await patiently(() => queue.poll(), signal);
}

/** Until the test is over, or has failed. */
async function patiently<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (signal.aborted || !mayPass(error)) throw error;
      await sleep(50);
    }
  }
}

/** Rejects when a client fails; none may stop early. */
async function failure(clients: Promise<unknown>): Promise<never> {
  await clients;
  throw new Error("A client stopped before the end.");
}

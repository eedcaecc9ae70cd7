/**
 * A thousand messages due in the same five seconds, while the server is killed repeatedly: each is sent exactly once.
 */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { channels, scheduledMessages } from "@parley/server/contract";
import type { Person } from "./support/person.ts";
import { engines, newNode, newServer, type Server } from "./support/server.ts";
import { until } from "./support/until.ts";

const MESSAGES = 1000;
const SPREAD_SECONDS = 5;
const KILLS = 3;
/** Concurrent requests. */
const AT_ONCE = 16;
/** The number of messages for measuring how fast scheduling is. */
const SAMPLE = 64;
/** Messages sent between two kills, so that no kill hits an idle server. */
const SENT_PER_ROUND = 150;
/** Only a server that does not send at all takes longer, however busy the machine is. */
const LONGEST_MS = 120_000;

for (const engine of engines)
  test(`each scheduled message is sent once, although the server is killed three times, on ${engine}`, async (t) => {
    const server = await newServer(t, engine);
    await sendsEachOnce(t, [server]);
  });

test("each scheduled message is sent once when both nodes on one database are killed", async (t) => {
  const one = await newServer(t, "postgres");
  const two = await newNode(one.installation);
  await two.start();
  await sendsEachOnce(t, [one, two]);
});

async function sendsEachOnce(t: TestContext, nodes: readonly [Server, ...Server[]]): Promise<void> {
  const [first] = nodes;
  const ada = await first.member("Ada");
  const ben = await first.member("Ben");
  for (const person of [ada, ben]) await person.joins("launch");
  const queue = await ben.listens();
  // A test that fails must not go on polling a server that is gone: its process would never end.
  const polling = queue.keepPolling(() => t.signal.aborted || queue.messages.length >= MESSAGES);
  polling.catch(() => {});

  const contents = Array.from({ length: MESSAGES }, (_, n) => `message ${n}`);
  const begin = await scheduleAll(
    nodes.map((node) => node.as(ada)),
    contents,
  );
  await sleep(begin * 1000 - Date.now());
  for (let round = 0; round < KILLS; round++) {
    const enough = SENT_PER_ROUND * (round + 1);
    await until(`${enough} are sent`, () => queue.messages.length >= enough, { withinMs: LONGEST_MS });
    await sleep(Math.random() * 50);
    const victim = nodes[round % nodes.length] as Server;
    await victim.kill();
    await victim.start();
  }
  await until("all are heard of", () => queue.messages.length >= MESSAGES, { withinMs: LONGEST_MS });
  // Only now: the list is long as long as they wait.
  const waiting = async () => (await ada.call(scheduledMessages.getScheduledMessages, {})).scheduled_messages;
  await until("all are sent", async () => (await waiting()).length === 0, { withinMs: LONGEST_MS, everyMs: 50 });
  const took = Date.now() / 1000 - begin;
  await polling;

  const stored = await ben.reads("launch");
  assert.equal(stored.length, MESSAGES);
  assert.deepEqual(new Set(stored.map(({ content }) => content)), new Set(contents));
  assert.deepEqual(
    queue.messages.map(({ id }) => id),
    stored.map(({ id }) => id),
    "every message is heard of once and in order",
  );
  assert.ok(queue.failures > 0, "the kills interrupted somebody");
  t.diagnostic(`all were sent ${took.toFixed(1)} s after the first was due`);
}

/** Schedules all messages before the first is due; returns the time when they are due. */
async function scheduleAll(senders: readonly Person[], contents: readonly string[]): Promise<number> {
  const [ada] = senders as [Person, ...Person[]];
  const to = await channelId(ada, "launch");
  const schedule = (sender: Person, content: string, scheduled_delivery_timestamp: number) =>
    sender.call(scheduledMessages.createScheduledMessage, {
      type: "channel",
      to,
      topic: "waves",
      content,
      scheduled_delivery_timestamp,
    });
  // Schedules and cancels a few messages first, because the time for all of them depends on the machine, which may
  // become busier.
  const far = Math.floor(Date.now() / 1000) + 3600;
  const trials: number[] = [];
  const began = performance.now();
  await inParallel(Array.from({ length: SAMPLE }), async (_, n) => {
    const trial = await schedule(senders[n % senders.length] as Person, "trial", far);
    trials.push(trial.scheduled_message_id);
  });
  const tookSeconds = (performance.now() - began) / 1000;
  await inParallel(trials, (scheduled_message_id) =>
    ada.call(scheduledMessages.deleteScheduledMessage, { scheduled_message_id }),
  );
  const begin = Math.ceil(Date.now() / 1000 + (3 * tookSeconds * contents.length) / SAMPLE + 2);
  await inParallel(contents, (content, n) =>
    schedule(
      senders[n % senders.length] as Person,
      content,
      begin + Math.floor((n * SPREAD_SECONDS) / contents.length),
    ),
  );
  return begin;
}

async function channelId(person: Person, name: string): Promise<number> {
  const { streams } = await person.call(channels.getChannels, {});
  return streams.find((channel) => channel.name === name)?.stream_id as number;
}

async function inParallel<T>(items: readonly T[], work: (item: T, n: number) => Promise<unknown>): Promise<void> {
  const left = items.entries();
  const worker = async () => {
    for (const [n, item] of left) await work(item, n);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Killed at full speed, ten times: what was acknowledged is there, and an old queue misses nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { RequestError } from "@parley/client";
import type { Person } from "./support/person.ts";
import { WHILE_AWAY_MS } from "./support/queue.ts";
import { engines, newServer, type Server } from "./support/server.ts";
import { until } from "./support/until.ts";

const KILLS = 10;
/** Clients that send, each one message after the other. */
const SENDERS = 6;
/** Each round has this many answers at least, so that no kill hits an idle server. */
const ANSWERS_PER_ROUND = 30;
const ROUND_MS = 250;

interface SentLog {
  /** Message ids the server has confirmed, by what was said. */
  readonly acknowledged: Map<string, number>;
  /** Everything that was ever handed to the server, once each. */
  readonly attempted: Set<string>;
}

for (const engine of engines)
  test(`nothing is lost or doubled when the server is killed ten times, on ${engine} [D1]`, async (t) => {
    const server = await newServer(t, engine);
    const ada = await server.member("Ada");
    const ben = await server.member("Ben");
    for (const person of [ada, ben]) await person.joins("launch");
    const queue = await ben.listens();
    const ownQueue = await ada.listens();

    const sent: SentLog = { acknowledged: new Map(), attempted: new Set() };
    let over = false;
    let last = Number.POSITIVE_INFINITY;
    const enough = (heard: typeof queue) => () => t.signal.aborted || (heard.messages.at(-1)?.id ?? 0) >= last;
    const polling = [queue, ownQueue].map((each) => each.keepPolling(enough(each)));
    const sending = Array.from({ length: SENDERS }, (_, n) =>
      sendAtFullSpeed(n % 2 ? ada : ben, n, sent, () => over || t.signal.aborted),
    );
    const failed = Promise.race([...polling, ...sending]).then(() => {});
    failed.catch(() => {});

    for (let round = 0; round < KILLS; round++)
      await Promise.race([killUnderLoad(server, sent, round), neverEnds(failed)]);
    over = true;
    await Promise.all(sending);
    last = await ada.sends("launch", "after", "the last one");
    await Promise.all(polling);

    const stored = await ben.reads("launch");
    const idOf = new Map(stored.map(({ content, id }) => [content, id]));
    assert.equal(idOf.size, stored.length, "what was sent once is stored at most once");
    for (const [content, id] of sent.acknowledged) assert.equal(idOf.get(content), id, `${content} was acknowledged`);
    for (const { content, id } of stored) assert.ok(id === last || sent.attempted.has(content), `${content} was sent`);
    assert.ok(sent.attempted.size > sent.acknowledged.size, "the kills interrupted somebody");

    for (const { heard, messages, failures } of [queue, ownQueue]) {
      assert.ok(failures >= KILLS / 2, `polls were interrupted: ${failures}`);
      assertIncreasing(heard.map((event) => event.id));
      assert.deepEqual(
        messages.map(({ id }) => id),
        stored.map(({ id }) => id),
        "every message exactly once and in order",
      );
    }
    t.diagnostic(`${sent.acknowledged.size} acknowledged of ${sent.attempted.size} sent, ${stored.length} stored`);
  });

async function killUnderLoad(server: Server, { acknowledged }: SentLog, round: number): Promise<void> {
  const before = acknowledged.size;
  await until(`answers in round ${round}`, () => acknowledged.size >= before + ANSWERS_PER_ROUND);
  await sleep(Math.random() * ROUND_MS);
  await server.kill();
  await server.start();
}

/** Sends without a pause and never the same twice: whether an unanswered message arrived is for the server to know. */
async function sendAtFullSpeed(sender: Person, n: number, sent: SentLog, isOver: () => boolean): Promise<void> {
  for (let count = 0; !isOver(); count++) {
    const content = `message ${count} of sender ${n}`;
    sent.attempted.add(content);
    try {
      sent.acknowledged.set(content, await sender.sends("launch", `topic ${n}`, content));
    } catch (error) {
      if (error instanceof RequestError) throw error;
      await sleep(WHILE_AWAY_MS);
    }
  }
}

/** Rejects when the other does; the other must not end before its time. */
async function neverEnds(other: Promise<void>): Promise<never> {
  await other;
  throw new Error("A client stopped before the end.");
}

function assertIncreasing(ids: readonly number[]): void {
  for (const [index, id] of ids.entries())
    assert.ok(id > (ids[index - 1] ?? -1), `event ${id} is after its predecessor`);
}

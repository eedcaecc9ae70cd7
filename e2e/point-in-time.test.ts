/** Killed at random while people send, and restored to a second: what was acknowledged before it is there, what came later is not. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { RequestError } from "@parley/client";
import type { Person } from "./support/person.ts";
import { WHILE_AWAY_MS } from "./support/queue.ts";
import { newServer, parley, type Server } from "./support/server.ts";
import { until } from "./support/until.ts";

const SENDERS = 4;
const KILLS = 3;
const ROUND_MS = 1500;
/** Commits are noticed four times a second, and later on a busy machine. */
const LATER_MS = 2000;

interface TimedMessage {
  readonly content: string;
  readonly begunAtMs: number;
  acknowledgedAtMs?: number;
}

const lagOf = async ({ address }: Server): Promise<number | undefined> =>
  ((await (await fetch(`${address}/health`)).json()) as { log_lag_seconds?: number }).log_lag_seconds;

test("a server that is killed under load is restored to any second", async (t) => {
  const place = await mkdtemp(join(tmpdir(), "parley-place-"));
  t.after(() => rm(place, { recursive: true, force: true }));
  const server = await newServer(t, "sqlite", { PARLEY_BACKUP_TO: place, PARLEY_BACKUP_LOG: "true" });
  const ada = await server.member("Ada");
  await ada.joins("launch");
  await until("the log is shipped", async () => (await lagOf(server)) === 0, { withinMs: 30_000 });
  await sleep(1000);

  const sent: TimedMessage[] = [];
  let over = false;
  const sending = Array.from({ length: SENDERS }, (_, n) => keepSending(ada, n, sent, () => over || t.signal.aborted));
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(ROUND_MS / 2 + Math.random() * ROUND_MS);
    await server.kill();
    await server.start();
  }
  await sleep(ROUND_MS);
  over = true;
  await Promise.all(sending);
  await sleep(500);
  await until("everything is shipped", async () => (await lagOf(server)) === 0, { withinMs: 30_000 });

  const acknowledged = sent.filter(({ acknowledgedAtMs }) => acknowledgedAtMs !== undefined);
  const [first = 0, last = 0] = [acknowledged[0]?.acknowledgedAtMs, acknowledged.at(-1)?.acknowledgedAtMs];
  const times = [first + Math.random() * (last - first), first + Math.random() * (last - first), Date.now()];
  for (const time of times) {
    const atMs = Math.floor(time / 1000) * 1000 + (time === times.at(-1) ? 1000 : 0);
    if (atMs < first) continue;
    const restored = await restoredAt(t, server, place, atMs);
    const before = acknowledged.filter(({ acknowledgedAtMs = 0 }) => acknowledgedAtMs <= atMs);
    for (const { content } of before) assert.ok(restored.has(content), `${content} was acknowledged before ${atMs}`);
    for (const { content, begunAtMs } of sent)
      if (begunAtMs > atMs + LATER_MS) assert.ok(!restored.has(content), `${content} was sent after ${atMs}`);
    t.diagnostic(`${restored.size} restored, ${before.length} acknowledged before, ${sent.length} sent in all`);
  }
});

async function keepSending(sender: Person, n: number, sent: TimedMessage[], isOver: () => boolean): Promise<void> {
  for (let count = 0; !isOver(); count++) {
    const message: TimedMessage = { content: `message ${count} of sender ${n}`, begunAtMs: Date.now() };
    sent.push(message);
    try {
      await sender.sends("launch", `topic ${n}`, message.content);
      message.acknowledgedAtMs = Date.now();
    } catch (error) {
      if (error instanceof RequestError) throw error;
      await sleep(WHILE_AWAY_MS);
    }
  }
}

/** The texts of all messages in a copy that was restored to this time. */
async function restoredAt(
  t: { after(end: () => unknown): void },
  { installation }: Server,
  place: string,
  atMs: number,
): Promise<ReadonlySet<string>> {
  const directory = await mkdtemp(join(tmpdir(), "parley-restored-"));
  t.after(() => rm(directory, { recursive: true, force: true }));
  const env = { ...installation.env, PARLEY_DATA: join(directory, "data") };
  await parley({ ...installation, env }, "restore", place, "--at", new Date(atMs).toISOString());
  const database = new DatabaseSync(join(directory, "data", "parley.db"), { readOnly: true });
  try {
    const rows = database.prepare("SELECT content FROM message").all() as { content: string }[];
    return new Set(rows.map(({ content }) => content));
  } finally {
    database.close();
  }
}

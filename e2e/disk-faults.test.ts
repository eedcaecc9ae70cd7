/**
 * SQLite on a disk that is full, fails to sync, or loses a file: acknowledged data is kept, and health reports the
 * problem.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { rmSync, statSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { RequestError } from "@parley/client";
import { uploads } from "@parley/server/contract";
import type { Person } from "./support/person.ts";
import { initialise, newInstallation, newNode, newServer, type Server } from "./support/server.ts";
import { until } from "./support/until.ts";

const SENDERS = 4;
const UNSYNCED = "The disk failed to save written data.";
const GONE = "A database file was deleted or replaced.";

interface Health {
  readonly status: number;
  readonly msg: string;
}

const database = (server: Server) => join(server.installation.env.PARLEY_DATA as string, "parley.db");

async function healthOf(server: Server, which = ""): Promise<Health> {
  const answer = await fetch(`${server.address}/health${which}`);
  const { msg } = (await answer.json()) as { msg: string };
  return { status: answer.status, msg };
}

/** A server whose disk can be made to fail. */
async function withFragileDisk(t: TestContext) {
  const installation = await newInstallation(t, "sqlite");
  const sign = join(installation.env.PARLEY_DATA as string, "no-sync");
  const NODE_OPTIONS = `--import ${import.meta.resolve("./support/faults.ts")}`;
  const server = await newServer(t, "sqlite", { NODE_OPTIONS, PARLEY_TEST_NO_SYNC: sign }, installation);
  return { server, breakDisk: () => writeFileSync(sign, ""), mendDisk: () => rmSync(sign) };
}

/** The messages that were sent, and their outcomes. */
class Sending {
  readonly acknowledged = new Map<string, number>();
  readonly refused = new Map<string, RequestError>();
  isOver = false;

  constructor(t: TestContext) {
    t.signal.addEventListener("abort", () => {
      this.isOver = true;
    });
  }

  /** Sends until told to stop, the test is over, or the server no longer responds. */
  async by(sender: Person, name: string, text = ""): Promise<void> {
    for (let count = 0; !this.isOver; count++) {
      const content = `${name} ${count}${text}`;
      try {
        this.acknowledged.set(content, await sender.sends("launch", name, content));
      } catch (error) {
        if (!(error instanceof RequestError)) return;
        this.refused.set(content, error);
        await sleep(20);
      }
    }
  }

  async bySeveral(sender: Person, text = ""): Promise<void> {
    await Promise.all(Array.from({ length: SENDERS }, (_, n) => this.by(sender, `sender ${n}`, text)));
  }

  async assertKept(reader: Person): Promise<void> {
    const idOf = new Map((await reader.reads("launch")).map(({ content, id }) => [content, id]));
    for (const [content, id] of this.acknowledged) assert.equal(idOf.get(content), id, `${content} was acknowledged`);
  }
}

/** Polls health until the process exits, and returns its responses from the first failure on. */
async function healthUntilEnd(server: Server): Promise<Health[]> {
  const heard: Health[] = [];
  while (server.isRunning) {
    const health = await healthOf(server).catch(() => undefined);
    if (health && (heard.length > 0 || health.status !== 200)) heard.push(health);
    await sleep(10);
  }
  return heard;
}

function assertFatal(server: Server, sentence: string): void {
  const [line = "", ...more] = server.log.split("\n").filter((each) => each.includes('"level":60'));
  assert.deepEqual(more, []);
  assert.ok(line.includes(sentence), server.log);
}

test("when the disk fails to sync, the process exits, and the next one has everything that was acknowledged", async (t) => {
  const { server, breakDisk, mendDisk } = await withFragileDisk(t);
  const ada = await server.member("Ada");
  await ada.joins("launch");
  const sending = new Sending(t);
  const sent = sending.bySeveral(ada);
  await until("messages are under way", () => sending.acknowledged.size > 50);
  assert.equal((await healthOf(server)).status, 200);

  const health = healthUntilEnd(server);
  breakDisk();
  assert.equal(await server.ended(), 1);
  assertFatal(server, UNSYNCED);
  await sent;
  for (const refusal of sending.refused.values()) assert.equal(refusal.status, 503, refusal.message);
  for (const each of await health) assert.deepEqual(each, { status: 503, msg: UNSYNCED });
  t.diagnostic(`${sending.acknowledged.size} acknowledged, ${sending.refused.size} refused`);

  mendDisk();
  await server.start();
  await sending.assertKept(ada);
  await ada.sends("launch", "after", "back again");
});

test("a server whose disk has failed exits with 0 when asked to stop", async (t) => {
  const { server, breakDisk } = await withFragileDisk(t);
  const owner = server.owner as Person;
  await owner.joins("launch");
  breakDisk();
  await assert.rejects(owner.sends("launch", "x", "lost"), { status: 503, message: UNSYNCED });
  assert.deepEqual(await healthOf(server), { status: 503, msg: UNSYNCED });
  assert.equal((await healthOf(server, "/live")).status, 503);
  assert.equal(await server.stop(), 0);
});

test("when the log is deleted while the server runs, the server exits and loses nothing that it acknowledged", async (t) => {
  const server = await newServer(t, "sqlite");
  const ada = await server.member("Ada");
  await ada.joins("launch");
  const sending = new Sending(t);
  const sent = sending.bySeveral(ada);
  await until("messages are under way", () => sending.acknowledged.size > 50);
  const health = healthUntilEnd(server);
  rmSync(`${database(server)}-wal`);
  assert.equal(await server.ended(), 1);
  assertFatal(server, GONE);
  await sent;
  for (const each of await health) assert.deepEqual(each, { status: 503, msg: GONE });

  await server.start();
  await sending.assertKept(ada);
});

test("on a full disk, reads continue and writes are refused until there is room again", async (t) => {
  const server = await newServer(t, "sqlite");
  const ada = await server.member("Ada");
  await ada.joins("launch");
  const queue = await ada.listens();
  await ada.sends("launch", "before", "there is room");
  const sending = new Sending(t);

  // Limits file sizes to the log's current size: to a process, this is a full disk.
  limit(server, "fsize", `${statSync(`${database(server)}-wal`).size + 200_000}:`);
  const sent = sending.bySeveral(ada, ` ${"x".repeat(5000)}`);
  await until("writing is refused", () => sending.refused.size > 20, { withinMs: 60_000 });
  for (const refusal of sending.refused.values())
    assert.deepEqual(
      [refusal.status, refusal.code, refusal.message],
      [503, "SERVICE_UNAVAILABLE", "The disk is full."],
    );
  await until("health knows", async () => (await healthOf(server)).status === 503);
  assert.equal((await healthOf(server)).msg, "The disk is full.");
  assert.equal((await healthOf(server, "/ready")).status, 200);
  assert.equal((await healthOf(server, "/live")).status, 200);
  await ada.reads("launch");
  await queue.poll({ wait: false });
  const file = new File([new Uint8Array(8_000_000)], "large.bin");
  await assert.rejects(ada.connection.call(uploads.uploadFile, {}, { file }), {
    status: 507,
    code: "INSUFFICIENT_STORAGE",
  });
  assert.ok(server.isRunning);

  limit(server, "fsize", "unlimited:");
  const before = sending.acknowledged.size;
  await until("writing goes on", () => sending.acknowledged.size > before + 5);
  await until("health knows that too", async () => (await healthOf(server)).status === 200);
  sending.isOver = true;
  await sent;
  await sending.assertKept(ada);
  const stored = new Set((await ada.reads("launch")).map(({ content }) => content));
  for (const content of sending.refused.keys()) assert.ok(!stored.has(content), "what was refused is not there");
  await queue.pollUntil(() => queue.messages.length >= stored.size);
  const lines = server.log.split("\n").filter((line) => line.includes("The disk is full."));
  assert.ok(lines.length > 0 && lines.length < 5, `in the log when it begins, not with each request:\n${server.log}`);
  assert.equal(await server.stop(), 0);
});

test("a server that runs out of file descriptors keeps serving open connections and reports it", async (t) => {
  const installation = await newInstallation(t, "sqlite");
  const server = await newNode(installation);
  await initialise(installation);
  server.launcher = ["prlimit", "--nofile=160:160"];
  await server.start();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());
  /** Uses a connection that is already open. */
  const health = () =>
    new Promise<number | undefined>((resolve, reject) => {
      get(`${server.address}/health`, { agent }, (answer) => {
        answer.resume().on("end", () => resolve(answer.statusCode));
      }).on("error", reject);
    });
  assert.equal(await health(), 200);
  const crowd = Array.from({ length: 300 }, () => connect(server.port, "127.0.0.1").on("error", () => {}));
  t.after(() => leave(crowd));
  await until("connections are refused", () => server.log.includes("reached its maximum number of connections"));
  await until("health knows", async () => (await health()) === 503);
  assert.ok(server.isRunning);
  leave(crowd);
  await until("there is room again", () => server.isHealthy(), { withinMs: 30_000 });
  assert.equal(server.log.split("\n").filter((line) => line.includes("connections")).length, 1, "in the log once");
});

function leave(crowd: readonly Socket[]): void {
  for (const socket of crowd) socket.destroy();
}

/** Changes a limit of the running process with `prlimit`, which every Linux has. */
function limit(server: Server, resource: "fsize", value: string): void {
  execFileSync("prlimit", ["--pid", String(server.pid), `--${resource}=${value}`]);
}

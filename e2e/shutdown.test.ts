/** SIGTERM: open requests get a response, and nothing is lost. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { RequestError } from "@parley/client";
import type { Person } from "./support/person.ts";
import { freePort } from "./support/ports.ts";
import { engines, newInstallation, newServer } from "./support/server.ts";
import { until } from "./support/until.ts";

const QUEUES = 20;
const SENDERS = 8;

for (const engine of engines)
  test(`a server that is asked to stop responds to every open request first, on ${engine}`, async (t) => {
    const server = await newServer(t, engine);
    const ada = await server.member("Ada");
    const ben = await server.member("Ben");
    const cleo = await server.member("Cleo");
    for (const person of [ada, ben]) await person.joins("launch");
    const queue = await ben.listens();
    // Cleo is in no channel, so her polls are held until the end.
    const quiet = await Promise.all(Array.from({ length: QUEUES }, () => cleo.listens()));
    const held = quiet.map((each) => each.poll());
    await until("all polls are held", async () => (await heldPolls(server.address)) === QUEUES);

    const acknowledged: number[] = [];
    const sending = Array.from({ length: SENDERS }, (_, n) => sendUntilGone(ada, `topic ${n}`, acknowledged));
    await until("messages are under way", () => acknowledged.length > 50);
    const began = performance.now();
    const stopping = server.stop();
    assert.deepEqual(await Promise.all(held), Array(QUEUES).fill([]), "held polls are answered with nothing");
    t.diagnostic(`polls answered after ${Math.round(performance.now() - began)} ms`);
    assert.equal(await stopping, 0);
    const tookMs = performance.now() - began;
    t.diagnostic(`ended after ${Math.round(tookMs)} ms`);
    assert.ok(tookMs < 5000);
    await Promise.all(sending);

    await server.start();
    const last = await ada.sends("launch", "after", "back again");
    await queue.pollUntil(() => queue.messages.at(-1)?.id === last);
    const stored = (await ben.reads("launch")).map(({ id }) => id);
    assert.deepEqual(
      queue.messages.map(({ id }) => id),
      stored,
    );
    assert.deepEqual(stored, [...acknowledged.sort((a, b) => a - b), last], "stored is exactly what was acknowledged");
    for (const each of quiet) assert.deepEqual(await each.poll({ wait: false }), []);
  });

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const isServed = (port: number) =>
  fetch(`http://127.0.0.1:${port}/health`).then(
    () => true,
    () => false,
  );

test("./parley serve passes the signal on, and exits when the server has exited", async (t) => {
  const { env } = await newInstallation(t, "sqlite");
  const port = await freePort();
  const server = spawn(`${ROOT}parley`, ["serve", "--port", String(port)], { env, stdio: "ignore" });
  t.after(() => server.kill());
  await until("the server is ready", () => isServed(port), { withinMs: 30_000 });
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null]);
  assert.equal(await isServed(port), false, "nothing serves any more");
});

test("a server begins anew with settings for memory, as the same process", async (t) => {
  const { env } = await newInstallation(t, "sqlite");
  const port = await freePort();
  const { MALLOC_ARENA_MAX: _, ...plain } = env;
  const main = `${ROOT}server/dist/main.js`;
  const server = spawn(process.execPath, [main, "--port", String(port)], { env: plain, stdio: "ignore" });
  t.after(() => server.kill());
  await until("the server is ready", () => isServed(port), { withinMs: 30_000 });
  if (process.platform === "linux")
    assert.match(await readFile(`/proc/${server.pid}/environ`, "utf8"), /\0MALLOC_ARENA_MAX=2\0/);
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null]);
});

test("a server that npm start runs finishes its work when npm is asked to end", async (t) => {
  const { env } = await newInstallation(t, "sqlite");
  const port = await freePort();
  const options = { cwd: ROOT, env: { ...env, PARLEY_PORT: String(port) } };
  const npm = spawn("npm", ["start"], { ...options, stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => npm.kill());
  let log = "";
  npm.stdout.setEncoding("utf8").on("data", (text: string) => {
    log += text;
  });
  await until("the server is ready", () => isServed(port), { withinMs: 30_000 });
  // The output is closed when the server has ended too.
  const closed = once(npm, "close");
  npm.kill("SIGTERM");
  await closed;
  assert.match(log, /finishing current work/);
  assert.equal(await isServed(port), false, "nothing serves any more");
});

/** Sends until the server is gone. */
async function sendUntilGone(sender: Person, topic: string, acknowledged: number[]): Promise<void> {
  for (;;)
    try {
      acknowledged.push(await sender.sends("launch", topic, "on my way"));
    } catch (error) {
      if (error instanceof RequestError) throw error;
      return;
    }
}

async function heldPolls(address: string): Promise<number> {
  const metrics = await (await fetch(`${address}/metrics`)).text();
  return Number(/^parley_held_polls (\d+)/m.exec(metrics)?.[1]);
}

/** Messages and exit codes when a server or a command cannot start. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { installation, parley, parleyAlone, serve } from "../testing.ts";

const MAIN = join(import.meta.dirname, "../../../dist/main.js");

/** Starts a server that is expected to exit by itself. */
async function startFails(env: NodeJS.ProcessEnv, ...args: string[]): Promise<{ code: number; stderr: string }> {
  const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ["ignore", "ignore", "pipe"] });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
  return { code, stderr };
}

test("an unusable database gives the operator a clear message, and is never reported as a bug", async (t) => {
  const { env } = installation(t);
  const data = env.PARLEY_DATA as string;
  const database = join(data, "parley.db");
  const made = await parleyAlone(env, ["organization", "list"]);
  assert.equal(made.code, 0, made.stderr);
  const faults: [RegExp, () => void][] = [
    [/written by a newer version of Parley \(9999-later\)/, () => applied(database, "9999-later")],
    [/parley\.db is damaged/, () => truncateSync(database, 20_480)],
    [/parley\.db is damaged, or is not a Parley database/, () => writeFileSync(database, "x".repeat(10_000))],
    [/parley\.db is missing or empty/, () => writeFileSync(database, "")],
    [/parley\.db is a directory/, () => becomeDirectory(database)],
  ];
  for (const [sentence, damage] of faults) {
    for (const rest of ["-wal", "-shm"]) rmSync(database + rest, { force: true });
    damage();
    const outcomes = await Promise.all([startFails(env), parley(env, ["organization", "list"])]);
    for (const { code, stderr } of outcomes) {
      assert.match(stderr, sentence);
      assert.doesNotMatch(stderr, /bug in Parley|\n {4}at /);
      assert.equal(code, 1);
    }
  }
});

function becomeDirectory(path: string): void {
  rmSync(path);
  mkdirSync(path);
}

function applied(file: string, migration: string): void {
  const database = new DatabaseSync(file);
  database.prepare("INSERT INTO kysely_migration (name, timestamp) VALUES (?, '')").run(migration);
  database.close();
}

test("a second server on the same data directory is refused; commands are not", async (t) => {
  const { env } = installation(t);
  const url = await serve(t, env);
  const { code, stderr } = await startFails(env);
  assert.match(stderr, /^parley: A server is already running on .*\. Stop it first/);
  assert.equal(code, 1);
  assert.equal((await parley(env, ["organization", "list"])).code, 0);
  assert.equal((await fetch(`${url}/health`)).status, 200);
});

test("unknown server options are refused", async (t) => {
  const { env } = installation(t);
  const { code, stderr } = await startFails(env, "--knew");
  assert.match(stderr, /unknown option '--knew'\n\(Did you mean --new\?\)/);
  assert.equal(code, 2);
});

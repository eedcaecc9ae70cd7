/** Health of a server on SQLite, with its own key and files. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import { pino } from "pino";
import { TestClock } from "../../../test/clock.ts";
import { openApp } from "../../app.ts";
import { readConfig } from "../config.ts";
import { databaseFile } from "../db/open.ts";
import { secretKeyFile } from "../secrets.ts";

async function started(t: TestContext) {
  const directory = mkdtempSync(join(tmpdir(), "parley-health-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const config = readConfig({ PARLEY_DATA: directory });
  const clock = new TestClock();
  const app = await openApp(config, { log: pino({ level: "silent" }), clock });
  t.after(() => app.stop());
  /** The problems reported a second later. */
  const problems = async () => {
    await clock.advance({ seconds: 1 });
    return app.health.problems();
  };
  return { app, config, problems };
}

test("a server is not ready before its work has started", async (t) => {
  const { app } = await started(t);
  assert.deepEqual(await app.health.obstacles(), ["The server is starting."]);
  await app.startWork();
  assert.deepEqual(await app.health.obstacles(), []);
});

test("a missing or changed secret key is a problem until it is restored", async (t) => {
  const { config, problems } = await started(t);
  assert.deepEqual(await problems(), []);
  const file = secretKeyFile(config.dataDirectory);
  const key = readFileSync(file);
  const sentence = "The server's secret key cannot be read, or was replaced.";
  rmSync(file);
  assert.deepEqual(await problems(), [sentence]);
  writeFileSync(file, "0".repeat(64));
  assert.deepEqual(await problems(), [sentence]);
  writeFileSync(file, key);
  assert.deepEqual(await problems(), []);
});

test("a stuck writer is reported within a second, until it continues", async (t) => {
  const { config, problems } = await started(t);
  const other = new DatabaseSync(databaseFile(config));
  t.after(() => other.close());
  other.exec("BEGIN IMMEDIATE");
  assert.deepEqual(await problems(), ["The database does not respond."]);
  other.exec("ROLLBACK");
  while ((await problems()).length > 0);
});

test("health checks do not make the database grow", async (t) => {
  const { app, config } = await started(t);
  const pages = () => {
    const database = new DatabaseSync(databaseFile(config));
    const count = database.prepare("PRAGMA page_count").get()?.page_count;
    database.close();
    return count;
  };
  await app.database.probe();
  const before = pages();
  for (let n = 0; n < 200; n++) await app.database.probe();
  assert.equal(pages(), before);
});

/** The write-ahead log is shipped while people write, and any second of it can be restored. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { pino } from "pino";
import { openApp, type RunningApp } from "../../../app.ts";
import { BackupStore } from "../../../kernel/backups/store.ts";
import { type Config, ConfigError, readConfig } from "../../../kernel/config.ts";
import { databaseFile } from "../../../kernel/db/open.ts";
import { generationsIn } from "../../../kernel/db/shipping/generations.ts";
import { unobserved } from "../../../kernel/progress.ts";
import { createOrganization } from "../../../set-up/create.ts";
import { installation } from "../../testing.ts";
import { generationFor, restoreLog } from "./restore.ts";
import { startShipping } from "./ship.ts";

const log = pino({ level: "silent" });
const OWNER = { email: "o@example.com", fullName: "Olivia Marsh", password: null };

interface Written {
  readonly n: number;
  readonly begunAtMs: number;
  readonly doneAtMs: number;
}

function shipping(t: TestContext): { config: Config; place: string; store: BackupStore } {
  const { directory, env } = installation(t);
  const place = join(directory, "kept");
  const config = readConfig({ ...env, PARLEY_BACKUP_TO: place, PARLEY_BACKUP_LOG: "true" });
  return { config, place, store: new BackupStore({ directory: place }, config.dataDirectory) };
}

async function started(t: TestContext, config: Config): Promise<RunningApp> {
  const app = await openApp(config, { log });
  t.after(() => app.stop());
  await app.database.transaction((tx) => sql`create table if not exists scratch (n, content)`.execute(tx));
  if (!(await app.database.reader.selectFrom("realm").select("id").executeTakeFirst()))
    await createOrganization(app, { name: "Acme", owner: OWNER });
  const [stopShipping, stopApp] = [await startShipping(app, config), app.stop];
  return Object.assign(app, {
    async stop() {
      await stopShipping();
      await stopApp();
    },
  });
}

async function write({ database }: RunningApp, n: number, bytes = 200): Promise<Written> {
  const begunAtMs = Date.now();
  await database.transaction((tx) => sql`insert into scratch values (${n}, randomblob(${bytes}))`.execute(tx));
  return { n, begunAtMs, doneAtMs: Date.now() };
}

/** Waits until everything that was committed so far is shipped. */
async function caughtUp({ backups }: RunningApp): Promise<void> {
  const now = Date.now();
  while ((backups.shippedUntilMs ?? 0) < now) await sleep(20);
}

async function restoredAt(t: TestContext, store: BackupStore, atMs: number): Promise<Set<number>> {
  const config = readConfig(installation(t).env);
  const found = await generationFor(store, atMs);
  assert.ok(found, "a generation reaches this time");
  await restoreLog(config, { store, ...found, atMs }, unobserved);
  const database = new DatabaseSync(databaseFile(config));
  const rows = database.prepare("SELECT n FROM scratch").all() as { n: number }[];
  database.close();
  return new Set(rows.map(({ n }) => n));
}

function assertState(restored: ReadonlySet<number>, written: readonly Written[], atMs: number): void {
  for (const { n, doneAtMs } of written)
    if (doneAtMs <= atMs) assert.ok(restored.has(n), `${n} was acknowledged before`);
  for (const { n, begunAtMs } of written) if (begunAtMs > atMs + 1000) assert.ok(!restored.has(n), `${n} came later`);
}

test("any second can be restored", async (t) => {
  const { config, store } = shipping(t);
  const app = await started(t, config);
  await caughtUp(app);
  const written: Written[] = [];
  for (const endAt = Date.now() + 4000; Date.now() < endAt; await sleep(10))
    written.push(...(await Promise.all(Array.from({ length: 4 }, (_, n) => write(app, written.length + n)))));
  await caughtUp(app);
  const [first, last] = [written[0] as Written, written.at(-1) as Written];
  for (const part of [0.3, 0.7]) {
    const atMs = Math.round(first.doneAtMs + part * (last.doneAtMs - first.doneAtMs));
    const restored = await restoredAt(t, store, atMs);
    assertState(restored, written, atMs);
    assert.ok(restored.size > 0 && restored.size < written.length);
  }
  assert.equal((await restoredAt(t, store, Date.now())).size, written.length);
});

test("a server that is stopped and started continues with a new generation, and the old one stays", async (t) => {
  const { config, store } = shipping(t);
  const written: Written[] = [];
  for (let round = 0; round < 2; round++) {
    const app = await started(t, config);
    await caughtUp(app);
    for (let n = 0; n < 20; n++) written.push(await write(app, written.length));
    // What was just committed is shipped before the server ends.
    await app.stop();
    await sleep(1100);
  }
  assert.equal((await generationsIn(store)).length, 2);
  const between = (written[19]?.doneAtMs ?? 0) + 500;
  assert.deepEqual(
    [...(await restoredAt(t, store, between))],
    written.slice(0, 20).map(({ n }) => n),
  );
  assert.equal((await restoredAt(t, store, Date.now())).size, 40);
});

test("while the place cannot be written, nothing is lost and the lag is shown", async (t) => {
  const { config, place, store } = shipping(t);
  const app = await started(t, config);
  await caughtUp(app);
  const written = [await write(app, 0)];
  await caughtUp(app);
  rmSync(join(place, "unfinished"), { recursive: true, force: true });
  writeFileSync(join(place, "unfinished"), "in the way");
  for (let n = 1; n < 50; n++) written.push(await write(app, n));
  await sleep(2500);
  assert.ok((app.backups.lagSeconds ?? 0) > 1, "it is behind");
  assert.equal((await restoredAt(t, store, Date.now())).size, 1);
  rmSync(join(place, "unfinished"));
  await caughtUp(app);
  assert.equal((await restoredAt(t, store, Date.now())).size, 50);
  assert.equal((await generationsIn(store)).length, 1, "the same generation goes on");
});

test("emptying the log begins a new generation", async (t) => {
  const { config, store } = shipping(t);
  const app = await started(t, config);
  await caughtUp(app);
  await write(app, 1);
  await app.database.emptyLog();
  await write(app, 2);
  while ((await generationsIn(store)).filter(({ isComplete }) => isComplete).length < 2) await sleep(50);
  await caughtUp(app);
  assert.deepEqual([...(await restoredAt(t, store, Date.now()))], [1, 2]);
});

test("what is missing or damaged is refused", async (t) => {
  const { config, place, store } = shipping(t);
  const app = await started(t, config);
  await caughtUp(app);
  for (let n = 0; n < 3; n++) {
    await write(app, n);
    await sleep(1300);
  }
  await caughtUp(app);
  await assert.rejects(restoreLog(config, await logOf(store), unobserved), /A server is using this data/);
  await app.stop();
  await assert.rejects(restoreLog(config, await logOf(store), unobserved), /There is already an organization here/);
  const [generation] = await generationsIn(store);
  const folder = join(place, "log", generation?.name as string);
  const segments = readdirSync(folder).filter((name) => name.startsWith("0"));
  assert.ok(segments.length >= 3);
  const [, second] = segments.map((name) => join(folder, name)) as [string, string];
  const content = readFileSync(second);
  writeFileSync(second, content.subarray(0, -40));
  await assert.rejects(restoredAt(t, store, Date.now()), /is missing or damaged/);
  rmSync(second);
  await assert.rejects(restoredAt(t, store, Date.now()), /a part of it is missing/);
  writeFileSync(second, content);
  assert.equal((await restoredAt(t, store, Date.now())).size, 3);
});

async function logOf(store: BackupStore) {
  const atMs = Date.now();
  const found = await generationFor(store, atMs);
  assert.ok(found);
  return { store, ...found, atMs };
}

test("the settings say what is missing", () => {
  const wrong: [NodeJS.ProcessEnv, RegExp][] = [
    [{ PARLEY_BACKUP_LOG: "true" }, /PARLEY_BACKUP_LOG needs PARLEY_BACKUP_TO/],
    [{ PARLEY_BACKUP_LOG: "yes", PARLEY_BACKUP_TO: "/b" }, /must be true or false/],
    [
      { PARLEY_BACKUP_LOG: "true", PARLEY_BACKUP_TO: "/b", PARLEY_DATABASE_URL: "postgres://x/y" },
      /PARLEY_BACKUP_LOG is for SQLite/,
    ],
  ];
  for (const [env, message] of wrong) assert.throws(() => readConfig(env), { constructor: ConfigError, message });
});

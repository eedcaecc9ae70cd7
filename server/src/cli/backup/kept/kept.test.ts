/** Backups that the server makes by itself, and that are kept in a directory or an S3 store. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { TestClock } from "../../../../test/clock.ts";
import { makeDatabase, POSTGRES } from "../../../../test/databases.ts";
import { listsParts, startStore } from "../../../../test/s3-store.ts";
import { openApp, type RunningApp } from "../../../app.ts";
import { type BackupPlace, secondsIn } from "../../../kernel/backups/config.ts";
import { ABANDONED_STAYS, BackupStore, newBackupName } from "../../../kernel/backups/store.ts";
import { ConfigError, readConfig } from "../../../kernel/config.ts";
import { createOrganization } from "../../../set-up/create.ts";
import { installation, parley, parleyAlone, serve } from "../../testing.ts";
import { restoreBackup } from "../restore.ts";
import { keepBackup } from "./keep.ts";
import { BackupSchedule } from "./schedule.ts";

const OWNER = { email: "o@example.com", fullName: "Olivia Marsh", password: null };

/** For what is asked of the place in the background. */
async function until(isTrue: () => unknown): Promise<void> {
  while (!isTrue()) await sleep(10);
}

/** A server that makes a backup every six hours, and keeps two. */
async function scheduled(t: TestContext, engine: "sqlite" | "postgres", more: NodeJS.ProcessEnv = {}) {
  const { directory, env } = installation(t);
  const to = join(directory, "kept");
  const settings: NodeJS.ProcessEnv = {
    PARLEY_BACKUP_TO: to,
    PARLEY_BACKUP_EVERY: "6h",
    PARLEY_BACKUP_KEEP: "2",
    ...more,
  };
  if (engine === "postgres") {
    const { url, drop } = await makeDatabase();
    t.after(drop);
    Object.assign(settings, { PARLEY_DATABASE_URL: url });
  }
  const config = readConfig({ ...env, ...settings });
  const clock = new TestClock();
  const warnings: string[] = [];
  // A busy machine makes the server warn of that, too.
  const isAboutLoad = (line: string) => line.includes("the event loop was blocked");
  const log = pino({ level: "warn" }, { write: (line) => void (isAboutLoad(line) || warnings.push(line)) });
  const start = async (): Promise<RunningApp> => {
    const schedule = new BackupSchedule(config);
    const app = await openApp(config, { log, clock, jobs: schedule.jobs });
    schedule.show(app);
    await app.startWork();
    return app;
  };
  const app = await start();
  await createOrganization(app, { name: "Acme", owner: OWNER });
  /** A minute passes, in which a backup is made if one is due. */
  const minute = async (of = app) => {
    await clock.leap({ seconds: 61 });
    await of.jobs.settled();
  };
  const store = new BackupStore((config.backups as { to: BackupPlace }).to, config.dataDirectory);
  return { app, clock, config, env: { ...env, ...settings }, minute, start, store, to, warnings };
}

for (const engine of ["sqlite", "postgres"] as const) {
  const skip = engine === "postgres" && !POSTGRES;
  test(`the server makes backups by itself and keeps the newest (${engine})`, { skip }, async (t) => {
    const { app, clock, env, minute, store, to } = await scheduled(t, engine);
    t.after(() => app.stop());
    assert.deepEqual(await store.backups(), []);
    await minute();
    const [first] = await store.backups();
    assert.equal(first?.madeAtMs, Math.floor(clock.now() / 1000) * 1000);
    assert.deepEqual(app.backups.latest?.madeAtMs, clock.now());
    await minute();
    assert.equal((await store.backups()).length, 1, "none is due");
    for (let n = 0; n < 2; n++) {
      await clock.leap({ hours: 6 });
      await minute();
    }
    const kept = await store.backups();
    assert.equal(kept.length, 2);
    assert.ok(!kept.some(({ name }) => name === first?.name));
    assert.deepEqual(readdirSync(join(to, "unfinished"), { withFileTypes: true }), []);
    const restored = readConfig(installation(t).env);
    await restoreBackup(restored, join(to, kept[0]?.name as string));
    assert.equal(
      (await parley({ ...env, PARLEY_DATA: restored.dataDirectory, PARLEY_DATABASE_URL: "" }, ["organization", "list"]))
        .code,
      0,
    );
  });
}

test("two nodes make one backup between them", { skip: !POSTGRES }, async (t) => {
  const { app, clock, minute, start, store } = await scheduled(t, "postgres");
  t.after(() => app.stop());
  const other = await start();
  t.after(() => other.stop());
  await minute();
  await minute(other);
  assert.equal((await store.backups()).length, 1);
  await clock.leap({ minutes: 2 });
  await until(() => other.backups.latest);
  assert.equal(other.backups.latest?.madeAtMs, (await store.backups())[0]?.madeAtMs, "both know of it");
});

test("a backup that fails is reported, tried again, and removes nothing", async (t) => {
  const { app, clock, minute, store, to } = await scheduled(t, "sqlite");
  t.after(() => app.stop());
  await minute();
  const before = await store.backups();
  await clock.leap({ hours: 6 });
  // Nothing can be written into it.
  rmSync(join(to, "unfinished"), { recursive: true });
  writeFileSync(join(to, "unfinished"), "in the way");
  await minute();
  assert.deepEqual(app.troubles.warnings, ["The last backup failed. The log says why."]);
  assert.deepEqual(await app.health.problems(), [], "the server is healthy nonetheless");
  assert.deepEqual(await store.backups(), before);
  await clock.leap({ hours: 7 });
  await until(() => app.backups.latest && app.troubles.warnings.length > 1);
  assert.match(app.troubles.warnings.join(" "), /Backups are late\. The last one is from 2026-01-05T/);
  rmSync(join(to, "unfinished"));
  await clock.leap({ minutes: 10 });
  await app.jobs.settled();
  assert.equal((await store.backups()).length, 2);
  assert.deepEqual(app.troubles.warnings, []);
});

test("a backup that cannot be read back is removed, and the others stay", async (t) => {
  const { app, minute, store, to } = await scheduled(t, "sqlite");
  t.after(() => app.stop());
  await minute();
  const before = await store.backups();
  class Losing extends BackupStore {
    override async put<T>(name: string, write: (file: string) => Promise<T>): Promise<T> {
      const written = await super.put(name, write);
      const file = join(to, name);
      truncateSync(file, Math.floor(readFileSync(file).length / 2));
      return written;
    }
  }
  await assert.rejects(keepBackup(app, new Losing({ directory: to }, to), 1), /its end is missing/);
  assert.deepEqual(await store.backups(), before);
});

test("a wrong clock does not remove the newest backup", async (t) => {
  const { app, clock, store } = await scheduled(t, "sqlite");
  t.after(() => app.stop());
  for (const hours of [20_000, 30_000])
    await store.put(newBackupName(clock.now() + hours * 3_600_000), async (file) => writeFileSync(file, "later"));
  const { name, removed } = await keepBackup(app, store, 2);
  assert.equal(removed, 1);
  assert.ok((await store.backups()).some((kept) => kept.name === name));
});

test("backups can be kept in an S3 store, and restored from it", async (t) => {
  const { objects, config: s3 } = await startStore(t, {
    refuses: (request) => (listsParts(request) ? 403 : undefined),
  });
  const { app, env, minute, store, warnings } = await scheduled(t, "sqlite", {
    PARLEY_BACKUP_TO: "s3://files/chat/acme",
    PARLEY_BACKUP_S3_ENDPOINT: s3.endpoint,
    PARLEY_BACKUP_S3_REGION: s3.region,
    PARLEY_BACKUP_S3_ACCESS_KEY_ID: s3.accessKeyId,
    PARLEY_BACKUP_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  });
  await minute();
  await app.stop();
  assert.deepEqual(
    warnings.map((line) => JSON.parse(line)).map(({ err, msg }) => [err, msg]),
    [["The file store responded to GET with status 403.", ABANDONED_STAYS]],
    "no backup fails because of it",
  );
  const [kept] = await store.backups();
  assert.deepEqual([...objects.keys()], [`/files/chat/acme/${kept?.name}`]);
  assert.deepEqual(readdirSync(join(env.PARLEY_DATA as string, "uploads", "unfinished")), []);
  const elsewhere = { ...env, PARLEY_DATA: join(installation(t).directory, "data"), PARLEY_BACKUP_EVERY: "" };
  const verified = await parley(elsewhere, ["restore", "--verify"]);
  assert.match(
    verified.stdout,
    /^The backup made at 2026-01-05T\S+ can be restored: \d+ rows\. Nothing was changed\.\n$/,
  );
  const restored = await parleyAlone(elsewhere, ["restore", "s3://files/chat/acme", "--at", "2026-01-06T00:00:00Z"]);
  assert.deepEqual([restored.code, restored.stderr], [0, ""]);
  const tooEarly = await parley({ ...elsewhere, PARLEY_DATA: join(installation(t).directory, "data") }, [
    ...["restore", "--at", "2026-01-05T08:00:00+00:00"],
  ]);
  assert.deepEqual([tooEarly.code, tooEarly.stderr], [1, "parley: There is no backup from before that time.\n"]);
});

test("the command adds a backup to a directory, and verifies backups without changing anything", async (t) => {
  const { directory, env } = installation(t);
  const to = join(directory, "kept");
  const init = ["init", "--name", "Acme", "--owner-email", "o@example.com", "--owner-name", "Olivia"];
  assert.equal((await parley(env, init)).stderr, "");
  const url = await serve(t, { ...env, PARLEY_BACKUP_TO: to, PARLEY_BACKUP_EVERY: "1d" });
  assert.equal(((await (await fetch(`${url}/health`)).json()) as { last_backup_at: unknown }).last_backup_at, null);
  for (let n = 0; n < 3; n++) {
    const made = await (n === 0 ? parleyAlone : parley)(env, ["backup", to, "--keep", "2"]);
    assert.match(
      made.stdout,
      /^Made and verified backups\/\S+\.parley: \d+ rows from \d+ tables\. Removed \d older ones\.\n$/,
    );
  }
  const kept = readdirSync(join(to, "backups"));
  assert.equal(kept.length, 2);

  const verified = await parleyAlone(env, ["restore", "--verify", to, "--json"]);
  assert.equal(typeof (JSON.parse(verified.stdout) as { rows: number }).rows, "number");
  const damaged = join(directory, "damaged.parley");
  writeFileSync(damaged, readFileSync(join(to, "backups", kept[0] as string)).subarray(0, -20));
  const refused = await parley(env, ["restore", "--verify", damaged]);
  assert.deepEqual([refused.code, refused.stderr], [1, "parley: The backup is damaged: its end is missing.\n"]);

  const wrong: [string[], number, RegExp][] = [
    [["backup", to, "--keep", "0"], 2, /Must be a whole number from 1 to 10000/],
    [["backup", to, "--every", "6"], 2, /Must be a time like 30m, 6h or 1d/],
    [["backup"], 2, /Name a directory or s3:\/\/bucket\/prefix, or set PARLEY_BACKUP_TO/],
    [["backup", "s3://bucket/x"], 2, /names of their own: add --keep/],
    [["backup", "s3://bucket/x", "--keep", "2"], 1, /also set PARLEY_BACKUP_S3_ENDPOINT/],
    [
      ["backup", to, "--every", "6h", "--backup-to", to, "--backup-every", "6h"],
      1,
      /The server makes backups by itself/,
    ],
    [["restore", damaged, "--at", "2026-01-05T08:00:00Z"], 2, /--at needs a place where backups are kept/],
    [["restore", to, "--at", "2026-01-05 08:00"], 2, /Must be a time like 2026-11-17T12:00:00Z/],
    [["restore", to], 1, /A server is using this data/],
  ];
  for (const [args, code, words] of wrong) {
    const result = await parley(env, args);
    assert.equal(result.code, code, args.join(" "));
    assert.match(result.stderr, words);
  }
  assert.ok(existsSync(join(env.PARLEY_DATA as string, "parley.db")));
});

test("settings that would keep no backups are refused", () => {
  const s3 = {
    ...{ PARLEY_S3_ENDPOINT: "https://s3.example.com", PARLEY_S3_BUCKET: "files" },
    ...{ PARLEY_S3_ACCESS_KEY_ID: "id", PARLEY_S3_SECRET_ACCESS_KEY: "secret" },
  };
  const wrong: [NodeJS.ProcessEnv, RegExp][] = [
    [{ PARLEY_BACKUP_EVERY: "6h" }, /PARLEY_BACKUP_EVERY needs PARLEY_BACKUP_TO/],
    [{ PARLEY_BACKUP_TO: "/b", PARLEY_BACKUP_EVERY: "six hours" }, /PARLEY_BACKUP_EVERY must be a time/],
    [{ PARLEY_BACKUP_TO: "/b", PARLEY_BACKUP_EVERY: "400d" }, /PARLEY_BACKUP_EVERY must be a time/],
    [{ PARLEY_BACKUP_TO: "/b", PARLEY_BACKUP_KEEP: "0" }, /PARLEY_BACKUP_KEEP must be a whole number/],
    [{ PARLEY_BACKUP_TO: "s3://" }, /is written like/],
    [{ PARLEY_BACKUP_TO: "s3://backups/x" }, /also set PARLEY_BACKUP_S3_ENDPOINT/],
    [{ ...s3, PARLEY_BACKUP_TO: "s3://files/x" }, /cannot be in the bucket of the uploaded files/],
    [{ ...s3, PARLEY_BACKUP_TO: "s3://b", PARLEY_BACKUP_S3_ENDPOINT: "nowhere" }, /PARLEY_BACKUP_S3_ENDPOINT must be/],
  ];
  for (const [env, message] of wrong) assert.throws(() => readConfig(env), { constructor: ConfigError, message });
  const { backups } = readConfig({ ...s3, PARLEY_BACKUP_TO: "s3://backups/chat/", PARLEY_BACKUP_EVERY: "90m" });
  assert.deepEqual(backups, {
    to: { s3: { ...readConfig(s3).s3, bucket: "backups" }, prefix: "chat/" },
    everySeconds: 5400,
    keep: 28,
    shipsLog: false,
  });
  assert.deepEqual(["1m", "2d", "0m", "1s", "h"].map(secondsIn), [60, 172_800, undefined, undefined, undefined]);
});

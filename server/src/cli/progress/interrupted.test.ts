/** Long work that is interrupted or killed leaves nothing behind that is served or in the way, and can be run again. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { bundled } from "../../../test/bundled.ts";
import { makeDatabase, POSTGRES } from "../../../test/databases.ts";
import { openApp, type RunningApp } from "../../app.ts";
import { importOrganization } from "../../exports/archive/import.ts";
import { writeArchive } from "../../exports/archive/write.ts";
import { readConfig } from "../../kernel/config.ts";
import { appliedMigrations } from "../../kernel/db/migrate.ts";
import { type MigrationName, migrations } from "../../kernel/db/migrations/index.ts";
import { openPostgres } from "../../kernel/db/postgres.ts";
import { openSqlite } from "../../kernel/db/sqlite.ts";
import { appearingWhole } from "../../kernel/json-lines.ts";
import { unobserved } from "../../kernel/progress.ts";
import { secretKeyFile } from "../../kernel/secrets.ts";
import { WrongSecretKey } from "../../kernel/secrets-check.ts";
import { LocalStorage } from "../../kernel/storage/local.ts";
import { startShipping } from "../backup/log/ship.ts";
import { restoreBackup } from "../backup/restore.ts";
import { writeBackup } from "../backup/write.ts";
import { createDemo } from "../demo/command.ts";
import { diagnose } from "../doctor/command.ts";
import { installation, parley } from "../testing.ts";
import { copyUploads } from "../uploads/move.ts";
import { organizationFor } from "../with-app.ts";

const { program, remove } = await bundled(join(import.meta.dirname, "interrupted-work.ts"));
after(remove);
const log = pino({ level: "silent" });

type Env = NodeJS.ProcessEnv;

async function inApp<T>(env: Env, work: (app: RunningApp) => Promise<T>): Promise<T> {
  const app = await openApp(readConfig(env), { log });
  try {
    return await work(app);
  } finally {
    await app.stop();
  }
}

const ending: (() => void)[] = [];
after(() => {
  for (const end of ending) end();
});

/** An installation with a demo, its backup and its export. */
async function makeSource(): Promise<{ env: Env; backup: string; archive: string; messages: number }> {
  const { directory, env } = installation({ after: (end: () => void) => void ending.push(end) } as TestContext);
  const [backup, archive] = [join(directory, "backup.gz"), join(directory, "archive.gz")];
  const messages = await inApp(env, async (app) => {
    await createDemo(app, { seed: 1 }, unobserved);
    await writeBackup(app, backup);
    await writeArchive(app, await organizationFor(app, undefined), archive, "everything");
    return (await app.database.reader.selectFrom("message").select("id").execute()).length;
  });
  return { env, backup, archive, messages };
}
const source = await makeSource();

interface Interruption {
  readonly work: string;
  readonly stage: string;
  readonly n: number;
  readonly signal: "SIGINT" | "SIGTERM" | "SIGKILL";
  readonly file?: string;
}

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGKILL: null };

/** Runs the work in a process of its own, which gives itself the signal. */
async function interrupt(env: Env, { work, stage, n, signal, file = "" }: Interruption): Promise<void> {
  const { NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [program, work, stage, String(n), signal, file], {
    // What V8 compiles for one is kept for the next.
    env: NODE_COMPILE_CACHE === undefined ? env : { ...env, NODE_COMPILE_CACHE },
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  assert.deepEqual([code, stdout], [EXIT_CODES[signal], ""], stderr);
  if (signal !== "SIGKILL") assert.match(stderr, /parley: Interrupted, without harm/);
}

async function realmsIn(env: Env): Promise<{ is_active: boolean }[]> {
  return inApp(env, ({ database }) => database.reader.selectFrom("realm").select("is_active").execute());
}

const messagesIn = (env: Env): Promise<number> =>
  inApp(env, async ({ database }) => (await database.reader.selectFrom("message").select("id").execute()).length);

const uploadsIn = (env: Env): string[] =>
  globSync("uploads/**/*.*", { cwd: env.PARLEY_DATA as string }).filter((name) => !name.startsWith("uploads/exports"));

async function assertSound(env: Env): Promise<void> {
  const findings = await diagnose(readConfig(env));
  assert.deepEqual(
    findings.filter((finding) => !finding.ok),
    [],
  );
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGKILL"] as const;

for (const signal of SIGNALS)
  test(`a backup that gets ${signal} leaves no file under its name`, async (t) => {
    const { directory } = installation(t);
    const file = join(directory, "backup.gz");
    await interrupt(source.env, { work: "backup", stage: "Writing files", n: 2, signal, file });
    const left = readdirSync(directory);
    assert.deepEqual(
      left.map((name) => name.replace(/\d+/, "N")),
      signal === "SIGKILL" ? ["backup.gz.N.unfinished"] : [],
    );
    await inApp(source.env, (app) => writeBackup(app, file));
    assert.ok(existsSync(file));
    // What was left is still new; later, another backup removes it.
    const [unfinished] = readdirSync(directory).filter((name) => name.endsWith(".unfinished"));
    assert.equal(unfinished !== undefined, signal === "SIGKILL");
    if (unfinished === undefined) return;
    utimesSync(join(directory, unfinished), 0, 0);
    await appearingWhole(file, async (written) => inApp(source.env, (app) => writeBackup(app, written)));
    assert.deepEqual(readdirSync(directory), ["backup.gz"]);
  });

for (const [work, signal, stage] of [
  ["export", "SIGINT", "Writing files"],
  ["export", "SIGKILL", "Writing files"],
  ["exportToZulip", "SIGINT", "Reading rows"],
  ["exportToZulip", "SIGKILL", "Writing files"],
] as const)
  test(`an export that gets ${signal} leaves no file under its name (${work})`, async (t) => {
    const { directory } = installation(t);
    const file = join(directory, "export.gz");
    await interrupt(source.env, { work, stage, n: 2, signal, file });
    assert.equal(existsSync(file), false);
    assert.equal(readdirSync(directory).length, signal === "SIGKILL" ? 1 : 0);
    await assertSound(source.env);
  });

for (const signal of ["SIGINT", "SIGKILL"] as const)
  test(`a move of uploads that gets ${signal} leaves no half files, and goes on where it was`, async (t) => {
    const { directory } = installation(t);
    const target = join(directory, "elsewhere");
    const n = signal === "SIGINT" ? 1 : 2;
    await interrupt(source.env, { work: "uploads", stage: "Copying files", n, signal, file: target });
    const before = globSync("**/*.*", { cwd: target });
    const moved = await inApp(source.env, ({ database, storage, config }) => {
      const { dataDirectory } = config;
      const move = { from: storage, to: new LocalStorage(target), dataDirectory, comparesAll: true };
      return copyUploads(database.reader, move, unobserved);
    });
    assert.deepEqual([moved.present, moved.missing], [before.length, 0]);
    const uploads = join(source.env.PARLEY_DATA as string, "uploads");
    const keys = globSync("{files,avatars,emoji}/**/*.*", { cwd: uploads });
    assert.equal(keys.length, moved.copied + moved.present);
    for (const key of keys) assert.deepEqual(readFileSync(join(target, key)), readFileSync(join(uploads, key)));
  });

/** An empty installation on either engine. */
async function emptyInstallation(t: TestContext, engine: "sqlite" | "postgres"): Promise<Env> {
  if (engine === "sqlite") return installation(t).env;
  const { url, drop } = await makeDatabase();
  t.after(drop);
  return installation(t, { PARLEY_DATABASE_URL: url }).env;
}

for (const engine of ["sqlite", "postgres"] as const)
  for (const signal of ["SIGINT", "SIGKILL"] as const) {
    const skip = engine === "postgres" && !POSTGRES;
    test(`a restore that gets ${signal} restores nothing, and can be run again (${engine})`, { skip }, async (t) => {
      const env = await emptyInstallation(t, engine);
      await inApp(env, async () => {});
      const key = readFileSync(secretKeyFile(env.PARLEY_DATA as string), "utf8");
      await interrupt(env, { work: "restore", stage: "Restoring", n: 3, signal, file: source.backup });
      assert.deepEqual(await realmsIn(env), []);
      assert.equal(readFileSync(secretKeyFile(env.PARLEY_DATA as string), "utf8"), key);
      if (signal === "SIGINT") assert.deepEqual(uploadsIn(env), []);
      await restoreBackup(readConfig(env), source.backup);
      assert.equal(await messagesIn(env), source.messages);
      await assertSound(env);
    });

    test(`an import that gets ${signal} imports nothing, and can be run again (${engine})`, { skip }, async (t) => {
      const env = await emptyInstallation(t, engine);
      await inApp(env, async () => {});
      await interrupt(env, { work: "import", stage: "Importing", n: 3, signal, file: source.archive });
      assert.deepEqual(await realmsIn(env), []);
      if (signal === "SIGINT") assert.deepEqual(uploadsIn(env), []);
      await inApp(env, (app) => importOrganization(app, source.archive, {}));
      assert.equal(await messagesIn(env), source.messages);
      await assertSound(env);
    });
  }

test("a restore that is killed between its key and its commit can be run again", async (t) => {
  const { env } = installation(t);
  await inApp(env, async () => {});
  await interrupt(env, { work: "restore", stage: "Committing", n: 1, signal: "SIGKILL", file: source.backup });
  await assert.rejects(realmsIn(env), WrongSecretKey);
  await restoreBackup(readConfig(env), source.backup);
  assert.equal(await messagesIn(env), source.messages);
  await assertSound(env);
});

/** Where the log of the demo was shipped, with something in it that came after its first copy. */
async function shippedLog(t: TestContext): Promise<string> {
  const { directory } = installation(t);
  const place = join(directory, "kept");
  const config = readConfig({ ...source.env, PARLEY_BACKUP_TO: place, PARLEY_BACKUP_LOG: "true" });
  const app = await openApp(config, { log });
  const stopShipping = await startShipping(app, config);
  const caughtUp = async () => {
    for (const now = Date.now(); (app.backups.shippedUntilMs ?? 0) < now; ) await sleep(20);
  };
  await caughtUp();
  await app.database.transaction((tx) => tx.updateTable("message").set({ content: "shipped later" }).execute());
  await caughtUp();
  await stopShipping();
  await app.stop();
  return place;
}

test("a log that is restored can be interrupted anywhere, and restored again", async (t) => {
  const place = await shippedLog(t);
  for (const [stage, n, signal] of [
    ["Applying the log", 1, "SIGINT"],
    ["Applying the log", 1, "SIGKILL"],
    ["Restoring uploaded files", 1, "SIGINT"],
    ["Restoring uploaded files", 2, "SIGKILL"],
    ["Putting the database in place", 1, "SIGKILL"],
  ] as const) {
    const { env } = installation(t);
    const directory = env.PARLEY_DATA as string;
    await interrupt(env, { work: "restoreLog", stage, n, signal, file: place });
    assert.equal(existsSync(join(directory, "parley.db")), false, `${stage}, ${signal}`);
    const left = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    assert.equal(left.length > 0, signal === "SIGKILL");

    // Again, with the command that a person would use.
    const { code, stderr } = await parley(env, ["restore", place]);
    assert.equal(code, 0, stderr);
    assert.deepEqual(
      readdirSync(directory).filter((name) => name.includes("unfinished")),
      [],
      "nothing is left of the first attempt",
    );
    assert.equal(await messagesIn(env), source.messages);
    const isKept = (name: string) => !name.startsWith("uploads/thumbnails");
    assert.deepEqual(uploadsIn(env).sort(), uploadsIn(source.env).filter(isKept).sort());
    await assertSound(env);
  }
});

for (const signal of ["SIGINT", "SIGKILL"] as const)
  test(`a demo that gets ${signal} is not served, and can be run again`, async (t) => {
    const { env } = installation(t);
    await interrupt(env, { work: "demo", stage: "Sending messages", n: 2, signal });
    assert.deepEqual(await realmsIn(env), signal === "SIGINT" ? [] : [{ is_active: false }]);
    await inApp(env, (app) => createDemo(app, { seed: 1 }, unobserved));
    assert.equal(await messagesIn(env), source.messages);
    assert.deepEqual(await realmsIn(env), [{ is_active: true }]);
    assert.deepEqual(uploadsIn(env).length, uploadsIn(source.env).length);
    await assertSound(env);
  });

test("an unfinished demo is deleted by the server after a day, and has no other name", async (t) => {
  const { env } = installation(t);
  await interrupt(env, { work: "demo", stage: "Sending messages", n: 2, signal: "SIGKILL" });
  await inApp(env, async ({ database }) => {
    const realm = await database.reader.selectFrom("realm").selectAll().executeTakeFirstOrThrow();
    assert.equal((realm.settings as { name: string }).name, "Kestrel Maps (unfinished)");
    const hours = ((realm.scheduled_deletion_at as number) - Date.now() / 1000) / 3600;
    assert.ok(hours > 23 && hours <= 24);
  });
  await inApp(source.env, async (app) => {
    const { settings } = await organizationFor(app, undefined);
    assert.equal(settings.name, "Kestrel Maps");
  });
});

const NAMES = Object.keys(migrations) as MigrationName[];
const OLDER = NAMES.at(-4) as MigrationName;

for (const engine of ["sqlite", "postgres"] as const)
  for (const signal of ["SIGINT", "SIGKILL"] as const)
    test(`migrations that get ${signal} are applied together or not at all (${engine})`, {
      skip: engine === "postgres" && !POSTGRES,
    }, async (t) => {
      const env = await emptyInstallation(t, engine);
      mkdirSync(env.PARLEY_DATA as string, { mode: 0o700 });
      const open = () =>
        env.PARLEY_DATABASE_URL
          ? openPostgres(env.PARLEY_DATABASE_URL)
          : openSqlite(join(env.PARLEY_DATA as string, "parley.db"));
      const applied = async (): Promise<string[]> => {
        const database = open();
        try {
          return await appliedMigrations(database.reader);
        } finally {
          await database.close();
        }
      };
      const older = open();
      await older.migrate(OLDER);
      await older.close();
      await interrupt(env, { work: "migrate", stage: "Migrating the database", n: 3, signal });
      assert.equal((await applied()).at(-1), OLDER);
      await inApp(env, async () => {});
      assert.deepEqual(await applied(), NAMES);
    });

for (const signal of ["SIGINT", "SIGKILL"] as const)
  test(`a new search index that gets ${signal} is completed later`, async (t) => {
    const { env } = installation(t);
    await restoreBackup(readConfig(env), source.backup);
    await interrupt(env, { work: "reindex", stage: "Indexing messages for search", n: 2, signal });
    const indexed = () =>
      inApp(env, async ({ database, indexer }) => {
        const at = await database.reader.selectFrom("search_cursor").select("upto_message_id").executeTakeFirst();
        await indexer.catchUp();
        return at?.upto_message_id ?? 0;
      });
    const [first, second] = [await indexed(), await indexed()];
    assert.ok(first > 0 && first < second, `${first} < ${second}`);
    await assertSound(env);
  });

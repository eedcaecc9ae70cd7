/** A SQLite database whose disk or files are damaged. */
import assert from "node:assert/strict";
import { once } from "node:events";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { Troubles } from "../health/troubles.ts";
import { Durability, FileReplaced } from "./durability.ts";
import type { Tx } from "./handles.ts";
import { openSqlite } from "./sqlite.ts";
import { SqliteCondition } from "./sqlite-condition.ts";
import { faultOf, UnusableDatabase } from "./sqlite-faults.ts";
import { DatabaseUnavailable } from "./unavailable.ts";

/** The log, as `level: message`. */
class Watch {
  readonly lines: string[] = [];
  readonly fatal: Error[] = [];
  readonly troubles = new Troubles({
    info: (_: unknown, line?: string) => void this.lines.push(`info: ${line}`),
    error: (_: unknown, line?: string) => void this.lines.push(`error: ${line}`),
    fatal: (_: unknown, line?: string) => void this.lines.push(`fatal: ${line}`),
  } as ConstructorParameters<typeof Troubles>[0]);

  onFatal(error: Error): void {
    this.fatal.push(error);
  }
}

function newFile(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), "parley-faults-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, "parley.db");
}

const add = (string_id: string) => (tx: Tx) =>
  tx
    .insertInto("realm")
    .values({ string_id, is_default: false, is_active: true, date_created: 1, settings: "{}" as never, version: 1 })
    .execute();

async function opened(t: TestContext, file: string) {
  const watch = new Watch();
  const database = openSqlite(file, { watch });
  t.after(() => database.close());
  await database.migrate();
  return { database, watch };
}

function becomeDirectory(path: string): void {
  rmSync(path);
  mkdirSync(path);
}

const error = (errcode: number) => Object.assign(new Error("no"), { code: "ERR_SQLITE_ERROR", errcode });

test("once the log is deleted, nothing more is acknowledged, and earlier data is not lost", async (t) => {
  const file = newFile(t);
  const { database, watch } = await opened(t, file);
  await database.transaction(add("acknowledged"));
  await database.probe();
  rmSync(`${file}-wal`);

  const refused = { name: "Error", message: "A database file was deleted or replaced." };
  await assert.rejects(database.transaction(add("too late")), refused);
  await assert.rejects(database.transaction(add("later still")), refused);
  await assert.rejects(database.probe(), DatabaseUnavailable);
  assert.deepEqual(watch.lines, ["fatal: A database file was deleted or replaced."]);
  assert.equal(watch.fatal.length, 1);

  const left = new DatabaseSync(file);
  t.after(() => left.close());
  const rows = left.prepare("SELECT string_id FROM realm").all();
  assert.ok(rows.some((row) => row.string_id === "acknowledged"));
});

/** Copies the log as soon as the reader ends; until then nobody else can copy it. */
async function checkpointBehind(file: string, reader: DatabaseSync): Promise<void> {
  const code = `
    const { parentPort, workerData } = require("node:worker_threads");
    const database = new (require("node:sqlite").DatabaseSync)(workerData, { timeout: 300 });
    parentPort.postMessage("begins");
    database.exec("PRAGMA wal_checkpoint(restart)");`;
  const worker = new Worker(code, { eval: true, workerData: file });
  worker.on("exit", () => reader.exec("COMMIT"));
  await once(worker, "message");
  await sleep(100);
}

test("a deleted log is rescued although another checkpoint runs", async (t) => {
  const file = newFile(t);
  await opened(t, file);
  const reader = new DatabaseSync(file);
  t.after(() => reader.close());
  let isDeleted = false;
  class Disk extends Durability {
    override async reached(): Promise<void> {
      if (!isDeleted) return;
      await checkpointBehind(file, reader);
      throw new FileReplaced(`${file}-wal`);
    }
  }
  const database = openSqlite(file, { watch: new Watch(), makeDurability: (of) => new Disk(of) });
  t.after(() => database.close());
  reader.exec("BEGIN; SELECT count(*) FROM realm");
  await database.transaction(add("acknowledged"));
  isDeleted = true;
  await assert.rejects(database.transaction(add("too late")), DatabaseUnavailable);

  copyFileSync(file, `${file}.alone`);
  const left = new DatabaseSync(`${file}.alone`);
  t.after(() => left.close());
  assert.equal(left.prepare("SELECT count(*) AS count FROM realm WHERE string_id = 'acknowledged'").get()?.count, 1);
});

test("once the database is replaced, nothing more is acknowledged", async (t) => {
  const file = newFile(t);
  const { database, watch } = await opened(t, file);
  renameSync(file, `${file}.old`);
  writeFileSync(file, readFileSync(`${file}.old`));
  await assert.rejects(database.transaction(add("one")), DatabaseUnavailable);
  assert.equal(watch.troubles.isFatal, true);
});

test("no new connection is opened next to deleted files", async (t) => {
  const file = newFile(t);
  const { database, watch } = await opened(t, file);
  rmSync(`${file}-wal`);
  await assert.rejects(
    database.snapshot(async () => undefined),
    DatabaseUnavailable,
  );
  await assert.rejects(database.transaction(add("one")), DatabaseUnavailable);
  assert.equal(watch.fatal.length, 1);
  assert.equal(statSync(`${file}-wal`, { throwIfNoEntry: false }), undefined);
});

test("when the disk fails to sync, all changes fail and the process ends once, while reads continue", async (t) => {
  const file = newFile(t);
  await (await opened(t, file)).database.transaction(add("before"));
  class Disk extends Durability {
    override async reached(): Promise<void> {
      throw Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO" });
    }
  }
  const watch = new Watch();
  const database = openSqlite(file, { watch, makeDurability: (of) => new Disk(of) });
  t.after(() => database.close());
  const outcomes = await Promise.allSettled([database.transaction(add("a")), database.transaction(add("b"))]);
  for (const outcome of outcomes) assert.ok((outcome as PromiseRejectedResult).reason instanceof DatabaseUnavailable);
  assert.deepEqual(watch.lines, ["fatal: The disk failed to save written data."]);
  assert.equal(watch.fatal.length, 1, "the process is ended once");
  assert.equal((await database.reader.selectFrom("realm").selectAll().execute()).length > 0, true, "reading goes on");
});

test("failed syncs are fatal wherever they happen, and a full disk is not", (t) => {
  const file = newFile(t);
  writeFileSync(file, "");
  const [FULL, FSYNC, DIRECTORY_FSYNC, WRITE, READ] = [13, 1034, 1290, 778, 266];
  for (const errcode of [FSYNC, DIRECTORY_FSYNC, WRITE]) {
    const watch = new Watch();
    new SqliteCondition(file, watch).told("checkpoint", error(errcode));
    assert.equal(watch.fatal.length, 1, String(errcode));
  }
  const watch = new Watch();
  const condition = new SqliteCondition(file, watch);
  for (const errcode of [FULL, FULL, FULL])
    assert.match(String(condition.told("writing", error(errcode))), /disk is full/);
  condition.worked("writing");
  condition.told("reading", error(READ));
  condition.worked("reading");
  assert.deepEqual(watch.fatal, []);
  assert.deepEqual(watch.lines, [
    "error: The disk is full.",
    "info: Resolved: The disk is full.",
    "error: The disk failed.",
    "info: Resolved: The disk failed.",
  ]);
  const other = error(19);
  assert.equal(condition.told("writing", other), other, "a constraint is nobody's fault");
  condition.told("reading", error(11));
  condition.worked("reading");
  assert.deepEqual(watch.troubles.sentences, ["The database is damaged."], "damage does not pass");
});

test("a health check detects a damaged database", async (t) => {
  const file = newFile(t);
  const { database, watch } = await opened(t, file);
  await database.transaction(add("one"));
  const other = new DatabaseSync(file);
  other.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  other.close();
  await database.probe();
  const { size } = statSync(file);
  writeFileSync(file, Buffer.alloc(size - 4096, 0xa5), { flag: "r+" });
  await assert.rejects(database.probe(), { message: "The database is damaged." });
  assert.deepEqual(watch.troubles.sentences, ["The database is damaged."]);
});

test("a file that is no database is refused with a message that names it, and left unchanged", async (t) => {
  const file = newFile(t);
  const whole = openSqlite(file);
  await whole.migrate();
  await whole.close();
  const bytes = readFileSync(file);
  const damages: [string, (path: string) => void, RegExp][] = [
    ["truncated", (path) => truncateSync(path, 40_960), /is damaged, or is not a Parley database/],
    ["cut short", (path) => truncateSync(path, 1000), /is damaged/],
    ["something else", (path) => writeFileSync(path, "Dear diary, ".repeat(1000)), /is damaged/],
    [
      "damaged",
      (path) => writeFileSync(path, Buffer.concat([bytes.subarray(0, 100), Buffer.alloc(bytes.length)])),
      /is damaged/,
    ],
    ["a directory", becomeDirectory, /is a directory\./],
  ];
  for (const [name, damage, sentence] of damages) {
    const path = `${file}.${name}`;
    writeFileSync(path, bytes);
    damage(path);
    const before = statSync(path);
    await assert.rejects(
      async () => {
        const database = openSqlite(path);
        await database.migrate().finally(() => database.close());
      },
      (thrown: Error) => {
        assert.ok(thrown instanceof UnusableDatabase, `${name}: ${thrown.stack}`);
        assert.match(thrown.message, sentence);
        assert.ok(thrown.message.startsWith(path));
        return true;
      },
    );
    assert.equal(statSync(path).size, before.size, name);
  }
});

test("other SQLite errors are not taken for hardware faults", () => {
  for (const errcode of [1, 19, 20, 787, 2067]) assert.equal(faultOf(error(errcode)), undefined);
  assert.equal(faultOf(new Error("no")), undefined);
  assert.equal(faultOf(undefined), undefined);
});

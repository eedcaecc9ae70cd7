/** The thread that copies and ships the log may fail: then that is seen, and the log does not grow without end. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { Troubles } from "../health/troubles.ts";
import { Checkpoints, type LogShipping } from "./checkpoints.ts";
import type { ShippingStatus } from "./shipping/status.ts";
import { SqliteCondition } from "./sqlite-condition.ts";

async function until(isTrue: () => unknown): Promise<void> {
  while (!isTrue()) await sleep(10);
}

test("a thread that fails does not look healthy, and the writer copies the log meanwhile", async (t) => {
  const directory = mkdtempSync(join(tmpdir(), "parley-checkpoints-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, "parley.db");
  writeFileSync(join(directory, "secret.key"), "ab".repeat(32), { mode: 0o600 });
  const writer = new DatabaseSync(file);
  t.after(() => writer.close());
  writer.exec("CREATE TABLE scratch (n)");

  const troubles = new Troubles(pino({ level: "silent" }));
  const isCopying: boolean[] = [];
  const statuses: ShippingStatus[] = [];
  const condition = new SqliteCondition(file, { troubles, onFatal() {} });
  const checkpoints = new Checkpoints(file, condition, (is) => isCopying.push(is), { restartMs: 50 });
  const shipping: LogShipping = {
    place: { directory: join(directory, "kept") },
    ...{ dataDirectory: directory, generationSeconds: 86_400, keepSeconds: 86_400 },
    onStatus: (status) => statuses.push(status),
  };
  const begunAtMs = Date.now();
  // Without a log there is nothing to follow.
  await checkpoints.ship(shipping);
  assert.match(statuses[0]?.failure ?? "", /no such file/);
  assert.ok(Math.abs((statuses[0]?.shippedUntilMs ?? 0) - begunAtMs) < 1000);
  await until(() => statuses.length >= 2);
  assert.equal(statuses[1]?.shippedUntilMs, statuses[0]?.shippedUntilMs, "another start proves nothing");
  assert.deepEqual(isCopying, []);

  writer.exec("PRAGMA journal_mode = WAL; INSERT INTO scratch VALUES (1)");
  await until(() => (statuses.at(-1)?.shippedUntilMs ?? 0) > begunAtMs + 1000);
  assert.deepEqual([isCopying, statuses.at(-1)?.failure], [[true], undefined]);

  const before = statuses.at(-1)?.shippedUntilMs;
  // The thread ends with an error.
  void checkpoints.ship({ ...shipping, place: null as never });
  await until(() => isCopying.length === 2);
  assert.deepEqual(isCopying, [true, false]);
  assert.match(statuses.at(-1)?.failure ?? "", /TypeError/);
  assert.ok((statuses.at(-1)?.shippedUntilMs ?? 0) - (before ?? 0) < 1000);
  await checkpoints.close();
});

test("while the thread copies the log, the writer does not", async (t) => {
  const directory = mkdtempSync(join(tmpdir(), "parley-checkpoints-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, "parley.db");
  const writer = new DatabaseSync(file);
  t.after(() => writer.close());
  writer.exec("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE scratch (n)");
  writer.exec("INSERT INTO scratch SELECT zeroblob(17000000)");
  const [troubles, isCopying] = [new Troubles(pino({ level: "silent" })), [] as boolean[]];
  const condition = new SqliteCondition(file, { troubles, onFatal() {} });
  const checkpoints = new Checkpoints(file, condition, (is) => isCopying.push(is));
  checkpoints.after();
  await until(() => isCopying.length > 0);
  assert.deepEqual(isCopying, [true]);
  const { log, checkpointed } = writer.prepare("PRAGMA wal_checkpoint(NOOP)").get() as Record<string, number>;
  assert.ok((log ?? 0) > 4000);
  assert.equal(checkpointed, log);
  await checkpoints.close();
});

test("the log begins anew although somebody writes all the time", async (t) => {
  const directory = mkdtempSync(join(tmpdir(), "parley-checkpoints-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, "parley.db");
  const writer = new DatabaseSync(file, { timeout: 1000 });
  t.after(() => writer.close());
  writer.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0");
  writer.exec("CREATE TABLE scratch (n)");
  const condition = new SqliteCondition(file, { troubles: new Troubles(pino({ level: "silent" })), onFatal() {} });
  const checkpoints = new Checkpoints(file, condition, () => {});
  const progress = writer.prepare("PRAGMA wal_checkpoint(noop)");
  let longest = 0;
  for (let pages = 0; pages >= longest; pages = progress.get()?.log as number) {
    longest = pages;
    assert.ok(longest < 100_000, "it never did");
    writer.exec("INSERT INTO scratch SELECT zeroblob(400000)");
    checkpoints.after();
    await sleep(1);
  }
  await checkpoints.close();
});

test("writers do not wait again for a reader that has kept a long log since the last look", async (t) => {
  const directory = mkdtempSync(join(tmpdir(), "parley-checkpoints-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, "parley.db");
  const [writer, reader] = [new DatabaseSync(file, { timeout: 0 }), new DatabaseSync(file)];
  t.after(() => [writer, reader].map((each) => each.close()));
  writer.exec("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE scratch (n)");
  reader.exec("BEGIN; SELECT * FROM scratch");
  writer.exec("INSERT INTO scratch SELECT zeroblob(70000000)");
  const condition = new SqliteCondition(file, { troubles: new Troubles(pino({ level: "silent" })), onFatal() {} });
  let looks = 0;
  t.mock.method(condition, "worked", () => looks++);
  const checkpoints = new Checkpoints(file, condition, () => {});
  /** Whether the writer finds the database locked until the next look is over. */
  const waitsDuringLook = async () => {
    let waits = false;
    const upto = looks + 1;
    checkpoints.after();
    while (looks < upto) {
      try {
        writer.exec("BEGIN IMMEDIATE; ROLLBACK");
      } catch {
        waits = true;
      }
      await nextTurn();
    }
    return waits;
  };
  assert.deepEqual([await waitsDuringLook(), await waitsDuringLook()], [true, false]);
  reader.exec("COMMIT");
  assert.equal(await waitsDuringLook(), false, "the log has been copied by then");
  await checkpoints.close();
});

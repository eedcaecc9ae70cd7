/** The shipper itself, beside a writer that never pauses and other processes that copy the log into the database. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { BackupStore } from "../../../kernel/backups/store.ts";
import { generationsIn } from "../../../kernel/db/shipping/generations.ts";
import { LogShipper, type ShippingStatus } from "../../../kernel/db/shipping/shipper.ts";
import { unobserved } from "../../../kernel/progress.ts";
import { installation } from "../../testing.ts";
import { build, generationFor } from "./restore.ts";

function beside(t: TestContext) {
  const { directory } = installation(t);
  const dataDirectory = join(directory, "data");
  mkdirSync(dataDirectory);
  writeFileSync(join(dataDirectory, "secret.key"), "ab".repeat(32), { mode: 0o600 });
  const [databaseFile, place] = [join(dataDirectory, "parley.db"), { directory: join(directory, "kept") }];
  const open = () => {
    const database = new DatabaseSync(databaseFile, { timeout: 2000 });
    t.after(() => database.isOpen && database.close());
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0");
    return database;
  };
  const writer = open();
  writer.exec("CREATE TABLE scratch (n, content)");
  const store = new BackupStore(place, dataDirectory);
  let status: ShippingStatus = { shippedUntilMs: 0, failure: undefined };
  const ship = () => {
    const options = { place, dataDirectory, databaseFile, generationSeconds: 86_400, keepSeconds: 86_400 };
    const shipper = new LogShipper({ ...options, worthwhilePages: 100 }, (now) => {
      status = now;
    });
    shipper.start();
    return shipper;
  };
  let count = 0;
  const write = (rows: number) => {
    for (let n = 0; n < rows; n++) writer.prepare("INSERT INTO scratch VALUES (?, zeroblob(9000))").run(count++);
  };
  const restored = async () => {
    const file = join(directory, "restored.db");
    const found = await generationFor(store, Date.now());
    assert.ok(found);
    await build(file, { store, ...found, atMs: Date.now() }, unobserved);
    const database = new DatabaseSync(file);
    t.after(() => database.close());
    assert.equal(database.prepare("PRAGMA integrity_check").get()?.integrity_check, "ok");
    return database.prepare("SELECT count(*) AS count FROM scratch").get()?.count;
  };
  return { open, writer, store, ship, write, restored, written: () => count, failure: () => status.failure };
}

const runsIn = async (store: BackupStore): Promise<number> => {
  const [generation] = await generationsIn(store);
  return new Set(generation?.segments.map(({ run }) => run)).size;
};

test("the log begins anew under constant writing, and every commit is shipped", async (t) => {
  const { store, ship, write, restored, written, failure } = beside(t);
  const shipper = ship();
  for (const giveUpAt = Date.now() + 60_000; (await runsIn(store)) < 3 && Date.now() < giveUpAt; await sleep(5))
    write(2);
  write(10);
  await shipper.close();
  assert.equal(failure(), undefined);
  assert.ok((await runsIn(store)) >= 3);
  assert.equal(await restored(), written());
  assert.equal((await generationsIn(store)).length, 1);
});

test("nobody else can make the log begin anew before it is shipped", async (t) => {
  const { open, store, ship, write, restored, written } = beside(t);
  const shipper = ship();
  const other = open();
  const insert = other.prepare("INSERT INTO scratch VALUES (-1, NULL)");
  let others = 0;
  for (const endAt = Date.now() + 4000; Date.now() < endAt; await sleep(20)) {
    write(3);
    insert.run();
    others++;
    other.prepare(`PRAGMA wal_checkpoint(${others % 2 ? "passive" : "truncate"})`).get();
  }
  await shipper.close();
  assert.equal(await restored(), written() + others);
  assert.equal((await generationsIn(store)).length, 1, "nothing was missing");
});

test("a shipper that was lost is continued where it was, or a new generation begins", async (t) => {
  const { open, writer, store, ship, write, restored, written } = beside(t);
  const first = ship();
  write(10);
  await sleep(1500);
  await first.close();
  write(10);
  // The log is still there, because a connection is open.
  const second = ship();
  write(10);
  await sleep(1500);
  await second.close();
  assert.equal((await generationsIn(store)).length, 1);
  assert.equal(await restored(), written());

  write(5);
  writer.prepare("PRAGMA wal_checkpoint(truncate)").get();
  write(5);
  const third = ship();
  await sleep(1500);
  await third.close();
  assert.equal((await generationsIn(store)).length, 2, "a part of the log was gone");
  assert.equal(await restored(), written());
  open();
});

/** The shipper itself, beside a writer that never pauses and other processes that copy the log into the database. */
import assert from "node:assert/strict";
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startStore } from "../../../../test/s3-store.ts";
import { BackupStore } from "../../../kernel/backups/store.ts";
import { generationsIn } from "../../../kernel/db/shipping/generations.ts";
import { LogShipper } from "../../../kernel/db/shipping/shipper.ts";
import type { ShippingOptions, ShippingStatus } from "../../../kernel/db/shipping/status.ts";
import { unobserved } from "../../../kernel/progress.ts";
import type { S3Config } from "../../../kernel/storage/s3.ts";
import { installation } from "../../testing.ts";
import { build, generationFor } from "./restore.ts";

function beside(t: TestContext, { s3, ...settings }: Partial<ShippingOptions> & { s3?: S3Config } = {}) {
  const { directory } = installation(t);
  const dataDirectory = join(directory, "data");
  mkdirSync(dataDirectory);
  writeFileSync(join(dataDirectory, "secret.key"), "ab".repeat(32), { mode: 0o600 });
  const databaseFile = join(dataDirectory, "parley.db");
  const kept = join(directory, "kept");
  const place = s3 ? { s3, prefix: "" } : { directory: kept };
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
    const times = { generationSeconds: 86_400, keepSeconds: 86_400, shippedUntilMs: Date.now() };
    const lengths = { worthwhilePages: 100, mostPages: 100_000 };
    const options = { place, dataDirectory, databaseFile, ...lengths, ...times, ...settings };
    const shipper = new LogShipper(options, (now) => {
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
  const logPages = () => statSync(`${databaseFile}-wal`).size / 4096;
  return { open, writer, store, kept, ship, write, restored, logPages, written: () => count, status: () => status };
}

const runsIn = async (store: BackupStore): Promise<number> => {
  const [generation] = await generationsIn(store);
  return new Set(generation?.segments.map(({ run }) => run)).size;
};

test("the log begins anew under constant writing, and every commit is shipped", async (t) => {
  const { store, ship, write, restored, written, status } = beside(t);
  const shipper = ship();
  for (const giveUpAt = Date.now() + 60_000; (await runsIn(store)) < 3 && Date.now() < giveUpAt; await sleep(5))
    write(2);
  write(10);
  await shipper.close();
  assert.equal(status().failure, undefined);
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
  // Until there is something to restore as well, which takes longer on a busy machine.
  const isShipped = async () => (await generationFor(store, Date.now())) !== undefined;
  for (const endAt = Date.now() + 4000; Date.now() < endAt || !(await isShipped()); await sleep(20)) {
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

async function until(isTrue: () => unknown): Promise<void> {
  while (!(await isTrue())) await sleep(20);
}

test("a place that cannot be reached at the start is waited for, and the generation goes on", async (t) => {
  const { store, kept, ship, write, restored, written, status } = beside(t);
  const first = ship();
  write(5);
  await until(async () => (await generationsIn(store))[0]?.isComplete);
  await first.close();
  write(5);
  // Where backups would be listed.
  const elsewhere = `${kept}-elsewhere`;
  renameSync(kept, elsewhere);
  writeFileSync(kept, "in the way");
  const startedAtMs = Date.now();
  const second = ship();
  await until(() => status().failure);
  write(5);
  assert.ok(status().shippedUntilMs <= startedAtMs + 1000, "nothing is said to be shipped");
  rmSync(kept);
  renameSync(elsewhere, kept);
  await until(() => !status().failure && status().shippedUntilMs > startedAtMs + 1000);
  await second.close();
  assert.equal((await generationsIn(store)).length, 1);
  assert.equal(await restored(), written());
});

test("nothing holds the log while others empty it", async (t) => {
  let waits = true;
  const { config: s3 } = await startStore(t, { before: () => (waits ? sleep(30) : undefined) });
  const { writer, ship, write, restored, written } = beside(t, { s3 });
  const shipper = ship();
  for (let n = 0; n < 3; n++) {
    write(30);
    await sleep(400 * (n + 1));
    await shipper.pause();
    // The looks in between begin nothing.
    for (let look = 0; look < 3; look++, await sleep(100))
      assert.equal(writer.prepare("PRAGMA wal_checkpoint(truncate)").get()?.busy, 0);
  }
  waits = false;
  write(3);
  await sleep(2500);
  await shipper.close();
  assert.equal(await restored(), written());
});

for (const trouble of ["refuses everything", "does not respond"])
  test(`a log stays short although somebody writes all the time and the store ${trouble}`, async (t) => {
    const open = Promise.withResolvers<void>();
    let isReachable = true;
    const { config: s3 } = await startStore(t, {
      refuses: () => (trouble === "refuses everything" && !isReachable ? 403 : undefined),
      before: () => (isReachable ? undefined : open.promise),
    });
    const { ship, write, restored, logPages, written, status } = beside(t, { s3, mostPages: 1000 });
    const shipper = ship();
    write(3);
    const startedAtMs = Date.now();
    await until(() => status().shippedUntilMs > startedAtMs);
    isReachable = false;
    await until(() => {
      write(5);
      return status().isGivenUp;
    });
    const givenUpAt = written();
    const pagesThen = logPages();
    while (written() < givenUpAt + 10_000) {
      write(5);
      await sleep(2);
    }
    assert.ok(logPages() < Math.max(2 * pagesThen, 8000), `${logPages()} pages, ${pagesThen} when it was given up`);
    assert.ok(status().shippedUntilMs < Date.now() - 1000, "nothing is said to be shipped");

    isReachable = true;
    open.resolve();
    await shipper.close();
    // A new attempt comes a minute later; the next start does not wait.
    const next = ship();
    const begunAtMs = Date.now();
    await until(() => status().shippedUntilMs > begunAtMs);
    assert.equal(status().isGivenUp, false);
    await next.close();
    assert.equal(await restored(), written());
  });

test("a store that no longer responds delays neither the end of the server nor, while it removes, the log", async (t) => {
  const held: string[] = [];
  let holds = "DELETE";
  const { config: s3, objects } = await startStore(t, {
    before: ({ method = "", url = "" }) => {
      if (method !== holds) return undefined;
      held.push(url);
      return new Promise(() => {});
    },
  });
  const { ship, write, restored, written, status } = beside(t, {
    ...{ s3, generationSeconds: 1, keepSeconds: 0, closeMs: 300 },
  });
  const shipper = ship();
  write(3);
  await until(() => held.length > 0);
  assert.ok(
    [...objects.keys()].some((name) => name === held[0]),
    "the first generation is being removed",
  );
  write(3);
  const now = Date.now();
  await until(() => status().shippedUntilMs > now);
  assert.equal(await restored(), written());
  holds = "PUT";
  write(3);
  const begunAt = performance.now();
  await shipper.close();
  assert.ok(performance.now() - begunAt < 5000);
});

/** Transactions whose statements are sent together: they run in order, all of them or none. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { makeDatabase, POSTGRES } from "../../../test/databases.ts";
import { until } from "../../../test/listener.ts";
import { allowRests } from "./dialect.ts";
import type { Database, Db, Tx } from "./handles.ts";
import { openPostgres } from "./postgres.ts";
import { runLast } from "./postgres-pipeline.ts";
import { DatabaseUnavailable } from "./unavailable.ts";

const onPostgres = POSTGRES ? test : test.skip;

/** A database with one table, and a pool of one connection for changes. */
async function opened(t: TestContext): Promise<{ database: Database; admin: pg.Client }> {
  const { url, drop } = await makeDatabase();
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query("create table pair (key text primary key, value bigint not null)");
  const database = openPostgres(url, { writers: 1, statementMs: 2000 });
  t.after(async () => {
    await database.close();
    await admin.end();
    await drop();
  });
  return { database, admin };
}

const add = (db: Db, key: string, value: number) =>
  sql`insert into pair (key, value) values (${key}, ${value})`.execute(db);
const look = (db: Db) => sql<{ key: string; value: number }>`select key, value from pair order by key`.execute(db);
const stored = async ({ reader }: Database) => (await look(reader)).rows.map(({ key, value }) => `${key} ${value}`);
const pipelined = { isPipelined: true };

onPostgres("statements that are started together run in order and see each other", async (t) => {
  const { database } = await opened(t);
  for (let round = 0; round < 5; round++) {
    const results = await database.transaction(async (tx) => {
      await look(tx);
      return Promise.all([
        add(tx, "a", round),
        sql`update pair set value = value + 1 where key = 'a'`.execute(tx),
        look(tx),
        sql`delete from pair where key = 'a'`.execute(tx),
        look(tx),
        add(tx, `round ${round}`, round),
      ]);
    }, pipelined);
    assert.deepEqual(
      [results[2], results[4]].map(({ rows }) => rows.at(0)?.key),
      ["a", round === 0 ? undefined : "round 0"],
    );
    assert.equal(results[2]?.rows.at(0)?.value, round + 1);
  }
  assert.deepEqual(await stored(database), ["round 0 0", "round 1 1", "round 2 2", "round 3 3", "round 4 4"]);
});

onPostgres("statements are sent before earlier ones have returned", async (t) => {
  const { database, admin } = await opened(t);
  await admin.query("select pg_advisory_lock(1)");
  let returned = 0;
  const done = database.transaction(async (tx) => {
    const returns = () => void returned++;
    await Promise.all([
      sql`select pg_advisory_xact_lock(1)`.execute(tx).then(returns),
      add(tx, "a", 1).then(returns),
      add(tx, "b", 1).then(returns),
    ]);
  }, pipelined);
  await sleep(100);
  assert.equal(returned, 0);
  await admin.query("select pg_advisory_unlock(1)");
  await done;
  assert.equal(returned, 3);
  assert.deepEqual(await stored(database), ["a 1", "b 1"]);
});

onPostgres("a statement that fails undoes the whole transaction, with its own error", async (t) => {
  const { database } = await opened(t);
  await database.transaction((tx) => add(tx, "taken", 0));
  for (let round = 0; round < 4; round++) {
    await assert.rejects(
      database.transaction(async (tx) => {
        await look(tx);
        await Promise.all([
          add(tx, "before", round),
          sql`select 1 / (select value from pair where key = 'taken')`.execute(tx),
          add(tx, "after", round),
          look(tx),
        ]);
      }, pipelined),
      /division by zero/,
    );
    assert.deepEqual(await stored(database), ["taken 0"]);
  }
  // Its connection goes on, and statements are still prepared on it.
  for (let n = 0; n < 4; n++) await database.transaction((tx) => look(tx), pipelined);
  const { rows } = await database.transaction((tx) =>
    sql<{ count: number }>`select count(*) as count from pg_prepared_statements`.execute(tx),
  );
  assert.ok((rows[0]?.count ?? 0) > 0);
});

onPostgres(
  "what the work throws undoes the transaction, and what it still does afterwards is not carried out",
  async (t) => {
    const { database } = await opened(t);
    let late: Promise<unknown> = Promise.resolve();
    await assert.rejects(
      database.transaction(async (tx) => {
        await add(tx, "begun", 1);
        late = sleep(50).then(() => add(tx, "late", 1));
        late.catch(() => {});
        throw new Error("changed my mind");
      }, pipelined),
      /changed my mind/,
    );
    await assert.rejects(late, /over/);
    assert.deepEqual(await stored(database), []);
  },
);

onPostgres("a failed statement is not swallowed when the work goes on", async (t) => {
  const { database } = await opened(t);
  await assert.rejects(
    database.transaction(async (tx) => {
      await add(tx, "begun", 1);
      await sql`select 1 / 0`.execute(tx).catch(() => {});
      return "done";
    }, pipelined),
    /division by zero/,
  );
  assert.deepEqual(await stored(database), []);
});

/** Statements that are left to the end of a transaction. */
const addLast = (tx: Tx, ...rows: readonly (readonly [key: string, value: number])[]) =>
  runLast(
    tx,
    rows.map(([key, value]) => sql`insert into pair (key, value) values (${key}, ${value})`.compile(tx)),
  );

onPostgres("the last statements are sent with the commit, after everything else", async (t) => {
  const { database, admin } = await opened(t);
  await admin.query("select pg_advisory_lock(1)");
  let isOver = false;
  const done = database
    .transaction(async (tx) => {
      await runLast(tx, [
        sql`select pg_advisory_xact_lock(1)`.compile(tx),
        sql`insert into pair (key, value) select 'last', count(*) from pair`.compile(tx),
      ]);
      await add(tx, "first", 1);
    }, pipelined)
    .then(() => {
      isOver = true;
    });
  await until(async () => {
    const { rows } = await admin.query("select 1 from pg_stat_activity where wait_event = 'advisory'");
    return rows.length > 0;
  });
  assert.equal(isOver, false);
  await admin.query("select pg_advisory_unlock(1)");
  await done;
  assert.deepEqual(await stored(database), ["first 1", "last 1"]);
});

onPostgres("a last statement that fails undoes the whole transaction, with its own error", async (t) => {
  const { database } = await opened(t);
  for (const options of [pipelined, {}]) {
    await assert.rejects(
      database.transaction(async (tx) => {
        await add(tx, "begun", 1);
        await addLast(tx, ["twice", 1], ["twice", 2], ["after", 3]);
      }, options),
      /duplicate key/,
    );
    assert.deepEqual(await stored(database), []);
  }
  await database.transaction((tx) => addLast(tx, ["kept", 1]), pipelined);
  assert.deepEqual(await stored(database), ["kept 1"]);
});

onPostgres("what the work throws leaves its last statements out", async (t) => {
  const { database } = await opened(t);
  await assert.rejects(
    database.transaction(async (tx) => {
      await addLast(tx, ["last", 1]);
      throw new Error("changed my mind");
    }, pipelined),
    /changed my mind/,
  );
  assert.deepEqual(await stored(database), []);
});

onPostgres("a transaction that loses a conflict runs again", async (t) => {
  const { database } = await opened(t);
  let attempts = 0;
  await database.transaction(async (tx) => {
    await look(tx);
    attempts++;
    const key = attempts < 3 ? "same" : "other";
    await Promise.all([add(tx, key, 1), add(tx, "same", 2)]);
  }, pipelined);
  assert.equal(attempts, 3);
  assert.deepEqual(await stored(database), ["other 1", "same 2"]);
});

onPostgres(
  "a connection that ends with statements on their way fails all of them, and the next one works",
  async (t) => {
    const { database, admin } = await opened(t);
    await assert.rejects(
      database.transaction(async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
        const all = Promise.all([add(tx, "a", 1), sql`select pg_sleep(5)`.execute(tx), add(tx, "b", 1)]);
        all.catch(() => {});
        await sleep(50);
        await admin.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
        await all;
      }, pipelined),
      DatabaseUnavailable,
    );
    await database.transaction((tx) => add(tx, "c", 1), pipelined);
    assert.deepEqual(await stored(database), ["c 1"]);
  },
);

onPostgres(
  "a snapshot ends if it rests for longer than a statement may take, unless it says that it will",
  async (t) => {
    const { url, drop } = await makeDatabase();
    const database = openPostgres(url, { statementMs: 300 });
    t.after(async () => {
      await database.close();
      await drop();
    });
    const one = sql<{ one: number }>`select 1 as one`;
    const rest = (prepare: (db: Db) => Promise<void>) =>
      database.snapshot(async (db) => {
        await prepare(db);
        await one.execute(db);
        await sleep(1000);
        return one.execute(db);
      });
    await assert.rejects(
      rest(async () => {}),
      DatabaseUnavailable,
    );
    assert.deepEqual((await rest(allowRests)).rows, [{ one: 1 }]);
  },
);

/**
 * A server whose PostgreSQL goes away, is terminated, locked or silent: it responds, keeps running and recovers by
 * itself.
 */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { type Kysely, sql } from "kysely";
import pg from "pg";
import { ask } from "../../../test/ask.ts";
import { DatabaseProxy } from "../../../test/database-proxy.ts";
import { makeDatabase, POSTGRES } from "../../../test/databases.ts";
import { type Organization, org, until } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import { postgresTemplate } from "../../../test/templates.ts";
import { register } from "../../registration/contract.ts";
import { DATABASE_DEFAULTS, type DatabaseConfig } from "./config.ts";
import { WatchedPool } from "./postgres-pool.ts";
import type { Schema } from "./schema.ts";
import { DatabaseUnavailable } from "./unavailable.ts";

/** Short, so that timeouts happen soon. */
const IMPATIENT = { waitMs: 1000, statementMs: 1000, lockMs: 500, probeMs: 500 };

interface FaultySetting {
  readonly acme: Organization;
  readonly proxy: DatabaseProxy;
  /** Bypasses the proxy. */
  readonly admin: pg.Client;
}

async function setting(
  t: TestContext,
  config: Partial<DatabaseConfig> = IMPATIENT,
  prepare: (proxy: DatabaseProxy) => void = () => {},
): Promise<FaultySetting> {
  const { url, drop } = await makeDatabase(postgresTemplate("empty"));
  const proxy = await DatabaseProxy.to(url);
  prepare(proxy);
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const database = { ...DATABASE_DEFAULTS, ...config };
  const server = await startServer("postgres", { databaseUrl: proxy.url, database });
  t.after(async () => {
    await server.close();
    await admin.end();
    await proxy.close();
    await drop();
  });
  return { acme: await org(t, server), proxy, admin };
}

const send = ({ server, realm, owner }: Organization, content: string, local_id?: string) =>
  ask(server, "POST /messages", {
    host: realm.host,
    as: owner,
    form: {
      type: "direct",
      to: `[${owner.id}]`,
      content,
      ...(local_id === undefined ? {} : { local_id, queue_id: "1" }),
    },
  });

const read = ({ server, realm, owner }: Organization) =>
  ask(server, "GET /messages?anchor=newest&num_before=100&num_after=0", { host: realm.host, as: owner });

const contents = async (acme: Organization): Promise<string[]> =>
  ((await read(acme)).body.messages as { content: string }[]).map(({ content }) => content.replace(/<\/?p>/g, ""));

const END_ALL = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

const onPostgres = POSTGRES ? test : test.skip;

function isAway(error: unknown): false {
  assert.ok(error instanceof DatabaseUnavailable);
  return false;
}

onPostgres("a connection that is closed between two statements ends a transaction, not the process", async (t) => {
  const { acme, admin } = await setting(t);
  const { database } = acme.server.app;
  for (const handle of [database, database.delivery]) {
    await assert.rejects(
      handle.transaction(async (tx) => {
        await tx.selectFrom("realm").select("id").execute();
        await admin.query(END_ALL);
        // Long enough for the close to arrive while no statement is waiting.
        await new Promise((resolve) => setTimeout(resolve, 100));
        await tx.selectFrom("realm").select("id").execute();
      }),
      DatabaseUnavailable,
    );
    // Another idle connection may be taken before its end is noticed.
    await until(() => handle.snapshot((db) => db.selectFrom("realm").select("id").execute()).then(() => true, isAway));
  }
  await until(async () => (await send(acme, "still here")).status === 200);
});

onPostgres("while the database is away, requests are told to retry and a held poll stays held", async (t) => {
  const { acme, proxy, admin } = await setting(t);
  const queue = await acme.owner.call(register, { event_types: ["message"] });
  const poll = ask(acme.server, `GET /events?queue_id=${queue.queue_id}&last_event_id=${queue.last_event_id}`, {
    host: acme.realm.host,
    as: acme.owner,
  });
  await until(() => acme.server.app.queues.waiting === 1);

  const nowhere = new URL(proxy.url);
  nowhere.port = "1";
  const home = (admin as unknown as { connectionParameters: { port: number } }).connectionParameters.port;
  proxy.pointTo(nowhere.href);
  proxy.cutOpen();
  for (const answer of [await send(acme, "lost"), await read(acme)]) {
    assert.equal(answer.status, 503);
    assert.equal(answer.body.code, "SERVICE_UNAVAILABLE");
    assert.match(answer.headers["retry-after"] ?? "", /^\d+$/);
  }
  const page = await ask(acme.server, "GET //login/", { host: acme.realm.host });
  assert.equal(page.status, 503);
  assert.match(page.headers["retry-after"] ?? "", /^\d+$/);
  await acme.clock.advance({ seconds: 5 });
  assert.equal(acme.server.app.queues.waiting, 1);
  assert.match(acme.server.app.troubles.warnings.join(" "), /PostgreSQL/);

  nowhere.port = String(home);
  proxy.pointTo(nowhere.href);
  await until(async () => (await read(acme)).status === 200);
  assert.equal((await send(acme, "back")).status, 200);
  const { body } = await poll;
  assert.deepEqual(
    (body.events as { message: { content: string } }[]).map(({ message }) => message.content),
    ["back"],
  );
});

onPostgres(
  "a message whose commit response is lost is stored once when it is sent again, and followers receive it",
  async (t) => {
    const { acme, proxy } = await setting(t);
    const queue = await acme.owner.call(register, { event_types: ["message"] });
    const { database } = acme.server.app;
    const { transaction } = database;
    // COMMIT arrives, but its response does not.
    database.transaction = (work) =>
      transaction(async (tx) => {
        const value = await work(tx);
        proxy.loseAnswers();
        return value;
      });
    const first = await send(acme, "once", "17");
    database.transaction = transaction;
    assert.equal(first.status, 503);
    const second = await send(acme, "once", "17");
    assert.equal(second.status, 200);
    assert.deepEqual(await contents(acme), ["once"]);
    await until(async () => {
      await acme.clock.advance({ seconds: 1 });
      const heard = await ask(
        acme.server,
        `GET /events?queue_id=${queue.queue_id}&last_event_id=${queue.last_event_id}&dont_block=true`,
        { host: acme.realm.host, as: acme.owner },
      );
      return (heard.body.events as unknown[]).length === 1;
    });
  },
);

onPostgres("silent connections are abandoned, and new ones are opened", async (t) => {
  const { acme, proxy } = await setting(t);
  assert.equal((await send(acme, "before")).status, 200);
  proxy.silenceOpen();
  const answers = await Promise.all([send(acme, "during"), read(acme), read(acme)]);
  assert.ok(answers.some(({ status }) => status === 503));
  assert.equal((await send(acme, "after")).status, 200);
  const acknowledged = answers[0].status === 200 ? ["before", "during", "after"] : ["before", "after"];
  assert.deepEqual(await contents(acme), acknowledged);
  assert.match(acme.server.app.troubles.warnings.join(" "), /stopped responding/);
  await acme.server.app.database.probe();
});

onPostgres("a change completes although a silent connection keeps its followers from being served", async (t) => {
  const { acme, admin } = await setting(t, { ...IMPATIENT, statementMs: 60_000 });
  const { app } = acme.server;
  await acme.owner.call(register, { event_types: ["message"] });
  // The hub must read the log, because another process wrote to it, and gets no response.
  const { snapshot } = app.database.delivery;
  let serve = () => {};
  app.database.delivery.snapshot = (work) =>
    new Promise<void>((resolve) => {
      serve = resolve;
    }).then(() => snapshot(work));
  app.hub.look(acme.realm.id);
  let isAnswered = false;
  const answer = send(acme, "committed").then(({ status }) => {
    isAnswered = true;
    return status;
  });
  await until(async () => {
    await acme.clock.advance({ seconds: 1 });
    return isAnswered;
  });
  assert.equal(await answer, 200);
  app.database.delivery.snapshot = snapshot;
  serve();
  assert.equal((await admin.query("select count(*)::int as sent from message")).rows[0].sent > 0, true);
});

onPostgres("a locked row and sixty senders do not block reads, registrations and health checks", async (t) => {
  const { acme, admin } = await setting(t, { ...IMPATIENT, statementMs: 10_000, lockMs: 5000, waitMs: 5000 });
  assert.equal((await send(acme, "before")).status, 200);
  await admin.query("begin");
  await admin.query("select * from realm_position for update");
  let answered = 0;
  const sending = Array.from({ length: 60 }, (_, n) =>
    send(acme, `number ${n}`).then(({ status }) => {
      answered++;
      return status;
    }),
  );
  assert.equal((await read(acme)).status, 200);
  const registered = await ask(acme.server, "POST /register", { host: acme.realm.host, as: acme.owner, form: {} });
  assert.equal(registered.status, 200);
  const health = await ask(acme.server, "GET //health");
  assert.deepEqual([health.status, health.body.code], [503, "SERVER_NOT_READY"], "nothing can be sent now");
  assert.equal(answered, 0, "the senders are still waiting");
  await admin.query("commit");
  const statuses = await Promise.all(sending);
  assert.equal((await contents(acme)).length, 1 + statuses.filter((status) => status === 200).length);
});

onPostgres("a request that waits too long for a lock is told to retry", async (t) => {
  const { acme, admin } = await setting(t);
  await admin.query("begin");
  await admin.query("select * from realm_position for update");
  const { status, body } = await send(acme, "waits");
  assert.deepEqual([status, body.code], [503, "SERVICE_UNAVAILABLE"]);
  await admin.query("rollback");
  assert.equal((await send(acme, "goes on")).status, 200);
});

onPostgres("a silent listening connection is detected and replaced", async (t) => {
  const { acme, proxy } = await setting(t);
  const { troubles } = acme.server.app;
  const isWarned = () => troubles.warnings.some((warning) => /listens/.test(warning));
  proxy.silenceOpen();
  await until(async () => {
    await acme.clock.advance({ seconds: 1 });
    return isWarned();
  });
  await until(async () => {
    await acme.clock.advance({ seconds: 1 });
    return !isWarned();
  });
});

onPostgres("a pooler that loses notifications is detected, and a direct listening connection helps", async (t) => {
  const loses = (proxy: DatabaseProxy) => {
    proxy.dropsNotifications = true;
  };
  const { acme } = await setting(t, IMPATIENT, loses);
  const isWarned = ({ server }: Organization) => server.app.troubles.warnings.some((each) => /LISTEN_URL/.test(each));
  await until(() => isWarned(acme));
  const health = await ask(acme.server, "GET //health");
  assert.equal(health.status, 200, "messages can be sent and read");
  assert.match(String(health.body.warnings), /PARLEY_DATABASE_LISTEN_URL/);

  const { url, drop } = await makeDatabase(postgresTemplate("empty"));
  const proxy = await DatabaseProxy.to(url);
  loses(proxy);
  const database = { ...DATABASE_DEFAULTS, ...IMPATIENT, listenUrl: url };
  const past = await startServer("postgres", { databaseUrl: proxy.url, database });
  t.after(async () => {
    await past.close();
    await proxy.close();
    await drop();
  });
  const other = await past.anotherNode();
  t.after(() => other.close());
  await new Promise((resolve) => setTimeout(resolve, 2 * IMPATIENT.probeMs));
  for (const { app } of [past, other]) assert.deepEqual(app.troubles.warnings, []);
});

const ONE_CONNECTION = { ...IMPATIENT, readers: 1, writers: 1 };
const preparedOn = async (db: Parameters<ReturnType<typeof sql>["execute"]>[0]) =>
  (await sql<{ count: number }>`select count(*) as count from pg_prepared_statements`.execute(db)).rows[0]?.count ?? 0;

onPostgres("statements that repeat are prepared, unless a pooler hands out other connections", async (t) => {
  const { acme } = await setting(t, ONE_CONNECTION);
  const { database } = acme.server.app;
  for (let n = 1; n <= 3; n++) {
    assert.equal((await send(acme, `number ${n}`)).status, 200);
    assert.equal((await read(acme)).status, 200);
  }
  assert.ok((await preparedOn(database.reader)) > 0);
  assert.ok((await database.transaction(preparedOn)) > 0);
  for (let n = 1; n <= 3; n++)
    await sql`
      select count(*) from channel`.execute(database.reader);
  const onNextLine = sql`select 1 from pg_prepared_statements where statement like '%\n%select count(*) from channel'`;
  assert.equal((await onNextLine.execute(database.reader)).rows.length, 1);

  // Another connection of the database does not know what was prepared on this one.
  await sql`deallocate all`.execute(database.reader);
  await database.transaction((tx) => sql`deallocate all`.execute(tx));
  assert.equal((await send(acme, "number 4")).status, 200);
  assert.deepEqual(await contents(acme), ["number 1", "number 2", "number 3", "number 4"]);
  for (let n = 0; n < 3; n++) await read(acme);
  assert.equal(await preparedOn(database.reader), 0);
  assert.deepEqual(acme.server.faults, []);
});

onPostgres("a statement that repeats is prepared however many were before it, and connections keep few", async (t) => {
  const { url, drop } = await makeDatabase();
  const prepared = { mostNamed: 3, mostOnConnection: 5 };
  const limits = { waitMs: 1000, statementMs: 0, lockMs: 0 };
  const pool = new WatchedPool({ url, max: 1, ...limits, prepared, onFault: assert.fail, onSilence: assert.fail });
  t.after(async () => {
    await pool.end();
    await drop();
  });
  async function query<R>(text: string): Promise<R[]> {
    const lease = await pool.connect();
    try {
      return (await lease.query<R>(text, [])).rows;
    } finally {
      lease.release();
    }
  }
  // A `select` would itself be prepared.
  const names = async () =>
    (await query<{ statement: string }>("table pg_prepared_statements")).map(({ statement }) => statement).toSorted();
  const thrice = async (n: number) => {
    for (let run = 0; run < 3; run++) await query(`select ${n}`);
  };
  for (const n of [1, 2, 3]) await thrice(n);
  assert.deepEqual(await names(), ["select 1", "select 2", "select 3"]);
  // The first has just run, so the second loses its name, and counts anew.
  await query("select 1");
  await thrice(4);
  await query("select 2");
  assert.deepEqual(await names(), ["select 1", "select 2", "select 3", "select 4"]);
  // The fifth on this connection is the last: the next has only what runs on it.
  await thrice(5);
  await query("select 5");
  assert.deepEqual(await names(), ["select 5"]);
});

onPostgres("a table that a newer node changes does not disturb prepared statements", async (t) => {
  const { acme, admin } = await setting(t);
  const { database } = acme.server.app;
  const readers = [
    () => database.reader.selectFrom("realm").selectAll().execute(),
    () => database.snapshot((db) => db.selectFrom("realm").selectAll().execute()),
    () => database.transaction((tx) => tx.selectFrom("realm").selectAll().execute()),
  ];
  for (const column of ["newer", "newest"]) {
    // All connections of the pools have it.
    for (let n = 0; n < 4; n++)
      for (const reads of readers) await Promise.all(Array.from({ length: DATABASE_DEFAULTS.readers }, reads));
    await admin.query(`alter table realm add column ${column} bigint`);
    for (const reads of readers) assert.ok(column in ((await reads())[0] as object));
  }
});

onPostgres("behind a pooler that refuses startup parameters, transactions set the limits", async (t) => {
  const { acme } = await setting(t, IMPATIENT, (proxy) => {
    proxy.refusesParameters = true;
  });
  const atOnce = await Promise.all(Array.from({ length: 5 }, () => read(acme)));
  for (const { status } of atOnce) assert.equal(status, 200);
  assert.equal((await send(acme, "through a pooler")).status, 200);
  assert.deepEqual(await contents(acme), ["through a pooler"]);
  const limits = await acme.server.app.database.transaction((tx) =>
    sql<{
      limits: string;
    }>`select current_setting('statement_timeout') || ' ' || current_setting('lock_timeout') as limits`
      .execute(tx)
      .then(({ rows }) => rows[0]?.limits),
  );
  assert.equal(limits, "1s 500ms");
  const { reader } = acme.server.app.database;
  const forReading = await sql<{ limits: string }>`select current_setting('statement_timeout') as limits`.execute(
    reader,
  );
  assert.equal(forReading.rows[0]?.limits, "1s", "reads of a single statement have them too");
  await assert.rejects(sql`delete from realm`.execute(reader), /read-only transaction/);
  await assert.rejects(
    (reader as unknown as Kysely<Schema>).transaction().execute((tx) => sql`delete from realm`.execute(tx)),
    /read-only transaction/,
  );
  assert.equal((await read(acme)).status, 200, "a refused write leaves the connection usable");
});

/** The guarantees of `Database`, on both engines. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { makeDatabase } from "../../../test/databases.ts";
import { type Engine, engines } from "../../../test/server.ts";
import { CONSTANT_BOTS, SYSTEM_BOTS, systemBot, systemBotsOf } from "../../people/users/system-bots.ts";
import { compiled } from "./compiled.ts";
import { isAnyOf, isAnyTextOf, json } from "./dialect.ts";
import { Durability } from "./durability.ts";
import type { Committed, Database, Db, Tx } from "./handles.ts";
import { fold } from "./names.ts";
import { openPostgres } from "./postgres.ts";
import { openSqlite } from "./sqlite.ts";

const directory = mkdtempSync(join(tmpdir(), "parley-db-"));
const drops: (() => Promise<void>)[] = [() => Promise.resolve(rmSync(directory, { recursive: true, force: true }))];
after(async () => {
  for (const drop of drops.reverse()) await drop();
});

let count = 0;
/** The location of a new database, and how to open it. */
async function place(engine: Engine): Promise<{ url: string; open(): Database }> {
  if (engine === "sqlite") {
    const file = join(directory, `${++count}.db`);
    return { url: file, open: () => track(openSqlite(file)) };
  }
  const { url, drop } = await makeDatabase();
  drops.push(drop);
  return { url, open: () => track(openPostgres(url)) };
}

function track(database: Database): Database {
  drops.push(() => database.close());
  return database;
}

async function fresh(engine: Engine): Promise<Database> {
  const database = (await place(engine)).open();
  await database.migrate();
  return database;
}

function onEach(name: string, body: (engine: Engine) => Promise<void>): void {
  for (const engine of engines) test(`${name} [${engine}]`, () => body(engine));
}

const addRealm = (tx: Tx, string_id: string) =>
  tx
    .insertInto("realm")
    .values({
      string_id,
      is_default: false,
      is_active: true,
      date_created: 1,
      settings: json({ string_id }),
      version: 1,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
const names = async (db: Db) =>
  (await db.selectFrom("realm").select("string_id").orderBy("string_id").execute()).map((row) => row.string_id);

test("a read handle has no methods that write, and a transaction can also read", () => {
  // Never called: it compiles only while every line after an expectation is an error.
  const misuses = (db: Db, tx: Tx, takesTx: (tx: Tx) => void, remembers: (db: Committed) => void) => {
    // @ts-expect-error A read handle cannot insert.
    db.insertInto("realm");
    // @ts-expect-error
    db.replaceInto("realm");
    // @ts-expect-error
    db.updateTable("realm");
    // @ts-expect-error
    db.deleteFrom("realm");
    // @ts-expect-error
    db.mergeInto("realm");
    // @ts-expect-error
    db.schema;
    // @ts-expect-error
    db.transaction();
    // @ts-expect-error
    takesTx(db);
    // @ts-expect-error What a transaction sees may be rolled back.
    remembers(tx);
    return names(tx);
  };
  assert.equal(typeof misuses, "function");
});

onEach("raw SQL cannot write through a read handle", async (engine) => {
  const database = await fresh(engine);
  const written = (db: Db) => sql`update realm_position set position = 0`.execute(db);
  const isRefused = { message: /readonly database|read-only transaction/ };
  await assert.rejects(database.snapshot(written), isRefused);
  await assert.rejects(written(database.reader), isRefused);
  await database.transaction(written);
});

onEach("concurrent transactions commit separately; one that fails leaves nothing", async (engine) => {
  const database = await fresh(engine);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      database.transaction(async (tx) => {
        await addRealm(tx, `realm-${n}`);
        if (n % 5 === 0) throw new Error(`not ${n}`);
        return n;
      }),
    ),
  );
  const kept = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [`realm-${outcome.value}`] : []));
  assert.equal(kept.length, 16);
  assert.deepEqual(await names(database.reader), kept.sort());
  const failed = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason.message] : []));
  assert.deepEqual(failed, ["not 0", "not 5", "not 10", "not 15"]);
});

onEach("a transaction's writes are visible when it resolves, and not before", async (engine) => {
  const database = await fresh(engine);
  await database.transaction(async (tx) => {
    await addRealm(tx, "one");
    assert.deepEqual([await names(tx), await names(database.reader)], [["one"], []]);
  });
  assert.deepEqual(await names(database.reader), ["one"]);
});

onEach("a failing statement ends only its own transaction", async (engine) => {
  const database = await fresh(engine);
  await database.transaction((tx) => addRealm(tx, "taken"));
  const [first, second, third] = await Promise.allSettled([
    database.transaction((tx) => addRealm(tx, "one")),
    database.transaction(async (tx) => {
      await addRealm(tx, "two");
      await addRealm(tx, "taken");
    }),
    database.transaction((tx) => addRealm(tx, "three")),
  ]);
  assert.deepEqual([first?.status, second?.status, third?.status], ["fulfilled", "rejected", "fulfilled"]);
  assert.deepEqual(await names(database.reader), ["one", "taken", "three"]);
});

onEach("a snapshot sees one point in time", async (engine) => {
  const database = await fresh(engine);
  await database.transaction((tx) => addRealm(tx, "one"));
  await database.snapshot(async (db) => {
    assert.deepEqual(await names(db), ["one"]);
    await database.transaction((tx) => addRealm(tx, "two"));
    assert.deepEqual(await names(db), ["one"]);
    assert.deepEqual(await database.snapshot(names), ["one", "two"]);
  });
  await assert.rejects(
    database.snapshot(() => Promise.reject(new Error("no"))),
    /no/,
  );
  assert.deepEqual(await database.snapshot(names), ["one", "two"]);
});

onEach("both engines return the same values", async (engine) => {
  const database = await fresh(engine);
  const settings = { text: 'é漢😀"\\\u2028\u0000', list: [1, 2.5, null, true], nested: { a: {} } };
  await database.transaction(async (tx) => {
    const { id } = await addRealm(tx, "one");
    await tx
      .updateTable("realm")
      .set({ settings: json(settings), is_default: true, date_created: 2 ** 53 - 1 })
      .where("id", "=", id)
      .execute();
    await tx.insertInto("realm_position").values({ realm_id: id, position: 0, pruned_upto: 0 }).execute();
  });
  const row = await database.reader
    .selectFrom("realm")
    .leftJoin("event", "event.realm_id", "realm.id")
    .select(["settings", "is_default", "realm.is_active", "date_created", "event.body", "event.position"])
    .executeTakeFirstOrThrow();
  assert.deepEqual(
    { ...row },
    {
      settings,
      is_default: true,
      is_active: true,
      date_created: 2 ** 53 - 1,
      body: null,
      position: null,
    },
  );
  const counted = await database.reader
    .selectFrom("realm")
    .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.sum<number>("version").as("sum")])
    .executeTakeFirstOrThrow();
  assert.deepEqual({ ...counted }, { count: 1, sum: 1 });
  const found = (condition: ReturnType<typeof isAnyOf>) =>
    database.reader.selectFrom("realm").select("string_id").where(condition).execute();
  assert.equal((await found(isAnyOf(database.reader, "version", [1, 2]))).length, 1);
  assert.equal((await found(isAnyOf(database.reader, "version", []))).length, 0);
  assert.equal((await found(isAnyTextOf(database.reader, "string_id", ["one", 'o"ne']))).length, 1);
  const { numUpdatedRows } = await database.transaction((tx) =>
    tx.updateTable("realm").set({ version: 2 }).executeTakeFirstOrThrow(),
  );
  assert.equal(numUpdatedRows, 1n);
});

const realmsNamed = compiled((db: Db, { name }: { name: string }) =>
  db.selectFrom("realm").select("string_id").where("string_id", "=", name),
);

onEach("a compiled query is the engine's own, whichever handle is the first to run it", async (engine) => {
  const database = (await place(engine)).open();
  await database.migrate();
  await database.transaction((tx) => addRealm(tx, "one"));
  // Nothing is known about a handle that was derived from another one.
  const derived: Db = (database.reader as Db as Tx).withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => result,
  });
  for (const reader of [derived, database.reader])
    assert.deepEqual(
      (await realmsNamed(reader, { name: "one" })).map(({ string_id }) => string_id),
      ["one"],
    );
});

onEach("several processes that start at once migrate only once", async (engine) => {
  const { open } = await place(engine);
  const databases = Array.from({ length: 4 }, open);
  // On SQLite one process holds the lock while the others retry.
  await Promise.all(databases.map((database) => database.migrate()));
  await databases[0]?.migrate();
  await databases[0]?.transaction((tx) => addRealm(tx, "one"));
  for (const database of databases) assert.deepEqual(await names(database.reader), ["one"]);
});

onEach("an organization older than the built-in bots gets them", async (engine) => {
  const database = (await place(engine)).open();
  await database.migrate("0006-reactions-and-edits");
  const realms = await database.transaction(async (tx) => [await addRealm(tx, "old"), await addRealm(tx, "older")]);
  await database.migrate();
  for (const { id } of realms) {
    const bots = await systemBotsOf(database.reader, id);
    const expected = CONSTANT_BOTS.map((kind) => [kind, SYSTEM_BOTS[kind].full_name, true]);
    assert.deepEqual(
      bots.map((bot) => [bot.system_bot, bot.full_name, bot.is_active]),
      expected,
    );
    assert.deepEqual((await systemBot(database.reader, id, "notification")).settings.default_language, "en");
  }
});

onEach("users older than mentions are found by their names", async (engine) => {
  const database = (await place(engine)).open();
  await database.migrate("0006-reactions-and-edits");
  await database.transaction(async (tx) => {
    const { id } = await addRealm(tx, "old");
    await sql`insert into "user" (realm_id, delivery_email, delivery_email_key, full_name, role, is_active, date_joined,
        avatar_source, avatar_version, settings, api_key_hash, api_key_encrypted, can_create_users, can_change_user_emails)
      values (${id}, 'a', 'a', 'ÉMILE Groß', 400, true, 0, 'G', 1, '{}', 'h', '', false, false)`.execute(tx);
  });
  await database.migrate();
  const rows = await database.reader.selectFrom("user").select(["full_name", "full_name_key"]).execute();
  assert(rows.length > 0);
  for (const { full_name, full_name_key } of rows) assert.equal(full_name_key, fold(full_name));
});

onEach("earlier versions of messages become rows, within today's limits", async (engine) => {
  const database = (await place(engine)).open();
  await database.migrate("0038-sent-once");
  const text = (size: number) => ({ prev_content: "é".repeat(size / 4), prev_rendered_content: "x".repeat(size / 2) });
  const at = (timestamp: number) => ({ user_id: 7, timestamp });
  const many = Array.from({ length: 1002 }, (_, n) => ({ ...at(1002 - n), ...(n % 2 ? text(4) : {}) }));
  const histories = [
    // Newest first: the message came from channel 1 by way of 2.
    [
      { ...at(4), ...text(8), prev_topic: "c", topic: "d" },
      { ...at(3), prev_stream: 2, stream: 3, prev_topic: "b", topic: "c" },
      { ...at(2), prev_topic: "a", topic: "b" },
      { ...at(1), prev_stream: 1, stream: 2 },
    ],
    null,
    many,
    [1, 2, 3].map((n) => ({ ...at(4 - n), ...text(400_000) })),
  ];
  await database.transaction(async (tx) => {
    const realm = await addRealm(tx, "old");
    const { rows: columns } = await sql<{ id: number }>`
      insert into "user" (realm_id, delivery_email, delivery_email_key, full_name, full_name_key, role, is_active,
        date_joined, avatar_source, avatar_version, settings, api_key_hash, api_key_encrypted, can_create_users,
        can_change_user_emails)
      values (${realm.id}, 'a', 'a', 'Ada', 'ada', 400, true, 0, 'G', 1, '{}', 'h', '', false, false)
      returning id`.execute(tx);
    const { rows } = await sql<{ id: number }>`
      insert into recipient (realm_id) values (${realm.id}) returning id`.execute(tx);
    for (const history of histories)
      await sql`
        insert into message (realm_id, recipient_id, sender_id, subject, content, rendered_content, sent_at, client,
          edit_history)
        values (${realm.id}, ${rows[0]?.id}, ${columns[0]?.id}, 'd', 'now', 'now', 0, '',
          ${history && JSON.stringify(history)})`.execute(tx);
  });
  await database.migrate();
  const { reader } = database;
  const messages = await reader
    .selectFrom("message")
    .select(["id", "history_count", "history_bytes"])
    .orderBy("id")
    .execute();
  assert.deepEqual(
    messages.map((message) => [message.history_count, message.history_bytes]),
    [
      [4, 8],
      [0, 0],
      [1000, 800],
      [3, 800_000],
    ],
  );
  const [first, , third, last] = messages.map((message) => message.id);
  const rowsOf = (id = 0) =>
    reader.selectFrom("message_edit").selectAll().where("message_id", "=", id).orderBy("id").execute();
  assert.deepEqual(
    (await rowsOf(first)).map((row) => [
      row.edited_at,
      row.prev_channel_id,
      row.channel_id,
      row.prev_topic,
      row.topic,
      row.text_size,
    ]),
    [
      [1, 1, 2, null, null, null],
      [2, null, 2, "a", "b", null],
      [3, 2, 3, "b", "c", null],
      [4, null, null, "c", "d", 8],
    ],
  );
  assert.equal((await rowsOf(first)).at(-1)?.prev_content, "éé");
  const kept = await rowsOf(third);
  assert.deepEqual([kept[0]?.edited_at, kept.at(-1)?.edited_at], [3, 1002]);
  assert.equal(kept.filter((row) => row.text_size === 0 && row.prev_content === null).length, 300);
  assert.deepEqual(
    (await rowsOf(last)).map((row) => [row.text_size, row.prev_content?.length]),
    [
      [0, undefined],
      [400_000, 100_000],
      [400_000, 100_000],
    ],
  );
});

const MANY = sql<{
  n: number;
}>`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 50000) select n from numbers`;

onEach("other work is served while a snapshot reads many rows, which stay consistent", async (engine) => {
  const database = await fresh(engine);
  let turns = 0;
  let isDone = false;
  const counting = (async () => {
    for (; !isDone; turns++) await nextTurn();
  })();
  const lengths = await database.snapshot(async (db) => {
    // The first run shows that the statement is slow; it may then run concurrently with itself.
    await MANY.execute(db);
    const both = await Promise.all([MANY.execute(db), MANY.execute(db)]);
    return both.map(({ rows }) => [rows.length, rows.at(-1)?.n]);
  });
  isDone = true;
  await counting;
  assert.deepEqual(lengths, [
    [50_000, 50_000],
    [50_000, 50_000],
  ]);
  assert.ok(turns > 2, `${turns} turns`);
});

test("separate processes open and migrate one new SQLite file at once", async () => {
  const file = join(directory, "shared.db");
  const script = `
    const { openSqlite } = await import(${JSON.stringify(new URL("./sqlite.ts", import.meta.url).href)});
    const database = openSqlite(${JSON.stringify(file)});
    await database.migrate();
    for (let n = 0; n < 20; n++)
      await database.transaction((tx) => tx.insertInto("realm").values({ string_id: process.argv[1] + n,
        is_default: false, is_active: true, date_created: 1, settings: "{}", version: 1 }).execute());
    await database.close();`;
  const exits = ["a", "b", "c"].map((name) => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", script, name], { stdio: "inherit" });
    return new Promise((resolve) => child.on("close", resolve));
  });
  assert.deepEqual(await Promise.all(exits), [0, 0, 0]);
  const database = track(openSqlite(file));
  assert.equal((await names(database.reader)).length, 60);
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

test("a SQLite group whose commit fails is refused as a whole, and the next one works", async () => {
  const database = await fresh("sqlite");
  const outcomes = await Promise.allSettled([
    database.transaction((tx) => addRealm(tx, "innocent")),
    database.transaction(async (tx) => {
      await sql`pragma defer_foreign_keys = on`.execute(tx);
      await tx.insertInto("realm_position").values({ realm_id: 999, position: 0, pruned_upto: 0 }).execute();
    }),
    database.transaction((tx) => addRealm(tx, "innocent too")),
  ]);
  for (const outcome of outcomes) {
    assert.equal(outcome.status, "rejected");
    assert.match(outcome.reason.message, /FOREIGN KEY/);
  }
  await database.transaction((tx) => addRealm(tx, "after"));
  assert.deepEqual(await names(database.reader), ["after"]);
});

test("when one change in a SQLite group fails halfway the others run again; after a refused one they do not", async () => {
  const database = await fresh("sqlite");
  await database.transaction((tx) => addRealm(tx, "taken"));
  const ran: string[] = [];
  const group = (...kinds: ("keeps" | "is refused" | "fails")[]) =>
    Promise.allSettled(
      kinds.map((kind, n) =>
        database.transaction(async (tx) => {
          ran.push(kind);
          if (kind === "is refused") throw new Error(`${n} of ${(await names(tx)).length}`);
          await addRealm(tx, `${kind} ${kinds.length}.${n}`);
          if (kind === "fails") throw new Error("half way");
        }),
      ),
    );
  const reasons = (outcomes: PromiseSettledResult<void>[]) =>
    outcomes.map((outcome) => (outcome.status === "rejected" ? outcome.reason.message : "kept"));

  assert.deepEqual(reasons(await group("keeps", "is refused", "keeps")), ["kept", "1 of 2", "kept"]);
  assert.deepEqual(ran.splice(0), ["keeps", "is refused", "keeps"]);
  assert.deepEqual(reasons(await group("is refused", "keeps", "fails", "keeps", "fails")), [
    "0 of 3",
    "kept",
    "half way",
    "kept",
    "half way",
  ]);
  const together = ["is refused", "keeps", "fails"];
  assert.deepEqual(ran, [...together, "is refused", "keeps", "keeps", "fails"]);
  assert.deepEqual(await names(database.reader), ["keeps 3.0", "keeps 3.2", "keeps 5.1", "keeps 5.3", "taken"]);
});

test("after a long change the rest of a SQLite group gets a transaction of its own", async () => {
  const database = await fresh("sqlite");
  const before = database.commits;
  const change = (name: string, ms: number) =>
    database.transaction(async (tx) => {
      for (const end = performance.now() + ms; performance.now() < end; );
      await addRealm(tx, name);
    });
  await Promise.all([change("long", 50), change("short", 0), change("shorter", 0)]);
  assert.equal(database.commits - before, 2);
  assert.deepEqual(await names(database.reader), ["long", "short", "shorter"]);
});

test("a short change completes before a long one in the same group starts [sqlite]", async () => {
  const database = await fresh("sqlite");
  const gate = Promise.withResolvers<void>();
  const short = database.transaction(async () => "short", { isShort: true });
  const long = database.transaction(async () => {
    await gate.promise;
    return "long";
  });
  assert.equal(await short, "short");
  gate.resolve();
  assert.equal(await long, "long");
});

test("a short change waits for one long change at most, and a long one for short ones only once [sqlite]", async () => {
  const database = await fresh("sqlite");
  const done: string[] = [];
  const gate = Promise.withResolvers<void>();
  const running = Promise.withResolvers<void>();
  const change = (name: string, ms: number) =>
    database
      .transaction(
        async () => {
          for (const end = performance.now() + ms; performance.now() < end; );
        },
        { isShort: ms === 0 },
      )
      .then(() => done.push(name));
  const first = database.transaction(() => {
    running.resolve();
    return gate.promise;
  });
  await running.promise;
  const others = [change("long", 50), change("longer", 50), change("short", 0)];
  gate.resolve();
  await first;
  // The next short one comes while the long ones are waiting again.
  others.push(others[2]?.then(() => change("shorter", 0)) as Promise<number>);
  await Promise.all(others);
  assert.deepEqual(done, ["short", "long", "shorter", "longer"]);
});

test("when a SQLite group runs again, its long part is postponed", async () => {
  const database = await fresh("sqlite");
  const before = database.commits;
  const change = (name: string, ms: number) =>
    database.transaction(async (tx) => {
      for (const end = performance.now() + ms; performance.now() < end; );
      await addRealm(tx, name);
    });
  const failing = database.transaction(async (tx) => {
    await addRealm(tx, "taken back");
    throw new Error("no");
  });
  const refused = assert.rejects(failing, /no/);
  await Promise.all([refused, change("long", 50), change("next", 0)]);
  assert.equal(database.commits - before, 2);
  assert.deepEqual(await names(database.reader), ["long", "next"]);
});

test("an error while reading ends a SQLite snapshot with that error, and the next one works", async () => {
  const database = await fresh("sqlite");
  const broken = database.snapshot(async (db) => {
    await sql`rollback`.execute(db);
    throw new Error("disk I/O error");
  });
  await assert.rejects(broken, /disk I\/O error/);
  assert.deepEqual(await database.snapshot(names), []);
});

test("others run while a SQLite snapshot reads many rows, also the first time, and for a long list", async () => {
  const database = await fresh("sqlite");
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    for (; !isOver; turns++) await nextTurn();
  })();
  const MANY = 100_000;
  await database.snapshot(async (db) => {
    const turnsDuring = async (rows: number, list: readonly number[] = []) => {
      const before = turns;
      const numbers = sql`with recursive number (n) as (select 1 union all select n + 1 from number where n < ${rows})
        select n from number where n not in (select value from json_each(${list}))`;
      await numbers.execute(db);
      return turns - before;
    };
    const list = Array.from({ length: 300 }, (_, n) => -n);
    assert.ok((await turnsDuring(MANY)) > 3, "the first time");
    assert.ok((await turnsDuring(MANY)) > 3, "after many rows");
    await turnsDuring(1);
    assert.ok((await turnsDuring(MANY, list)) > 3, "for a long list, after few rows");
  });
  isOver = true;
  await others;
});

test("a SQLite error that ends the whole transaction leaves no caller waiting", async () => {
  const database = await fresh("sqlite");
  const ending = (why?: string) =>
    database.transaction(async (tx) => {
      await sql`rollback`.execute(tx);
      if (why) throw new Error(why);
    });
  const reasons = async (...changes: Promise<unknown>[]) =>
    (await Promise.allSettled(changes)).map((outcome) => outcome.status === "rejected" && outcome.reason.message);
  const add = (name: string) => database.transaction((tx) => addRealm(tx, name));

  assert.deepEqual(await reasons(add("one"), ending("gone"), add("two")), [false, "gone", false]);
  const unsaid = "The transaction ended before its work was done.";
  assert.deepEqual(await reasons(add("three"), ending(), add("four")), [false, unsaid, false]);
  // When it fails again while each change runs alone, the first failure has the real cause.
  assert.deepEqual(await reasons(add("no"), ending("gone"), ending("again")), ["again", "gone", "again"]);
  await add("after");
  assert.deepEqual(await names(database.reader), ["after", "four", "one", "three", "two"]);
});

test("columns that a newer release added to a SQLite database do not shift the others", async () => {
  const { url, open } = await place("sqlite");
  const database = open();
  await database.migrate();
  await database.transaction((tx) => addRealm(tx, "one"));
  const read = () =>
    database.reader.selectFrom("realm").selectAll().select(["is_active as last"]).executeTakeFirstOrThrow();
  const before = await read();
  const newer = new DatabaseSync(url);
  newer.exec("alter table realm add column later boolean not null default 1");
  newer.close();
  assert.deepEqual(await read(), { ...before, later: true });
});

test("a SQLite server keeps reading while the command line writes, and writes when it is done", async () => {
  const file = join(directory, "two.db");
  const [server, tool] = [track(openSqlite(file)), track(openSqlite(file))];
  await server.migrate();
  let finish = () => {};
  const slow = tool.transaction(async (tx) => {
    await addRealm(tx, "by the tool");
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  await sleep(10);
  const waits = server.transaction((tx) => addRealm(tx, "by the server"));
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  assert.deepEqual(await names(server.reader), []);
  finish();
  await Promise.all([slow, waits]);
  assert.deepEqual(await names(server.reader), ["by the server", "by the tool"]);

  const both = Array.from({ length: 40 }, (_, n) => (n % 2 ? server : tool).transaction((tx) => addRealm(tx, `n${n}`)));
  await Promise.all(both);
  assert.equal((await names(tool.reader)).length, 42);
});

if (engines.includes("postgres"))
  test("a PostgreSQL transaction that loses a conflict is retried", async () => {
    const database = await fresh("postgres");
    const { id } = await database.transaction((tx) => addRealm(tx, "one"));
    let runs = 0;
    const raise = (code: string) => async (tx: Tx) => {
      runs++;
      await addRealm(tx, `${code}-${runs}`);
      if (runs < 3)
        await sql`do ${sql.raw(`$$ begin raise exception 'lost' using errcode = '${code}'; end $$`)}`.execute(tx);
    };
    for (const code of ["40001", "40P01", "23505", "23503"]) {
      runs = 0;
      await database.transaction(raise(code));
      assert.equal(runs, 3);
    }
    assert.deepEqual(await names(database.reader), ["23503-3", "23505-3", "40001-3", "40P01-3", "one"]);
    runs = -100;
    await assert.rejects(database.transaction(raise("40001")), { code: "40001" });
    assert.equal(runs, -95, "not for ever");
    runs = 0;
    await assert.rejects(database.transaction(raise("22012")), { code: "22012" });
    assert.equal(runs, 1);

    // Two transactions insert the same row concurrently: the second finds the first one's.
    const make = () =>
      database.transaction(async (tx) => {
        const found = await tx.selectFrom("realm").select("id").where("string_id", "=", "same").executeTakeFirst();
        await sleep(5);
        return found ?? addRealm(tx, "same");
      });
    const [a, b] = await Promise.all([make(), make()]);
    assert.deepEqual(a, b);
    assert.notEqual(a?.id, id);
  });

onEach("data written by a newer release is refused with a message", async (engine) => {
  const database = await fresh(engine);
  await database.transaction((tx) =>
    sql`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '')`.execute(tx),
  );
  await assert.rejects(database.migrate(), /written by a newer version of Parley \(9999-from-the-future\)/);
});

test("the SQLite log is checkpointed while writes continue", async () => {
  const { url, open } = await place("sqlite");
  const database = open();
  await database.migrate();
  const log = new DatabaseSync(url);
  const carried = () => log.prepare("PRAGMA wal_checkpoint(noop)").get()?.checkpointed as number;
  const settings = json({ filled: "x".repeat(1_000_000) });
  for (let n = 0; carried() === 0; n++) {
    assert(n < 200, "it was never emptied");
    await database.transaction(async (tx) => {
      const { id } = await addRealm(tx, `large ${n}`);
      await tx.updateTable("realm").set({ settings }).where("id", "=", id).execute();
    });
    await sleep(25);
  }
  log.close();
  await database.close();
  assert.equal(existsSync(`${url}-wal`), false, "nobody holds the file any more");
});

test("a change completes when it is on disk, and none completes after the disk has failed [D1]", async () => {
  let confirm: ((error?: Error) => void) | undefined;
  class Disk extends Durability {
    override async reached(): Promise<void> {
      await new Promise<void>((resolve, reject) => {
        confirm = (error) => (error ? reject(error) : resolve());
      });
    }
  }
  const { url, open } = await place("sqlite");
  await open().migrate();
  const database = track(openSqlite(url, { makeDurability: (file) => new Disk(file) }));
  const answers: string[] = [];
  const change = (name: string) =>
    database
      .transaction((tx) => addRealm(tx, name))
      .then(
        () => answers.push(name),
        (error: Error) => answers.push(`${name}: ${error.message}`),
      );
  /** How the disk responds to a commit whose caller is still waiting. */
  const committed = async () => {
    while (!confirm) await sleep(1);
    assert.deepEqual(answers.splice(0), []);
    const answer = confirm;
    confirm = undefined;
    return answer;
  };

  const first = change("first");
  (await committed())();
  await first;
  assert.deepEqual(answers.splice(0), ["first"]);

  const second = change("second");
  (await committed())(new Error("input/output error"));
  await second;
  await change("third");
  const refused = "The disk failed to save written data.";
  assert.deepEqual(answers, [`second: ${refused}`, `third: ${refused}`]);
});

test("names compare without regard to case in every script", () => {
  const same = [
    ["Design", "dESIGN"],
    ["Straße", "STRASSE"],
    ["ΟΔΟΣ", "οδος"],
    ["οδός", "ΟΔΌΣ"],
    ["Кириллица", "КИРИЛЛИЦА"],
    ["é", "e\u0301"],
    ["ǅ", "ǆ"],
    ["ﬁne", "FINE"],
    ["ԱՐԵՎ", "արեվ"],
    ["ⴀ", "Ⴀ"],
  ] as const;
  for (const [a, b] of same) assert.equal(fold(a), fold(b), `${a} and ${b}`);
  const different = [
    ["e", "é"],
    ["漢", "汉"],
    ["あ", "ア"],
    ["a", "а"],
  ] as const;
  for (const [a, b] of different) assert.notEqual(fold(a), fold(b), `${a} and ${b}`);
  for (const [a] of same) assert.equal(fold(fold(a)), fold(a));
});

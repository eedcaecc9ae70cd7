/**
 * Messages that are sent at the same time: in one transaction on PostgreSQL, as on SQLite, and as if they had been sent one
 * after another.
 */
import assert from "node:assert/strict";
import { test as nodeTest, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { ask } from "../../../test/ask.ts";
import { DatabaseProxy } from "../../../test/database-proxy.ts";
import { makeDatabase, POSTGRES } from "../../../test/databases.ts";
import { type Organization, org, type Person, test, until } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import { postgresTemplate } from "../../../test/templates.ts";
import { VisibilityPolicy } from "../../channels/user-topics/contract.ts";
import { DATABASE_DEFAULTS } from "../../kernel/db/config.ts";
import type { TransactionOptions, Tx } from "../../kernel/db/handles.ts";
import { takeTurnOf } from "../../kernel/events/log.ts";
import { updateSettings } from "../../people/settings/contract.ts";
import { getMessages, sendMessage } from "../contract.ts";

const HELD_MS = 300;

/** Runs these while the lock is held, so that all of them wait for it. */
async function atOnce<T>(
  { server: { app }, realm }: Organization,
  requests: readonly (() => Promise<T>)[],
  heldMs = HELD_MS,
): Promise<PromiseSettledResult<T>[]> {
  const outcomes: Promise<PromiseSettledResult<T>[]>[] = [];
  await app.database.transaction(async (tx) => {
    await takeTurnOf(tx, realm.id);
    for (const request of requests) outcomes.push(Promise.allSettled([request()]));
    await sleep(heldMs);
  });
  return (await Promise.all(outcomes)).flat();
}

/** The sizes of the transactions that share a commit cannot be seen, but their number can. */
function countPipelined({ server: { app } }: Organization): () => number {
  const { transaction } = app.database;
  let count = 0;
  app.database.transaction = <T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions) => {
    if (options?.isPipelined) count++;
    return transaction(work, options);
  };
  return () => {
    app.database.transaction = transaction;
    return count;
  };
}

const toChannel = (to: number, topic: string, content: string) => ({ type: "channel", to, topic, content }) as const;

/** The messages that a person hears of. */
async function heardBy(person: Person): Promise<{ id: number; stream_id?: number }[]> {
  const events = await person.catchesUp();
  return events.flatMap((event) => (event.type === "message" ? [event.message as { id: number }] : []));
}

const messagesIn = async (person: Person, channel: number) => {
  const narrow = [{ operator: "channel", operand: channel }];
  return (await person.call(getMessages, { anchor: "newest", num_before: 200, narrow, apply_markdown: false }))
    .messages;
};

test("messages sent at once share a transaction, and each is refused by itself", async (t) => {
  const acme = await org(t);
  const people = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cai")] as const;
  const [ada, ben, cai] = people;
  const launch = await acme.channel("launch", people);
  const secret = await acme.channel("secret", [ada], { invite_only: true });
  await Promise.all(people.map((person) => person.catchesUp()));
  const counted = countPipelined(acme);
  const outcomes = await atOnce(acme, [
    () => ada.call(sendMessage, toChannel(launch, "tides", "one")),
    () => ben.call(sendMessage, toChannel(secret, "tides", "intruding")),
    () => ben.call(sendMessage, toChannel(launch, "tides", "two")),
    () => cai.call(sendMessage, toChannel(launch, "tides", "  \n")),
    () => cai.call(sendMessage, { type: "direct", to: [ada.id], content: "three" }),
    () => cai.call(sendMessage, toChannel(987654321, "tides", "nowhere")),
    () => ada.call(sendMessage, toChannel(launch, "weather", `@**Ben|${ben.id}** four`)),
    () => ben.call(sendMessage, toChannel(launch, "weather", "/poll five\na\nb")),
    () => cai.call(sendMessage, { ...toChannel(launch, "tides", "six"), to: "launch" }),
    () => ada.call(sendMessage, toChannel(secret, "tides", "seven")),
  ]);
  const transactions = counted();
  assert.deepEqual(
    outcomes.map(({ status }) => status === "fulfilled"),
    [true, false, true, false, true, false, true, true, true, true],
  );
  if (acme.server.engine === "postgres") assert.ok(transactions <= 3, `${transactions} transactions`);
  // The order of ids is that of the events, and everybody hears what they may read.
  const heard = await heardBy(ada);
  assert.deepEqual(
    heard.map(({ id }) => id),
    heard.map(({ id }) => id).toSorted((a, b) => a - b),
  );
  assert.equal(heard.length, 7);
  assert.equal((await messagesIn(ben, launch)).length, 5);
  assert.ok((await heardBy(ben)).every(({ stream_id }) => stream_id !== secret));
});

test("messages that several people read as they send them are read as if sent one after another", async (t) => {
  const acme = await org(t);
  const people = [await acme.member("Ada"), await acme.member("Ben")] as const;
  const launch = await acme.channel("launch", people);
  const tides = await acme.channel("tides", people);
  const requests = Array.from({ length: 12 }, (_, n) => () => {
    const sender = people[n % 3 === 2 ? 1 : 0] as Person;
    const sent = toChannel(n % 4 === 3 ? tides : launch, `topic ${n % 2}`, `number ${n}`);
    return sender.call(sendMessage, { ...sent, read_by_sender: true });
  });
  const outcomes = await atOnce(acme, requests);
  assert.ok(outcomes.every(({ status }) => status === "fulfilled"));
  for (const channel of [launch, tides])
    for (const person of people)
      for (const { sender_id, flags } of await messagesIn(person, channel))
        assert.equal(flags.includes("read"), sender_id === person.id);
});

test("of messages that begin a topic at once, only the first begins it", async (t) => {
  const acme = await org(t);
  const people = await Promise.all(["Ada", "Ben", "Cai", "Dan"].map(acme.member));
  const launch = await acme.channel("launch", people);
  for (const person of people) await person.call(updateSettings, { automatically_follow_topics_policy: 3 });
  const outcomes = await atOnce(
    acme,
    people.flatMap((person) =>
      ["New", "new", "NEW"].map((topic) => () => person.call(sendMessage, toChannel(launch, topic, "first?"))),
    ),
  );
  const policies = outcomes.map((outcome) =>
    outcome.status === "fulfilled" ? outcome.value.automatic_new_visibility_policy : outcome.reason,
  );
  assert.deepEqual(
    policies.filter((policy) => policy !== undefined),
    [VisibilityPolicy.followed],
  );
  const { rows } = await sql<{ name: string; max_message_id: number }>`
    select name, max_message_id from topic where channel_id = ${launch}`.execute(acme.server.app.database.reader);
  const stored = await messagesIn(people[0] as Person, launch);
  assert.deepEqual(rows, [{ name: stored.at(-1)?.subject, max_message_id: stored.at(-1)?.id }]);
});

test("a channel becomes active once, however many messages arrive at once", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const quiet = await acme.channel("quiet", [ada, ben]);
  await acme.alter((tx) =>
    tx
      .updateTable("channel")
      .set({ is_recently_active: false, first_message_id: null })
      .where("id", "=", quiet)
      .execute(),
  );
  await ada.catchesUp();
  await atOnce(
    acme,
    Array.from({ length: 6 }, (_, n) => () => ben.call(sendMessage, toChannel(quiet, "hello", `number ${n}`))),
  );
  const heard = await ada.catchesUp();
  assert.equal(heard.filter((event) => event.type === "stream").length, 1);
  const [first] = await messagesIn(ada, quiet);
  const { rows } = await sql<{ first_message_id: number }>`
    select first_message_id from channel where id = ${quiet}`.execute(acme.server.app.database.reader);
  assert.equal(rows[0]?.first_message_id, first?.id);
});

test("messages that come while a group waits for the lock join it", async (t) => {
  const acme = await org(t);
  const people = await Promise.all(["Ada", "Ben", "Cai"].map(acme.member));
  const launch = await acme.channel("launch", people);
  await heardBy(people[1] as Person);
  let [heldMs, round] = [50, 0];
  // A busy machine may need longer to receive them all.
  await until(async () => {
    round++;
    heldMs *= 2;
    const counted = countPipelined(acme);
    const requests = Array.from({ length: 6 }, (_, n) => async () => {
      // The first group has one message, and those behind it find it waiting.
      if (n > 0) await sleep(heldMs / 2);
      return (people[n % 3] as Person).call(sendMessage, toChannel(launch, "tides", `round ${round}, number ${n}`));
    });
    const outcomes = await atOnce(acme, requests, heldMs);
    assert.ok(outcomes.every(({ status }) => status === "fulfilled"));
    const transactions = counted();
    return acme.server.engine === "sqlite" || transactions === 1;
  });
  const messages = await messagesIn(people[0] as Person, launch);
  assert.equal(messages.length, round * 6);
  const heard = (await heardBy(people[1] as Person)).map(({ id }) => id);
  assert.deepEqual(
    heard,
    messages.map(({ id }) => id),
  );
});

test("the log has no gap and no message twice when many are sent at once from two nodes", async (t) => {
  const acme = await org(t);
  if (acme.server.engine === "sqlite") return;
  const people = await Promise.all(["Ada", "Ben", "Cai", "Dan"].map(acme.member));
  const launch = await acme.channel("launch", people);
  await (people[0] as Person).catchesUp();
  const other = await acme.server.anotherNode();
  t.after(() => other.close());
  const form = (n: number) => ({
    type: "channel",
    to: String(launch),
    topic: `topic ${n % 3}`,
    content: `number ${n}`,
  });
  const answers = await Promise.all(
    Array.from({ length: 80 }, (_, n) =>
      ask(n % 2 ? other : acme.server, "POST /messages", {
        host: acme.realm.host,
        as: people[n % 4] as Person,
        form: form(n),
      }),
    ),
  );
  for (const { status, text } of answers) assert.equal(status, 200, text);
  const { reader } = acme.server.app.database;
  const { rows } = await sql<{ position: number; message_id: number | null }>`
    select position, (body #>> '{message,id}')::bigint as message_id from event
    where realm_id = ${acme.realm.id} order by position`.execute(reader);
  const first = rows[0]?.position as number;
  assert.deepEqual(
    rows.map(({ position }) => position),
    rows.map((_, n) => first + n),
  );
  const ids = rows.flatMap(({ message_id }) => message_id ?? []).slice(-80);
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => a - b),
  );
  assert.deepEqual(new Set(ids), new Set(answers.map(({ body }) => body.id)));
  // What the other node has committed arrives with its notification.
  const followed: number[] = [];
  await until(async () => {
    followed.push(...(await heardBy(people[0] as Person)).map(({ id }) => id));
    return followed.length >= ids.length;
  });
  assert.deepEqual(followed, ids);
});

const onPostgres = POSTGRES ? nodeTest : nodeTest.skip;

async function behindProxy(t: TestContext) {
  const { url, drop } = await makeDatabase(postgresTemplate("empty"));
  const proxy = await DatabaseProxy.to(url);
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const impatient = { waitMs: 1000, statementMs: 1000, lockMs: 800, probeMs: 500 };
  const server = await startServer("postgres", {
    databaseUrl: proxy.url,
    database: { ...DATABASE_DEFAULTS, ...impatient },
  });
  t.after(async () => {
    await server.close();
    await admin.end();
    await proxy.close();
    await drop();
  });
  const acme = await org(t, server);
  const people = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cai")] as const;
  const launch = await acme.channel("launch", people);
  const send = (n: number, content: string) =>
    ask(server, "POST /messages", {
      host: acme.realm.host,
      as: people[n % 3] as Person,
      form: { type: "channel", to: String(launch), topic: "tides", content, local_id: `1.${n}`, queue_id: "1" },
    });
  const contents = async () => (await messagesIn(people[0], launch)).map(({ content }) => content);
  return { acme, admin, proxy, people, launch, send, contents };
}

const CONTENTS = Array.from({ length: 9 }, (_, n) => `number ${n}`);

onPostgres("a message that the database refuses does not take others with it", async (t) => {
  const { acme, admin, send, contents } = await behindProxy(t);
  await admin.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$;
    create trigger refused before insert on message for each row when (new.content = 'number 4') execute function refuse()`);
  const outcomes = await atOnce(
    acme,
    CONTENTS.map((content, n) => () => send(n, content)),
  );
  const statuses = outcomes.map((outcome) => (outcome.status === "fulfilled" ? outcome.value.status : outcome.reason));
  assert.deepEqual(statuses, [200, 200, 200, 200, 500, 200, 200, 200, 200]);
  assert.deepEqual(
    (await contents()).toSorted(),
    CONTENTS.filter((content) => content !== "number 4"),
  );
  // The connections are as good as before.
  acme.server.faults.splice(0);
  await admin.query("drop trigger refused on message");
  assert.equal((await send(4, "number 4")).status, 200);
  const { rows } = await acme.server.app.database.transaction((tx) =>
    sql<{ count: number }>`select count(*) as count from pg_prepared_statements`.execute(tx),
  );
  assert.ok((rows[0]?.count ?? 0) >= 0);
  assert.deepEqual(acme.server.faults, []);
});

for (const when of ["before", "during"] as const)
  onPostgres(`a connection that is lost ${when} the commit of a group loses and duplicates nothing`, async (t) => {
    const { acme, proxy, send, contents } = await behindProxy(t);
    assert.equal((await send(100, "earlier")).status, 200);
    const { database } = acme.server.app;
    const { transaction } = database;
    database.transaction = (work, options) =>
      transaction(async (tx) => {
        const value = await work(tx);
        if (options?.isPipelined) when === "before" ? proxy.cutOpen() : proxy.loseAnswers();
        return value;
      }, options);
    const first = await Promise.all(CONTENTS.map((content, n) => send(n, content)));
    database.transaction = transaction;
    assert.ok(first.every(({ status }) => status === 200 || status === 503));
    assert.ok(first.some(({ status }) => status === 503));
    // As clients do: until there is an answer.
    const again = await Promise.all(
      CONTENTS.map(async (content, n) => {
        for (;;) {
          const answer = await send(n, content);
          if (answer.status !== 503) return answer;
        }
      }),
    );
    assert.ok(again.every(({ status }) => status === 200));
    for (const [n, { status, body }] of first.entries()) if (status === 200) assert.equal(body.id, again[n]?.body.id);
    assert.deepEqual((await contents()).toSorted(), ["earlier", ...CONTENTS].toSorted());
    acme.server.faults.splice(0);
  });

onPostgres(
  "while the lock is not to be had, no message waits for more than its group and the one before",
  async (t) => {
    const { acme, admin, send, contents } = await behindProxy(t);
    await admin.query("begin");
    await admin.query("select * from realm_position for update");
    const began = performance.now();
    const answers = await Promise.all(CONTENTS.map((content, n) => send(n, content)));
    assert.ok(answers.every(({ status }) => status === 503));
    assert.ok(performance.now() - began < 5000);
    await admin.query("rollback");
    assert.equal((await send(0, "number 0")).status, 200);
    assert.deepEqual(await contents(), ["number 0"]);
    acme.server.faults.splice(0);
  },
);

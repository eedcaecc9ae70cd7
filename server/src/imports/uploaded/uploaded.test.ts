/** Owners import archives while people use the organization. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { dirname } from "node:path";
import { gzipSync } from "node:zlib";
import { basic } from "../../../test/ask.ts";
import { entriesOf } from "../../../test/audit.ts";
import { listen, type Organization, org, Person, test, until, useServer } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import { invariants } from "../../cli/doctor/invariants.ts";
import { importFrom } from "../import.ts";
import { openSource } from "../open.ts";
import { fingerprintOf } from "../recognise.ts";
import {
  BEGIN,
  largeSlackArchive,
  PICTURED,
  slackChannel,
  slackDays,
  slackMessage,
  slackTime,
  slackUser,
} from "../slack/testing.ts";
import { survey } from "../survey.ts";
import { archiveFile, pictureOf, zipOf } from "../testing.ts";
import { rowsOf } from "../testing-rows.ts";
import * as contract from "./contract.ts";
import {
  filesLeft,
  importedCount,
  importWith,
  isUnderWay,
  settled,
  startsImport,
  unreadOf,
  uploadsArchive,
  zulipTar,
} from "./testing.ts";

useServer((engine) => startServer(engine, { maxImportMib: 1 }));

const MESSAGES = 900;

async function holdsTogether({ server }: Organization): Promise<void> {
  for (const { name, problems } of invariants) assert.deepEqual(await problems(server.app.database.reader), [], name);
}

test("an owner looks at an archive, imports it, and gets what the command would have imported", async (t) => {
  const [acme, by] = [await org(t), await org(t)];
  by.stopFollowing("the command sends no events");
  const archive = largeSlackArchive({ messages: MESSAGES, picture: await pictureOf("teal") });
  const file = archiveFile(t, "acme.zip", archive);
  const source = await openSource("slack", file, { workFolder: dirname(file) });
  const planned = await survey(by.server.app, by.realm, source);
  const options = { fingerprint: await fingerprintOf(file) };
  const { tally } = await importFrom(by.server.app, by.realm, source, options);
  await source.close();

  const [owner, admin] = [await listen(acme.owner), await listen(await acme.administrator("Alma"))];
  const import_id = await uploadsArchive(acme.owner, archive);
  await settled(acme);
  const ready = await importWith(acme.owner, import_id);
  assert.deepEqual([ready.import.state, ready.import.source, ready.report], ["ready", "slack", null]);
  assert.deepEqual(ready.plan?.taken, planned.tally.taken);
  assert.equal(ready.import.total, planned.records);
  assert.equal(await importedCount(acme), 0, "nothing has changed yet");
  const states = (await owner.hears())
    .filter(({ type }) => type === "realm_import")
    .map((event) => (event.import as { state: string }).state);
  assert.deepEqual([states[0], states.at(-1)], ["reading", "ready"]);
  assert(!(await admin.hears()).some(({ type }) => type === "realm_import"), "only owners get events");

  await acme.owner.call(contract.startImport, { import_id });
  await settled(acme);
  const done = await importWith(acme.owner, import_id);
  assert.equal(done.import.state, "finished");
  assert.deepEqual(done.report?.taken, tally.taken);
  assert.deepEqual(
    done.report?.left_out.map(({ what, count }) => [what, count]),
    tally.left_out.map(({ what, count }) => [what, count]),
  );
  const rows = await rowsOf(acme);
  assert.deepEqual(rows, await rowsOf(by));
  assert.equal(rows.pictures.length, PICTURED);
  assert.deepEqual(filesLeft(acme), []);
  await holdsTogether(acme);
  assert((await entriesOf(acme)).some(({ action }) => action === "import_started"));

  const again = await uploadsArchive(acme.owner, archive);
  await settled(acme);
  assert.equal((await importWith(acme.owner, again)).import.problem, "imported_before");
  const { imports } = await acme.owner.call(contract.getImports, {});
  assert.deepEqual(
    imports.map(({ id }) => id),
    [again, import_id],
  );
});

test("what people write meanwhile is neither read, nor lost, nor doubled, and imported messages are read and notify nobody", async (t) => {
  const acme = await org(t);
  const ben = await acme.member("Ben");
  await acme.channel("channel-1", [acme.owner, ben]);
  const before = await ben.sends("#channel-1 > plans", "before the import");
  const former = await listen(acme.owner);
  await startsImport(acme, largeSlackArchive({ messages: MESSAGES, firstEmail: acme.owner.email }));
  const live: number[] = [];
  const isOver = settled(acme).then(() => true);
  do live.push(await ben.sends("#channel-1 > plans", `meanwhile ${live.length}`));
  while (!(await Promise.race([isOver, new Promise<false>((resolve) => setTimeout(resolve, 20, false))])));
  live.push(await ben.writes(acme.owner, "afterwards"));

  assert.equal(await importedCount(acme), MESSAGES);
  assert.deepEqual(await unreadOf(acme.owner), [before, ...live]);
  const { reader } = acme.server.app.database;
  const span = await reader
    .selectFrom("message")
    .select((eb) => [eb.fn.min("id").as("first"), eb.fn.max("id").as("last")])
    .where("realm_id", "=", acme.realm.id)
    .where("client", "=", "Import")
    .executeTakeFirstOrThrow();
  assert(
    live.some((id) => id > span.first && id < span.last),
    "some came between imported ones",
  );
  await acme.server.app.notifier.settled();
  const missed = await reader.selectFrom("missed_message").select("message_id").execute();
  assert.deepEqual(
    missed.filter(({ message_id }) => !live.includes(message_id) && message_id !== before),
    [],
  );
  await holdsTogether(acme);

  // Her client registers again, knows the new channels, and hears of what is sent there.
  await assert.rejects(former.hears(), /Bad event queue/i);
  const next = await listen(acme.owner);
  await ben.sends("#channel-2 > news", "in a channel that came with the import");
  assert.equal((await next.reads()).length, 1);
});

test("whom a later archive subscribes to a channel that was imported before gets its messages at once", async (t) => {
  const acme = await org(t);
  const ben = await acme.member("Ben");
  const users = [acme.owner, ben].map(({ name, email }, n) => slackUser(`U${n}`, name, { email }));
  const archive = (members: string[], messages: number) => {
    const sent = Array.from({ length: messages }, (_, n) => slackMessage("U0", `number ${n}`, slackTime(BEGIN + n)));
    return zipOf([
      ["users.json", users],
      ["channels.json", [slackChannel("C1", "huts", members)]],
      ...slackDays(sent.map((message) => ["huts", message] as const)),
    ]);
  };
  await startsImport(acme, archive(["U0"], 0));
  await settled(acme);
  const former = await listen(ben);
  await startsImport(acme, archive(["U0", "U1"], MESSAGES));
  await isUnderWay(acme);
  await assert.rejects(former.hears(), /Bad event queue/i);
  const next = await listen(ben);
  await acme.owner.sends("#huts > paths", "the bridge is open again");
  assert.deepEqual(await next.reads(), ["the bridge is open again"]);
  await settled(acme);
  assert.equal(await importedCount(acme), MESSAGES);
  await holdsTogether(acme);
});

test("an import that is killed goes on where it was", async (t) => {
  const [whole, acme] = [await org(t), await org(t)];
  const archive = largeSlackArchive({ messages: MESSAGES });
  await startsImport(whole, archive);
  await settled(whole);
  const import_id = await startsImport(acme, archive);
  await isUnderWay(acme);
  await acme.server.restart({ crash: true });
  assert((await importedCount(acme)) < MESSAGES);
  // Until then, the process that was killed might still be alive.
  await acme.clock.leap({ minutes: 3 });
  await until(async () => (await importWith(acme.owner, import_id)).import.stage === "messages");
  await acme.server.restart();
  await settled(acme);
  assert.equal((await importWith(acme.owner, import_id)).import.state, "finished");
  assert.deepEqual(await rowsOf(acme), await rowsOf(whole));
  await holdsTogether(acme);
  assert.deepEqual(filesLeft(acme), []);
});

test("a cancelled import keeps what it took, and goes on when the file is imported again", async (t) => {
  const acme = await org(t);
  const archive = largeSlackArchive({ messages: MESSAGES, firstEmail: acme.owner.email });
  const import_id = await startsImport(acme, archive);
  await isUnderWay(acme);
  await acme.owner.call(contract.cancelImport, { import_id });
  await settled(acme);
  const { import: cancelled, report } = await importWith(acme.owner, import_id);
  const stored = await importedCount(acme);
  assert.equal(cancelled.state, "cancelled");
  assert.equal(report?.taken.messages, stored);
  assert(stored < MESSAGES);
  assert.deepEqual(await unreadOf(acme.owner), []);
  assert.deepEqual(filesLeft(acme), []);
  await assert.rejects(acme.owner.call(contract.cancelImport, { import_id }), /already over/);

  // While it is being read: its thread ends, and nobody tries again.
  const read = await uploadsArchive(acme.owner, archive);
  await acme.owner.call(contract.cancelImport, { import_id: read });
  await settled(acme);
  assert.deepEqual([(await importWith(acme.owner, read)).import.state, filesLeft(acme)], ["cancelled", []]);
  const { reader } = acme.server.app.database;
  const jobs = await reader.selectFrom("job").select("kind").where("realm_id", "=", acme.realm.id).execute();
  assert.deepEqual(
    jobs.filter(({ kind }) => kind === "read_archive" || kind === "import_archive"),
    [],
  );

  await startsImport(acme, archive);
  await settled(acme);
  assert.equal(await importedCount(acme), MESSAGES);
  await holdsTogether(acme);
});

test("only owners import, one archive at a time, and nothing that is none", async (t) => {
  const acme = await org(t);
  const archive = largeSlackArchive({ messages: 5 });
  for (const person of [await acme.administrator("Alma"), await acme.member("Mel")]) {
    await assert.rejects(uploadsArchive(person, archive), /Must be an organization owner/);
    await assert.rejects(person.call(contract.getImports, {}), /Must be an organization owner/);
    for (const operation of [contract.getImport, contract.startImport, contract.cancelImport])
      await assert.rejects(person.call(operation, { import_id: 1 }), /Must be an organization owner/);
  }
  const problemOf = async (content: Buffer) => {
    const import_id = await uploadsArchive(acme.owner, content);
    await settled(acme);
    const { import: row } = await importWith(acme.owner, import_id);
    assert.deepEqual(filesLeft(acme), []);
    await assert.rejects(acme.owner.call(contract.startImport, { import_id }), /cannot be started/);
    return row.problem;
  };
  assert.equal(await problemOf(Buffer.from("just text")), "not_an_archive");
  assert.equal(await problemOf(Buffer.alloc(0)), "not_an_archive");
  assert.equal(await problemOf(archive.subarray(0, archive.length - 200)), "damaged");
  assert.equal(await problemOf(Buffer.from('{"parley_export":1}\n')), "parley_export");
  assert.equal(await problemOf(gzipSync(Buffer.from('{"parley_export":1}\n'))), "parley_export");
  const users = { "users.json": "[", "channels.json": "{" };
  assert.equal(await problemOf(zipOf(Object.entries(users))), "damaged");
  const bomb = zipOf([
    ["users.json", Buffer.alloc(40 * 1024 * 1024, " ")],
    ["channels.json", []],
  ]);
  assert.equal(await problemOf(bomb), "damaged");
  // Each file by itself would do, and all of them would not.
  const packed = Buffer.concat([randomBytes(200_000), Buffer.alloc(7_000_000)]);
  const much = await zulipTar(t, Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [name, packed])));
  assert.equal(await problemOf(much), "too_large");

  await assert.rejects(uploadsArchive(acme.owner, Buffer.alloc(1024 * 1024 + 1)), /larger than 1 MiB/);
  const import_id = await uploadsArchive(acme.owner, archive);
  await settled(acme);
  await assert.rejects(uploadsArchive(acme.owner, archive), /already being imported/);
  const other = await org(t);
  for (const operation of [contract.getImport, contract.startImport, contract.cancelImport])
    await assert.rejects(other.owner.call(operation, { import_id }), /Invalid import ID/);
  await acme.owner.call(contract.cancelImport, { import_id });
  await settled(acme);
  assert.deepEqual([await importedCount(acme), filesLeft(acme)], [0, []]);
});

test("an archive that nobody imports is deleted after a day, and an upload that breaks off leaves nothing", async (t) => {
  const acme = await org(t);
  const import_id = await uploadsArchive(acme.owner, largeSlackArchive({ messages: 5 }));
  await settled(acme);
  assert.equal(filesLeft(acme).length, 1);
  await acme.clock.leap({ hours: 25 });
  await settled(acme);
  assert.equal((await importWith(acme.owner, import_id)).import.state, "cancelled");
  assert.deepEqual(filesLeft(acme), []);

  const http = acme.server.app.buildServer();
  await http.listen({ host: "127.0.0.1", port: 0 });
  t.after(() => http.close());
  const { port } = http.server.address() as { port: number };
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  const lines = [
    "POST /api/v1/import/realm HTTP/1.1",
    `Host: ${acme.realm.host}`,
    `Authorization: ${basic(acme.owner.email, acme.owner.apiKey)}`,
    "Content-Type: multipart/form-data; boundary=cut",
    "Content-Length: 500000",
    "",
    "--cut",
    'Content-Disposition: form-data; name="file"; filename="a.zip"',
    "Content-Type: application/zip",
    "",
    "x".repeat(200_000),
  ];
  socket.write(lines.join("\r\n"));
  await until(() => filesLeft(acme).length === 1);
  await assert.rejects(uploadsArchive(acme.owner, Buffer.from("another")), /already being imported/);
  socket.destroy();
  await until(() => filesLeft(acme).length === 0);
  await uploadsArchive(acme.owner, Buffer.from("another"));
  await settled(acme);
  assert.equal((await acme.owner.call(contract.getImports, {})).imports[0]?.problem, "not_an_archive");
});

test("nodes that share a database import an archive once, and clients of both see it", async (t) => {
  const acme = await org(t);
  if (acme.server.engine === "sqlite") return;
  const other = await acme.server.anotherNode();
  t.after(() => other.close());
  const ben = await acme.member("Ben");
  const there = await listen(new Person(other, acme.realm.url, ben));
  await startsImport(acme, largeSlackArchive({ messages: 300 }));
  for (const node of [acme.server, other]) await node.app.jobs.settled();
  await until(async () => (await acme.owner.call(contract.getImports, {})).imports[0]?.state === "finished");
  assert.equal(await importedCount(acme), 300);
  const rows = await other.app.database.reader.selectFrom("realm_import").select("attempts").execute();
  assert(rows.some(({ attempts }) => attempts === 1));
  await until(() =>
    there.hears().then(
      () => false,
      () => true,
    ),
  );
});

/** An import that is interrupted anywhere and run again gives the same rows as one that is not. */
import assert from "node:assert/strict";
import { dirname } from "node:path";
import type { TestContext } from "node:test";
import { type Organization, org, test } from "../../test/index.ts";
import { invariants } from "../cli/doctor/invariants.ts";
import type { Database } from "../kernel/db/handles.ts";
import { importFrom } from "./import.ts";
import { openSource } from "./open.ts";
import { fingerprintOf } from "./recognise.ts";
import {
  BEGIN,
  largeSlackArchive,
  PICTURED,
  slackChannel,
  slackDays,
  slackMessage,
  slackTime,
  slackUser,
} from "./slack/testing.ts";
import { archiveFile, pictureOf, zipOf } from "./testing.ts";
import { failing, Killed, killedUntilDone } from "./testing-kills.ts";
import { rowsOf } from "./testing-rows.ts";

const MESSAGES = 4200;
const archive = largeSlackArchive({ messages: MESSAGES, picture: await pictureOf("teal") });

/** Everything in one process, as with `--download`. */
async function run(acme: Organization, file: string, database?: Database) {
  const { app } = acme.server;
  const realm = await app.identities.realmById(app.database.reader, acme.realm.id);
  const source = await openSource("slack", file, { workFolder: dirname(file) });
  try {
    const running = database ? Object.assign(Object.create(app) as typeof app, { database }) : app;
    return await importFrom(running, realm, source, { fingerprint: await fingerprintOf(file) });
  } finally {
    await source.close();
  }
}

async function imported(t: TestContext, content = archive): Promise<{ acme: Organization; file: string }> {
  const acme = await org(t);
  acme.stopFollowing("an import sends no events");
  return { acme, file: archiveFile(t, "large.zip", content) };
}

test("an import that is killed again and again ends with the same rows", async (t) => {
  const whole = await imported(t);
  const { tally } = await run(whole.acme, whole.file);
  assert.equal(tally.taken.messages, MESSAGES);
  const expected = await rowsOf(whole.acme);
  assert.equal(expected.messages.length, MESSAGES);
  assert.deepEqual([expected.pictures.length, tally.taken.pictures], [PICTURED, PICTURED]);

  const { acme, file } = await imported(t);
  const { database } = acme.server.app;
  const kills = await killedUntilDone((torn) => run(acme, file, torn), database, { seed: t.name.length, steps: 6 });
  assert(kills > 3, `${kills} kills`);
  assert.deepEqual(await rowsOf(acme), expected);
  const again = await run(acme, file);
  assert.deepEqual([again.wasFinished, again.tally], [true, tally]);
  assert.deepEqual(await rowsOf(acme), expected);
  for (const { name, problems } of invariants)
    assert.deepEqual(await problems(acme.server.app.database.reader), [], name);
});

/** Threads that begin with someone whom only later messages name, and messages that are pinned. */
function archiveWithStrangers(): Buffer {
  const at = (n: number) => slackTime(BEGIN + n);
  const begin = (n: number, text: string) => slackMessage("U1", text, at(n), { thread_ts: at(n), reply_count: 2 });
  const reply = (n: number, user: string, thread: number) =>
    slackMessage(user, `answer ${n}`, at(n), { thread_ts: at(thread), user_profile: { real_name: `Guest ${user}` } });
  const messages = [
    begin(1, "<@S1> and <@U2> about <#C2|news>"),
    begin(2, "<@S2> alone"),
    reply(3, "S1", 1),
    begin(4, "<@S1> again"),
    reply(5, "S2", 2),
    reply(6, "U1", 1),
    reply(7, "S1", 4),
    reply(8, "U2", 2),
  ];
  return zipOf([
    ["users.json", [slackUser("U1", "Person Number 1"), slackUser("U2", "Ben"), slackUser("USLACKBOT", "Slackbot")]],
    [
      "channels.json",
      [
        slackChannel("C1", "general", ["U1"], { pins: [{ id: at(1) }, { id: at(7), user: "S2" }] }),
        slackChannel("C2", "news", ["U1"]),
      ],
    ],
    ...slackDays(messages.map((message) => ["general", message] as const)),
  ]);
}

test("replies stay in the topic of their thread, whoever has come or was renamed before an interruption", async (t) => {
  const whole = await imported(t, archiveWithStrangers());
  await run(whole.acme, whole.file);
  const expected = await rowsOf(whole.acme);
  const topics = ["@S1 and @Ben about #news", "@S2 alone", "@Guest S1 again", "Pinned messages"];
  assert.deepEqual([...new Set(expected.messages.map(({ subject }) => subject))], topics);
  assert.equal(expected.messages.at(-1)?.content.match(/\/near\//g)?.length, 2, "both pins are listed");

  const { acme, file } = await imported(t, archiveWithStrangers());
  let kills = 0;
  for (let isOver = false; !isOver; ) {
    // One step more each time, so that it comes to an end.
    const database = failing(acme.server.app.database, 1 + (kills % 2), true);
    try {
      await run(acme, file, database);
      isOver = true;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      kills++;
      assert(kills < 100);
    }
  }
  assert(kills > 5, `${kills} kills`);
  assert.deepEqual(await rowsOf(acme), expected);

  const renamed = await imported(t, archiveWithStrangers());
  await assert.rejects(run(renamed.acme, renamed.file, failing(renamed.acme.server.app.database, 7, true)), Killed);
  const taken = (await rowsOf(renamed.acme)).messages.length;
  assert(taken > 0 && taken < expected.messages.length, `${taken} were taken`);
  await renamed.acme.alter(async (tx) => {
    const of = renamed.acme.realm.id;
    await tx
      .updateTable("user")
      .set({ full_name: "Benjamin" })
      .where("realm_id", "=", of)
      .where("full_name", "=", "Ben")
      .execute();
    await tx
      .updateTable("channel")
      .set({ name: "press", name_key: "press" })
      .where("realm_id", "=", of)
      .where("name", "=", "news")
      .execute();
  });
  await run(renamed.acme, renamed.file);
  assert.deepEqual(
    (await rowsOf(renamed.acme)).messages.map(({ subject }) => subject),
    expected.messages.map(({ subject }) => subject),
  );
});

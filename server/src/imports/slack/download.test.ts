/** `--download`: the links of the export are followed, and what has come stays, whatever happens in between. */
import assert from "node:assert/strict";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { type Organization, org, test } from "../../../test/index.ts";
import type { Database } from "../../kernel/db/handles.ts";
import { importFrom } from "../import.ts";
import { openSource } from "../open.ts";
import { fingerprintOf } from "../recognise.ts";
import { archiveFile, zipOf } from "../testing.ts";
import { killedUntilDone } from "../testing-kills.ts";
import { rowsOf } from "../testing-rows.ts";
import { BEGIN, slackChannel, slackDays, slackMessage, slackTime, slackUser } from "./testing.ts";

const at = (n: number) => slackTime(BEGIN + n);
const fileOf = (id: string, more: object = {}) => ({
  ...{ id, name: `${id}.txt`, title: `About ${id}`, user: "U1" },
  ...{ url_private: `https://files.slack.com/${id}`, permalink: `https://acme.slack.com/${id}`, ...more },
});

/** Without the one that is gone. */
const FILES = 7;

/** Threads that begin with files, and whose replies have some: of several messages, of another person, and one that is gone. */
function threadsWithFiles(): Buffer {
  const begin = (n: number, text: string, files: readonly object[]) =>
    slackMessage("U1", text, at(n), { thread_ts: at(n), reply_count: 2, files });
  const reply = (n: number, thread: number, user: string, files: readonly object[]) =>
    slackMessage(user, files.length === 0 ? "seen" : "", at(n), { thread_ts: at(thread), files });
  const messages = [
    begin(1, "", [fileOf("F1"), fileOf("F2")]),
    begin(2, "Routes", [fileOf("F3")]),
    reply(3, 1, "U2", [fileOf("F4", { user: "U2" }), fileOf("F404")]),
    reply(4, 2, "U2", [fileOf("F1")]),
    // Whom only this message names: everything before it is stored at once.
    reply(5, 1, "S1", []),
    reply(6, 2, "U1", [fileOf("F5"), fileOf("F6")]),
    begin(7, "", [fileOf("F1")]),
    reply(8, 7, "U2", [fileOf("F7")]),
  ];
  return zipOf([
    ["users.json", [slackUser("U1", "Person Number 1"), slackUser("U2", "Ben")]],
    ["channels.json", [slackChannel("C1", "general", ["U1", "U2"])]],
    ...slackDays(messages.map((message) => ["general", message] as const)),
  ]);
}

/** Imports with a Slack that has every file but one, and counts what is asked of it. */
function downloading(acme: Organization, file: string) {
  const asked = new Map<string, number>();
  const open = async ({ url }: { readonly url: string }) => {
    const id = url.split("/").at(-1) as string;
    asked.set(id, (asked.get(id) ?? 0) + 1);
    return id === "F404"
      ? { status: 404, body: Readable.from([]) }
      : { status: 200, body: Readable.from([Buffer.from(`content of ${id}`)]) };
  };
  const app = Object.assign(Object.create(acme.server.app) as typeof acme.server.app, { outgoing: { open } });
  const run = async (database: Database = app.database) => {
    const realm = await app.identities.realmById(app.database.reader, acme.realm.id);
    const source = await openSource("slack", file, { workFolder: dirname(file), download: { app } });
    try {
      const running = Object.assign(Object.create(app) as typeof app, { database });
      return await importFrom(running, realm, source, { fingerprint: await fingerprintOf(file) });
    } finally {
      await source.close();
    }
  };
  return { asked, run };
}

test("an import that is killed among the files of a thread keeps its topics and files, and asks for none of them twice", async (t) => {
  const whole = await org(t);
  whole.stopFollowing("an import sends no events");
  const file = archiveFile(t, "threads.zip", threadsWithFiles());
  const undisturbed = downloading(whole, file);
  const { tally } = await undisturbed.run();
  const expected = await rowsOf(whole);
  assert.deepEqual(
    [...new Set(expected.messages.map(({ subject }) => subject))],
    ["About F1", "Routes", "About F1 (2020-03-02)"],
  );
  assert.deepEqual([tally.taken.files, expected.files.length, undisturbed.asked.get("F404")], [9, 9, 1]);

  for (const seed of [1, 2, 3, 4]) {
    const acme = await org(t);
    acme.stopFollowing("an import sends no events");
    const { asked, run } = downloading(acme, file);
    const kills = await killedUntilDone(run, acme.server.app.database, { seed, steps: 5 });
    assert(kills > 2, `${kills} kills`);
    assert.deepEqual(await rowsOf(acme), expected);
    const again = await run();
    assert.deepEqual([again.wasFinished, again.tally], [true, tally]);
    asked.delete("F404");
    const requests = [...asked.values()].reduce((sum, count) => sum + count, 0);
    assert(requests <= FILES + kills, `${requests} requests, though at most one file was not stored at each kill`);
  }
});

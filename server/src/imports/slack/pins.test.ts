/** What is pinned in Slack is listed here in a topic of its own, with links to the messages. */
import assert from "node:assert/strict";
import { dirname } from "node:path";
import type { TestContext } from "node:test";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { messages as messageApi } from "../../contract.ts";
import { importFrom } from "../import.ts";
import { openSource } from "../open.ts";
import { ArchiveThread } from "../reading/archive-thread.ts";
import { fingerprintOf } from "../recognise.ts";
import type { ImportSource } from "../records.ts";
import { survey } from "../survey.ts";
import { archiveFile, zipOf } from "../testing.ts";
import { rowsOf } from "../testing-rows.ts";
import { BEGIN, slackChannel, slackDays, slackMessage, slackTime, slackUser } from "./testing.ts";

const at = (second: number) => slackTime(BEGIN + second);
const pin = (second: number, more: object = {}) => ({
  id: at(second),
  type: "C",
  created: BEGIN + 500 - second,
  user: "U2",
  owner: "U1",
  ...more,
});
const file = { id: "F1", name: "plan *B*.txt", mode: "tombstone", user: "U1" };
const MANY = 150;

function pinnedArchive(acme: Organization, { isLater = false, listed = [] as readonly object[] } = {}): Buffer {
  const thread = at(3);
  const many = Array.from({ length: MANY }, (_, n) => slackMessage("U1", `${n} ${"long ".repeat(40)}`, at(1000 + n)));
  return zipOf([
    [
      "users.json",
      [
        ...[slackUser("U1", "Ada", { email: acme.owner.email }), slackUser("U2", "Ben")],
        ...[slackUser("U3", "Person Number 1"), ...listed],
      ],
    ],
    [
      "channels.json",
      [
        slackChannel("C1", "general", ["U1"], {
          pins: [
            pin(1),
            pin(4),
            pin(2, { user: "U9", created: "never" }),
            ...[pin(1), pin(77), { id: "F1", type: "F" }, { id: 7, type: "C" }],
          ],
        }),
        slackChannel("C2", "crowded", ["U1"], { pins: many.map(({ ts }) => ({ id: ts })) }),
        slackChannel("C3", "empty", ["U1"], { pins: [] }),
      ],
    ],
    ["groups.json", [slackChannel("G1", "board", ["U2"], { pins: [pin(20)] })]],
    ["dms.json", [{ id: "D1", members: ["U1", "U2"], pins: [pin(30)] }]],
    ...slackDays([
      ["general", slackMessage("U1", "Welcome, <@U2>! See [this](http://evil.test) & *read*\nmore", at(1))],
      ["general", slackMessage("U1", "", at(2), { files: [file] })],
      ["general", slackMessage("U1", "Pinned messages", thread, { thread_ts: thread, reply_count: 1 })],
      ["general", slackMessage("U2", "In a thread", at(4), { thread_ts: thread })],
      ["general", slackMessage("U2", "", at(5), { subtype: "channel_join" })],
      ["board", slackMessage("U2", "our secret", at(20))],
      ["D1", slackMessage("U2", "just us", at(30))],
      ...many.map((message) => ["crowded", message] as const),
      ...(isLater ? [["general", slackMessage("U2", "since then", at(90_000))] as const] : []),
    ]),
  ]);
}

async function imports(acme: Organization, path: string, source: ImportSource) {
  const { app } = acme.server;
  const realm = await app.identities.realmById(app.database.reader, acme.realm.id);
  try {
    const planned = await survey(app, realm, source, { fingerprint: "of the plan" });
    const { tally, wasFinished } = await importFrom(app, realm, source, { fingerprint: await fingerprintOf(path) });
    return { planned: planned.tally, tally, wasFinished };
  } finally {
    await source.close();
  }
}

const read = async (person: Person, channel: string, topic: string) => {
  const narrow = [
    { operator: "channel" as const, operand: channel },
    { operator: "topic" as const, operand: topic },
  ];
  const page = { anchor: "newest", num_before: 100, num_after: 0, apply_markdown: false, narrow };
  return (await person.call(messageApi.getMessages, page)).messages;
};

async function imported(t: TestContext) {
  const acme = await org(t);
  acme.stopFollowing("nobody is told of these imports");
  const path = archiveFile(t, "pinned.zip", pinnedArchive(acme));
  return { acme, path };
}

const inProcess = (path: string) => openSource("slack", path, { workFolder: dirname(path) });

test("pinned messages are listed in a topic of their channel, with links to them", async (t) => {
  const { acme, path } = await imported(t);
  const { tally, planned } = await imports(acme, path, await inProcess(path));
  const lines = ({ left_out }: typeof tally) =>
    left_out
      .filter(({ what }) => what === "pins")
      .map(({ reason, count }) => `${count}: ${reason}`)
      .sort();
  assert.deepEqual(lines(tally), [
    "1: direct conversations have no topics",
    "1: the archive does not have the message",
    "2: what is pinned is not a message",
    `${MANY - 100}: the channel has too many`,
  ]);
  assert.deepEqual([planned.taken, lines(planned)], [tally.taken, lines(tally)], "a dry run says the same");

  const { owner } = acme;
  // A thread has the name already.
  const [list, ...others] = await read(owner, "general", "Pinned messages (2020-03-02)");
  assert.deepEqual(others, []);
  const [reply] = (await read(owner, "general", "Pinned messages")).slice(-1);
  const [welcome, attached] = await read(owner, "general", "");
  const { stream_id } = list as { stream_id?: number };
  const ben = reply?.sender_id;
  const link = (topic: string, id: number | undefined) =>
    `/#narrow/channel/${stream_id}-general/topic/${topic}/near/${id}`;
  assert.deepEqual(list?.content.split("\n"), [
    "Pinned in Slack:",
    "",
    `* [plan  B .txt](${link("", attached?.id)}) by @_**${owner.name}|${owner.id}**, pinned`,
    `* [In a thread](${link("Pinned.20messages", reply?.id)}) by @_**Ben|${ben}**, pinned by @_**Ben|${ben}** <time:2020-03-02T00:08:16.000Z>`,
    `* [Welcome, @Ben! See  this (http://evil.test) & read](${link("", welcome?.id)}) by @_**${owner.name}|${owner.id}**, pinned by @_**Ben|${ben}** <time:2020-03-02T00:08:19.000Z>`,
  ]);
  assert.deepEqual([list?.sender_full_name, list?.timestamp, list?.flags], ["Slackbot", BEGIN + 499, ["read"]]);

  // A long list goes on in further messages, and nothing of a private channel leaves it.
  const crowded = await read(owner, "crowded", "Pinned messages");
  assert.ok(crowded.length > 1);
  const all = crowded.map(({ content }) => content).join("\n");
  assert.equal(all.match(/^\* \[/gm)?.length, 100);
  assert.ok(all.includes("* [0 long long"));
  assert.deepEqual(await read(owner, "board", "Pinned messages"), []);
  const { messages } = await owner.call(messageApi.getMessages, { anchor: "newest", num_before: 1000, num_after: 0 });
  assert.ok(messages.every(({ content }) => !content.includes("our secret")));
  const board = (await rowsOf(acme)).messages.filter(({ name }) => name === "board");
  assert.deepEqual(
    board.map(({ subject, content }) => [subject, content.includes("[our secret](/#narrow/channel/")]),
    [
      ["", false],
      ["Pinned messages", true],
    ],
  );

  const again = await imports(acme, path, await inProcess(path));
  assert.deepEqual([again.wasFinished, again.tally], [true, tally]);
});

test("pins are listed also where the archive has Slackbot among its people", async (t) => {
  const { acme, path } = await imported(t);
  const { tally } = await imports(acme, path, await inProcess(path));
  const expected = (await rowsOf(acme)).messages;
  const listedIn = async (content: (acme: Organization) => Buffer) => {
    const other = await org(t);
    other.stopFollowing("nobody is told of these imports");
    const file = archiveFile(t, "listed.zip", content(other));
    const outcome = await imports(other, file, await inProcess(file));
    assert.deepEqual(outcome.tally.taken, tally.taken);
    return (await rowsOf(other)).messages;
  };
  const slackbot = slackUser("USLACKBOT", "Slackbot");
  assert.deepEqual(await listedIn((other) => pinnedArchive(other, { listed: [slackbot] })), expected);
});

test("pins are the same where an archive is read in a thread, and a later archive links to what is newest", async (t) => {
  const { acme, path } = await imported(t);
  await imports(acme, path, await inProcess(path));
  const expected = await rowsOf(acme);
  const other = await imported(t);
  const { tally } = await imports(
    other.acme,
    other.path,
    await ArchiveThread.openAs("slack", other.path, { workFolder: dirname(other.path) }),
  );
  assert.deepEqual(await rowsOf(other.acme), expected);

  // Everything comes again with a later archive, as messages do.
  const later = archiveFile(t, "later.zip", pinnedArchive(other.acme, { isLater: true }));
  const { tally: second } = await imports(other.acme, later, await inProcess(later));
  assert.deepEqual([second.taken.messages, second.taken.bots], [tally.taken.messages + 1, 0]);
  const [list] = await read(other.acme.owner, "general", "Pinned messages (2020-03-03)");
  const linked = [...(list?.content ?? "").matchAll(/\/near\/(\d+)/g)].map(([, id]) => Number(id));
  assert.equal(linked.length, 3);
  const newest = await read(other.acme.owner, "general", "");
  assert.ok(linked.some((id) => id === newest.at(-2)?.id));
});

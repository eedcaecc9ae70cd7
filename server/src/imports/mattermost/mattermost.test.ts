import assert from "node:assert/strict";
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import sharp from "sharp";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { invariants } from "../../cli/doctor/invariants.ts";
import { messages as messageApi } from "../../contract.ts";
import { importFrom } from "../import.ts";
import { openSource } from "../open.ts";
import { fingerprintOf, recognise } from "../recognise.ts";
import { archiveFile, zipOf } from "../testing.ts";

/** 2 March 2020, in milliseconds. */
const BEGIN = 1_583_107_200_000;

const channel = (name: string, display_name: string, more: object = {}) => ({
  type: "channel",
  channel: { team: "crew", name, display_name, type: "O", header: "", purpose: "", ...more },
});

const user = (username: string, first_name: string, email: string, channels: readonly string[], more: object = {}) => ({
  type: "user",
  user: {
    username,
    email,
    first_name,
    last_name: "",
    nickname: "",
    roles: "system_user",
    teams: [{ name: "crew", roles: "team_user", channels: channels.map((name) => ({ name, roles: "channel_user" })) }],
    ...more,
  },
});

const post = (who: string, where: string, message: string, second: number, more: object = {}) => ({
  type: "post",
  post: { team: "crew", channel: where, user: who, message, create_at: BEGIN + second * 1000, ...more },
});

/** Posts are in the order of their ids, which is none. */
function crewLines(acme: Organization): object[] {
  return [
    { type: "version", version: 1 },
    { type: "emoji", emoji: { name: "missing", image: "emoji/none" } },
    { type: "team", team: { name: "crew", display_name: "Crew", type: "I" } },
    channel("town-square", "Town Square", { purpose: "For all" }),
    channel("engine", "Engine Room", { type: "P" }),
    channel("old", "Old", { deleted_at: BEGIN }),
    user("ada", "Ada", acme.owner.email, ["town-square", "engine"]),
    user("ben.r", "Ben", "ben@example.org", ["town-square"], { last_name: "Riley", profile_image: "p.png" }),
    user("gus", "Gus", "gus@example.org", [], { roles: "system_guest" }),
    { type: "bot", bot: { username: "deploy", display_name: "Deploy Bot", owner: "ada" } },
    post("ben.r", "town-square", "Later", 300),
    post("ada", "town-square", "Which way, @ben.r? See ~engine and `@ben.r`", 100, {
      replies: [
        {
          user: "ben.r",
          message: "North. @gus.",
          create_at: BEGIN + 200_000,
          reactions: [{ user: "ada", emoji_name: "+1", create_at: 1 }],
        },
      ],
      reactions: [
        { user: "ben.r", emoji_name: "tada", create_at: 1 },
        { user: "nobody", emoji_name: "tada", create_at: 1 },
        { user: "ada", emoji_name: "no-such", create_at: 1 },
      ],
      is_pinned: true,
      edit_at: BEGIN + 150_000,
      flagged_by: ["ben.r"],
    }),
    post("ada", "town-square", "joined", 50, { type: "system_join_channel" }),
    post("ghost", "town-square", "From someone who has left, @all", 60),
    post("ben.r", "town-square", "With a file", 70, {
      attachments: [{ path: "20200302/notes.txt" }, { path: "../../etc/passwd" }],
    }),
    post("ada", "engine", "secret", 80),
    { type: "direct_channel", direct_channel: { members: ["ada", "ben.r"] } },
    {
      type: "direct_post",
      direct_post: {
        channel_members: ["ada", "ben.r"],
        user: "ben.r",
        message: "between us",
        create_at: BEGIN + 90_000,
        replies: [{ user: "ada", message: "indeed", create_at: BEGIN + 95_000 }],
      },
    },
  ];
}

const linesOf = (lines: readonly object[]) => `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;

function asZip(t: TestContext, lines: readonly object[]): string {
  const bytes = zipOf([
    ["import.jsonl", linesOf(lines)],
    ["data/20200302/notes.txt", "walk north"],
  ]);
  return archiveFile(t, "export.zip", bytes);
}

function asLines(t: TestContext, lines: readonly object[]): string {
  const file = archiveFile(t, "export.jsonl", Buffer.from(linesOf(lines)));
  mkdirSync(join(dirname(file), "data", "20200302"), { recursive: true });
  writeFileSync(join(dirname(file), "data", "20200302", "notes.txt"), "walk north");
  return file;
}

async function imports(acme: Organization, file: string) {
  const { app } = acme.server;
  const realm = await app.identities.realmById(app.database.reader, acme.realm.id);
  const workFolder = join(dirname(file), "work");
  const source = await openSource("mattermost", file, { workFolder });
  try {
    return await importFrom(app, realm, source, { fingerprint: await fingerprintOf(file) });
  } finally {
    await source.close();
    assert.deepEqual(readdirSync(workFolder), [], "nothing is left behind");
  }
}

async function read(person: Person, operator: string, operand: string) {
  const { messages } = await person.call(messageApi.getMessages, {
    anchor: "newest",
    num_before: 100,
    num_after: 0,
    apply_markdown: false,
    allow_empty_topic_name: true,
    narrow: [{ operator, operand }] as never,
  });
  return messages as unknown as {
    content: string;
    subject: string;
    sender_full_name: string;
    timestamp: number;
    last_edit_timestamp?: number;
    reactions: { emoji_name: string }[];
  }[];
}

for (const [form, archived] of [
  ["a zip file", asZip],
  ["lines", asLines],
] as const)
  test(`a bulk export of Mattermost comes in order, as ${form}`, async (t) => {
    const acme = await org(t);
    acme.stopFollowing("no server runs during an import");
    const file = archived(t, crewLines(acme));
    assert.equal(await recognise(file), "mattermost");
    const { tally } = await imports(acme, file);
    await acme.server.restart();
    const { taken } = tally;
    assert.deepEqual([taken.people_matched, taken.people_created, taken.bots, taken.channels_created], [1, 3, 2, 3]);
    assert.deepEqual(
      [taken.messages, taken.direct_messages, taken.reactions, taken.files, taken.edits],
      [7, 2, 2, 1, 1],
    );
    assert.deepEqual(tally.left_out.map(({ what, reason, count }) => `${count} ${what}: ${reason}`).sort(), [
      "1 custom emoji: the archive does not have the file",
      "1 email addresses: the archive has none: the person cannot be invited",
      "1 files: the archive does not have the file",
      "1 notices: of Mattermost itself",
      "1 pictures of people: the archive does not have the file",
      "1 reactions: the emoji is not known here",
      "1 reactions: the person is not in the archive",
    ]);
    const { reader } = acme.server.app.database;
    const people = await reader
      .selectFrom("user")
      .select(["id", "full_name"])
      .where("realm_id", "=", acme.realm.id)
      .execute();
    const idOf = (name: string) => people.find(({ full_name }) => full_name === name)?.id;
    const shown = (await read(acme.owner, "channel", "Town Square")).map(
      ({ timestamp, sender_full_name, subject, content }) => [
        timestamp - BEGIN / 1000,
        sender_full_name,
        subject,
        content.replace(/\/user_uploads\/\S+\/(?=[^/]+\))|\/#narrow\/\S+\/near\/\d+(?=\))/g, "…/"),
      ],
    );
    const topic = "Which way, @ben.r? See ~engine and `@ben.r`";
    const owner = acme.owner.name;
    const excerpt = "Which way, @ben.r? See ~engine and  @ben.r";
    const pinned = `Pinned in Mattermost:\n\n* [${excerpt}](…/) by @_**${owner}|${acme.owner.id}**, pinned`;
    assert.deepEqual(shown, [
      [60, "ghost", "", "From someone who has left, @**all**"],
      [70, "Ben Riley", "", "With a file\n\n[notes.txt](…/notes.txt)\n\npasswd"],
      [100, owner, topic, `Which way, @**Ben Riley|${idOf("Ben Riley")}**? See #**Engine Room** and \`@ben.r\``],
      [200, "Ben Riley", topic, `North. @**Gus|${idOf("Gus")}**.`],
      [300, "Ben Riley", "", "Later"],
      [300, "System", "Pinned messages", pinned],
    ]);
    assert.deepEqual(
      (await read(acme.owner, "is", "dm")).map(({ content }) => content),
      ["between us", "indeed"],
    );
    assert.deepEqual(
      (await read(acme.owner, "channel", "Engine Room")).map(({ content }) => content),
      ["secret"],
    );
    const starred = await reader
      .selectFrom("user_message")
      .select("user_id")
      .where("flags", "=", 2 + 8)
      .execute();
    assert(
      starred.some(({ user_id }) => user_id === idOf("Ben Riley")),
      "mentioned, and saved",
    );
    for (const { name, problems } of invariants) assert.deepEqual(await problems(reader), [], name);
  });

test("channels of several teams stay apart, and lines that are no export are refused", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("no server runs during an import");
  const team = (name: string) => ({ type: "team", team: { name, display_name: name.toUpperCase(), type: "O" } });
  const square = (name: string) => channel("town-square", "Town Square", { team: name });
  await imports(acme, asLines(t, [{ type: "version", version: 1 }, team("a"), team("b"), square("a"), square("b")]));
  const { reader } = acme.server.app.database;
  const rows = await reader.selectFrom("channel").select("name").where("realm_id", "=", acme.realm.id).execute();
  const names = rows.map(({ name }) => name);
  for (const name of ["A: Town Square", "B: Town Square"]) assert(names.includes(name), names.join());
  const folder = dirname(archiveFile(t, "x", Buffer.alloc(0)));
  const opened = async (text: string, message: RegExp) =>
    assert.rejects(
      openSource("mattermost", archiveFile(t, "bad.jsonl", Buffer.from(text)), { workFolder: folder }),
      message,
    );
  await opened("", /is empty/);
  await opened('{"type":"team"}\n', /not a bulk export/);
  await opened('{"type":"version","version":2}\n', /not known/);
  await opened('{"type":"version","version":1}\nnot json\n', /not JSON/);
  await opened(`{"type":"version","version":1}\n"${"x".repeat(17 * 1024 * 1024)}"\n`, /too long/);
});

const VERSION = { type: "version", version: 1 };
const CREW = { type: "team", team: { name: "crew", display_name: "Crew", type: "I" } };

const lines = (tally: { left_out: readonly { what: string; reason: string; count: number }[] }) =>
  tally.left_out.map(({ what, reason, count }) => `${count} ${what}: ${reason}`).sort();

test("lines read nothing but files in the folder beside them", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("no server runs during an import");
  const files = [
    "secret.txt",
    "data/linked.txt",
    "linked/deep.txt",
    "data",
    "20200302/notes.txt",
    "data/20200302/notes.txt",
  ];
  const file = asLines(t, [
    VERSION,
    CREW,
    channel("town-square", "Town Square"),
    user("ada", "Ada", acme.owner.email, ["town-square"]),
    post("ada", "town-square", "files", 1, { attachments: files.map((path) => ({ path })) }),
  ]);
  const folder = dirname(file);
  writeFileSync(join(folder, "secret.txt"), "of the operator");
  mkdirSync(join(folder, "outside"));
  writeFileSync(join(folder, "outside", "deep.txt"), "of the operator");
  symlinkSync(join(folder, "secret.txt"), join(folder, "data", "linked.txt"));
  symlinkSync(join(folder, "outside"), join(folder, "data", "linked"));
  const { tally } = await imports(acme, file);
  assert.deepEqual([tally.taken.files, lines(tally)], [2, ["4 files: the archive does not have the file"]]);
});

for (const system of [[], [{ type: "bot", bot: { username: "system-bot", display_name: "System", owner: "ada" } }]])
  test(`pinned posts become a list of links in their channel (${system.length} system bots in the archive)`, async (t) => {
    const acme = await org(t);
    acme.stopFollowing("no server runs during an import");
    const pinned = (n: number, message: string, more: object = {}) =>
      post("ada", "town-square", message, n, { is_pinned: true, ...more });
    const notes = Array.from({ length: 301 }, (_, n) => pinned(20 + n, `note ${n}`));
    const file = asLines(t, [
      VERSION,
      CREW,
      channel("town-square", "Town Square"),
      user("ada", "Ada", acme.owner.email, ["town-square"]),
      ...system,
      post("ada", "town-square", "Not this one", 1),
      ...notes,
      pinned(4, "", { attachments: [{ path: "20200302/notes.txt" }] }),
      pinned(3, "```\n## Walk *north*\n```", { replies: [{ user: "ada", message: "yes", create_at: BEGIN + 9000 }] }),
      // At the same moment.
      pinned(3, "> And then west"),
      {
        type: "direct_post",
        direct_post: { channel_members: ["ada"], user: "ada", message: "mine", create_at: BEGIN, is_pinned: true },
      },
    ]);
    const { tally } = await imports(acme, file);
    await acme.server.restart();
    assert.deepEqual(lines(tally), ["1 pins: direct conversations have no topics", "4 pins: the channel has too many"]);
    const shown = await read(acme.owner, "channel", "Town Square");
    const lists = shown.filter(({ subject }) => subject === "Pinned messages");
    assert.ok(lists.length > 1, "it goes on in further messages");
    const links = lists.flatMap(({ content }) => [...content.matchAll(/^\* \[([^\]]*)\]\(\S+\/near\/(\d+)\)/gm)]);
    assert.equal(links.length, 300);
    assert.deepEqual(
      links.slice(0, 4).map(([, excerpt]) => excerpt),
      ["Walk  north", "And then west", "notes.txt", "note 0"],
    );
    const { reader } = acme.server.app.database;
    const rows = await reader
      .selectFrom("message")
      .select(["id", "content"])
      .where("realm_id", "=", acme.realm.id)
      .execute();
    const contentOf = new Map(rows.map(({ id, content }) => [id, content]));
    assert.match(contentOf.get(Number(links[0]?.[2])) ?? "", /Walk \*north\*/);
    assert.equal(contentOf.get(Number(links[1]?.[2])), "> And then west");
    assert.equal(contentOf.get(Number(links[3]?.[2])), "note 0");
  });

test("custom emoji come behind the posts, and reactions with them are kept", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("no server runs during an import");
  const image = await sharp({ create: { width: 32, height: 32, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const archive = [
    VERSION,
    CREW,
    channel("town-square", "Town Square"),
    user("ada", "Ada", acme.owner.email, ["town-square"]),
    post("ada", "town-square", "hut :our-hut:", 1, { reactions: [{ user: "ada", emoji_name: "our-hut" }] }),
    { type: "emoji", emoji: { name: "our-hut", image: "emoji/hut.png" } },
    { type: "role", role: { name: "custom" } },
  ];
  const bytes = zipOf([
    ["import.jsonl", linesOf(archive)],
    ["data/emoji/hut.png", image],
  ]);
  const { tally } = await imports(acme, archiveFile(t, "export.zip", bytes));
  await acme.server.restart();
  assert.deepEqual(
    [tally.taken.emoji, tally.taken.reactions, lines(tally)],
    [1, 1, ["1 other entries: they are not imported"]],
  );
  const [shown] = await read(acme.owner, "channel", "Town Square");
  assert.deepEqual(
    shown?.reactions.map(({ emoji_name }) => emoji_name),
    ["our-hut"],
  );
});

test("people of two servers with equal names stay apart", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("no server runs during an import");
  const archive = (email: string) => [
    VERSION,
    CREW,
    user("ada", "Ada", email, []),
    user("ben", "Ben", `ben-${email}`, []),
    {
      type: "direct_post",
      direct_post: { channel_members: ["ada", "ben"], user: "ben", message: `to ${email}`, create_at: BEGIN },
    },
  ];
  await imports(acme, asLines(t, archive(acme.owner.email)));
  await imports(acme, asLines(t, archive("other@example.org")));
  await acme.server.restart();
  assert.deepEqual(
    (await read(acme.owner, "is", "dm")).map(({ content }) => content),
    [`to ${acme.owner.email}`],
  );
});

test("what is too long or too much in a line is left out and counted", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("no server runs during an import");
  const crowd = Array.from({ length: 1001 }, (_, n) => `p${n}`);
  const replies = Array.from({ length: 50 }, (_, n) => ({ user: "ada", message: "no", create_at: BEGIN + n }));
  const direct = (channel_members: readonly string[]) => ({
    type: "direct_post",
    direct_post: { channel_members, user: "ada", message: "hello", create_at: BEGIN, replies },
  });
  const { tally } = await imports(
    acme,
    asLines(t, [
      VERSION,
      CREW,
      user("ada", "Ada", acme.owner.email, []),
      direct(crowd),
      direct(["ada", "x".repeat(100_000)]),
      post("ada", "x".repeat(100_000), "hello", 1, { replies }),
    ]),
  );
  assert.deepEqual(lines(tally), [
    "102 messages: the conversation has too many people",
    "51 messages: the name of the channel is too long",
  ]);
});

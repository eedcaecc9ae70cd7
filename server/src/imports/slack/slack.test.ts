import assert from "node:assert/strict";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, type TestContext } from "node:test";
import sharp from "sharp";
import { type Organization, org, Person, test, useServer } from "../../../test/index.ts";
import { linkIn, Mailbox } from "../../../test/mailbox.ts";
import { startServer } from "../../../test/server.ts";
import { invariants } from "../../cli/doctor/invariants.ts";
import { channels, invites, messages as messageApi, messageHistory, users } from "../../contract.ts";
import { Visitor } from "../../joining/sign-up/testing.ts";
import { register } from "../../registration/contract.ts";
import { importFrom } from "../import.ts";
import { openSource, type SourceOptions } from "../open.ts";
import { fingerprintOf } from "../recognise.ts";
import { survey } from "../survey.ts";
import { archiveFile, type EntryContent, type ZipOptions, zipOf } from "../testing.ts";
import { BEGIN, slackChannel, slackDays, slackMessage, slackTime, slackUser } from "./testing.ts";

const mailbox = await Mailbox.open();
after(() => mailbox.close());
useServer((engine) => startServer(engine, { smtpUrl: mailbox.url }));

const PASSWORD = "correct horse battery staple";
const WHY = "no server runs during an import, so clients register again afterwards";

const png = await sharp({ create: { width: 32, height: 32, channels: 3, background: "teal" } })
  .png()
  .toBuffer();

const at = (second: number) => slackTime(BEGIN + second);

/** Addresses of one test: all share the mailbox. */
const addressOf = (acme: Organization, name: string) =>
  `${name}@${acme.realm.string_id}-${acme.server.engine}.example.org`;

/** A small team: public, private and archived channels, direct messages, threads and everything that a message can have. */
function teamArchive(acme: Organization): (readonly [string, EntryContent])[] {
  const users = [
    slackUser("U1", "Ada Byron", { email: acme.owner.email }),
    slackUser("U2", "Ben Riley", { email: addressOf(acme, "ben") }),
    slackUser("U3", "Cleo Moss", { email: addressOf(acme, "cleo"), more: { deleted: true } }),
    slackUser("U4", "Deploy", { more: { is_bot: true, profile: { real_name: "Deploy", bot_id: "B1" } } }),
    slackUser("U5", "No Address"),
  ];
  const file = {
    id: "F1",
    name: "plan.txt",
    mimetype: "text/plain",
    user: "U2",
    mode: "hosted",
    url_private: "https://files.slack.com/F1",
  };
  const image = {
    id: "F2",
    name: "hut.png",
    mimetype: "image/png",
    user: "U2",
    mode: "hosted",
    url_private: "https://files.slack.com/F2",
  };
  const gone = { id: "F3", name: "gone.pdf", mode: "tombstone" };
  const linked = {
    id: "F4",
    name: "far.pdf",
    mimetype: "application/pdf",
    permalink: "https://acme.slack.com/files/U2/F4/far.pdf",
  };
  const thread = at(100);
  const days = slackDays([
    ["general", slackMessage("U1", "Welcome, <@U2>! See <#C2|huts> &amp; *read*", at(1))],
    ["general", slackMessage("U2", "", at(2), { subtype: "channel_join" })],
    ["general", slackMessage("U2", "Plans", at(3), { files: [file, image, gone, linked] })],
    ["general", slackMessage("U2", "Same plans again", at(4), { files: [file] })],
    [
      "general",
      slackMessage("U1", "Which *hut* next?\nI like the north", thread, {
        thread_ts: thread,
        reply_count: 2,
        reactions: [
          { name: "thumbsup::skin-tone-3", users: ["U2", "U3"], count: 2 },
          { name: "our-hut", users: ["U1"], count: 1 },
          { name: "unheard-of", users: ["U1"], count: 1 },
        ],
      }),
    ],
    ["general", slackMessage("U3", "In between", at(101))],
    ["general", slackMessage("U2", "The one by the river", at(102), { thread_ts: thread })],
    ["general", slackMessage("U2", "waves", at(103), { subtype: "me_message" })],
    ["general", slackMessage("U1", "fixed text", at(104), { edited: { user: "U1", ts: at(160) } })],
    [
      "general",
      {
        type: "message",
        subtype: "bot_message",
        bot_id: "B9",
        username: "CI",
        text: "",
        ts: at(105),
        attachments: [{ title: "Build 7", title_link: "https://ci.example.com/7", text: "*failed*" }],
      },
    ],
    ["general", slackMessage("U77", "From next door", at(106), { user_profile: { real_name: "Gail Guest" } })],
    ["general", slackMessage("U1", "Which hut next?", at(86_400), { thread_ts: at(86_400), reply_count: 1 })],
    ["general", slackMessage("U2", "Again?", at(86_401), { thread_ts: at(86_400) })],
    ["huts", slackMessage("U2", "hut talk", at(50))],
    ["attic", slackMessage("U1", "old things", at(10))],
    ["board", slackMessage("U1", "our secret, <!channel>", at(20))],
    ["D1", slackMessage("U2", "just you and me", at(30))],
    ["D1", slackMessage("U1", "yes", at(31))],
    ["mpdm-ada--ben--cleo-1", slackMessage("U3", "the three of us", at(40))],
  ]);
  return [
    ["users.json", users],
    [
      "channels.json",
      [
        slackChannel("C1", "general", ["U1", "U2", "U3"], {
          is_general: true,
          purpose: { value: "For everyone" },
          pins: [{ id: at(1), type: "C" }],
        }),
        slackChannel("C2", "huts", ["U2"]),
        slackChannel("C3", "attic", ["U1"], { is_archived: true }),
      ],
    ],
    ["groups.json", [slackChannel("G1", "board", ["U1", "U3"])]],
    ["dms.json", [{ id: "D1", created: BEGIN, members: ["U1", "U2"] }]],
    ["mpims.json", [{ id: "M1", name: "mpdm-ada--ben--cleo-1", created: BEGIN, members: ["U1", "U2", "U3"] }]],
    ["integration_logs.json", []],
    ...days,
  ];
}

function folderOf(file: string): string {
  const folder = join(dirname(file), "files");
  mkdirSync(join(folder, "F2"), { recursive: true });
  mkdirSync(join(folder, "emoji"));
  writeFileSync(join(folder, "F1-plan.txt"), "walk north");
  writeFileSync(join(folder, "F2", "hut.png"), png);
  writeFileSync(join(folder, "emoji", "our-hut.png"), png);
  writeFileSync(join(folder, "emoji", "smile.png"), png);
  return folder;
}

async function imports(acme: Organization, file: string, options: Partial<SourceOptions> = {}) {
  const source = await openSource("slack", file, { workFolder: dirname(file), ...options });
  const { app } = acme.server;
  const realm = await app.identities.realmById(app.database.reader, acme.realm.id);
  try {
    return await importFrom(app, realm, source, { fingerprint: await fingerprintOf(file) });
  } finally {
    await source.close();
  }
}

/** Imports the team, and starts the server again. */
async function withTeam(t: TestContext): Promise<{ acme: Organization; outcome: Awaited<ReturnType<typeof imports>> }> {
  const acme = await org(t);
  acme.stopFollowing(WHY);
  const file = archiveFile(t, "team.zip", zipOf(teamArchive(acme)));
  const outcome = await imports(acme, file, { folder: folderOf(file) });
  await acme.server.restart();
  return { acme, outcome };
}

const read = async (person: Person, narrow: [string, unknown][]) => {
  const { messages } = await person.call(messageApi.getMessages, {
    anchor: "newest",
    num_before: 100,
    num_after: 0,
    apply_markdown: false,
    allow_empty_topic_name: true,
    narrow: narrow.map(([operator, operand]) => ({ operator, operand })) as never,
  });
  return messages as unknown as (Record<string, unknown> & {
    id: number;
    content: string;
    subject: string;
    sender_full_name: string;
    flags: string[];
    timestamp: number;
  })[];
};

async function assertSound(acme: Organization): Promise<void> {
  for (const { name, problems } of invariants)
    assert.deepEqual(await problems(acme.server.app.database.reader), [], name);
}

/** Someone accepts an invitation. */
async function joins(acme: Organization, name: string, email: string): Promise<Person> {
  await acme.owner.call(invites.sendInvites, { invitee_emails: email, stream_ids: [] });
  const link = linkIn(await mailbox.next(email), "/accounts/do_confirm/");
  const visitor = await (await new Visitor(acme).opens(link)).submits({ full_name: name, password: PASSWORD });
  assert.equal(visitor.status, 302, visitor.text);
  const row = await acme.server.app.database.reader
    .selectFrom("user")
    .selectAll()
    .where("delivery_email", "=", email)
    .executeTakeFirstOrThrow();
  const apiKey = acme.server.app.secrets.decrypt(row.api_key_encrypted);
  return new Person(acme.server, acme.realm.url, { id: row.id, name, email, apiKey });
}

test("an export of Slack comes with its people, channels, threads, files and reactions", async (t) => {
  const { acme, outcome } = await withTeam(t);
  const { owner } = acme;
  const { taken, left_out } = outcome.tally;
  assert.deepEqual(taken, {
    people_created: 3,
    people_matched: 1,
    people_deactivated: 1,
    bots: 3,
    channels_created: 3,
    channels_matched: 1,
    groups: 0,
    profile_fields: 0,
    linkifiers: 0,
    playgrounds: 0,
    default_channels: 0,
    channel_folders: 0,
    profile_values: 0,
    personal_settings: 0,
    emoji: 1,
    pictures: 0,
    messages: 16,
    direct_messages: 3,
    edits: 1,
    reactions: 3,
    widget_entries: 0,
    files: 3,
  });
  assert.deepEqual(left_out.map(({ what, reason, count }) => `${count} ${what}: ${reason}`).sort(), [
    "1 custom emoji: the name means a built-in emoji here",
    "1 files: the archive has only a link to the file",
    "1 files: the file was deleted there",
    "1 logs of apps: nothing here corresponds to it",
    "1 notices: channel_join",
    "1 reactions: the emoji is not known here",
    "2 email addresses: the archive has none: the person cannot be invited",
  ]);
  const general = await read(owner, [["channel", "general"]]);
  const ben = (
    await acme.server.app.database.reader
      .selectFrom("user")
      .select("id")
      .where("full_name", "=", "Ben Riley")
      .where("realm_id", "=", acme.realm.id)
      .executeTakeFirstOrThrow()
  ).id;
  const shown = general
    .filter(({ sender_full_name }) => !/Bot$/.test(sender_full_name))
    .map(({ sender_full_name, subject, content, timestamp }) => [
      timestamp - BEGIN,
      sender_full_name,
      subject,
      content.replace(/\/user_uploads\/\S+\/(?=[^/]+\))/g, "…/"),
    ]);
  const ada = owner.name;
  const pinned = shown.at(-1);
  assert.deepEqual(shown, [
    [1, ada, "", `Welcome, @**Ben Riley|${ben}**! See #**huts** & **read**`],
    [
      3,
      "Ben Riley",
      "",
      "Plans\n\n[plan.txt](…/plan.txt)\n\n[hut.png](…/hut.png)\n\ngone.pdf\n\n[far.pdf](https://acme.slack.com/files/U2/F4/far.pdf)",
    ],
    [4, "Ben Riley", "", "Same plans again\n\n[plan.txt](…/plan.txt)"],
    [100, ada, "Which hut next?", "Which **hut** next?\nI like the north"],
    [101, "Cleo Moss", "", "In between"],
    [102, "Ben Riley", "Which hut next?", "The one by the river"],
    [103, "Ben Riley", "", "/me waves"],
    [104, ada, "", "fixed text"],
    [105, "CI", "", "> [Build 7](https://ci.example.com/7)\n> **failed**"],
    [106, "Gail Guest", "", "From next door"],
    [86_400, ada, "Which hut next? (2020-03-03)", "Which hut next?"],
    [86_401, "Ben Riley", "Which hut next? (2020-03-03)", "Again?"],
    [86_401, "Slackbot", "Pinned messages", pinned?.[3]],
  ]);
  assert.match(
    String(pinned?.[3]),
    /^Pinned in Slack:\n\n\* \[Welcome, @Ben Riley! See #huts & read\]\(\/#narrow\/channel\//,
  );
  const parent = general.find(({ content }) => content.startsWith("Which **hut**")) as never as {
    reactions: { emoji_name: string; user_id: number; reaction_type: string }[];
  };
  assert.deepEqual(
    parent.reactions.map(({ emoji_name, reaction_type }) => `${emoji_name} ${reaction_type}`),
    ["thumbsup unicode_emoji", "thumbsup unicode_emoji", "our-hut realm_emoji"],
  );
  assert(
    general.every(({ flags }) => flags.includes("read")),
    "everything imported counts as read",
  );
  const ids = general.map(({ id }) => id);
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => a - b),
  );
  const edited = general.find(({ content }) => content === "fixed text");
  assert.equal(edited?.last_edit_timestamp, BEGIN + 160);
  const { message_history } = await owner.call(messageHistory.getMessageHistory, { message_id: edited?.id as number });
  assert.equal(message_history.length, 2);
  await assertSound(acme);
});

test("what was private or direct is seen by its people only", async (t) => {
  const { acme } = await withTeam(t);
  const other = await acme.administrator("Olga");
  assert.deepEqual(
    (await read(acme.owner, [["channel", "board"]])).map(({ content }) => content),
    ["our secret, @**all**"],
  );
  assert.deepEqual(await read(other, [["channel", "board"]]), []);
  assert.deepEqual(
    (await read(acme.owner, [["is", "dm"]])).map(({ content }) => content),
    ["just you and me", "yes", "the three of us"],
  );
  assert.deepEqual(await read(other, [["is", "dm"]]), []);
  const { streams } = (await acme.owner.asks("GET", "/streams", {
    include_all: "true",
    exclude_archived: "false",
  })) as never as { streams: { name: string; is_archived: boolean; invite_only: boolean; description: string }[] };
  const kinds = streams.map(({ name, is_archived, invite_only }) => `${name} ${is_archived} ${invite_only}`).sort();
  for (const kind of ["attic true false", "board false true", "general false false", "huts false false"])
    assert(kinds.includes(kind), `${kind} in ${kinds}`);
});

test("people are inactive until they accept an invitation, and then find their history", async (t) => {
  const { acme } = await withTeam(t);
  const { members } = await acme.owner.call(users.getUsers, {});
  const waiting = members.filter(({ is_active }) => !is_active).map(({ full_name }) => full_name);
  assert.deepEqual(waiting.sort(), ["Ben Riley", "CI", "Cleo Moss", "Deploy", "Gail Guest", "No Address", "Slackbot"]);
  await acme.owner.sends("#general > after", "sent since");
  const ben = await joins(acme, "Ben R. Riley", addressOf(acme, "ben"));
  assert.deepEqual(
    (await read(ben, [["sender", ben.id]])).map(({ content }) => content.split("\n")[0]),
    ["Plans", "Same plans again", "just you and me", "hut talk", "The one by the river", "/me waves", "Again?"],
  );
  assert.deepEqual(
    (
      await read(ben, [
        ["is", "dm"],
        ["sender", acme.owner.id],
      ])
    ).map(({ content }) => content),
    ["yes"],
  );
  assert.deepEqual(
    (await read(ben, [["is", "mentioned"]])).map(({ flags }) => flags.includes("mentioned")),
    [true],
  );
  const state = (await ben.call(register, {})) as never as {
    subscriptions: { name: string }[];
    unread_msgs: { count: number };
  };
  const names = state.subscriptions.map(({ name }) => name);
  assert(names.includes("huts") && names.includes("general"));
  const { user } = await acme.owner.call(users.getUser, { user_id: ben.id });
  assert.deepEqual([user.is_active, user.full_name], [true, "Ben R. Riley"]);
  // It is an ordinary account now: once deactivated, it does not wait for anyone.
  await acme.deactivate(ben);
  await assert.rejects(
    acme.owner.call(invites.sendInvites, { invitee_emails: ben.email, stream_ids: [] }),
    /cannot be invited/,
  );
  await assertSound(acme);
});

test("messages that were unread before an import still are", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const bea = await acme.member("Bea");
  const unread = [await bea.sends("#general > now", "first"), await bea.sends("#general > now", "second")];
  const direct = await bea.writes(owner, "hello");
  await owner.asks("POST", "/messages/flags", { messages: JSON.stringify([unread[1]]), op: "add", flag: "read" });
  acme.stopFollowing(WHY);
  const file = archiveFile(t, "team.zip", zipOf(teamArchive(acme)));
  await imports(acme, file);
  await acme.server.restart();
  const unreadNow = async () => (await read(owner, [["is", "unread"]])).map(({ id }) => id);
  const before = [unread[0], direct].toSorted((a, b) => (a as number) - (b as number));
  assert.deepEqual(
    (await unreadNow()).filter((id) => [...unread, direct].includes(id)),
    before,
  );
  const imported = await read(owner, [
    ["channel", "general"],
    ["topic", "Which hut next?"],
  ]);
  assert(imported.every(({ flags }) => flags.includes("read")));
  await assertSound(acme);
});

test("a dry run says what an import then does, and changes nothing", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(WHY);
  const file = archiveFile(t, "team.zip", zipOf(teamArchive(acme)));
  const folder = folderOf(file);
  const { app } = acme.server;
  const source = await openSource("slack", file, { workFolder: dirname(file), folder });
  const counts = async () =>
    Promise.all(
      (["user", "channel", "message", "attachment", "imported_archive", "imported_item"] as const).map(
        async (table) => (await app.database.reader.selectFrom(table).selectAll().execute()).length,
      ),
    );
  const before = await counts();
  const planned = await survey(app, acme.realm, source);
  await source.close();
  assert.deepEqual(await counts(), before);
  const { tally } = await imports(acme, file, { folder });
  assert.deepEqual(planned.tally.taken, tally.taken);
  const lines = (list: typeof tally.left_out) =>
    list.map(({ what, reason, count }) => `${count} ${what}: ${reason}`).sort();
  assert.deepEqual(lines(planned.tally.left_out), lines(tally.left_out));
});

test("an archive with nothing right in it is refused or leaves nothing but a report", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(WHY);
  const wrong = [null, 7, "text", [[]], {}, { id: 7 }, { id: "U1", profile: [], name: {} }];
  const strange = {
    type: "message",
    ts: {},
    user: 7,
    text: ["x"],
    reactions: [{ name: 1, users: "U1" }],
    files: [{}, 7, { id: "../../etc", name: "\0" }],
    attachments: "x",
    blocks: 9,
    edited: 1,
    thread_ts: 5,
  };
  const hostile = [
    strange,
    { ...strange, ts: "NaN", user: "U1" },
    slackMessage("U1", "future", "99999999999.0"),
    slackMessage("U1", "<@U1> \ud800 \0 @**all** <script>alert(1)</script> [x](javascript:alert(1))", at(1), {
      thread_ts: "\ud800\0",
      reply_count: 1,
      files: [{ id: "F1", name: "](javascript:x)", permalink: "javascript:alert(1)" }],
    }),
    slackMessage("U1", "x".repeat(25_000), at(2)),
  ];
  const entries: [string, EntryContent][] = [
    [
      "users.json",
      [...wrong, slackUser("U1", '*`\\>"@|7', { email: "not an address" }), slackUser("U\ud800\0", "Nil")],
    ],
    ["channels.json", [slackChannel("C1", "\u202e\u200b", ["U1", "U404"]), slackChannel("C2", "x".repeat(500), [])]],
    ["\u202e\u200b/2020-03-02.json", hostile],
    ["nowhere/2020-03-02.json", hostile],
  ];
  const { tally } = await imports(acme, archiveFile(t, "odd.zip", zipOf(entries)));
  await acme.server.restart();
  assert.equal(tally.taken.messages, 2);
  const stored = await acme.server.app.database.reader
    .selectFrom("message")
    .select(["content", "rendered_content"])
    .where("realm_id", "=", acme.realm.id)
    .where("client", "=", "Import")
    .orderBy("id")
    .execute();
  assert.equal(stored.length, 4, "a long text is several messages");
  assert(!/<script|href="javascript/i.test(stored[0]?.rendered_content ?? ""));
  assert.equal(
    stored
      .slice(1)
      .map(({ content }) => content)
      .join("").length,
    25_000,
  );
  await assertSound(acme);
  for (const list of ["users.json", "channels.json"]) {
    const damaged = entries.map(([path, content]): [string, EntryContent] => [path, path === list ? "{" : content]);
    await assert.rejects(imports(acme, archiveFile(t, "bad.zip", zipOf(damaged))), /is not JSON/);
  }
});

const lines = (tally: { left_out: readonly { what: string; reason: string; count: number }[] }) =>
  tally.left_out.map(({ what, reason, count }) => `${count} ${what}: ${reason}`).sort();

async function importsEntries(
  t: TestContext,
  entries: readonly (readonly [string, EntryContent])[],
  options: ZipOptions = {},
) {
  const acme = await org(t);
  acme.stopFollowing(WHY);
  const people = ["users.json", [slackUser("U1", "Ada", { email: acme.owner.email })]] as const;
  const file = archiveFile(t, "x.zip", zipOf([people, ...entries], options));
  const { tally } = await imports(acme, file);
  await acme.server.restart();
  await assertSound(acme);
  return { acme, tally, folder: dirname(file) };
}

test("a day that is too large for memory comes in the order of its messages", async (t) => {
  const long = "x".repeat(500_000);
  const said = (first: number) =>
    Array.from({ length: 90 }, (_, n) =>
      slackMessage("U1", n % 30 === 0 ? `number ${first + 2 * n}` : long, at(first + 2 * n)),
    );
  const entries = [
    ["channels.json", [slackChannel("C1", "huts", ["U1"]), slackChannel("C2", "paths", ["U1"])]],
    ["huts/2020-03-02.json", [...said(0), 7]],
    ["paths/2020-03-02.json", said(1)],
  ] as const;
  const { acme, tally, folder } = await importsEntries(t, entries, { isStored: true });
  assert.deepEqual(lines(tally), ["1 messages: the entry is not an object", "174 messages: the text is too long"]);
  const shown = await acme.server.app.database.reader
    .selectFrom("message")
    .select("content")
    .where("realm_id", "=", acme.realm.id)
    .where("client", "=", "Import")
    .orderBy("id")
    .execute();
  assert.deepEqual(
    shown.map(({ content }) => content),
    [0, 1, 60, 61, 120, 121].map((n) => `number ${n}`),
  );
  assert.deepEqual(readdirSync(folder), ["x.zip"], "nothing is left behind");
});

test("a folder that two conversations share gives its messages to neither", async (t) => {
  const { acme, tally } = await importsEntries(t, [
    ["channels.json", [slackChannel("C1", "huts", ["U1"]), slackChannel("C2", "paths", ["U1"])]],
    ["groups.json", [slackChannel("G1", "huts", ["U1"]), null, { name: "no id" }]],
    ["huts/2020-03-02.json", [slackMessage("U1", "of which one?", at(1))]],
    ["paths/2020-03-02.json", [slackMessage("U1", "here", at(1))]],
    ["paths/2020-03-03.json", "[{]"],
    ["paths/notes.md", "text"],
  ]);
  assert.deepEqual(lines(tally), [
    "1 files of messages: the file is damaged, or something in it is too long",
    "1 files of the archive: nothing is known about them",
    "1 folders of messages: several conversations have this name",
    "2 conversations: there is no id",
  ]);
  assert.deepEqual([tally.taken.messages, tally.taken.channels_created], [1, 3]);
  assert.deepEqual(await read(acme.owner, [["channel", "huts"]]), []);
});

test("a conversation that is listed twice is one, and private if any list says so", async (t) => {
  const { acme, tally } = await importsEntries(t, [
    [
      "channels.json",
      [slackChannel("C1", "huts", ["U1"]), slackChannel("C1", "huts", []), slackChannel("C2", "paths", [])],
    ],
    ["groups.json", [slackChannel("C2", "old-paths", ["U1"])]],
    ["huts/2020-03-02.json", [slackMessage("U1", "in the hut", at(1))]],
    ["paths/2020-03-02.json", [slackMessage("U1", "on the path", at(1))]],
    ["old-paths/2020-03-02.json", [slackMessage("U1", "on the old path", at(2))]],
    ["constructor", "not a list"],
  ]);
  assert.deepEqual(lines(tally), ["1 files of the archive: nothing is known about them"]);
  assert.deepEqual([tally.taken.messages, tally.taken.channels_created], [3, 2]);
  const texts = async (channel: string) =>
    (await read(acme.owner, [["channel", channel]])).map(({ content }) => content);
  assert.deepEqual(await texts("huts"), ["in the hut"]);
  assert.deepEqual(await texts("old-paths"), ["on the path", "on the old path"]);
  const { streams } = await acme.owner.call(channels.getChannels, { include_all: true });
  assert.equal(streams.find(({ name }) => name === "old-paths")?.invite_only, true);
});

test("an entry that nests too deeply is left out, and the rest comes", async (t) => {
  const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  const message = (text: string, more = "") => `{"type":"message","user":"U1","ts":"${at(1)}","text":"${text}"${more}}`;
  const { tally } = await importsEntries(t, [
    ["channels.json", `[${JSON.stringify(slackChannel("C1", "huts", ["U1"]))},${deep}]`],
    ["huts/2020-03-02.json", `[${message("deep", `,"blocks":${deep}`)},${message("plain")}]`],
  ]);
  assert.deepEqual(lines(tally), ["1 conversations: there is no id", "1 messages: it nests too deeply"]);
  assert.equal(tally.taken.messages, 1);
});

test("whatever of a message cannot be stored is counted", async (t) => {
  const attachment = (n: number) => ({ text: `number ${n}` });
  const more = {
    attachments: [
      { from_url: "https://example.com", text: "a preview" },
      ...Array.from({ length: 101 }, (_, n) => attachment(n)),
    ],
    edited: { user: "U1", ts: at(-100) },
    files: Array.from({ length: 103 }, (_, n) => ({ id: `F${n}`, name: `${n}.txt`, mode: "tombstone" })),
    reactions: [{ name: "tada", users: Array.from({ length: 5002 }, () => "U1") }],
  };
  const { tally } = await importsEntries(t, [
    ["channels.json", [slackChannel("C1", "huts", ["U1", "U404", "U405"])]],
    ["dms.json", [{ id: "D1", members: ["U1", "U404"] }]],
    ["huts/2020-03-02.json", [slackMessage("U1", "hello", at(1), more)]],
    ["D1/2020-03-02.json", [slackMessage("U1", "to someone", at(2))]],
  ]);
  assert.deepEqual(lines(tally), [
    "1 attachments of apps: the message has too many",
    "1 edits: the time is not possible",
    "1 people of a conversation: the person is not in the archive",
    "1 previews of links: they are made here again",
    "100 files: the file was deleted there",
    "2 reactions: the message has too many",
    "2 subscribers: the person is not in the archive",
    "3 files: the message has too many files",
  ]);
});

test("a limit of the organization is said, and the rest comes", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(WHY);
  const { app } = acme.server;
  const before = await app.database.reader
    .selectFrom("channel")
    .select("id")
    .where("realm_id", "=", acme.realm.id)
    .execute();
  const collectionLimits = { ...app.config.collectionLimits, channels: before.length + 1, custom_emoji: 1 };
  const limited = Object.assign(Object.create(app) as typeof app, { config: { ...app.config, collectionLimits } });
  const days = slackDays([
    ["first", slackMessage("U1", "here", at(1))],
    ["second", slackMessage("U1", "not here", at(2))],
  ]);
  const entries: (readonly [string, EntryContent])[] = [
    ["users.json", [slackUser("U1", "Ada", { email: acme.owner.email })]],
    ["channels.json", [slackChannel("C1", "first", ["U1"]), slackChannel("C2", "second", ["U1"])]],
    ["emoji/our-hut.png", png],
    ["emoji/our-path.png", png],
    ...days,
  ];
  const file = archiveFile(t, "x.zip", zipOf(entries));
  const source = await openSource("slack", file, { workFolder: dirname(file) });
  const { tally } = await importFrom(limited, acme.realm, source, { fingerprint: await fingerprintOf(file) });
  await source.close();
  assert.deepEqual([tally.taken.messages, tally.taken.channels_created, tally.taken.emoji], [1, 1, 1]);
  assert.deepEqual(lines(tally), [
    "1 channels: the organization has too many",
    "1 custom emoji: the organization has too many",
    "1 messages: the channel is not in the archive, or was left out",
  ]);
});

import assert from "node:assert/strict";
import { mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { org, Person, type TestServer, test } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import { invariants } from "../../cli/doctor/invariants.ts";
import { messages as messageApi } from "../../contract.ts";
import { TarWriter } from "../../exports/own/tar.ts";
import type { Realm } from "../../kernel/context.ts";
import { type Progress, unobserved } from "../../kernel/progress.ts";
import { createOrganization } from "../../set-up/create.ts";
import { importFrom } from "../import.ts";
import { openSource } from "../open.ts";
import { fingerprintOf, recognise } from "../recognise.ts";
import { archiveFile } from "../testing.ts";

/** 2 March 2020, in seconds. */
const BEGIN = 1_583_107_200;

const user = (id: number, full_name: string, delivery_email: string, more: object = {}) => ({
  id,
  full_name,
  delivery_email,
  email: `user${id}@zulip.example`,
  is_bot: false,
  is_active: true,
  role: 400,
  timezone: "",
  avatar_source: "G",
  ...more,
});

const message = (id: number, sender: number, recipient: number, content: string, more: object = {}) => ({
  id,
  sender,
  recipient,
  subject: "",
  content,
  rendered_content: "<p>not used</p>",
  date_sent: BEGIN + id + 0.25,
  edit_history: null,
  ...more,
});

const received = (message: number, ...users: number[]) =>
  users.map((user_profile) => ({ message, user_profile, flags_mask: 1 }));

/** As `manage.py export` describes it: streams 5 and 6, of which the second has protected history. */
function tables(ownersEmail: string) {
  const subscription = (user_profile: number, recipient: number, active = true) => ({
    user_profile,
    recipient,
    active,
  });
  const realm = {
    zerver_realm: [{ id: 2, string_id: "acme", name: "Acme", uuid: "0b1c" }],
    zerver_userprofile: [
      user(10, "Ada", ownersEmail),
      user(11, "Ben", "ben@example.org"),
      user(12, "Cleo", "cleo@example.org", { is_active: false, role: 600 }),
      user(13, "Helper", "helper-bot@example.org", { is_bot: true }),
    ],
    zerver_userprofile_crossrealm: [{ id: 7, email: "notification-bot@zulip.com" }],
    zerver_stream: [
      {
        id: 5,
        name: "design",
        description: "Colours",
        invite_only: false,
        date_created: BEGIN - 100,
        deactivated: false,
        history_public_to_subscribers: true,
        creator: 10,
      },
      {
        id: 6,
        name: "board",
        description: "",
        invite_only: true,
        date_created: BEGIN,
        deactivated: false,
        history_public_to_subscribers: false,
      },
    ],
    zerver_recipient: [
      { id: 100, type: 1, type_id: 10 },
      { id: 101, type: 1, type_id: 11 },
      { id: 102, type: 2, type_id: 5 },
      { id: 103, type: 2, type_id: 6 },
      { id: 104, type: 3, type_id: 1 },
    ],
    zerver_subscription: [
      ...[10, 11, 12].map((id) => subscription(id, 102)),
      ...[10, 11].map((id) => subscription(id, 103)),
      subscription(12, 103, false),
      ...[10, 11, 12].map((id) => subscription(id, 104)),
    ],
    zerver_reaction: [
      { user_profile: 11, message: 1001, emoji_name: "tada", emoji_code: "1f389", reaction_type: "unicode_emoji" },
      { user_profile: 11, message: 1001, emoji_name: "zulip", emoji_code: "zulip", reaction_type: "zulip_extra_emoji" },
    ],
    zerver_realmemoji: [{ id: 1, name: "old-one", file_name: "1.png", deactivated: true }],
    zerver_usergroup: [{ name: "crew" }],
  };
  const attachments = {
    zerver_attachment: [
      { id: 1, file_name: "notes.txt", path_id: "2/ab/cd/notes.txt", owner: 10, size: 10, messages: [1002] },
    ],
  };
  const first = {
    zerver_message: [
      message(1001, 10, 102, "Hello @**Ben|11** in #**board**, see [x](/#narrow/channel/5-design/topic/x/near/1001)", {
        subject: "logo",
      }),
      message(1002, 10, 102, "[notes.txt](https://zulip.example/user_uploads/2/ab/cd/notes.txt)", {
        subject: "logo",
        edit_history: JSON.stringify([
          {
            prev_content: "[wrong](https://zulip.example/user_uploads/2/ab/cd/notes.txt)",
            timestamp: BEGIN + 2000,
            user_id: 10,
          },
        ]),
      }),
      message(1003, 10, 103, "before Ben came", { subject: "secret" }),
    ],
    zerver_usermessage: [
      ...received(1001, 10, 11, 12),
      { message: 1002, user_profile: 11, flags_mask: 3 },
      ...received(1003, 10),
    ],
  };
  const second = {
    zerver_message: [
      message(2000, 11, 103, "after Ben came", { subject: "secret" }),
      message(2001, 11, 100, "direct"),
      message(2002, 12, 104, "the three of us"),
      message(2003, 7, 102, "a notice", { subject: "logo" }),
    ],
    zerver_usermessage: [...received(2000, 10, 11)],
  };
  return { realm, attachments, first, second };
}

type Tables = ReturnType<typeof tables>;

async function archived(
  t: TestContext,
  email: string,
  change: (given: Tables) => object = () => ({}),
): Promise<string> {
  const file = join(dirname(archiveFile(t, "x", Buffer.alloc(0))), "export.tar.gz");
  const given = tables(email);
  const { realm, attachments, first, second } = { ...given, ...change(given) } as Tables;
  const tar = new TarWriter(file, BEGIN);
  await tar.addText("zulip-export-1/messages-000002.json", JSON.stringify(second));
  await tar.addText("zulip-export-1/messages-000001.json", JSON.stringify(first));
  await tar.addText("zulip-export-1/uploads/2/ab/cd/notes.txt", "walk north");
  await tar.addText("zulip-export-1/attachment.json", JSON.stringify(attachments));
  await tar.addText("zulip-export-1/realm.json", JSON.stringify(realm));
  await tar.end();
  return file;
}

async function imports({ app }: TestServer, realm: Realm, file: string, progress?: Progress) {
  const workFolder = join(dirname(file), "work");
  mkdirSync(workFolder, { recursive: true });
  const source = await openSource("zulip", file, { workFolder });
  try {
    return await importFrom(app, await app.identities.realmById(app.database.reader, realm.id), source, {
      fingerprint: await fingerprintOf(file),
      ...(progress ? { progress } : {}),
    });
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
    id: number;
    content: string;
    subject: string;
    timestamp: number;
    reactions: { emoji_name: string }[];
  }[];
}

test("in an empty installation, the messages of a Zulip export keep their ids", async (t) => {
  const { engine } = (await org(t)).server;
  const server = await startServer(engine, {}, { isNew: true });
  t.after(() => server.close());
  const owner = { email: "ada@example.org", fullName: "Ada", password: null };
  const { realm, userId, apiKey } = await createOrganization(server.app, { name: "Acme", owner });
  const file = await archived(t, owner.email);
  assert.equal(await recognise(file), "zulip");
  const { tally } = await imports(server, realm, file);
  await server.restart();
  const { taken, left_out } = tally;
  assert.deepEqual([taken.people_matched, taken.people_created, taken.bots, taken.channels_created], [1, 1, 2, 2]);
  assert.equal(taken.people_deactivated, 1);
  assert.deepEqual([taken.messages, taken.direct_messages, taken.reactions, taken.files, taken.edits], [5, 2, 2, 1, 1]);
  assert.deepEqual(left_out.map(({ what, reason, count }) => `${count} ${what}: ${reason}`).sort(), [
    "1 custom emoji: the emoji is deactivated",
    "1 groups: there is no id",
  ]);
  const ada = new Person(server, realm.url, { id: userId, name: "Ada", email: owner.email, apiKey });
  const design = await read(ada, "channel", "design");
  assert.deepEqual(
    design.map(({ id, subject, timestamp }) => [id, subject, timestamp - BEGIN]),
    [
      [1001, "logo", 1001],
      [1002, "logo", 1002],
      [2003, "logo", 2003],
    ],
  );
  const { reader } = server.app.database;
  const rows = await reader
    .selectFrom("user")
    .select(["id", "full_name", "api_key_encrypted"])
    .where("realm_id", "=", realm.id)
    .execute();
  const ben = rows.find(({ full_name }) => full_name === "Ben");
  const stream = await reader.selectFrom("channel").select("id").where("name", "=", "design").executeTakeFirstOrThrow();
  assert.equal(
    design[0]?.content,
    `Hello @**Ben|${ben?.id}** in #**board**, see [x](/#narrow/channel/${stream.id}-design/topic/x/near/1001)`,
  );
  assert.match(design[1]?.content ?? "", /^\[notes\.txt\]\(\/user_uploads\/[^)]+\/notes\.txt\)$/);
  const earlier = await reader.selectFrom("message_edit").select("prev_content").execute();
  const address = design[1]?.content.replace("notes.txt", "wrong");
  assert.deepEqual(earlier, [{ prev_content: address }], "an earlier text links to the same file");
  assert.deepEqual(
    (await read(ada, "is", "dm")).map(({ id, content }) => [id, content]),
    [
      [2001, "direct"],
      [2002, "the three of us"],
    ],
  );
  assert.deepEqual(
    (await read(ada, "channel", "board")).map(({ id }) => id),
    [1003, 2000],
  );

  await server.app.database.transaction(async (tx) => {
    await tx
      .updateTable("user")
      .set({ is_active: true })
      .where("id", "=", ben?.id as number)
      .execute();
  });
  await server.restart();
  const account = {
    id: ben?.id as number,
    name: "Ben",
    email: "ben@example.org",
    apiKey: server.app.secrets.decrypt(ben?.api_key_encrypted as string),
  };
  const asBen = new Person(server, realm.url, account);
  assert.deepEqual(
    (await read(asBen, "channel", "board")).map(({ id }) => id),
    [2000],
    "nothing from before he came",
  );
  assert.deepEqual(
    (await read(asBen, "is", "starred")).map(({ id }) => id),
    [1002],
  );
  assert((await ada.sends("#design > logo", "new")) > 2003, "new ids come behind the old ones");
  for (const { name, problems } of invariants) assert.deepEqual(await problems(server.app.database.reader), [], name);
});

test("next to other messages, they get new ids in the same order", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("no server runs during an import");
  const file = await archived(t, acme.owner.email);
  await imports(acme.server, acme.realm, file);
  await acme.server.restart();
  const { reader } = acme.server.app.database;
  const rows = await reader
    .selectFrom("message")
    .select(["id", "sent_at"])
    .where("realm_id", "=", acme.realm.id)
    .where("client", "=", "Import")
    .orderBy("id")
    .execute();
  assert.deepEqual(
    rows.map(({ sent_at }) => sent_at - BEGIN),
    [1001, 1002, 1003, 2000, 2001, 2002, 2003],
  );
  for (const { name, problems } of invariants) assert.deepEqual(await problems(reader), [], name);
});

class Stopped extends Error {}

async function emptyInstallation(t: TestContext) {
  const { engine } = (await org(t)).server;
  const server = await startServer(engine, {}, { isNew: true });
  t.after(() => server.close());
  const owner = { email: "ada@example.org", fullName: "Ada", password: null };
  const { realm, userId, apiKey } = await createOrganization(server.app, { name: "Acme", owner });
  return { server, realm, ada: new Person(server, realm.url, { id: userId, name: "Ada", email: owner.email, apiKey }) };
}

const importedIds = async ({ app }: TestServer) => {
  const rows = await app.database.reader
    .selectFrom("message")
    .select("id")
    .where("client", "=", "Import")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
};

const lostIds = (tally: { left_out: readonly { what: string; count: number }[] }) =>
  tally.left_out.find(({ what }) => what === "ids of messages")?.count ?? 0;

test("people can send messages while an import that keeps ids is interrupted, and it continues behind them", async (t) => {
  const { server, realm, ada } = await emptyInstallation(t);
  // More than a batch: the second one is never stored.
  const more = Array.from({ length: 1200 }, (_, n) => message(5000 + n, 10, 102, `number ${n}`, { subject: "logo" }));
  const file = await archived(t, ada.email, ({ second }) => ({
    second: { ...second, zerver_message: [...second.zerver_message, ...more] },
  }));
  let read = 0;
  const stopping: Progress = {
    ...unobserved,
    add: (count) => {
      read += count;
      if (read > 1150) throw new Stopped();
    },
  };
  await assert.rejects(imports(server, realm, file, stopping), Stopped);
  const kept = await importedIds(server);
  assert.equal(kept.length, 1000);
  await server.restart();
  const between = await ada.sends("#design > logo", "sent between");
  assert(between > (kept.at(-1) as number));
  const { tally } = await imports(server, realm, file);
  await server.restart();
  const all = await importedIds(server);
  assert.equal(all.length, 1207);
  assert.deepEqual(all.slice(0, 1000), kept);
  assert(all.slice(1000).every((id) => id > between));
  assert.equal(lostIds(tally), 207);
  const last = await ada.sends("#design > logo", "afterwards");
  assert(last > (all.at(-1) as number));
  for (const { name, problems } of invariants) assert.deepEqual(await problems(server.app.database.reader), [], name);
});

test("ids that are not in order are given up, and nothing else is", async (t) => {
  const { server, realm, ada } = await emptyInstallation(t);
  const file = await archived(t, ada.email, ({ second }) => ({
    second: { ...second, zerver_message: second.zerver_message.map((each) => ({ ...each, id: each.id - 1999 })) },
  }));
  const { tally } = await imports(server, realm, file);
  await server.restart();
  assert.equal(tally.taken.messages + tally.taken.direct_messages, 7);
  assert.equal(lostIds(tally), 7);
  assert((await ada.sends("#design > logo", "new")) > ((await importedIds(server)).at(-1) as number));
  for (const { name, problems } of invariants) assert.deepEqual(await problems(server.app.database.reader), [], name);
});

test("in a channel with protected history, nobody sees what was sent while they were away", async (t) => {
  const { server, realm, ada } = await emptyInstallation(t);
  const sent = Array.from({ length: 6 }, (_, n) => message(3000 + n, 10, 103, `number ${n}`, { subject: "secret" }));
  const file = await archived(t, ada.email, ({ realm, second }) => ({
    realm: {
      ...realm,
      zerver_userprofile: [...realm.zerver_userprofile, user(14, "Ida", "ida@example.org", { long_term_idle: true })],
      zerver_subscription: [...realm.zerver_subscription, { user_profile: 14, recipient: 103, active: true }],
      // Came after 2000, left after 3001, and came back after 3003.
      zerver_realmauditlog: [
        [1, 301, 2000],
        [2, 303, 3001],
        [3, 302, 3003],
      ].map(([id, event_type, event_last_message_id]) => ({
        ...{ id, event_type, event_last_message_id, modified_user: 14, modified_stream: 6 },
      })),
    },
    second: {
      zerver_message: [...second.zerver_message, ...sent],
      // Ben was away during 3001 and 3002, and has not received the last one.
      zerver_usermessage: [
        ...second.zerver_usermessage,
        ...received(3000, 10, 11),
        ...received(3001, 10),
        ...received(3002, 10),
        ...received(3003, 10, 11),
        ...received(3004, 10, 11),
        ...received(3005, 10),
      ],
    },
  }));
  await imports(server, realm, file);
  await server.restart();
  await ada.sends("#board > secret", "since");
  const visibleTo = async (name: string) => {
    const row = await server.app.database.reader
      .selectFrom("user")
      .selectAll()
      .where("full_name", "=", name)
      .executeTakeFirstOrThrow();
    await server.app.database.transaction((tx) =>
      tx.updateTable("user").set({ is_active: true }).where("id", "=", row.id).execute(),
    );
    await server.restart();
    const apiKey = server.app.secrets.decrypt(row.api_key_encrypted);
    const person = new Person(server, realm.url, { id: row.id, name, email: row.delivery_email, apiKey });
    return (await read(person, "channel", "board")).map(({ id, content }) => (content === "since" ? "since" : id));
  };
  assert.deepEqual(await visibleTo("Ben"), [2000, 3000, 3003, 3004, "since"]);
  assert.deepEqual(await visibleTo("Ida"), [3000, 3001, 3004, 3005, "since"]);
  for (const { name, problems } of invariants) assert.deepEqual(await problems(server.app.database.reader), [], name);
});

/** What imports bring, and remember, of people who are erased. */
import assert from "node:assert/strict";
import { type Organization, org, type Person, test, useServer } from "../../test/index.ts";
import { startServer } from "../../test/server.ts";
import {
  BEGIN,
  largeSlackArchive,
  type SlackMessage,
  slackChannel,
  slackDays,
  slackMessage,
  slackTime,
  slackUser,
} from "../imports/slack/testing.ts";
import { pictureOf, zipOf } from "../imports/testing.ts";
import { importWith, isUnderWay, startsImport } from "../imports/uploaded/testing.ts";
import { erases, isCarriedOut, signedIn } from "./testing.ts";
import { CANARY, hasCanary, tracesOf } from "./testing-traces.ts";

// A server of its own: everything in its files is looked through, and its clock skips minutes.
useServer((engine) => startServer(engine));

interface MattermostPost {
  readonly message: string;
  readonly file?: string;
}

/** With the person's username, also in the paths of files. Archives with other people have another origin. */
function mattermostArchive(
  zoe: Pick<Person, "email">,
  posts: readonly MattermostPost[],
  others: readonly string[] = [],
  picture?: Buffer,
): Buffer {
  const pathOf = (file: string) => `20200302/teams/crew/users/${CANARY}/${file}`;
  const profile_image = picture && `users/${CANARY}.png`;
  const users = [{ username: CANARY, email: zoe.email, profile_image }, ...others.map((username) => ({ username }))];
  const lines = [
    { type: "version", version: 1 },
    { type: "team", team: { name: "crew", display_name: "Crew" } },
    { type: "channel", channel: { team: "crew", name: "town", display_name: "Town", type: "O" } },
    ...users.map((user) => ({ type: "user", user: { ...user, teams: [] } })),
    ...posts.map(({ message, file = "plan.txt" }, n) => ({
      type: "post",
      post: {
        ...{ team: "crew", channel: "town", user: CANARY, message },
        create_at: (BEGIN + n) * 1000,
        attachments: [{ path: pathOf(file) }],
      },
    })),
  ];
  const files = new Set(posts.map(({ file = "plan.txt" }) => file));
  return zipOf([
    ["import.jsonl", lines.map((line) => JSON.stringify(line)).join("\n")],
    ...[...files].map((file) => [`data/${pathOf(file)}`, `walk north: ${file}`] as const),
    ...(picture ? [[`data/${profile_image}`, picture] as const] : []),
  ]);
}

/** How many messages and people have come. */
async function imports(acme: Organization, archive: Buffer) {
  const import_id = await startsImport(acme, archive);
  await acme.server.app.jobs.settled();
  const { report } = await importWith(acme.owner, import_id);
  return [report?.taken.messages, report?.taken.people_created, report?.taken.people_matched];
}

const itemsOf = ({ server, realm }: Organization) =>
  server.app.database.reader
    .selectFrom("imported_item")
    .select(["kind", "source_id", "local_id"])
    .where("realm_id", "=", realm.id)
    .where("kind", "in", ["person", "file"])
    .orderBy("kind")
    .orderBy("local_id")
    .execute();

const messagesOf = ({ server, realm }: Organization) =>
  server.app.database.reader
    .selectFrom("message")
    .select(["sender_id", "content", "rendered_content", "subject"])
    .where("realm_id", "=", realm.id)
    .where("client", "=", "Import")
    .orderBy("id")
    .execute();

for (const messages of ["removed", "kept"])
  test(`imports forget the names of whoever was erased, and do not bring them back, where messages are ${messages}`, async (t) => {
    const acme = await org(t);
    const zoe = await acme.member("Zoe");
    assert.deepEqual(await imports(acme, mattermostArchive(zoe, [{ message: "first" }])), [1, 0, 1]);
    const before = await itemsOf(acme);
    assert(before.every(({ source_id }) => hasCanary(source_id)));

    await erases(await signedIn(acme, acme.owner), zoe.id, { messages });
    await isCarriedOut(acme);
    const after = await itemsOf(acme);
    assert(after.every(({ source_id }) => /^erased:[\w-]{43}$/.test(source_id)));
    assert.deepEqual(
      after.map(({ kind, local_id }) => [kind, local_id]),
      before.map(({ kind, local_id }) => [kind, local_id]),
    );
    assert.deepEqual(await tracesOf(acme), []);

    const later = [{ message: "first" }, { message: "second" }];
    assert.deepEqual(
      await imports(acme, mattermostArchive(zoe, later)),
      [2, 0, 0],
      "the account and the file are found again",
    );
    assert.deepEqual(await itemsOf(acme), after);
    const second = (await messagesOf(acme)).find(({ content }) => content.startsWith("second"));
    assert.equal(second?.sender_id, zoe.id);

    const elsewhere = mattermostArchive(zoe, [{ message: "third", file: "map.txt" }], ["yan"]);
    assert.deepEqual(await imports(acme, elsewhere), [1, 1, 1], "the account is found by the address");
    assert((await itemsOf(acme)).every(({ source_id }) => !hasCanary(source_id)));
    assert.equal((await messagesOf(acme)).at(-1)?.sender_id, zoe.id);
  });

test("a picture that an import brought goes with the person, and no later archive brings it back", async (t) => {
  const acme = await org(t);
  const picture = await pictureOf("teal");
  const zoe = { email: "zoe@example.org" };
  const pictures = async () => {
    const rows = await acme.server.app.database.reader
      .selectFrom("user")
      .select(["id", "avatar_path"])
      .where("realm_id", "=", acme.realm.id)
      .where("avatar_path", "is not", null)
      .execute();
    const noted = acme.server.app.database.reader
      .selectFrom("imported_item")
      .select("local_id")
      .where("realm_id", "=", acme.realm.id)
      .where("kind", "=", "picture");
    assert.deepEqual(
      (await noted.execute()).map(({ local_id }) => local_id),
      rows.map(({ id }) => id),
    );
    return rows.map(({ id }) => id);
  };
  await imports(acme, mattermostArchive(zoe, [{ message: "first" }], [], picture));
  const [id, ...others] = await pictures();
  assert(id !== undefined && others.length === 0);
  await erases(await signedIn(acme, acme.owner), id);
  await isCarriedOut(acme);
  assert.deepEqual([await pictures(), await tracesOf(acme)], [[], []]);
  await imports(acme, mattermostArchive(zoe, [{ message: "second" }], [], picture));
  assert.deepEqual(await pictures(), [], "the account is found again");
  await imports(acme, mattermostArchive(zoe, [{ message: "third" }], ["yan"], picture));
  assert.deepEqual([await pictures(), await tracesOf(acme)], [[], []]);
});

test("whoever was erased without an import is not brought back by one, nor named by a topic", async (t) => {
  const acme = await org(t);
  const zoe = await acme.member("Zoe");
  await erases(await signedIn(acme, acme.owner), zoe.id);
  await isCarriedOut(acme);
  const at = slackTime(BEGIN);
  const sent: SlackMessage[] = [
    slackMessage("U2", "<@U1> knows the way", at, { thread_ts: at, reply_count: 1 }),
    slackMessage("U1", "north", slackTime(BEGIN + 1), { thread_ts: at }),
  ];
  const archive = zipOf([
    ["users.json", [slackUser("U1", CANARY, { email: zoe.email }), slackUser("U2", "Ben")]],
    ["channels.json", [slackChannel("C1", "huts", ["U1", "U2"])]],
    ...slackDays(sent.map((message) => ["huts", message] as const)),
  ]);
  assert.deepEqual(await imports(acme, archive), [2, 1, 1]);
  assert.deepEqual(
    (await messagesOf(acme)).map(({ content, subject }) => [content, subject]),
    [
      [`@**Deleted user|${zoe.id}** knows the way`, "@Deleted user knows the way"],
      ["north", "@Deleted user knows the way"],
    ],
  );
  assert.deepEqual(await tracesOf(acme), []);
});

test("an account whose address nothing proved is not remembered: the messages are somebody else's", async (t) => {
  const acme = await org(t);
  const zoe = await acme.member("Zoe");
  await acme.alter((tx) => tx.updateTable("user").set({ is_email_verified: false }).where("id", "=", zoe.id).execute());
  await erases(await signedIn(acme, acme.owner), zoe.id);
  await isCarriedOut(acme);
  assert.deepEqual(await imports(acme, mattermostArchive(zoe, [{ message: "first" }])), [1, 1, 0]);
});

test("an erasure waits for an import that is running, and removes what it brings", async (t) => {
  const acme = await org(t);
  const zoe = await acme.member("Zoe");
  const owner = await signedIn(acme, acme.owner);
  const import_id = await startsImport(acme, largeSlackArchive({ messages: 1200, firstEmail: zoe.email }));
  await isUnderWay(acme);
  await erases(owner, zoe.id, { messages: "removed" });
  assert.equal((await importWith(acme.owner, import_id)).import.state, "running");
  await isCarriedOut(acme);
  assert.equal((await importWith(acme.owner, import_id)).import.state, "finished");
  const left = await messagesOf(acme);
  assert(left.length > 600);
  assert(left.every(({ sender_id }) => sender_id !== zoe.id));
  assert(left.every(({ rendered_content }) => !rendered_content.includes("@Zoe")));
});

/** What happens while an import waits, is interrupted, or takes long; and what stays of it. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { type Organization, org, type Person, test, until, useServer } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import { unsubscribe } from "../../channels/subscribe/contract.ts";
import { invariants } from "../../cli/doctor/invariants.ts";
import { channels as channelApi, messages as messageApi } from "../../contract.ts";
import { forgetExamples } from "../../kernel/db/migrations/0109-announced-imports.ts";
import { largeSlackArchive, slackChannel, slackDays, slackMessage, slackTime, slackUser } from "../slack/testing.ts";
import { zipOf } from "../testing.ts";
import * as contract from "./contract.ts";
import { importedCount, importWith, isUnderWay, settled, startsImport, uploadsArchive, zulipTar } from "./testing.ts";

useServer((engine) => startServer(engine, { maxImportMib: 1 }));

/** 2 March 2020, in seconds. */
const BEGIN = 1_583_107_200;

const stateOf = async ({ owner }: Organization, id: number) => (await importWith(owner, id)).import.state;

const zulipUser = (id: number, full_name: string, delivery_email: string, more: object = {}) => ({
  ...{ id, full_name, delivery_email, email: delivery_email, is_bot: false, is_active: true, role: 400, ...more },
});

const zulipMessage = (id: number, content: string, more: object = {}) => ({
  ...{ id, sender: 10, recipient: 103, subject: "talk", content, date_sent: BEGIN + id, edit_history: null, ...more },
});

/** A private channel with protected history, whose messages each were received by some. */
async function boardArchive(
  t: TestContext,
  people: readonly Person[],
  messages: number,
  hasReceived: (person: Person, n: number) => boolean,
): Promise<Buffer> {
  const ids = people.map((_, n) => 10 + n);
  const numbers = Array.from({ length: messages }, (_, n) => n + 1);
  return zulipTar(t, {
    "realm.json": {
      zerver_realm: [{ id: 2, string_id: "acme", name: "Acme", uuid: "0b1c" }],
      zerver_userprofile: people.map(({ name, email }, n) => zulipUser(10 + n, name, email)),
      zerver_stream: [{ id: 6, name: "board", description: "", invite_only: true, deactivated: false }],
      zerver_recipient: [{ id: 103, type: 2, type_id: 6 }],
      zerver_subscription: ids.map((user_profile) => ({ user_profile, recipient: 103, active: true })),
    },
    "messages-000001.json": {
      zerver_message: numbers.map((n) => zulipMessage(n, `number ${n}`)),
      zerver_usermessage: numbers.flatMap((n) =>
        people.flatMap((person, index) =>
          hasReceived(person, n) ? [{ message: n, user_profile: 10 + index, flags_mask: 1 }] : [],
        ),
      ),
    },
  });
}

async function readsBoard(person: Person): Promise<string[]> {
  const { messages } = await person.call(messageApi.getMessages, {
    ...{ anchor: "newest", num_before: 5000, num_after: 0, apply_markdown: false },
    narrow: [{ operator: "channel", operand: "board" }] as never,
  });
  return messages.map(({ content }) => content as string);
}

test("in a channel with protected history people miss nothing that is said during an import, and whoever was removed stays out", async (t) => {
  const MESSAGES = 1200;
  const acme = await org(t);
  const [ben, cleo, zoe] = [await acme.member("Ben"), await acme.member("Cleo"), await acme.member("Zoe")];
  const isBenThere = (n: number) => n <= 50 || n === 500 || n > MESSAGES - 50;
  const archive = await boardArchive(t, [acme.owner, ben, cleo], MESSAGES, (who, n) => who !== ben || isBenThere(n));
  const import_id = await startsImport(acme, archive);
  await isUnderWay(acme);
  const live: string[] = [];
  const says = async () => {
    live.push(`live ${live.length}`);
    await acme.owner.sends("#board > talk", live.at(-1) as string);
  };
  await says();
  const subscriptions = [{ name: "board" }];
  await acme.owner.call(channelApi.subscribe, { subscriptions, principals: [zoe.id] });
  await acme.owner.call(unsubscribe, { subscriptions: ["board"], principals: [cleo.id] });
  const beforeZoe = live.length;
  await acme.server.restart({ crash: true });
  assert((await importedCount(acme)) < MESSAGES);
  const announced = t.mock.method(acme.server.app.hub, "committed");
  await acme.clock.leap({ minutes: 3 });
  const attempt = () =>
    acme.server.app.database.reader
      .selectFrom("realm_import")
      .select("attempts")
      .where("id", "=", import_id)
      .executeTakeFirst();
  await until(async () => (await attempt())?.attempts === 2);
  const isOver = settled(acme).then(() => true);
  do await says();
  while (!(await Promise.race([isOver, new Promise<false>((resolve) => setTimeout(resolve, 20, false))])));
  assert.equal(await stateOf(acme, import_id), "finished");
  assert.equal(await importedCount(acme), MESSAGES);

  const heardBy = await readsBoard(ben);
  assert.deepEqual(
    heardBy.filter((text) => text.startsWith("live")),
    live,
  );
  const numbers = Array.from({ length: MESSAGES }, (_, n) => n + 1);
  assert.deepEqual(
    heardBy.filter((text) => text.startsWith("number")),
    numbers.filter(isBenThere).map((n) => `number ${n}`),
  );
  const seen = await readsBoard(acme.owner);
  const place = (text: string) => seen.indexOf(text);
  assert(
    live.some((text) => place(text) > place("number 60") && place(text) < place("number 499")) ||
      live.some((text) => place(text) > place("number 501") && place(text) < place(`number ${MESSAGES - 60}`)),
    "something was said between messages that Ben has not received",
  );
  const ofZoe = (await readsBoard(zoe)).filter((text) => !text.includes("@"));
  assert.deepEqual(ofZoe, live.slice(beforeZoe), "nothing that was imported");
  const { reader } = acme.server.app.database;
  const row = await reader
    .selectFrom("subscription")
    .innerJoin("channel", "channel.id", "subscription.channel_id")
    .select("is_subscribed")
    .where("user_id", "=", cleo.id)
    .where("channel.name", "=", "board")
    .executeTakeFirstOrThrow();
  assert.equal(Boolean(row.is_subscribed), false);
  for (const { name, problems } of invariants) assert.deepEqual(await problems(reader), [], name);

  // Clients had learned of people and channels before.
  const taken = announced.mock.calls
    .flatMap(({ arguments: [realmId, entries] }) => (realmId === acme.realm.id ? entries : []))
    .filter(({ type, body }) => type === "realm_import" && "op" in body && body.op === "taken");
  assert.equal(taken.length, 1, "the end");
});

test("an import waits for others as long as they take, and one that nobody works on any more fails", async (t) => {
  const [first, second, third] = [await org(t), await org(t), await org(t)];
  const archive = largeSlackArchive({ messages: 900 });
  const ids: number[] = [];
  for (const each of [first, second, third]) {
    ids.push(await uploadsArchive(each.owner, archive));
    await settled(each);
  }
  for (const [n, each] of [first, second, third].entries())
    await each.owner.call(contract.startImport, { import_id: ids[n] as number });
  await isUnderWay(first);
  await third.server.app.database.transaction((tx) =>
    tx.updateTable("job").set({ failed: true }).where("realm_id", "=", third.realm.id).execute(),
  );
  await first.clock.leap({ hours: 25 });
  await until(async () => (await stateOf(third, ids[2] as number)) === "failed");
  assert.equal(await stateOf(second, ids[1] as number), "running");
  await settled(first);
  for (const [n, each] of [first, second].entries()) {
    assert.equal(await stateOf(each, ids[n] as number), "finished");
    assert.equal(await importedCount(each), 900);
  }
  assert.equal((await importWith(third.owner, ids[2] as number)).import.problem, "internal");
});

/** In every text, name of a person and name of a file that the archives have. */
const SECRET = "kumquat";

const slackSecrets = () => {
  const at = (n: number) => slackTime(BEGIN + n, n);
  const said = (user: string, n: number, more: object) =>
    ["general", slackMessage(user, `${SECRET} ${n}`, at(n), more)] as const;
  return zipOf([
    [
      "users.json",
      [slackUser("U1", `Ida ${SECRET}`, { more: { profile: { real_name: SECRET, is_custom_image: true } } })],
    ],
    ["channels.json", [slackChannel("C1", "general", ["U1", "U7"], { pins: [{ id: "1" }] })]],
    ["mpims.json", [{ id: "M1", name: `mpdm-${SECRET}`, members: ["U1"] }]],
    [`mpdm-${SECRET}/2020-03-02.json`, "["],
    [`${SECRET}/${SECRET}.bin`, "x"],
    ...slackDays([
      said("U1", 1, { subtype: "channel_join" }),
      said("U1", 2, { subtype: "strange" }),
      said("U1", 3, {
        reactions: [
          { name: "no-such", users: ["U1"] },
          { name: "tada", users: ["U9"] },
        ],
      }),
      said("U1", 4, { files: [{ id: "F1", name: `${SECRET}.txt`, mode: "tombstone" }] }),
      said("U1", 5, { edited: { user: "U1", ts: "1" } }),
      ["general", slackMessage("U1", SECRET, "7")] as const,
    ]),
  ]);
};

const mattermostSecrets = () => {
  const post = (n: number, more: object) => ({
    type: "post",
    post: {
      team: "crew",
      channel: "town",
      user: "ada",
      message: `${SECRET} ${n}`,
      create_at: BEGIN * 1000 + n,
      ...more,
    },
  });
  const people = Array.from({ length: 1001 }, (_, n) => `p${n}`);
  return Buffer.from(
    [
      { type: "version", version: 1 },
      { type: "team", team: { name: "crew", display_name: "Crew" } },
      { type: "channel", channel: { team: "crew", name: "town", display_name: "Town", type: "O" } },
      { type: "user", user: { username: "ada", first_name: SECRET, profile_image: "x" } },
      { type: "user", user: { username: `ben.${SECRET}`, profile_image: "x" } },
      { type: "user", user: { username: "", nickname: SECRET } },
      post(1, { is_pinned: true, props: { attachments: [{ text: SECRET }] } }),
      post(2, { type: "system_join_channel" }),
      post(3, { channel: `${SECRET}${"x".repeat(200)}` }),
      post(4, { attachments: [{ path: `20200302/${SECRET}.txt` }] }),
      post(5, { channel: "none" }),
      { type: "direct_post", direct_post: { channel_members: people, user: "ada", message: SECRET, create_at: 1 } },
    ]
      .map((line) => JSON.stringify(line))
      .concat(`{"type":"post","post":{"message":"${SECRET}"`)
      .join("\n"),
  );
};

const zulipSecrets = (t: TestContext) =>
  zulipTar(t, {
    "realm.json": {
      zerver_realm: [{ id: 2, string_id: "acme", name: "Acme", uuid: "77" }],
      zerver_userprofile: [
        zulipUser(10, SECRET, "no address", { avatar_source: "U" }),
        zulipUser(Number.NaN, SECRET, ""),
      ],
      zerver_stream: [{ id: 6, name: "talk", description: "", invite_only: false }],
      zerver_recipient: [{ id: 103, type: 2, type_id: 6 }],
      zerver_subscription: [{ user_profile: 10, recipient: 103, active: true }],
      zerver_savedsnippet: [{ id: 1, name: SECRET }],
      zerver_attachment: [
        { id: 1, file_name: `${SECRET}.txt`, path_id: `2/ab/${SECRET}.txt`, owner: 10, messages: [] },
        { id: 2, file_name: `${SECRET}.txt`, path_id: `2/cd/${SECRET}.txt`, owner: 10, messages: [2] },
      ],
    },
    "messages-000001.json": {
      zerver_message: [
        zulipMessage(1, SECRET, { recipient: 999 }),
        zulipMessage(2, SECRET, { edit_history: [{ prev_subject: SECRET, timestamp: BEGIN }] }),
        zulipMessage(3, SECRET, { date_sent: 5 }),
      ],
    },
  });

test("no text, no name of a person and no name of a file stays in plans and reports", async (t) => {
  const acme = await org(t);
  for (const archive of [slackSecrets(), mattermostSecrets(), await zulipSecrets(t)]) {
    const import_id = await startsImport(acme, archive);
    await settled(acme);
    const { import: row, plan, report } = await importWith(acme.owner, import_id);
    assert.equal(row.state, "finished");
    assert(report !== null && plan !== null && report.left_out.length > 3, JSON.stringify(report));
    assert(report.left_out.some(({ examples }) => examples.length > 0));
    for (const tally of [plan, report]) assert(!JSON.stringify(tally).includes(SECRET), JSON.stringify(tally));
  }
  const { reader } = acme.server.app.database;
  const stored = await reader
    .selectFrom("imported_archive")
    .select("tally")
    .where("realm_id", "=", acme.realm.id)
    .execute();
  assert.equal(stored.length, 3);
  assert(!JSON.stringify(stored).includes(SECRET), JSON.stringify(stored));

  // Those of earlier versions had some.
  const old = { taken: {}, left_out: [{ what: "messages", reason: "there is no text", count: 2, examples: [SECRET] }] };
  const text = JSON.stringify(old);
  await acme.alter(async (tx) => {
    const { id } = acme.realm;
    await tx.updateTable("imported_archive").set({ tally: text }).where("realm_id", "=", id).execute();
    await tx.updateTable("realm_import").set({ plan: text, report: text }).where("realm_id", "=", id).execute();
    await forgetExamples(tx as never);
  });
  const { tally } = await reader
    .selectFrom("imported_archive")
    .select("tally")
    .where("realm_id", "=", acme.realm.id)
    .executeTakeFirstOrThrow();
  assert.deepEqual(tally, { taken: {}, left_out: [{ ...old.left_out[0], examples: [] }] });
  const rows = await reader
    .selectFrom("realm_import")
    .select(["plan", "report"])
    .where("realm_id", "=", acme.realm.id)
    .execute();
  for (const { plan, report } of rows) assert.deepEqual([plan, report], [tally, tally]);
});

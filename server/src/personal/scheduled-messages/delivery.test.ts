import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { listen, type Organization, org, type Person, test, until } from "../../../test/index.ts";
import { unsubscribe } from "../../channels/subscribe/contract.ts";
import { archiveChannel, updateChannel } from "../../channels/update/contract.ts";
import type * as messages from "../../messages/contract.ts";
import { deactivateRealm } from "../../organization/realms/contract.ts";
import { updateSettings } from "../../people/settings/contract.ts";
import * as contract from "./contract.ts";
import { contentsFor, inSeconds, noticesTo, pass, readsAll, scheduledOf, schedules } from "./testing.ts";

interface DeliveryWorld {
  acme: Organization;
  ada: Person;
  ben: Person;
  design: number;
}

async function world(t: TestContext): Promise<DeliveryWorld> {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  return { acme, ada, ben, design: await acme.channel("design", [ada, ben]) };
}

const inChannel = (id: number): messages.NarrowTerm[] => [{ operator: "channel", operand: id }];
const withBen = ({ ben }: DeliveryWorld): messages.NarrowTerm[] => [{ operator: "dm", operand: [ben.id] }];

test("a message is sent within a second of its time, and not before", async (t) => {
  const { acme, ada, ben, design } = await world(t);
  const { clock, server } = acme;
  await schedules(acme, ada, design, "Later", { at: inSeconds(acme, 200) });
  await schedules(acme, ada, design, "Sooner", { at: inSeconds(acme, 90) });
  const advance = async (seconds: number) => {
    await clock.advance({ seconds });
    await server.app.jobs.settled();
  };
  await server.app.jobs.settled();
  await advance(89);
  assert.deepEqual(await contentsFor(ben, inChannel(design)), []);
  await advance(1);
  assert.deepEqual(await contentsFor(ben, inChannel(design)), ["Sooner"]);
  // A message with an earlier time does not wait for the later one.
  await schedules(acme, ada, design, "In between", { at: inSeconds(acme, 2) });
  await server.app.jobs.settled();
  await advance(2);
  assert.deepEqual(await contentsFor(ben, inChannel(design)), ["Sooner", "In between"]);
});

test("a scheduled message becomes an ordinary message, with the time it is sent", async (t) => {
  const { acme, ada, ben, design } = await world(t);
  const scheduled_message_id = await schedules(acme, ada, design, "@**Ben** and #**design>plans**", { topic: "Plans" });
  const events = await ben.eventsDuring(() => pass(acme, 60));
  const [sent] = await readsAll(ben, inChannel(design));
  assert.deepEqual(
    [sent?.content, sent?.subject, sent?.sender_id, sent?.timestamp, sent?.flags],
    ["@**Ben** and #**design>plans**", "Plans", ada.id, inSeconds(acme, 0), ["mentioned"]],
  );
  const heardOf = events.filter(({ type }) => type === "message");
  assert.deepEqual(
    heardOf.map(({ message, flags }) => [(message as { id: number }).id, flags]),
    [[sent?.id, ["mentioned"]]],
  );
  assert.deepEqual(await scheduledOf(ada), []);

  await schedules(acme, ada, design, "/poll Lunch?\nSoup");
  const direct = await schedules(acme, ada, [ben], "Between us");
  const heard = await ada.eventsDuring(() => pass(acme, 60));
  assert.deepEqual(
    heard.filter(({ type }) => type === "scheduled_messages").map((event) => event.scheduled_message_id),
    [direct - 1, direct],
  );
  assert.equal(heard.filter(({ type }) => type === "message").length, 2);
  const [, poll] = await readsAll(ben, inChannel(design));
  assert.match(poll?.submessages[0]?.content ?? "", /Soup/);
  assert.deepEqual(await contentsFor(ada, withBen({ acme, ada, ben, design })), ["Between us"]);
  assert.ok(direct > scheduled_message_id);
});

test("the message is read for its sender as requested, or by default depending on the client", async (t) => {
  const { acme, ada, ben, design } = await world(t);
  const at = String(inSeconds(acme, 60));
  const toDesign = { type: "channel", to: String(design), topic: "plans" };
  const cases: [Record<string, string>, boolean][] = [
    [{ ...toDesign }, false],
    [{ ...toDesign, client: "website" }, true],
    [{ ...toDesign, client: "website", read_by_sender: "false" }, false],
    [{ ...toDesign, read_by_sender: "true" }, true],
    [{ type: "direct", to: `[${ben.id}]`, client: "website" }, true],
    [{ type: "direct", to: `[${ada.id}]`, client: "website" }, false],
    [{ type: "direct", to: `[${ada.id}]`, client: "website", read_by_sender: "true" }, true],
  ];
  for (const [index, [params]] of cases.entries()) {
    const request = { ...params, content: `case ${index}`, scheduled_delivery_timestamp: at };
    assert.equal((await ada.asks("POST", "/scheduled_messages", request)).result, "success");
  }
  await pass(acme, 60);
  const seen = new Map((await readsAll(ada)).map(({ content, flags }) => [content, flags.includes("read")]));
  for (const [index, [params, isRead]] of cases.entries())
    assert.equal(seen.get(`case ${index}`), isRead, JSON.stringify(params));
  const sent = (await readsAll(ada)).find(({ content }) => content === "case 1");
  assert.equal(sent?.client, "website");
});

test("many messages for the same time are sent once each, in the order they were scheduled", async (t) => {
  const { acme, ada, ben, design } = await world(t);
  const contents = Array.from({ length: 50 }, (_, n) => `wave ${n}`);
  for (const content of contents) await schedules(acme, ada, design, content);
  await pass(acme, 60);
  assert.deepEqual(await contentsFor(ben, inChannel(design)), contents);
  assert.deepEqual(await scheduledOf(ada), []);
  const jobs = await acme.server.app.database.reader
    .selectFrom("job")
    .select("id")
    .where("realm_id", "=", acme.realm.id)
    .where("kind", "=", "deliver_scheduled_messages")
    .execute();
  assert.deepEqual(jobs, []);
});

test("two nodes send each message once, in order [J1]", async (t) => {
  const { acme, ada, ben, design } = await world(t);
  if (acme.server.app.database.engine === "sqlite") return;
  const other = await acme.server.anotherNode();
  try {
    const contents = Array.from({ length: 90 }, (_, n) => `wave ${n}`);
    for (const [n, content] of contents.entries())
      await schedules(acme, ada, design, content, { at: inSeconds(acme, 30 + Math.floor(n / 30)) });
    await acme.clock.leap({ seconds: 40 });
    for (const node of [acme.server, other]) node.app.jobs.wake();
    await until(async () => (await scheduledOf(ada)).length === 0);
    for (const node of [acme.server, other]) await node.app.jobs.settled();
    assert.deepEqual(await contentsFor(ben, inChannel(design)), contents);
  } finally {
    await other.close();
  }
});

test("a scheduled message can be moved to an earlier or later time", async (t) => {
  const { acme, ada, ben, design } = await world(t);
  const put = async (content: string, scheduled_delivery_timestamp: number) => {
    const scheduled_message_id = await schedules(acme, ada, design, content, { at: inSeconds(acme, 60) });
    await ada.call(contract.updateScheduledMessage, { scheduled_message_id, scheduled_delivery_timestamp });
  };
  await put("later", inSeconds(acme, 120));
  await put("sooner", inSeconds(acme, 30));
  await pass(acme, 30);
  assert.deepEqual(await contentsFor(ben, inChannel(design)), ["sooner"]);
  await pass(acme, 30);
  assert.deepEqual(await contentsFor(ben, inChannel(design)), ["sooner"]);
  await pass(acme, 60);
  assert.deepEqual(await contentsFor(ben, inChannel(design)), ["sooner", "later"]);
});

test("a sent message cannot be changed or deleted, with an error that says so for a day", async (t) => {
  const { acme, ada, ben, design } = await world(t);
  const scheduled_message_id = await schedules(acme, ada, design, "Sent");
  await pass(acme, 60);
  const attempts = [
    () => ada.call(contract.updateScheduledMessage, { scheduled_message_id, content: "Changed" }),
    () => ada.call(contract.deleteScheduledMessage, { scheduled_message_id }),
  ];
  for (const attempt of attempts)
    await assert.rejects(attempt(), {
      message: "Scheduled message was already sent",
      code: "BAD_REQUEST",
      status: 400,
    });
  await assert.rejects(ben.call(contract.deleteScheduledMessage, { scheduled_message_id }), { status: 404 });
  const row = await acme.server.app.database.reader
    .selectFrom("scheduled_message")
    .select(["content", "rendered_content"])
    .where("id", "=", scheduled_message_id)
    .executeTakeFirstOrThrow();
  assert.deepEqual([row.content, row.rendered_content], ["", ""]);
  await pass(acme, 26 * 3600);
  for (const attempt of attempts) await assert.rejects(attempt(), { status: 404 });
  assert.deepEqual(await contentsFor(ben, inChannel(design)), ["Sent"]);
});

/** How a sender can lose permission between scheduling and sending, and the error they get. */
const LOSSES: Readonly<
  Record<string, (world: DeliveryWorld) => Promise<{ to: number | Person[]; lose(): Promise<unknown>; why: string }>>
> = {
  "an archived channel": async ({ acme, design }) => ({
    to: design,
    lose: () => acme.owner.call(archiveChannel, { stream_id: design }),
    why: "Not authorized to send to channel 'design'",
  }),
  "a private channel that the sender has left": async ({ acme, ada, ben }) => {
    const to = await acme.channel("club", [ben, ada], { invite_only: true });
    const lose = () => ben.call(unsubscribe, { subscriptions: ["club"], principals: [ada.id] });
    return { to, lose, why: `Channel with ID '${to}' does not exist` };
  },
  "a channel where the sender can no longer post": async ({ acme, ben, design }) => ({
    to: design,
    lose: () =>
      acme.owner.call(updateChannel, {
        stream_id: design,
        can_send_message_group: { new: { direct_members: [ben.id], direct_subgroups: [] } },
      }),
    why: "You do not have permission to post in this channel.",
  }),
  "a deactivated recipient": async ({ acme, ben }) => ({
    to: [ben],
    lose: () => acme.deactivate(ben),
    why: `'user${ben.id}@${acme.realm.host}' is no longer using Parley.`,
  }),
};

for (const [name, losing] of Object.entries(LOSSES))
  test(`permission is checked again when a message is sent: ${name}`, async (t) => {
    const all = await world(t);
    const { acme, ada } = all;
    const { to, lose, why } = await losing(all);
    const at = inSeconds(acme, 60);
    const scheduled_message_id = await schedules(acme, ada, to, "Too bad");
    await schedules(acme, ada, [ada], "Others are sent");
    const [planned] = await scheduledOf(ada);
    await lose();
    const heard = await ada.eventsDuring(() => pass(acme, 60));
    const failed = { ...planned, scheduled_message_id, failed: true };
    assert.deepEqual(await scheduledOf(ada), [failed]);
    assert.deepEqual(
      heard.filter(({ type, op }) => type === "scheduled_messages" && op === "update"),
      [{ type: "scheduled_messages", op: "update", scheduled_message: failed }],
    );
    const time = new Date(at * 1000).toISOString();
    assert.deepEqual(await noticesTo(ada), [
      `The message you scheduled for <time:${time}> could not be sent:\n\n> ${why}\n\n` +
        "It is still among your [scheduled messages](/#scheduled): edit it, choose a new time, or delete it.",
    ]);
    const own = await contentsFor(ada, [{ operator: "sender", operand: ada.id }]);
    assert.deepEqual(own, ["Others are sent"]);
    // It is not retried automatically.
    await pass(acme, 300);
    assert.deepEqual(await scheduledOf(ada), [failed]);
    assert.equal((await noticesTo(ada)).length, 1);
  });

test("the sender reads in their own language why it could not be sent", async (t) => {
  const { acme, ada, design } = await world(t);
  await ada.call(updateSettings, { default_language: "de" });
  await schedules(acme, ada, design, "Too late");
  await acme.owner.call(archiveChannel, { stream_id: design });
  await pass(acme, 60);
  const [notice = ""] = await noticesTo(ada);
  assert.match(notice, /\n> Du darfst nicht im Kanal „design“ schreiben/);
  assert.doesNotMatch(notice, /Not authorized/);
});

test("a message that could not be sent is sent after it gets a new time", async (t) => {
  const { acme, ada, ben, design } = await world(t);
  await ada.call(updateSettings, { default_language: "de" });
  const scheduled_message_id = await schedules(acme, ada, design, "Once more");
  const allowToPost = (ids: number[]) =>
    acme.owner.call(updateChannel, {
      stream_id: design,
      can_send_message_group: { new: { direct_members: ids, direct_subgroups: [] } },
    });
  await allowToPost([ben.id]);
  await pass(acme, 60);
  const [notice] = await noticesTo(ada);
  assert.match(notice ?? "", /^Die Nachricht, die du für <time:.*> geplant hast, konnte nicht gesendet werden:/);
  await allowToPost([ada.id, ben.id]);
  for (const change of [{ content: "Changed" }, { topic: "elsewhere" }])
    await assert.rejects(ada.call(contract.updateScheduledMessage, { scheduled_message_id, ...change }), {
      message: "Scheduled delivery time must be in the future.",
    });
  const heard = await ada.eventsDuring(() =>
    ada.call(contract.updateScheduledMessage, {
      scheduled_message_id,
      scheduled_delivery_timestamp: inSeconds(acme, 60),
    }),
  );
  assert.deepEqual(
    heard.map(({ scheduled_message }) => (scheduled_message as { failed: boolean }).failed),
    [false],
  );
  await pass(acme, 60);
  assert.equal((await contentsFor(ben, inChannel(design))).at(-1), "Once more");
  assert.deepEqual(await scheduledOf(ada), []);
});

test("messages that are more than ten minutes late, as after an outage, are not sent", async (t) => {
  const { acme, ada, ben, design } = await world(t);
  await schedules(acme, ada, design, "Late", { at: inSeconds(acme, 100) });
  await schedules(acme, ada, design, "Too late", { at: inSeconds(acme, 99) });
  await acme.server.app.jobs.settled();
  await acme.clock.leap({ seconds: 0 });
  await pass(acme, 700);
  assert.deepEqual(await contentsFor(ben, inChannel(design)), ["Late"]);
  assert.deepEqual(
    (await scheduledOf(ada)).map(({ content, failed }) => [content, failed]),
    [["Too late", true]],
  );
  assert.match((await noticesTo(ada))[0] ?? "", /\n> Message could not be sent at the scheduled time\.\n/);
});

test("messages from deactivated users are not sent, and there is no notice", async (t) => {
  const { acme, ada, ben, design } = await world(t);
  await schedules(acme, ada, design, "From nobody");
  await acme.deactivate(ada);
  const ear = await listen(ben);
  await pass(acme, 60);
  assert.deepEqual(await ear.reads(), []);
  assert.deepEqual(await failuresIn(acme), [["Account is deactivated", null]]);
  assert.equal(await directMessagesIn(acme), 0);
});

test("no messages are sent in a deactivated organization", async (t) => {
  const { acme, ada, design } = await world(t);
  await schedules(acme, ada, design, "From nowhere");
  await acme.owner.call(deactivateRealm, {});
  await pass(acme, 60);
  assert.deepEqual(await failuresIn(acme), [["This organization has been deactivated", null]]);
  assert.equal(await directMessagesIn(acme), 0);
});

async function failuresIn({ server, realm }: Organization) {
  const rows = await server.app.database.reader
    .selectFrom("scheduled_message")
    .select(["failure", "sent_at"])
    .where("realm_id", "=", realm.id)
    .execute();
  return rows.map((row) => [row.failure, row.sent_at]);
}

async function directMessagesIn({ server, realm }: Organization): Promise<number> {
  const { count } = await server.app.database.reader
    .selectFrom("message")
    .innerJoin("recipient", "recipient.id", "message.recipient_id")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("message.realm_id", "=", realm.id)
    .where("direct_key", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

test("a message whose job was lost is sent a little later", async (t) => {
  const { acme, ada, ben, design } = await world(t);
  await schedules(acme, ada, design, "Not forgotten");
  await acme.alter((tx) => tx.deleteFrom("job").where("realm_id", "=", acme.realm.id).execute());
  await pass(acme, 60);
  assert.deepEqual(await contentsFor(ben, inChannel(design)), []);
  for (let minute = 0; minute < 3; minute++) await pass(acme, 60);
  assert.deepEqual(await contentsFor(ben, inChannel(design)), ["Not forgotten"]);
});

test("a restart does not lose or repeat messages [J1]", async (t) => {
  const { acme, ada, ben, design } = await world(t);
  for (const n of [1, 2, 3]) await schedules(acme, ada, design, `wave ${n}`, { at: inSeconds(acme, 30 * n) });
  await pass(acme, 30);
  await acme.server.restart({ crash: true });
  await pass(acme, 30);
  await acme.server.restart({ crash: true });
  await pass(acme, 30);
  assert.deepEqual(await contentsFor(ben, inChannel(design)), ["wave 1", "wave 2", "wave 3"]);
});

test("a bot schedules with its owner's permissions, and a guest with their own", async (t) => {
  const { acme, ada, ben, design } = await world(t);
  const [bot, gus] = [await acme.bot("Robin", ada), await acme.guest("Gus")];
  await schedules(acme, bot, design, "From a bot");
  await assert.rejects(schedules(acme, gus, design, "From a guest"), { code: "STREAM_DOES_NOT_EXIST" });
  await pass(acme, 60);
  assert.deepEqual(await contentsFor(ben, inChannel(design)), ["From a bot"]);
});

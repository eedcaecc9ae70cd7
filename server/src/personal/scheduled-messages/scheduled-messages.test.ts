import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { CAPABILITIES } from "@parley/client";
import { listen, type Organization, org, type Person, test } from "../../../test/index.ts";
import { setLastId } from "../../kernel/db/identity.ts";
import * as realms from "../../organization/realms/contract.ts";
import { register } from "../../registration/contract.ts";
import { createReminder } from "../reminders/contract.ts";
import * as contract from "./contract.ts";
import { contentsFor, inSeconds, pass, scheduledOf, schedules } from "./testing.ts";

interface ScheduleWorld {
  acme: Organization;
  ada: Person;
  ben: Person;
  design: number;
}

async function world(t: TestContext): Promise<ScheduleWorld> {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  return { acme, ada, ben, design: await acme.channel("design", [ada, ben]) };
}

const NO_SUCH = { message: "Scheduled message does not exist", code: "BAD_REQUEST", status: 404 };
const NOT_IN_FUTURE = { message: "Scheduled delivery time must be in the future." };

test("scheduled messages are listed by time, for their sender only", async (t) => {
  const { acme, ada, ben, design } = await world(t);
  const later = inSeconds(acme, 7200);
  const heard = await ada.eventsDuring(async () => {
    await schedules(acme, ada, design, "In the *channel*", { at: later });
    await schedules(acme, ada, [ben, ada], "To Ben");
    await schedules(acme, ada, [ada], "To myself");
  });
  const [toBen, toSelf, inChannel] = await scheduledOf(ada);
  assert.deepEqual(inChannel, {
    scheduled_message_id: inChannel?.scheduled_message_id,
    type: "stream",
    to: design,
    topic: "plans",
    content: "In the *channel*",
    rendered_content: "<p>In the <em>channel</em></p>",
    scheduled_delivery_timestamp: later,
    failed: false,
  });
  assert.deepEqual(toBen, {
    scheduled_message_id: toBen?.scheduled_message_id,
    type: "private",
    to: [ben.id],
    content: "To Ben",
    rendered_content: "<p>To Ben</p>",
    scheduled_delivery_timestamp: inSeconds(acme, 60),
    failed: false,
  });
  assert.deepEqual(toSelf?.to, [ada.id]);
  assert.deepEqual(
    heard,
    [inChannel, toBen, toSelf].map((each) => ({ type: "scheduled_messages", op: "add", scheduled_messages: [each] })),
  );
  assert.deepEqual(await scheduledOf(ben), []);
  const state = await ada.call(register, { fetch_event_types: ["scheduled_messages"] });
  assert.deepEqual(state.scheduled_messages, [toBen, toSelf, inChannel]);
  // None of them has been sent yet.
  assert.deepEqual(await contentsFor(ben, [{ operator: "channel", operand: design }]), []);
});

test("nobody but the sender is notified of scheduled messages", async (t) => {
  const { acme, ada, ben, design } = await world(t);
  const [adas, bens] = [await listen(ada), await listen(ben)];
  const id = await schedules(acme, ada, design, "Hush");
  await ada.call(contract.updateScheduledMessage, { scheduled_message_id: id, content: "Hush!" });
  await ada.call(contract.deleteScheduledMessage, { scheduled_message_id: id });
  const types = (await adas.hears()).map(({ type, op }) => [type, op]);
  assert.deepEqual(
    types,
    ["add", "update", "remove"].map((op) => ["scheduled_messages", op]),
  );
  assert.deepEqual(await bens.hears(), []);
});

test("the older names of types are accepted, and others are rejected", async (t) => {
  const { acme, ada, ben, design } = await world(t);
  const common = { content: "x", scheduled_delivery_timestamp: String(inSeconds(acme, 60)) };
  for (const [type, to] of [
    ["stream", String(design)],
    ["private", `[${ben.id}]`],
  ] as const)
    assert.equal(
      (await ada.asks("POST", "/scheduled_messages", { ...common, type, to, topic: "a" })).result,
      "success",
    );
  assert.deepEqual(
    (await scheduledOf(ada)).map(({ type, topic }) => [type, topic]),
    [
      ["stream", "a"],
      ["private", undefined],
    ],
  );
  const odd = await ada.asks("POST", "/scheduled_messages", { ...common, type: "email", to: "[1]" });
  assert.equal(odd.msg, "Invalid type: Value error, Not in the list of possible values");
});

test("a message that could not be sent cannot be scheduled, and nothing is stored", async (t) => {
  const { acme, ada, ben, design } = await world(t);
  const secret = await acme.channel("secret", [ben], { invite_only: true });
  const ear = await listen(ada);
  const at = inSeconds(acme, 60);
  const channel = { type: "channel" as const, to: design, topic: "a", content: "x", scheduled_delivery_timestamp: at };
  const direct = { type: "direct" as const, to: [ben.id], content: "x", scheduled_delivery_timestamp: at };
  type Attempt = Parameters<typeof ada.call<(typeof contract.createScheduledMessage)["params"], never>>[1];
  const refused: [Attempt, object][] = [
    [{ ...channel, to: [design] }, { message: "Invalid data type for channel ID" }],
    [{ ...direct, to: ben.id }, { message: "Invalid data type for recipients" }],
    [{ ...direct, to: [] }, { message: "Message must have recipients" }],
    [{ ...direct, to: [999_999] }, { message: "Invalid user ID 999999" }],
    [
      { ...channel, to: 999_999 },
      { code: "STREAM_DOES_NOT_EXIST", fields: { stream_id: 999_999 } },
    ],
    [
      { ...channel, to: secret },
      { code: "STREAM_DOES_NOT_EXIST", fields: { stream_id: secret } },
    ],
    [{ ...channel, topic: undefined }, { message: "Missing topic" }],
    [{ ...channel, topic: "x".repeat(61) }, { message: "topic is too long (limit: 60 characters)" }],
    [{ ...channel, content: "x".repeat(10_001) }, { message: "content is too long (limit: 10000 characters)" }],
    [{ ...channel, content: " \n" }, { message: "Message must not be empty" }],
    [{ ...channel, content: "a\0b" }, { message: "Message must not contain null bytes" }],
    [{ ...channel, scheduled_delivery_timestamp: inSeconds(acme, 0) }, NOT_IN_FUTURE],
    [{ ...channel, scheduled_delivery_timestamp: 1 }, NOT_IN_FUTURE],
    [{ ...channel, scheduled_delivery_timestamp: 1e15 }, { message: "scheduled_delivery_timestamp is too large" }],
  ];
  for (const [attempt, error] of refused)
    await assert.rejects(ada.call(contract.createScheduledMessage, attempt), error, JSON.stringify(attempt));
  for (const missing of ["type", "to", "content", "scheduled_delivery_timestamp"]) {
    const { [missing]: _, ...rest } = { type: "channel", to: String(design), content: "x", topic: "a" } as Record<
      string,
      string
    >;
    const whole =
      missing === "scheduled_delivery_timestamp" ? rest : { ...rest, scheduled_delivery_timestamp: `${at}` };
    const answer = await ada.asks("POST", "/scheduled_messages", whole);
    assert.deepEqual([answer.code, answer.var_name], ["REQUEST_VARIABLE_MISSING", missing]);
  }
  assert.deepEqual(await scheduledOf(ada), []);
  assert.deepEqual(await ear.hears(), []);
  const { count } = await acme.server.app.database.reader
    .selectFrom("job")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("realm_id", "=", acme.realm.id)
    .where("kind", "=", "deliver_scheduled_messages")
    .executeTakeFirstOrThrow();
  assert.equal(Number(count), 0);
});

test("all names of the empty topic are accepted, and rejected where a topic is required", async (t) => {
  const { acme, ada, design } = await world(t);
  for (const topic of ["general chat", "(no topic)", ""]) await schedules(acme, ada, design, "x", { topic });
  const [first, ...more] = await scheduledOf(ada);
  assert.deepEqual(
    [first, ...more].map((each) => each?.topic),
    ["", "", ""],
  );
  const scheduled_message_id = first?.scheduled_message_id as number;
  for (const topic of ["plans", "general chat", "plans", "(no topic)"]) {
    await ada.call(contract.updateScheduledMessage, { scheduled_message_id, topic });
    assert.equal((await scheduledOf(ada))[0]?.topic, topic === "plans" ? "plans" : "");
  }
  await acme.owner.call(realms.updateRealm, { topics_policy: "disable_empty_topic" });
  for (const topic of ["general chat", "(no topic)", ""]) {
    const message = "Sending messages to the general chat is not allowed in this channel.";
    await assert.rejects(schedules(acme, ada, design, "x", { topic }), { message });
    await assert.rejects(ada.call(contract.updateScheduledMessage, { scheduled_message_id, topic }), { message });
  }
});

test("clients that do not support the empty topic get its display name", async (t) => {
  const { acme, ada, ben, design } = await world(t);
  const old = await listen(ada, { event_types: ["scheduled_messages"] });
  const capable = await listen(ada, { event_types: ["scheduled_messages"], client_capabilities: CAPABILITIES });
  const scheduled_message_id = await schedules(acme, ada, design, "x", { topic: "" });
  await schedules(acme, ada, [ben], "x");
  await ada.call(contract.updateScheduledMessage, { scheduled_message_id, content: "y" });
  type ScheduledEvent = { scheduled_messages?: { topic?: string }[]; scheduled_message?: { topic?: string } };
  const topicsIn = (events: readonly object[]) =>
    (events as ScheduledEvent[]).map((event) => (event.scheduled_messages?.[0] ?? event.scheduled_message)?.topic);
  assert.deepEqual(topicsIn(await old.hears()), ["general chat", undefined, "general chat"]);
  assert.deepEqual(topicsIn(await capable.hears()), ["", undefined, ""]);
  const registered = async (capabilities: object) =>
    (await ada.call(register, { fetch_event_types: ["scheduled_messages"], ...capabilities })).scheduled_messages;
  const topics = async (capabilities = {}) => (await registered(capabilities))?.map(({ topic }) => topic);
  assert.deepEqual(await topics(), ["general chat", undefined]);
  assert.deepEqual(await topics({ client_capabilities: CAPABILITIES }), ["", undefined]);
});

test("each part of a scheduled message can be changed", async (t) => {
  const { acme, ada, ben, design } = await world(t);
  const other = await acme.channel("other", [ada]);
  const scheduled_message_id = await schedules(acme, ada, design, "First");
  const at = inSeconds(acme, 600);
  const steps: [object, object][] = [
    [{ content: "**Second**" }, { content: "**Second**", rendered_content: "<p><strong>Second</strong></p>" }],
    [{ topic: "Logo" }, { topic: "Logo" }],
    [{ to: other }, { to: other }],
    [{ scheduled_delivery_timestamp: at }, { scheduled_delivery_timestamp: at }],
    [
      { type: "direct", to: [ben.id, ada.id], topic: "ignored" },
      { type: "private", to: [ben.id], topic: undefined },
    ],
    // A direct message has no topic to change.
    [{ topic: "ignored" }, {}],
    [{ to: [ada.id] }, { to: [ada.id] }],
    [
      { type: "stream", to: design, topic: "back" },
      { type: "stream", to: design, topic: "back" },
    ],
  ];
  let expected: Record<string, unknown> = { ...(await scheduledOf(ada))[0] };
  for (const [change, changed] of steps) {
    const heard = await ada.eventsDuring(() =>
      ada.call(contract.updateScheduledMessage, { scheduled_message_id, ...change }),
    );
    expected = JSON.parse(JSON.stringify({ ...expected, ...changed })) as Record<string, unknown>;
    assert.deepEqual(await scheduledOf(ada), [expected]);
    assert.deepEqual(heard, [{ type: "scheduled_messages", op: "update", scheduled_message: expected }]);
  }
});

test("an invalid change is rejected by the rules for scheduling, and nothing changes", async (t) => {
  const { acme, ada, ben, design } = await world(t);
  const scheduled_message_id = await schedules(acme, ada, design, "First");
  const direct = await schedules(acme, ada, [ben], "Second");
  const before = await scheduledOf(ada);
  const refused: [object, object][] = [
    [{}, { message: "Nothing to change" }],
    [{ type: "direct" }, { message: "Recipient required when updating type of scheduled message." }],
    [{ type: "channel", to: design }, { message: "Topic required when updating scheduled message type to channel." }],
    [{ to: [ben.id] }, { message: "Invalid data type for channel ID" }],
    [{ type: "direct", to: ben.id }, { message: "Invalid data type for recipients" }],
    [{ type: "direct", to: [999_999] }, { message: "Invalid user ID 999999" }],
    [{ to: 999_999 }, { code: "STREAM_DOES_NOT_EXIST", fields: { stream_id: 999_999 } }],
    [{ content: "" }, { message: "Message must not be empty" }],
    [{ content: "x".repeat(10_001) }, { message: "content is too long (limit: 10000 characters)" }],
    [{ topic: "x".repeat(61) }, { message: "topic is too long (limit: 60 characters)" }],
    [{ content: "Late", scheduled_delivery_timestamp: inSeconds(acme, 0) }, NOT_IN_FUTURE],
  ];
  const ear = await listen(ada);
  for (const [change, error] of refused)
    await assert.rejects(
      ada.call(contract.updateScheduledMessage, { scheduled_message_id, ...change }),
      error,
      JSON.stringify(change),
    );
  await assert.rejects(ada.call(contract.updateScheduledMessage, { scheduled_message_id: direct, to: ben.id }), {
    message: "Invalid data type for recipients",
  });
  assert.deepEqual(await scheduledOf(ada), before);
  assert.deepEqual(await ear.hears(), []);
});

test("a deleted message is not sent", async (t) => {
  const { acme, ada, ben, design } = await world(t);
  const scheduled_message_id = await schedules(acme, ada, design, "Never");
  const heard = await ada.eventsDuring(() => ada.call(contract.deleteScheduledMessage, { scheduled_message_id }));
  assert.deepEqual(heard, [{ type: "scheduled_messages", op: "remove", scheduled_message_id }]);
  await assert.rejects(ada.call(contract.deleteScheduledMessage, { scheduled_message_id }), NO_SUCH);
  await pass(acme, 61);
  assert.deepEqual(await contentsFor(ben, [{ operator: "channel", operand: design }]), []);
});

test("users can change and delete only their own scheduled messages; reminders are not scheduled messages", async (t) => {
  const { acme, ada, ben, design } = await world(t);
  const id = await schedules(acme, ada, design, "Mine");
  // So that no reminder has the id of a scheduled message.
  await acme.alter((tx) => setLastId(tx, "reminder", id + 1000));
  const message_id = await ada.sends("#design > logo", "Hello");
  const { reminder_id } = await ada.call(createReminder, {
    message_id,
    scheduled_delivery_timestamp: inSeconds(acme, 60),
  });
  const strangers: [Person, number][] = [
    [ben, id],
    [acme.owner, id],
    [(await org(t)).owner, id],
    [ada, reminder_id],
    [ada, 999_999],
  ];
  for (const [person, scheduled_message_id] of strangers) {
    await assert.rejects(person.call(contract.updateScheduledMessage, { scheduled_message_id, content: "x" }), NO_SUCH);
    await assert.rejects(person.call(contract.deleteScheduledMessage, { scheduled_message_id }), NO_SUCH);
  }
  assert.equal((await scheduledOf(ada)).length, 1);
});

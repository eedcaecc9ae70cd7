import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { listen, type Organization, org, type Person, test, until } from "../../../test/index.ts";
import { unsubscribe } from "../../channels/subscribe/contract.ts";
import { editMessage } from "../../messages/edit/contract.ts";
import { updateSettings } from "../../people/settings/contract.ts";
import { register } from "../../registration/contract.ts";
import { inSeconds, noticesTo, pass, readsAll } from "../scheduled-messages/testing.ts";
import * as contract from "./contract.ts";

interface ReminderWorld {
  acme: Organization;
  ada: Person;
  ben: Person;
  design: number;
}

async function world(t: TestContext): Promise<ReminderWorld> {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  return { acme, ada, ben, design: await acme.channel("design", [ada, ben]) };
}

async function remind(acme: Organization, person: Person, message_id: number, { note = "", in: wait = 60 } = {}) {
  const request = { message_id, scheduled_delivery_timestamp: inSeconds(acme, wait), note };
  return (await person.call(contract.createReminder, request)).reminder_id;
}

const remindersOf = async (person: Person) => (await person.call(contract.getReminders, {})).reminders;
const assertHas = (text: string | undefined, part: string) => assert.ok(text?.includes(part), `${part} in ${text}`);
const mentionOf = (person: Person) => `@_**${person.name}|${person.id}**`;

test("a reminder is listed until it is delivered as a direct message that links to the message and quotes it", async (t) => {
  const { acme, ada, ben, design } = await world(t);
  const id = await ben.sends("#design > logo", "Which *blue*,\n@**Ada**?");
  const content = [
    `You asked to be reminded of #**design>logo@${id}**.`,
    "Your note:",
    "> Ask again\n> tomorrow",
    `${mentionOf(ben)} [wrote](/#narrow/channel/${design}-design/topic/logo/near/${id}):`,
    "``` quote\nWhich *blue*,\n@**Ada**?\n```",
  ].join("\n\n");
  let reminder_id = 0;
  const heard = await ada.eventsDuring(async () => {
    reminder_id = await remind(acme, ada, id, { note: " Ask again\ntomorrow " });
  });
  const [reminder, ...more] = await remindersOf(ada);
  assert.deepEqual(more, []);
  const { rendered_content, ...rest } = reminder as NonNullable<typeof reminder>;
  assert.deepEqual(rest, {
    reminder_id,
    type: "private",
    to: [ada.id],
    content,
    scheduled_delivery_timestamp: inSeconds(acme, 60),
    failed: false,
    reminder_target_message_id: id,
  });
  assert.match(rendered_content, /<blockquote>[\s\S]*<em>blue<\/em>/);
  assert.deepEqual(heard, [{ type: "reminders", op: "add", reminders: [reminder] }]);
  const state = await ada.call(register, { fetch_event_types: ["reminders"] });
  assert.deepEqual(state.reminders, [{ ...reminder, scheduled_message_id: reminder_id }]);
  assert.deepEqual(await remindersOf(ben), []);

  await pass(acme, 59);
  assert.deepEqual(await noticesTo(ada), []);
  const due = await ada.eventsDuring(() => pass(acme, 1));
  assert.deepEqual(await noticesTo(ada), [content]);
  assert.deepEqual(
    due.map(({ type, op }) => [type, op]),
    [
      ["message", undefined],
      ["reminders", "remove"],
    ],
  );
  assert.deepEqual(await remindersOf(ada), []);
  const [notice] = await readsAll(ada, [{ operator: "is", operand: "dm" }]);
  // The quoted mention does not notify again, and the reminder is unread.
  assert.deepEqual(notice?.flags, []);
});

test("a reminder says if it is about a direct message, a poll or a to-do list", async (t) => {
  const { acme, ada, ben } = await world(t);
  const direct = await ben.writes(ada, "Call me");
  const group = await ben.writes([ada, acme.owner], "Call us");
  const self = await ada.writes(ada, "Call them");
  const poll = await ben.sends("#design > logo", "/poll Blue?\nYes");
  const todo = await ben.sends("#design > logo", "/todo Paint");
  for (const id of [direct, group, self, poll, todo]) await remind(acme, ada, id);
  await pass(acme, 60);
  const opening = "You asked to be reminded of the following direct message.";
  const [one, many, own, voted, listed] = await noticesTo(ada);
  const said = `${mentionOf(ben)} [wrote](/#narrow/dm/${ben.id}-dm/near/${direct}):`;
  assert.equal(one, [opening, said, "``` quote\nCall me\n```"].join("\n\n"));
  const people = [acme.owner.id, ben.id].sort((a, b) => a - b).join(",");
  assertHas(many, `(/#narrow/dm/${people}-group/near/${group})`);
  assertHas(own, `(/#narrow/dm/${ada.id}-dm/near/${self})`);
  assert.match(voted ?? "", /created \[a poll\]\(\S+\)\.$/);
  assert.match(listed ?? "", /created \[a to-do list\]\(\S+\)\.$/);
});

test("a reminder links to a message in the empty topic too", async (t) => {
  const { acme, ada, ben, design } = await world(t);
  const id = await ben.sends("#design > general chat", "Hello");
  await remind(acme, ada, id);
  const [reminder] = await remindersOf(ada);
  assertHas(
    reminder?.rendered_content,
    `<a class="message-link" href="/#narrow/channel/${design}-design/topic//near/${id}"`,
  );
});

test("a reminder quotes the current message, or the earlier text if it is no longer visible", async (t) => {
  const { acme, ada, ben } = await world(t);
  await acme.channel("club", [ben, ada], { invite_only: true });
  const edited = await ben.sends("#design > logo", "Blue");
  const hidden = await ben.sends("#club > plan", "Secret once known");
  const changed = await ben.sends("#club > plan", "As it was");
  for (const id of [edited, hidden, changed]) await remind(acme, ada, id);
  await ben.call(editMessage, { message_id: edited, content: "Green", topic: "colour" });
  await ben.call(unsubscribe, { subscriptions: ["club"], principals: [ada.id] });
  await ben.call(editMessage, { message_id: changed, content: "Not for Ada any more" });
  await acme.alter((tx) => tx.deleteFrom("message").where("id", "=", hidden).execute());
  await pass(acme, 60);
  const [now, gone, then] = await noticesTo(ada);
  assertHas(now, "``` quote\nGreen\n```");
  assertHas(now, ">colour@");
  assertHas(gone, "Secret once known");
  assertHas(then, "As it was");
});

test("a reminder is in the reader's language, and fits into a message", async (t) => {
  const { acme, ada, ben } = await world(t);
  await ada.call(updateSettings, { default_language: "de" });
  const id = await ben.sends("#design > logo", "ä".repeat(10_000));
  await remind(acme, ada, id, { note: "n".repeat(1000) });
  await pass(acme, 60);
  const [notice] = await noticesTo(ada);
  assert.match(notice ?? "", /^Du wolltest an #\*\*design>logo@\d+\*\* erinnert werden\.\n\nDeine Notiz:\n\n> n+\n/);
  assert.match(notice ?? "", /ä…\n```$/);
  assert.ok([...(notice ?? "")].length <= 10_000);
});

test("a reminder hides the author's name from guests who cannot access them", async (t) => {
  const { acme, ben, design } = await world(t);
  const gus = await acme.guest("Gus");
  await acme.owner.asks("PATCH", "/realm", {
    can_access_all_users_group: JSON.stringify({ new: await membersGroup(acme) }),
  });
  const id = await ben.sends("#design > logo", "Hello");
  await acme.owner.asks("POST", "/users/me/subscriptions", {
    subscriptions: JSON.stringify([{ name: "design" }]),
    principals: JSON.stringify([gus.id]),
  });
  await acme.owner.asks("DELETE", "/users/me/subscriptions", {
    subscriptions: JSON.stringify(["design"]),
    principals: JSON.stringify([ben.id]),
  });
  await remind(acme, gus, id);
  const [reminder] = await remindersOf(gus);
  assertHas(reminder?.content, `Unknown user [wrote](/#narrow/channel/${design}-`);
});

async function membersGroup({ owner }: Organization): Promise<number> {
  const { realm_user_groups = [] } = await owner.call(register, { fetch_event_types: ["realm_user_groups"] });
  return realm_user_groups.find((group) => group.name === "role:members")?.id as number;
}

test("a reminder needs a visible message, a time in the future, and a note that is not too long", async (t) => {
  const { acme, ada, ben } = await world(t);
  await acme.channel("secret", [ben], { invite_only: true });
  const [seen, hidden] = [await ben.sends("#design > logo", "Hi"), await ben.sends("#secret > plan", "Hush")];
  const direct = await ben.writes(acme.owner, "Hush");
  const at = inSeconds(acme, 60);
  const ear = await listen(ada);
  const refused: [object, object][] = [
    [{ message_id: hidden }, { message: "Invalid message(s)" }],
    [{ message_id: direct }, { message: "Invalid message(s)" }],
    [{ message_id: 999_999 }, { message: "Invalid message(s)" }],
    [
      { scheduled_delivery_timestamp: inSeconds(acme, 0) },
      { message: "Scheduled delivery time must be in the future." },
    ],
    [{ note: "n".repeat(1001) }, { message: "Maximum reminder note length: 1000 characters" }],
  ];
  for (const [attempt, error] of refused)
    await assert.rejects(
      ada.call(contract.createReminder, { message_id: seen, scheduled_delivery_timestamp: at, ...attempt }),
      error,
      JSON.stringify(attempt),
    );
  for (const missing of ["message_id", "scheduled_delivery_timestamp"]) {
    const { [missing]: _, ...rest } = { message_id: `${seen}`, scheduled_delivery_timestamp: `${at}` } as Record<
      string,
      string
    >;
    assert.equal((await ada.asks("POST", "/reminders", rest)).var_name, missing);
  }
  assert.deepEqual(await remindersOf(ada), []);
  assert.deepEqual(await ear.hears(), []);
});

test("a deleted reminder is not delivered, and users can delete only their own", async (t) => {
  const { acme, ada, ben } = await world(t);
  const reminder_id = await remind(acme, ada, await ben.sends("#design > logo", "Hi"));
  const noSuch = { message: "Reminder does not exist", code: "BAD_REQUEST", status: 404 };
  for (const person of [ben, acme.owner, (await org(t)).owner])
    await assert.rejects(person.call(contract.deleteReminder, { reminder_id }), noSuch);
  const ear = await listen(ben);
  const heard = await ada.eventsDuring(() => ada.call(contract.deleteReminder, { reminder_id }));
  assert.deepEqual(heard, [{ type: "reminders", op: "remove", reminder_id }]);
  assert.deepEqual(await ear.hears(), []);
  await assert.rejects(ada.call(contract.deleteReminder, { reminder_id }), noSuch);
  await pass(acme, 60);
  assert.deepEqual(await noticesTo(ada), []);
});

test("reminders are delivered in order, however late, but not to deactivated users", async (t) => {
  const { acme, ada, ben } = await world(t);
  const ids: number[] = [];
  for (let n = 0; n < 25; n++) ids.push(await ben.sends("#design > logo", `wave ${n}`));
  for (const id of ids) await remind(acme, ada, id, { in: 100 });
  await remind(acme, ben, ids[0] as number);
  await acme.deactivate(ben);
  await pass(acme, 24 * 3600);
  const found = (await noticesTo(ada)).map((text) => /wave \d+/.exec(text)?.[0]);
  assert.deepEqual(
    found,
    ids.map((_, n) => `wave ${n}`),
  );
  const failed = await acme.server.app.database.reader
    .selectFrom("reminder")
    .select(["user_id", "failed"])
    .where("realm_id", "=", acme.realm.id)
    .execute();
  assert.deepEqual(
    failed.map((row) => [row.user_id, row.failed]),
    [[ben.id, true]],
  );
});

test("two nodes deliver each reminder once", async (t) => {
  const { acme, ada, ben } = await world(t);
  if (acme.server.app.database.engine === "sqlite") return;
  const other = await acme.server.anotherNode();
  try {
    for (let n = 0; n < 45; n++) await remind(acme, ada, await ben.sends("#design > logo", `wave ${n}`));
    await acme.clock.leap({ seconds: 60 });
    for (const node of [acme.server, other]) node.app.jobs.wake();
    await until(async () => (await remindersOf(ada)).length === 0);
    assert.equal((await noticesTo(ada)).length, 45);
  } finally {
    await other.close();
  }
});

import assert from "node:assert/strict";
import { crowd } from "../../../test/crowd.ts";
import { type Heard, type Organization, org, type Person, test } from "../../../test/index.ts";
import { subscribe } from "../../channels/contract.ts";
import * as realms from "../../organization/realms/contract.ts";
import * as settings from "../../people/settings/contract.ts";
import * as registration from "../../registration/contract.ts";
import * as messages from "../contract.ts";
import { setTyping, setTypingEdit } from "./contract.ts";

const shown = (person: Person) => ({
  user_id: person.id,
  email: `user${person.id}@${new URL(person.connection.url).hostname}`,
});

async function threePeople(t: Parameters<typeof org>[0]): Promise<[Organization, Person, Person, Person]> {
  const acme = await org(t);
  return [acme, await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cem")];
}

const start = { op: "start" as const };

test("all participants of a direct conversation see who is typing, including the sender, and nobody else", async (t) => {
  const [, ada, ben, cem] = await threePeople(t);
  for (const person of [ada, ben, cem]) await person.catchesUp();
  for (const op of ["start", "stop"] as const) {
    await ada.call(setTyping, { op, to: [ben.id, ada.id, ben.id] });
    const event = { type: "typing", op, message_type: "direct", sender: shown(ada), recipients: [ada, ben].map(shown) };
    assert.deepEqual(await ben.catchesUp(), [event]);
    assert.deepEqual(await ada.catchesUp(), [event]);
  }
  assert.deepEqual(await cem.catchesUp(), []);
});

test("people can also be addressed by their API emails, a single one without a list", async (t) => {
  const [, ada, ben, cem] = await threePeople(t);
  await ben.catchesUp();
  const [toBen, toCem] = [shown(ben).email, shown(cem).email];
  for (const to of [[toBen], [toBen, toCem], toBen]) await ada.call(setTyping, { ...start, to });
  const heard = (await ben.catchesUp()) as unknown as { recipients: { user_id: number }[] }[];
  assert.deepEqual(
    heard.map(({ recipients }) => recipients.map(({ user_id }) => user_id)),
    [
      [ada.id, ben.id],
      [ada.id, ben.id, cem.id],
      [ada.id, ben.id],
    ],
  );
  for (const to of ["nobody@example.com", ["nobody@example.com"]])
    await assert.rejects(ada.call(setTyping, { ...start, to }), { message: "Invalid email 'nobody@example.com'" });
  await assert.rejects(ada.call(setTyping, { ...start, to: "" }), { message: "Empty 'to' list" });
});

test("a channel's subscribers see who is typing in which topic", async (t) => {
  const [acme, ada, ben, cem] = await threePeople(t);
  const stream_id = await acme.channel("design", [ada, ben]);
  for (const person of [ada, ben, cem]) await person.catchesUp();
  for (const type of ["channel", "stream"] as const) {
    await ada.call(setTyping, { ...start, type, stream_id, topic: " logo " });
    const event = { type: "typing", ...start, message_type: "stream", sender: shown(ada), stream_id, topic: "logo" };
    assert.deepEqual(await ben.catchesUp(), [event]);
    assert.deepEqual(await ada.catchesUp(), [event]);
  }
  // Users who can post without a subscription are seen typing; readers without one get no events.
  await cem.call(setTyping, { ...start, type: "channel", stream_id, topic: "(no topic)" });
  assert.deepEqual(
    (await ben.catchesUp()).map(({ topic }) => topic),
    [""],
  );
  assert.deepEqual(await cem.catchesUp(), []);
});

/** The events of a client with these capabilities. */
async function queue(person: Person, capabilities: Record<string, boolean>) {
  const { queue_id } = await person.call(registration.register, {
    event_types: ["typing", "typing_edit_message"],
    client_capabilities: { notification_settings_null: true, ...capabilities } as never,
  });
  return async () => {
    const { events } = await person.call(registration.getEvents, {
      queue_id: queue_id as string,
      last_event_id: -1,
      dont_block: true,
    });
    return events.map(({ topic = null }: Heard) => topic);
  };
}

test("typing in channels goes only to clients that support it; the empty topic has a name for those that need it", async (t) => {
  const [acme, ada, ben] = await threePeople(t);
  const stream_id = await acme.channel("design", [ada, ben]);
  const plain = await queue(ben, {});
  const older = await queue(ben, { stream_typing_notifications: true });
  const current = await queue(ben, { stream_typing_notifications: true, empty_topic_name: true });
  await ada.call(setTyping, { ...start, type: "channel", stream_id, topic: "" });
  assert.deepEqual([await plain(), await older(), await current()], [[], ["general chat"], [""]]);
  await ada.call(setTyping, { ...start, to: [ben.id] });
  assert.deepEqual(await plain(), [null]);
});

test("users can turn off receiving typing events, and sending them while that is off is refused", async (t) => {
  const [acme, ada, ben] = await threePeople(t);
  const stream_id = await acme.channel("design", [ada, ben]);
  const message_id = await ada.sends("#design > logo", "Helo");
  const direct_id = await ada.writes(ben, "Helo");
  await ben.call(settings.updateSettings, { receives_typing_notifications: false });
  await ben.catchesUp();
  await ada.call(setTyping, { ...start, type: "channel", stream_id, topic: "logo" });
  await ada.call(setTyping, { ...start, to: [ben.id] });
  await ada.call(setTypingEdit, { ...start, message_id });
  await ada.call(setTypingEdit, { ...start, message_id: direct_id });
  assert.deepEqual(await ben.catchesUp(), []);

  await ada.call(settings.updateSettings, {
    send_private_typing_notifications: false,
    send_stream_typing_notifications: false,
  });
  const disabled = (kind: string) => ({
    code: "BAD_REQUEST",
    message: `User has disabled typing notifications for ${kind} messages`,
  });
  await assert.rejects(ada.call(setTyping, { ...start, to: [999_999] }), disabled("direct"));
  await assert.rejects(
    ada.call(setTyping, { ...start, type: "channel", stream_id: 999_999, topic: "" }),
    disabled("channel"),
  );
  await assert.rejects(ada.call(setTypingEdit, { ...start, message_id }), disabled("channel"));
  await assert.rejects(ada.call(setTypingEdit, { ...start, message_id: direct_id }), disabled("direct"));
});

test("in a channel of more than 100 subscribers typing is accepted, and not delivered", async (t) => {
  const [acme, ada, ben] = await threePeople(t);
  const stream_id = await acme.channel("all", [ada, ben]);
  const message_id = await ada.sends("#all > topic", "Helo");
  const [last, ...others] = (await crowd(acme, 99)) as [number, ...number[]];
  const subscriptions = [{ name: "all" }];
  await ada.call(subscribe, { subscriptions, principals: others, send_new_subscription_messages: false });
  const hears = await queue(ben, { stream_typing_notifications: true });
  await ada.call(setTyping, { ...start, type: "channel", stream_id, topic: "topic" });
  assert.deepEqual(await hears(), ["topic"]);
  await ada.call(subscribe, { subscriptions, principals: [last], send_new_subscription_messages: false });
  const now = await queue(ben, { stream_typing_notifications: true });
  await ada.call(setTyping, { ...start, type: "channel", stream_id, topic: "topic" });
  await ada.call(setTypingEdit, { ...start, message_id });
  assert.deepEqual(await now(), []);
});

test("invalid requests are refused in this order", async (t) => {
  const [acme, ada, ben] = await threePeople(t);
  const guest = await acme.guest("Gus");
  const secret = await acme.channel("secret", [ada], { invite_only: true });
  const board = await acme.channel("board", [ada, ben]);
  await acme.alter((tx) =>
    tx
      .updateTable("channel")
      .set({ can_send_message_group: acme.realm.systemGroups["role:moderators"] })
      .where("id", "=", board)
      .execute(),
  );
  const channel = { ...start, type: "channel" as const };
  const refused: [Person, object, string][] = [
    [ada, { to: [ben.id] }, "Missing 'op' argument"],
    [ada, { ...start }, "Missing 'to' argument"],
    [ada, { ...start, to: [] }, "Empty 'to' list"],
    [ada, { ...start, to: [ben.id, 999_999] }, "Invalid user ID 999999"],
    [ada, { ...channel, topic: "x" }, "Missing 'stream_id' argument"],
    [ada, { ...channel, stream_id: secret }, "Missing topic"],
    [ada, { ...channel, stream_id: secret, topic: "x".repeat(61) }, "topic is too long (limit: 60 characters)"],
    [ada, { ...channel, stream_id: 999_999, topic: "x" }, "Channel with ID '999999' does not exist"],
    [ben, { ...channel, stream_id: secret, topic: "x" }, `Channel with ID '${secret}' does not exist`],
    [guest, { ...channel, stream_id: board, topic: "x" }, "You do not have permission to post in this channel."],
    [ben, { ...channel, stream_id: board, topic: "x" }, "You do not have permission to post in this channel."],
  ];
  await ada.catchesUp();
  for (const [person, params, message] of refused)
    await assert.rejects(person.call(setTyping, params as never), { message });
  const answer = await ada.asks("POST", "/typing", { op: "pause", to: `[${ben.id}]` });
  assert.deepEqual([answer.result, answer.msg], ["error", "Invalid op"]);
  assert.deepEqual(await ada.catchesUp(), []);
});

test("people and channels of another organization do not exist", async (t) => {
  const [, ada] = await threePeople(t);
  const other = await org(t);
  const eve = await other.member("Eve");
  const stream_id = await other.channel("design", [eve]);
  await assert.rejects(ada.call(setTyping, { ...start, to: [eve.id] }), { message: `Invalid user ID ${eve.id}` });
  await assert.rejects(ada.call(setTyping, { ...start, type: "channel", stream_id, topic: "x" }), {
    code: "STREAM_DOES_NOT_EXIST",
  });
});

test("participants see who is editing a message", async (t) => {
  const [acme, ada, ben, cem] = await threePeople(t);
  const channel_id = await acme.channel("design", [ada, ben]);
  const inChannel = await ada.sends("#design > logo", "Helo");
  const direct = await ada.writes([ben], "Helo");
  for (const person of [ben, cem]) await person.catchesUp();
  await ada.call(setTypingEdit, { ...start, message_id: inChannel });
  await ada.call(setTypingEdit, { op: "stop", message_id: direct });
  const common = { type: "typing_edit_message", sender_id: ada.id };
  assert.deepEqual(await ben.catchesUp(), [
    { ...common, ...start, message_id: inChannel, recipient: { type: "channel", channel_id, topic: "logo" } },
    { ...common, op: "stop", message_id: direct, recipient: { type: "direct", user_ids: [ada.id, ben.id] } },
  ]);
  assert.deepEqual(await cem.catchesUp(), []);
});

test("users who cannot see a message do not see that it is being edited", async (t) => {
  const [acme, ada, ben, cem] = await threePeople(t);
  await acme.channel("board", [ada, ben], { invite_only: true, history_public_to_subscribers: false });
  const message_id = await ada.sends("#board > pay", "before");
  await acme.channel("board", [ada, cem]);
  for (const person of [ben, cem]) await person.catchesUp();
  await ada.call(setTypingEdit, { ...start, message_id });
  assert.equal((await ben.catchesUp()).length, 1);
  assert.deepEqual(await cem.catchesUp(), []);
});

test("only users who can edit a message now are seen editing it", async (t) => {
  const [acme, ada, ben, cem] = await threePeople(t);
  const stream_id = await acme.channel("design", [ada, ben], { invite_only: true });
  const message_id = await ada.sends("#design > logo", "Helo");
  const edit = (person: Person) => person.call(setTypingEdit, { ...start, message_id });
  await assert.rejects(edit(cem), { message: "Invalid message(s)" });
  await assert.rejects(edit(ben), { message: "You don't have permission to edit this message" });
  await assert.rejects(ada.call(setTypingEdit, { ...start, message_id: 999_999 }), { message: "Invalid message(s)" });

  await acme.owner.call(realms.updateRealm, { message_content_edit_limit_seconds: 60 });
  await acme.clock.advance({ seconds: 60 });
  await edit(ada);
  await acme.clock.advance({ seconds: 1 });
  await assert.rejects(edit(ada), { message: "The time limit for editing this message has passed" });
  await acme.owner.call(realms.updateRealm, { message_content_edit_limit_seconds: "unlimited" });
  await edit(ada);
  await acme.owner.call(realms.updateRealm, { allow_message_editing: false });
  await assert.rejects(edit(ben), { message: "Your organization has turned off message editing" });

  await acme.alter((tx) => tx.updateTable("channel").set({ is_archived: true }).where("id", "=", stream_id).execute());
  await assert.rejects(edit(ada), { message: "Invalid message(s)" });
});

test("clients get the duration of typing notifications", async (t) => {
  const acme = await org(t);
  const answer = (await acme.owner.call(registration.register, { fetch_event_types: ["realm"] })) as Record<
    string,
    unknown
  >;
  assert.deepEqual(
    ["started_expiry", "started_wait", "stopped_wait"].map(
      (name) => answer[`server_typing_${name}_period_milliseconds`],
    ),
    [45_000, 30_000, 12_000],
  );
});

test("typing is not stored as a message", async (t) => {
  const [, ada, ben] = await threePeople(t);
  await ada.call(setTyping, { ...start, to: [ben.id] });
  const { messages: read } = await ben.call(messages.getMessages, { anchor: "newest", num_before: 10 });
  assert.deepEqual(read, []);
});

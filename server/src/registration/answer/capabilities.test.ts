/** What each client capability changes, in the snapshot and in events. */
import assert from "node:assert/strict";
import { type Heard, type Listener, listen, org, type Person, test } from "../../../test/index.ts";
import { webhookBot } from "../../delivery/outgoing-webhooks/testing.ts";
import type { Capability } from "../../kernel/api/index.ts";
import { register } from "../contract.ts";
import { does } from "./workspace.ts";

const declared = (capabilities: Partial<Record<Capability, boolean>>) => ({
  client_capabilities: { notification_settings_null: false, ...capabilities },
});

/** The snapshot for a client without the capability, and for one with it. */
async function states(person: Person, capability: Capability, fetch_event_types: string[]) {
  const [older, newer] = [
    await person.call(register, { fetch_event_types, ...declared({}) }),
    await person.call(register, { fetch_event_types, ...declared({ [capability]: true }) }),
  ];
  return [older, newer] as const;
}

/** The events that both clients receive during `something`. */
async function eventsOf(person: Person, capability: Capability, type: string, something: () => Promise<unknown>) {
  const ears: Listener[] = [
    await listen(person, { event_types: [type], ...declared({}) }),
    await listen(person, { event_types: [type], ...declared({ [capability]: true }) }),
  ];
  await something();
  const [older = [], newer = []] = await Promise.all(ears.map((ear) => ear.hears()));
  return [older, newer] as const;
}

const pick = (events: readonly Heard[], ...names: string[]) =>
  events.map((event) => Object.fromEntries(names.filter((name) => name in event).map((name) => [name, event[name]])));

test("notification_settings_null: null is sent as null, otherwise as the value it stands for", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("design", [ada]);
  await does(ada, "PATCH /settings", { enable_stream_push_notifications: true });
  for (const [list, leave] of [
    ["subscriptions", false],
    ["unsubscribed", true],
  ] as const) {
    if (leave) await does(ada, "DELETE /users/me/subscriptions", { subscriptions: ["design"] });
    const shown = (await states(ada, "notification_settings_null", ["subscription"])).map((state) => {
      const { push_notifications, desktop_notifications, wildcard_mentions_notify } =
        state[list]?.find(({ name }) => name === "design") ?? assert.fail(list);
      return [push_notifications, desktop_notifications, wildcard_mentions_notify];
    });
    assert.deepEqual(shown, [
      [true, false, null],
      [null, null, null],
    ]);
  }
});

test("bulk_message_deletion: one event for many messages, otherwise one for each", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const stream_id = await acme.channel("design", [owner]);
  const ids = [await owner.sends("#design > old", "1"), await owner.sends("#design > old", "2")];
  const [older, newer] = await eventsOf(owner, "bulk_message_deletion", "delete_message", () =>
    does(owner, `POST /streams/${stream_id}/delete_topic`, { topic_name: "old" }),
  );
  const place = { type: "delete_message", message_type: "stream", stream_id, topic: "old" };
  assert.deepEqual(
    older.toSorted((a, b) => Number(a.message_id) - Number(b.message_id)),
    ids.map((message_id) => ({ ...place, message_id })),
  );
  assert.deepEqual(newer, [{ ...place, message_ids: ids }]);
});

test("user_avatar_url_field_optional: avatars of users who have been inactive for long are left out", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const bot = await acme.bot("Robin", ada);
  await ben.call(register, { fetch_event_types: [] });
  await acme.clock.leap({ days: 30 });
  const cem = await acme.member("Cem");
  await acme.owner.call(register, { fetch_event_types: [] });
  const [older, newer] = (await states(acme.owner, "user_avatar_url_field_optional", ["realm_user"])).map((state) =>
    state.realm_users?.filter((user) => "avatar_url" in user).map((user) => user.user_id),
  );
  assert.deepEqual(older, [acme.owner.id, ada.id, ben.id, bot.id, cem.id]);
  assert.deepEqual(newer, [acme.owner.id, bot.id, cem.id]);
});

test("stream_typing_notifications: typing in channels sends events", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const stream_id = await acme.channel("design", [ada, ben]);
  const [older, newer] = await eventsOf(ben, "stream_typing_notifications", "typing", async () => {
    await does(ada, "POST /typing", { type: "stream", op: "start", stream_id, topic: "logo" });
    await does(ada, "POST /typing", { type: "direct", op: "start", to: [ben.id] });
  });
  assert.deepEqual(pick(older, "message_type"), [{ message_type: "direct" }]);
  assert.deepEqual(pick(newer, "message_type"), [{ message_type: "stream" }, { message_type: "direct" }]);
});

test("user_settings_object: settings are sent once, otherwise also at the top level and in the older events", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const names = ["user_settings", "update_display_settings", "update_global_notifications"];
  const [older, newer] = await states(ada, "user_settings_object", names);
  for (const name of ["enter_sends", "emojiset_choices", "enable_sounds", "available_notification_sounds", "timezone"])
    assert.deepEqual([name in older, name in newer], [true, false], name);
  assert.deepEqual(older.user_settings, newer.user_settings);
  for (const [type, change] of [
    ["update_display_settings", { enter_sends: false }],
    ["update_global_notifications", { enable_sounds: false }],
  ] as const) {
    const [told, untold] = await eventsOf(ada, "user_settings_object", type, () =>
      does(ada, "PATCH /settings", change),
    );
    assert.deepEqual([told.length, untold.length], [1, 0], type);
  }
  const told = await eventsOf(ada, "user_settings_object", "user_settings", () =>
    does(ada, "PATCH /settings", { enter_sends: true }),
  );
  assert.deepEqual(told[0], told[1]);
  assert.equal(told[0].length, 1);
});

test("linkifier_url_template: linkifiers are included, with events for changes", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const add = (word: string) =>
    does(owner, "POST /realm/filters", { pattern: `${word}(?P<id>[0-9]+)`, url_template: "https://example.com/{id}" });
  await add("T");
  const [older, newer] = await states(owner, "linkifier_url_template", ["realm_linkifiers"]);
  assert.deepEqual([older.realm_linkifiers?.length, newer.realm_linkifiers?.length], [0, 1]);
  const told = await eventsOf(owner, "linkifier_url_template", "realm_linkifiers", () => add("U"));
  assert.deepEqual([told[0].length, told[1].length], [0, 1]);
});

test("user_list_incomplete: users a guest cannot access are left out, otherwise a placeholder", async (t) => {
  const acme = await org(t);
  const [gil] = [await acme.guest("Gil"), await acme.member("Ada")];
  const groups = await acme.owner.call(register, { fetch_event_types: ["realm_user_groups"] });
  const members = groups.realm_user_groups?.find(({ name }) => name === "role:members")?.id;
  await does(acme.owner, "PATCH /realm", { can_access_all_users_group: { new: members } });
  const [older, newer] = (await states(gil, "user_list_incomplete", ["realm_user"])).map((state) =>
    state.realm_users?.map((user) => user.full_name),
  );
  assert.deepEqual(older, ["Unknown user", "Gil", "Unknown user"]);
  assert.deepEqual(newer, ["Gil"]);
  const told = await eventsOf(gil, "user_list_incomplete", "realm_user", () => acme.member("Ben"));
  assert.deepEqual(
    told.map((events) => events.map((event) => (event.person as { full_name: string }).full_name)),
    [["Unknown user"], []],
  );
});

test("include_deactivated_groups: deactivated groups stay, otherwise they are removed and added again", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const { group_id } = await does(owner, "POST /user_groups/create", { name: "crew", description: "", members: [] });
  const during = (something: () => Promise<unknown>) =>
    eventsOf(owner, "include_deactivated_groups", "user_group", something);
  const [gone, off] = await during(() => does(owner, `POST /user_groups/${group_id}/deactivate`));
  assert.deepEqual(pick(gone, "op", "group_id"), [{ op: "remove", group_id }]);
  assert.deepEqual(pick(off, "op", "group_id", "data"), [{ op: "update", group_id, data: { deactivated: true } }]);

  const [older, newer] = (await states(owner, "include_deactivated_groups", ["realm_user_groups"])).map((state) =>
    state.realm_user_groups?.filter(({ id }) => id === group_id).map(({ deactivated }) => deactivated),
  );
  assert.deepEqual([older, newer], [[], [true]]);

  const [unsaid, renamed] = await during(() => does(owner, `PATCH /user_groups/${group_id}`, { name: "old crew" }));
  assert.deepEqual([unsaid.length, pick(renamed, "data")], [0, [{ data: { name: "old crew" } }]]);

  const [back, on] = await during(() => does(owner, `PATCH /user_groups/${group_id}`, { deactivated: false }));
  assert.deepEqual(
    back.map(({ op, group }) => [op, (group as { id: number }).id]),
    [["add", group_id]],
  );
  assert.deepEqual(pick(on, "op", "data"), [{ op: "update", data: { deactivated: false } }]);
});

test("archived_channels: archived channels stay, otherwise they are removed and added again", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const stream_id = await acme.channel("design", [owner]);
  const during = (something: () => Promise<unknown>) => eventsOf(owner, "archived_channels", "stream", something);
  const [gone, off] = await during(() => does(owner, `DELETE /streams/${stream_id}`));
  assert.deepEqual(pick(gone, "op", "stream_ids"), [{ op: "delete", stream_ids: [stream_id] }]);
  const change = { op: "update", stream_id, property: "is_archived" };
  assert.deepEqual(pick(off, "op", "stream_id", "property", "value"), [{ ...change, value: true }]);

  const [older, newer] = (await states(owner, "archived_channels", ["subscription", "stream"])).map((state) =>
    [...(state.streams ?? []), ...(state.subscriptions ?? [])]
      .filter((channel) => channel.stream_id === stream_id)
      .map((channel) => channel.is_archived),
  );
  assert.deepEqual([older, newer], [[], [true, true]]);

  const [back, on] = await during(() => does(owner, `PATCH /streams/${stream_id}`, { is_archived: false }));
  assert.deepEqual(
    back.map(({ op, streams }) => [op, (streams as { stream_id: number }[]).map((each) => each.stream_id)]),
    [["create", [stream_id]]],
  );
  assert.deepEqual(pick(on, "op", "stream_id", "property", "value"), [{ ...change, value: false }]);
});

test("empty_topic_name: the empty topic is sent as it is, otherwise with its display name", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const stream_id = await acme.channel("design", [ada, ben]);
  const message_id = await ada.sends("#design > ", "hi");
  await does(ben, "POST /user_topics", { stream_id, topic: "", visibility_policy: 3 });
  const shown = (await states(ben, "empty_topic_name", ["message", "update_message_flags", "user_topic"])).map(
    (state) => [state.unread_msgs?.streams[0]?.topic, state.user_topics?.[0]?.topic_name],
  );
  assert.deepEqual(shown, [
    ["general chat", "general chat"],
    ["", ""],
  ]);
  const topics = (events: readonly Heard[], find: (event: Heard) => unknown) => events.map(find);
  const cases: [string, (event: Heard) => unknown, () => Promise<unknown>][] = [
    ["message", ({ message }) => (message as { subject: string }).subject, () => ada.sends("#design > ", "again")],
    ["user_topic", (event) => event.topic_name, () => does(ben, "POST /user_topics", policy(stream_id, 1))],
    [
      "update_message_flags",
      detailsTopic(message_id),
      () => does(ben, "POST /messages/flags", unreadAgain(message_id)),
    ],
    ["update_message", (event) => event.subject, () => does(ada, `PATCH /messages/${message_id}`, moved("", "all"))],
    ["delete_message", (event) => event.topic, () => does(acme.owner, `DELETE /messages/${message_id}`)],
  ];
  // Out of the empty topic and back: the event names the new topic.
  await does(ada, `PATCH /messages/${message_id}`, moved("logo", "one"));
  await does(ben, "POST /messages/flags", { messages: [message_id], op: "add", flag: "read" });
  await does(ada, `PATCH /messages/${message_id}`, moved("", "one"));
  for (const [type, find, something] of cases) {
    if (type === "update_message") await does(ada, `PATCH /messages/${message_id}`, moved("logo", "one"));
    const [older, newer] = await eventsOf(ben, "empty_topic_name", type, something);
    assert.deepEqual([topics(older, find), topics(newer, find)], [["general chat"], [""]], type);
  }
});

const policy = (stream_id: number, visibility_policy: number) => ({ stream_id, topic: "", visibility_policy });
const moved = (topic: string, how: "one" | "all") => ({
  topic,
  propagate_mode: how === "one" ? "change_one" : "change_all",
  send_notification_to_old_thread: false,
  send_notification_to_new_thread: false,
});
const unreadAgain = (id: number) => ({ messages: [id], op: "remove", flag: "read" });
const detailsTopic = (id: number) => (event: Heard) =>
  (event.message_details as Record<string, { topic: string }>)[String(id)]?.topic;

test("simplified_presence_events: presence is sent by user id", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const here = () => does(ada, "POST /users/me/presence", { status: "active", ping_only: true });
  const [older, newer] = await eventsOf(ben, "simplified_presence_events", "presence", here);
  assert.deepEqual(
    older.map((event) => Object.keys(event).sort()),
    [["email", "presence", "server_timestamp", "type", "user_id"]],
  );
  assert.deepEqual(
    newer.map(({ presences, ...rest }) => [rest, Object.keys(presences as object)]),
    [[{ type: "presence" }, [String(ada.id)]]],
  );
  const [byAddress, byId] = (await states(ben, "simplified_presence_events", ["presence"])).map((state) =>
    Object.keys(state.presences ?? {}),
  );
  assert.deepEqual([byAddress, byId], [[`user${ada.id}@${acme.realm.host}`], [String(ada.id)]]);
});

test("bot_commands: slash commands and the places of private answers are sent", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const bot = await webhookBot(acme, ada, "http://127.0.0.1/");
  const declare = () => does(ada, `POST /bots/${bot.id}/commands`, { name: "deploy" });
  assert.deepEqual(
    (await eventsOf(ben, "bot_commands", "bot_commands", declare)).map((heard) => heard.length),
    [0, 1],
  );
  const call = async () => {
    await does(ben, "POST /bot_commands/deploy/call", { user_ids: [ada.id] });
    await acme.server.app.jobs.settled();
  };
  assert.deepEqual(
    (await eventsOf(ben, "bot_commands", "command_answers", call)).map((heard) => heard.length),
    [0, 1],
  );
  const [older, newer] = await states(ben, "bot_commands", ["bot_commands", "command_answers"]);
  assert.deepEqual([older.bot_commands, older.command_answers], [undefined, undefined]);
  assert.deepEqual([newer.bot_commands?.length, newer.command_answers?.length], [1, 1]);
});

import assert from "node:assert/strict";
import { CAPABILITIES } from "@parley/client";
import { ask } from "../../../../test/ask.ts";
import { type Heard, type Organization, org, type Person, test } from "../../../../test/index.ts";
import { subscribe } from "../../../channels/contract.ts";
import { getUserChannels, unsubscribe } from "../../../channels/subscribe/contract.ts";
import { getMessages, sendMessage } from "../../../messages/contract.ts";
import { addReaction } from "../../../messages/reactions/contract.ts";
import { setTyping } from "../../../messages/typing/contract.ts";
import { updateRealm } from "../../../organization/realms/contract.ts";
import { register } from "../../../registration/contract.ts";
import { updateSettings } from "../../settings/contract.ts";
import { deactivateUser, getUser, getUserByEmail, getUsers, reactivateUser, updateUser } from "../contract.ts";

const NOT_ALLOWED = { code: "BAD_REQUEST", message: "Insufficient permission" };

interface Restricted {
  acme: Organization;
  ada: Person;
  ben: Person;
  gil: Person;
}

/** Restricts guests. Gil shares a channel with Ada, but not with Ben. */
async function restricted(acme: Organization): Promise<Restricted> {
  const [ada, ben, gil] = [await acme.member("Ada"), await acme.member("Ben"), await acme.guest("Gil")];
  await acme.owner.call(updateRealm, { can_access_all_users_group: { new: acme.realm.systemGroups["role:members"] } });
  await acme.channel("launch", [ada, gil]);
  return { acme, ada, ben, gil };
}

const isKnown = async (viewer: Person, user: Person): Promise<boolean> => {
  const answer = await viewer.asks("GET", `/users/${user.id}`);
  if (answer.result === "error") assert.equal(answer.msg, "Insufficient permission");
  return answer.result === "success";
};

const people = (heard: readonly Heard[], op: string) =>
  heard.filter((event) => event.type === "realm_user" && event.op === op).map((event) => event.person);

test("without the restriction, guests can access everyone", async (t) => {
  const acme = await org(t);
  const [ben, gil] = [await acme.member("Ben"), await acme.guest("Gil")];
  assert.ok(await isKnown(gil, ben));
});

test("a restricted guest can access themselves, bots, and people in shared channels", async (t) => {
  const { acme, ada, ben, gil } = await restricted(await org(t));
  const bot = await acme.bot("Helper", ben);
  const eve = await acme.guest("Eve");
  for (const user of [gil, ada, bot]) assert.ok(await isKnown(gil, user), user.name);
  for (const user of [ben, acme.owner, eve]) assert.ok(!(await isKnown(gil, user)), user.name);
  for (const viewer of [ada, ben, bot]) assert.ok(await isKnown(viewer, acme.owner), viewer.name);
});

test("a direct conversation gives access to its participants, in either direction", async (t) => {
  const { acme, ada, ben, gil } = await restricted(await org(t));
  const eve = await acme.member("Eve");
  await ben.writes(gil, "hello");
  assert.ok(await isKnown(gil, ben));
  await ada.writes([gil, eve], "hello you two");
  assert.ok(await isKnown(gil, eve));
});

test("inaccessible users are listed as unknown users [A3]", async (t) => {
  const { acme, ben, gil } = await restricted(await org(t));
  await ben.call(updateSettings, { email_address_visibility: 1, timezone: "Asia/Tokyo" });
  const { members } = await gil.call(getUsers, { include_custom_profile_fields: true });
  assert.deepEqual(
    members.find((user) => user.user_id === ben.id),
    {
      user_id: ben.id,
      delivery_email: null,
      email: `user${ben.id}@${acme.realm.host}`,
      full_name: "Unknown user",
      date_joined: "1970-01-01T00:00+00:00",
      is_active: true,
      is_owner: false,
      is_admin: false,
      is_guest: false,
      is_bot: false,
      bot_type: null,
      bot_owner_id: null,
      role: 400,
      timezone: "",
      avatar_url: "/static/avatars/unknown-user.png",
      avatar_version: 1,
      profile_data: {},
    },
  );
  const some = await gil.call(getUsers, { user_ids: [ben.id, gil.id] });
  assert.deepEqual(
    some.members.map((user) => user.full_name),
    ["Unknown user", "Gil"],
  );
});

test("the snapshot omits unknown users for clients that support it", async (t) => {
  const { ada, ben, gil } = await restricted(await org(t));
  const names = async (user_list_incomplete: boolean) => {
    const client_capabilities = { ...CAPABILITIES, user_list_incomplete };
    const state = await gil.call(register, { fetch_event_types: ["realm_user"], client_capabilities });
    return new Map(state.realm_users?.map((user) => [user.user_id, user.full_name]));
  };
  const [whole, incomplete] = [await names(false), await names(true)];
  assert.deepEqual([whole.get(ben.id), whole.get(ada.id)], ["Unknown user", "Ada"]);
  assert.deepEqual([incomplete.has(ben.id), incomplete.get(ada.id)], [false, "Ada"]);
});

test("addresses, names and subscriptions reveal nothing about inaccessible users", async (t) => {
  const { acme, ada, ben, gil } = await restricted(await org(t));
  await ben.call(updateSettings, { email_address_visibility: 1 });
  await ada.call(updateSettings, { email_address_visibility: 1 });
  await assert.rejects(gil.call(getUserByEmail, { email: ben.email }), { message: "No such user" });
  await assert.rejects(gil.call(getUserByEmail, { email: `user${ben.id}@${acme.realm.host}` }), NOT_ALLOWED);
  assert.equal((await gil.call(getUserByEmail, { email: ada.email })).user.user_id, ada.id);
  await assert.rejects(gil.call(getUserChannels, { user_id: ben.id }), NOT_ALLOWED);
  await assert.rejects(gil.call(deactivateUser, { user_id: ben.id }), NOT_ALLOWED);
  await acme.deactivate(ben);
  await assert.rejects(gil.call(deactivateUser, { user_id: ben.id }), NOT_ALLOWED);
  const id = await gil.sends("#launch > plans", `@**Ben** @_**|${ben.id}** @**Ada**`);
  const { messages } = await ada.call(getMessages, { message_ids: [id] });
  assert.ok(!messages[0]?.content.includes(`data-user-id="${ben.id}"`));
  assert.ok(messages[0]?.content.includes(`data-user-id="${ada.id}"`));
});

test("a restricted guest cannot send messages or typing notifications to inaccessible users", async (t) => {
  const { acme, ada, ben, gil } = await restricted(await org(t));
  await ben.call(updateSettings, { email_address_visibility: 1 });
  const refused = { code: "BAD_REQUEST", message: "You do not have permission to access some of the recipients." };
  const write = (to: unknown) => gil.call(sendMessage, { type: "direct", to, content: "hello" });
  for (const to of [[ben.id], [ada.id, ben.id], [`user${ben.id}@${acme.realm.host}`]])
    await assert.rejects(write(to), refused);
  await assert.rejects(write([ben.email]), { message: `Invalid email '${ben.email}'` });
  await assert.rejects(gil.call(setTyping, { op: "start", type: "direct", to: [ben.id] }), refused);
  await write([ada.id]);
  await write([gil.id]);
});

test("joining a channel gives access to its subscribers, and leaving it removes that", async (t) => {
  const { acme, ada, ben, gil } = await restricted(await org(t));
  await acme.channel("design", [ben]);
  const join = (person: Person) => () =>
    acme.owner.call(subscribe, { subscriptions: [{ name: "design" }], principals: [person.id] });
  const leave = (person: Person) => () =>
    acme.owner.call(unsubscribe, { subscriptions: ["design"], principals: [person.id] });

  const met = await gil.eventsDuring(join(gil));
  assert.deepEqual(
    people(met, "add").map((person) => [
      (person as { user_id: number }).user_id,
      (person as { full_name: string }).full_name,
    ]),
    [[ben.id, "Ben"]],
  );
  assert.equal(met[0]?.type, "realm_user", "people are added before other events name them");
  const parted = await gil.eventsDuring(leave(gil));
  assert.deepEqual(people(parted, "remove"), [{ user_id: ben.id, full_name: "Unknown user" }]);
  assert.equal(parted.at(-1)?.type, "realm_user");

  await join(gil)();
  await gil.catchesUp();
  assert.deepEqual(people(await gil.eventsDuring(join(ada)), "add"), [], "Gil can already access Ada");
  const eve = await acme.member("Eve");
  assert.equal(people(await gil.eventsDuring(join(eve)), "add").length, 1);
  assert.deepEqual(people(await gil.eventsDuring(leave(eve)), "remove"), [
    { user_id: eve.id, full_name: "Unknown user" },
  ]);
});

test("the sender of a first direct message is added before the message arrives", async (t) => {
  const { ben, gil } = await restricted(await org(t));
  const heard = await gil.eventsDuring(() => ben.writes(gil, "hello"));
  assert.deepEqual(
    heard.map((event) => event.type),
    ["realm_user", "message"],
  );
  assert.deepEqual(people(await gil.eventsDuring(() => ben.writes(gil, "again")), "add"), []);
});

test("events about a user reach only guests who can access them [A3]", async (t) => {
  const { acme, ada, ben, gil } = await restricted(await org(t));
  const heard = async (something: () => Promise<unknown>) =>
    (await gil.eventsDuring(something)).filter((event) => event.type === "realm_user").length;
  const { owner } = acme;
  for (const [user, count] of [
    [ada, 1],
    [ben, 0],
  ] as const) {
    // The name, and the picture with its initials.
    const full_name = `${user.name} X`;
    assert.equal(await heard(() => owner.call(updateUser, { user_id: user.id, full_name })), 2 * count);
    assert.equal(await heard(() => owner.call(updateUser, { user_id: user.id, role: 300 })), count);
    assert.equal(await heard(() => user.call(updateSettings, { timezone: "Asia/Tokyo" })), count);
    assert.equal(await heard(() => user.call(updateSettings, { email_address_visibility: 1 })), 2 * count);
    assert.equal(
      await heard(() => owner.call(updateUser, { user_id: user.id, new_email: `x${user.email}` })),
      2 * count,
    );
  }
  assert.equal(await heard(() => gil.call(updateSettings, { timezone: "Asia/Tokyo" })), 1);
});

test("restricted guests' older clients get newcomers as unknown users; all clients get new bots", async (t) => {
  const { acme, gil, ben } = await restricted(await org(t));
  const queue = await gil.call(register, {
    event_types: ["realm_user"],
    fetch_event_types: [],
    client_capabilities: { ...CAPABILITIES, user_list_incomplete: false },
  });
  const heard = await gil.eventsDuring(async () => {
    await acme.guest("Zoe");
    await acme.bot("Helper", ben);
  });
  const names = (events: readonly { person?: unknown }[]) =>
    events.map((event) => (event.person as { full_name: string }).full_name);
  assert.deepEqual(names(heard.filter((event) => event.type === "realm_user")), ["Helper"]);
  const answer = await gil.asks("GET", "/events", { queue_id: queue.queue_id as string, dont_block: "true" });
  assert.deepEqual(names(answer.events as { person: unknown }[]), ["Unknown user", "Helper"]);
});

test("a sender who is not subscribed to the channel is unknown to its guests", async (t) => {
  const { acme, ben, gil } = await restricted(await org(t));
  await ben.call(updateSettings, { email_address_visibility: 1 });
  let id = 0;
  const heard = await gil.eventsDuring(async () => {
    id = await ben.sends("#launch > plans", "hello @**Gil**");
    await ben.call(addReaction, { message_id: id, emoji_name: "tada" });
    await ben.call(setTyping, { op: "start", type: "stream", stream_id: await launch(acme), topic: "plans" });
  });
  assert.ok(!JSON.stringify(heard).includes("Ben") && !JSON.stringify(heard).includes(ben.email));
  assert.ok(!heard.some((event) => event.type === "typing"));
  const message = heard.find((event) => event.type === "message");
  const { sender_full_name, sender_email, sender_id } = (message?.message ?? {}) as Record<string, unknown>;
  const dummy = `user${ben.id}@${acme.realm.host}`;
  assert.deepEqual([sender_full_name, sender_email, sender_id], ["Unknown user", dummy, ben.id]);
  assert.deepEqual(message?.flags, ["mentioned"]);
  const { messages } = await gil.call(getMessages, { message_ids: [id] });
  assert.deepEqual([messages[0]?.sender_full_name, messages[0]?.sender_email], ["Unknown user", dummy]);
  assert.equal(messages[0]?.avatar_url, "/static/avatars/unknown-user.png");
});

async function launch(acme: Organization): Promise<number> {
  const answer = await acme.owner.asks("GET", "/get_stream_id", { stream: "launch" });
  return answer.stream_id as number;
}

test("deactivating a user hides them from guests who only share a channel, and reactivating shows them", async (t) => {
  const { acme, ada, ben, gil } = await restricted(await org(t));
  const { owner } = acme;
  await ben.writes(gil, "hello");
  const leave = (user_id: number) => () => owner.call(deactivateUser, { user_id });
  const lost = await gil.eventsDuring(leave(ada.id));
  assert.deepEqual(people(lost, "remove"), [{ user_id: ada.id, full_name: "Unknown user" }]);
  assert.deepEqual(
    people(await gil.eventsDuring(leave(ben.id)), "remove"),
    [],
    "a direct message gives lasting access",
  );
  assert.deepEqual([await isKnown(gil, ada), await isKnown(gil, ben)], [false, true]);
  const found = await gil.eventsDuring(() => owner.call(reactivateUser, { user_id: ada.id }));
  assert.equal(people(found, "add").length, 1);
  assert.ok(await isKnown(gil, ada));
});

test("guests who cannot access a deactivated user get the changes to groups and permissions", async (t) => {
  const { acme, ben, gil } = await restricted(await org(t));
  const { owner } = acme;
  const naming = { direct_members: [ben.id, owner.id], direct_subgroups: [] };
  await owner.asks("POST", "/user_groups/create", {
    name: "team",
    description: "",
    members: JSON.stringify([ben.id]),
    can_mention_group: JSON.stringify(naming),
  });
  await owner.call(updateRealm, { can_create_groups: { new: naming } });
  const stream_id = await launch(acme);
  await owner.asks("PATCH", `/streams/${stream_id}`, { can_administer_channel_group: JSON.stringify({ new: naming }) });
  const heard = await gil.eventsDuring(() => owner.call(deactivateUser, { user_id: ben.id }));
  const kinds = new Set(heard.map((event) => `${event.type} ${event.op}`));
  assert.deepEqual(
    kinds,
    new Set(["user_group remove_members", "user_group update", "realm update_dict", "stream update"]),
  );
});

test("becoming a guest hides other people, and becoming a member shows them again", async (t) => {
  const { acme, ada, ben, gil } = await restricted(await org(t));
  const eve = await acme.guest("Eve");
  const turn = (user: Person, role: 400 | 600) => () => acme.owner.call(updateUser, { user_id: user.id, role });
  const lost = await ada.eventsDuring(turn(ada, 600));
  const ids = (heard: readonly Heard[], op: string) =>
    people(heard, op).map((person) => (person as { user_id: number }).user_id);
  assert.deepEqual(ids(lost, "remove"), [eve.id]);
  assert.deepEqual([await isKnown(ada, eve), await isKnown(ada, gil)], [false, true]);
  assert.deepEqual(ids(await ada.eventsDuring(turn(ada, 400)), "add"), [eve.id]);
  const freed = await gil.eventsDuring(turn(gil, 400));
  assert.deepEqual(ids(freed, "add"), [acme.owner.id, ben.id, eve.id]);
});

test("when guests become restricted, their clients must register again", async (t) => {
  const acme = await org(t);
  const [ben, gil] = [await acme.member("Ben"), await acme.guest("Gil")];
  const queue = async (person: Person) => (await person.call(register, { fetch_event_types: [] })).queue_id as string;
  const [bens, gils] = [await queue(ben), await queue(gil)];
  const { "role:members": members, "role:everyone": everyone } = acme.realm.systemGroups;
  await acme.owner.call(updateRealm, { can_access_all_users_group: { new: members } });
  const poll = (person: Person, queue_id: string) => person.asks("GET", "/events", { queue_id, dont_block: "true" });
  assert.equal((await poll(ben, bens)).result, "success");
  assert.equal((await poll(gil, gils)).code, "BAD_EVENT_QUEUE_ID");
  assert.ok(!(await isKnown(gil, ben)));
  const again = await queue(gil);
  await acme.owner.call(updateRealm, { can_access_all_users_group: { new: everyone } });
  assert.equal((await poll(gil, again)).code, "BAD_EVENT_QUEUE_ID");
  assert.equal((await gil.call(getUser, { user_id: ben.id })).user.full_name, "Ben");
});

test("visitors can access only subscribers of web-public channels", async (t) => {
  const { acme, ada, ben } = await restricted(await org(t));
  await acme.owner.call(updateRealm, { enable_spectator_access: true });
  await acme.channel("open", [acme.owner, ada], { is_web_public: true });
  const id = await ben.sends("#open > plans", "looking in");
  const answer = await ask(acme.server, "POST /register", {
    host: acme.realm.host,
    form: { client_gravatar: "false", include_subscribers: "false" },
  });
  const names = (answer.body.realm_users as { full_name: string }[]).map((user) => user.full_name);
  assert.ok(names.includes("Ada") && names.includes("Unknown user") && !names.includes("Ben"));
  const read = await ask(acme.server, `GET /messages/${id}`, { host: acme.realm.host });
  assert.equal((read.body.message as { sender_full_name: string }).sender_full_name, "Unknown user");
});

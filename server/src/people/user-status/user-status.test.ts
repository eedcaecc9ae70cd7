import assert from "node:assert/strict";
import { ask } from "../../../test/ask.ts";
import { Listener, org, type Person, test } from "../../../test/index.ts";
import { subscribe } from "../../channels/contract.ts";
import { unsubscribe } from "../../channels/subscribe/contract.ts";
import { type ArgumentsOf, registration } from "../../contract.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { updateSettings } from "../settings/contract.ts";
import { updateUser } from "../users/contract.ts";
import * as contract from "./contract.ts";

const tada = { emoji_name: "tada", emoji_code: "1f389", reaction_type: "unicode_emoji" as const };

const statusOf = async (viewer: Person, person: Person) =>
  (await viewer.call(contract.getUserStatus, { user_id: person.id })).status;

test("people set their status field by field, and everyone is notified of the changes", async (t) => {
  const acme = await org(t);
  const [ada, gil] = [await acme.member("Ada"), await acme.guest("Gil")];
  const says = (sent: ArgumentsOf<typeof contract.updateOwnStatus.params>) =>
    gil.eventsDuring(() => ada.call(contract.updateOwnStatus, sent));
  const event = { type: "user_status", user_id: ada.id };
  assert.deepEqual(await statusOf(gil, ada), {});

  assert.deepEqual(await says({ status_text: "  at lunch " }), [{ ...event, status_text: "at lunch" }]);
  assert.deepEqual(await says({ emoji_name: "tada" }), [{ ...event, ...tada }]);
  assert.deepEqual(await statusOf(gil, ada), { status_text: "at lunch", ...tada });
  const { user_status } = await gil.call(registration.register, { fetch_event_types: ["user_status"] });
  assert.deepEqual(user_status, { [ada.id]: { status_text: "at lunch", ...tada } });

  assert.deepEqual(await says({ status_text: "" }), [{ ...event, status_text: "" }]);
  assert.deepEqual(await statusOf(gil, ada), tada);
  const cleared = { emoji_name: "", emoji_code: "", reaction_type: "unicode_emoji" };
  assert.deepEqual(await says({ emoji_name: "" }), [{ ...event, ...cleared }]);
  assert.deepEqual(await statusOf(gil, ada), {});
  const none = await gil.call(registration.register, { fetch_event_types: ["user_status"] });
  assert.deepEqual(none.user_status, {});
});

test("away means that presence is turned off, however it was done", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await ada.watches();
  const now = Math.floor(acme.clock.now() / 1000);
  const gone = { active_timestamp: now - 320, idle_timestamp: now - 320 };
  const isGone = { type: "presence", presences: { [ada.id]: gone } };
  const heard = await ben.eventsDuring(() => ada.call(contract.updateOwnStatus, { away: true, status_text: "off" }));
  assert.deepEqual(heard, [isGone, { type: "user_status", user_id: ada.id, away: true, status_text: "off" }]);
  const own = await ada.catchesUp();
  assert.deepEqual([own[0]?.property, own[0]?.value], ["presence_enabled", false]);
  assert.deepEqual(
    own.map((event) => event.type),
    ["user_settings", "presence", "user_status"],
  );
  assert.deepEqual(await statusOf(ben, ada), { away: true, status_text: "off" });
  const { user_status } = await ben.call(registration.register, { fetch_event_types: ["user_status"] });
  assert.deepEqual(user_status, { [ada.id]: { away: true, status_text: "off" } });

  const back = await ben.eventsDuring(() => ada.call(updateSettings, { presence_enabled: true }));
  const here = { active_timestamp: now, idle_timestamp: now };
  assert.deepEqual(back, [
    { type: "presence", presences: { [ada.id]: here } },
    { type: "user_status", user_id: ada.id, away: false },
  ]);
  assert.deepEqual(await statusOf(ben, ada), { status_text: "off" });
  const away = await ben.eventsDuring(() => ada.call(updateSettings, { presence_enabled: false }));
  assert.deepEqual(away, [isGone, { type: "user_status", user_id: ada.id, away: true }]);
});

test("an empty emoji means none, as released clients send it", async (t) => {
  const acme = await org(t);
  const [ada, ben, ann] = [await acme.member("Ada"), await acme.member("Ben"), await acme.administrator("Ann")];
  const none = { emoji_name: "", emoji_code: "", reaction_type: "" };
  const event = { type: "user_status", user_id: ada.id };
  const cleared = { emoji_name: "", emoji_code: "", reaction_type: "unicode_emoji" };
  for (const [person, path] of [
    [ada, "/users/me/status"],
    [ann, `/users/${ada.id}/status`],
  ] as const) {
    const says = (params: Record<string, string>) =>
      ben.eventsDuring(async () => assert.equal((await person.asks("POST", path, params)).msg, ""));
    const plain = await says({ status_text: "at lunch", ...none });
    assert.deepEqual(plain, [{ ...event, status_text: "at lunch", ...cleared }]);
    assert.deepEqual(await statusOf(ben, ada), { status_text: "at lunch" });

    // Only the name is needed, also where the other two are sent empty.
    assert.deepEqual(await says({ ...none, emoji_name: "tada" }), [{ ...event, ...tada }]);
    assert.deepEqual(await statusOf(ben, ada), { status_text: "at lunch", ...tada });
    assert.deepEqual(await says({ status_text: "", ...none }), [{ ...event, status_text: "", ...cleared }]);
    assert.deepEqual(await statusOf(ben, ada), {});

    const refused = async (params: Record<string, string>) => (await person.asks("POST", path, params)).msg;
    assert.equal(await refused({ emoji_code: "", reaction_type: "" }), "Client did not pass any new values.");
    assert.equal(await refused({ ...none, reaction_type: "none" }), "Invalid reaction_type");
  }
});

test("administrators can change the status of others, except for away", async (t) => {
  const acme = await org(t);
  const [ada, ann] = [await acme.member("Ada"), await acme.administrator("Ann")];
  const heard = await ada.eventsDuring(() =>
    ann.call(contract.updateUserStatus, { user_id: ada.id, status_text: "on leave", emoji_name: "tada" }),
  );
  assert.deepEqual(heard, [{ type: "user_status", user_id: ada.id, status_text: "on leave", ...tada }]);
  const answer = await ann.asks("POST", `/users/${ada.id}/status`, { status_text: "", away: "true" });
  assert.deepEqual(answer.ignored_parameters_unsupported, ["away"]);
  assert.deepEqual(await statusOf(ann, ada), tada);
});

test("an invalid status is rejected with the first error, in the order of the specification", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const asks = async (person: Person, path: string, params: Record<string, string>) => {
    const { code, msg } = await person.asks("POST", path, params);
    assert.equal(code, "BAD_REQUEST", msg);
    return msg;
  };
  const theirs = `/users/${ada.id}/status`;
  const tooLong = { status_text: "x".repeat(61) };
  const heard = await ada.eventsDuring(async () => {
    assert.equal(await asks(ben, theirs, {}), "Insufficient permission");
    assert.equal(await asks(ben, theirs, tooLong), "Insufficient permission");
    assert.equal(await asks(ada, theirs, { status_text: "x" }), "Insufficient permission");
    for (const [person, path] of [
      [owner, theirs],
      [ada, "/users/me/status"],
    ] as const) {
      const says = (params: Record<string, string>) => asks(person, path, params);
      assert.equal(await says({}), "Client did not pass any new values.");
      const long = "status_text is too long (limit: 60 characters)";
      assert.equal(await says({ ...tooLong, emoji_code: "1f389" }), long);
      const nameless = "Client must pass emoji_name if they pass either emoji_code or reaction_type.";
      assert.equal(await says({ emoji_code: "1f389" }), nameless);
      assert.equal(await says({ reaction_type: "unicode_emoji" }), nameless);
      assert.equal(await says({ emoji_name: "no_such" }), "Emoji 'no_such' does not exist");
      assert.equal(await says({ ...tada, emoji_code: "ffff" }), "Invalid emoji code.");
      assert.equal(await says({ ...tada, emoji_name: "no_such" }), "Invalid emoji name.");
      const custom = { emoji_name: "x", emoji_code: "9", reaction_type: "realm_emoji" };
      assert.equal(await says(custom), "Invalid custom emoji.");
      // A rejected request changes nothing.
      assert.equal(await says({ status_text: "kept?", emoji_name: "no_such" }), "Emoji 'no_such' does not exist");
    }
  });
  assert.deepEqual(heard, []);
  assert.deepEqual(await statusOf(owner, ada), {});
  await owner.call(contract.updateUserStatus, { user_id: ada.id, status_text: "😀".repeat(60) });
});

test("only people with active accounts have a status", async (t) => {
  const acme = await org(t);
  const other = await org(t);
  const { owner } = acme;
  const ada = await acme.member("Ada");
  const bot = await acme.bot("Helper", owner);
  await ada.call(contract.updateOwnStatus, { status_text: "leaving" });
  const watching = await acme.member("Ben");
  await watching.watches();
  await acme.deactivate(ada);
  for (const method of ["GET", "POST"]) {
    const asks = async (id: number) => (await owner.asks(method, `/users/${id}/status`)).msg;
    assert.equal(await asks(ada.id), "User is deactivated");
    for (const id of [bot.id, other.owner.id, 999_999]) assert.equal(await asks(id), "No such user");
  }
  for (const path of ["/users/me/status", `/users/${owner.id}/status`])
    assert.equal(
      (await bot.asks("POST", path, { status_text: "x" })).msg,
      "This endpoint does not accept bot requests.",
    );
});

test("the built-in emoji has the name that the client knows", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const headers = { "user-agent": "ZulipMobile/27.234 (Android 14)" };
  const asks = (what: string, form?: Record<string, string>) =>
    ask(acme.server, what, { host: acme.realm.host, as: acme.owner, headers, ...(form ? { form } : {}) });
  const { body } = await asks("POST /register", { event_types: '["user_status"]' });
  const old = new Listener(acme.owner, body.queue_id as string, body.last_event_id as number);
  await ada.call(contract.updateOwnStatus, { emoji_name: "zulip" });
  const ours = { emoji_name: "chat", emoji_code: "chat", reaction_type: "chat_extra_emoji" };
  const theirs = { emoji_name: "zulip", emoji_code: "zulip", reaction_type: "zulip_extra_emoji" };
  assert.deepEqual(await statusOf(acme.owner, ada), ours);
  assert.deepEqual((await asks(`GET /users/${ada.id}/status`)).body.status, theirs);
  assert.deepEqual(await old.hears(), [{ type: "user_status", user_id: ada.id, ...theirs }]);
  const again = await asks("POST /register", { event_types: '["user_status"]' });
  assert.deepEqual(again.body.user_status, { [ada.id]: theirs });
});

test("a status whose emoji's name had another meaning keeps its code, and can be set again", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const former = { emoji_name: "receipt", emoji_code: "1f4c3", reaction_type: "unicode_emoji" as const };
  await ada.call(contract.updateOwnStatus, { status_text: "shopping", ...former });
  assert.deepEqual(await statusOf(ada, ada), { status_text: "shopping", ...former });
  await ada.call(contract.updateOwnStatus, { emoji_name: "receipt" });
  assert.deepEqual(await statusOf(ada, ada), { status_text: "shopping", ...former, emoji_code: "1f9fe" });
  await assert.rejects(ada.call(contract.updateOwnStatus, { ...former, emoji_code: "1f600" }), {
    message: "Invalid emoji name.",
  });
});

test("restricted guests get the status of people they gain access to, and only of those", async (t) => {
  const acme = await org(t);
  const [ada, ben, cem] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cem")];
  const gil = await acme.guest("Gil");
  await acme.owner.call(updateRealm, { can_access_all_users_group: { new: acme.realm.systemGroups["role:members"] } });
  await acme.channel("launch", [ada, ben, cem]);
  const heard = await gil.eventsDuring(async () => {
    await ada.call(contract.updateOwnStatus, { status_text: "at lunch", emoji_name: "tada" });
    await ben.call(contract.updateOwnStatus, { away: true });
  });
  assert.ok(!heard.some(({ type }) => type === "user_status"), "no events about inaccessible people");
  const statuses = async (during: () => Promise<unknown>) =>
    (await gil.eventsDuring(during)).filter(({ type }) => type === "user_status");
  const launch = { principals: [gil.id] };
  const comes = () => acme.owner.call(subscribe, { ...launch, subscriptions: [{ name: "launch" }] });
  const goes = () => acme.owner.call(unsubscribe, { ...launch, subscriptions: ["launch"] });
  const known = [
    { type: "user_status", user_id: ada.id, status_text: "at lunch", ...tada },
    { type: "user_status", user_id: ben.id, away: true },
  ];
  assert.deepEqual(await statuses(comes), known);
  assert.deepEqual(await statuses(goes), []);
  const { user_status } = await gil.call(registration.register, { fetch_event_types: ["user_status"] });
  assert.deepEqual(user_status, {});

  assert.deepEqual(await statuses(() => ada.writes(gil, "hello")), known.slice(0, 1));
  const eve = await acme.guest("Eve");
  const freed = await eve.eventsDuring(() => acme.owner.call(updateUser, { user_id: eve.id, role: 400 }));
  const told = freed.filter(({ type }) => type === "user_status");
  assert.deepEqual(told, known, "also after a change of role");
});

test("newcomers whose default hides presence are away from the start", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.owner.asks("PATCH", "/realm/user_settings_defaults", { presence_enabled: "false" });
  await ada.watches();
  const heard = await ada.eventsDuring(() => acme.member("Nora"));
  const told = heard.filter(({ type }) => type === "user_status").map(({ user_id, away }) => ({ user_id, away }));
  assert.equal(told.length, 1);
  assert.equal(told[0]?.away, true);
});

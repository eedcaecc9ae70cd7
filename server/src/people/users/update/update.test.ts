import assert from "node:assert/strict";
import { type Organization, org, Person, test } from "../../../../test/index.ts";
import { updateRealm } from "../../../organization/realms/contract.ts";
import { register } from "../../../registration/contract.ts";
import { getUserGroups } from "../../groups/contract.ts";
import { updateSettings } from "../../settings/contract.ts";
import { createUser, getUser, reactivateUser, updateUser, updateUserByEmail } from "../contract.ts";

const NOT_ALLOWED = { code: "BAD_REQUEST", message: "Insufficient permission" };
const OWNERS_ONLY = { code: "UNAUTHORIZED_PRINCIPAL", message: "Must be an organization owner" };

async function userOf(acme: Organization, person: Person) {
  return (await acme.owner.call(getUser, { user_id: person.id })).user;
}

test("only administrators can change other users; a bot's owner uses the operations for bots", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const bot = await acme.bot("Helper", ada);
  for (const caller of [ada, await acme.moderator("Max"), await acme.guest("Gil"), bot])
    for (const target of [ben, bot, caller])
      await assert.rejects(caller.call(updateUser, { user_id: target.id, full_name: "Renamed" }), NOT_ALLOWED);
  await assert.rejects(
    ada.call(updateUserByEmail, { email: `user${ben.id}@${acme.realm.host}`, role: 600 }),
    NOT_ALLOWED,
  );
  await assert.rejects(ada.call(updateUser, { user_id: 999_999 }), { message: "No such user" });
  assert.equal((await userOf(acme, ben)).full_name, "Ben");
});

test("the target is looked up before permissions are checked, also by a hidden address", async (t) => {
  const [acme, other] = [await org(t), await org(t)];
  const ada = await acme.member("Ada");
  await ada.call(updateSettings, { email_address_visibility: 4 });
  for (const email of [ada.email, "nobody@example.com"])
    await assert.rejects(acme.owner.call(updateUserByEmail, { email, role: 600 }), { message: "No such user" });
  await assert.rejects(acme.owner.call(updateUser, { user_id: other.owner.id, role: 600 }), {
    message: "No such user",
  });
  await acme.owner.call(updateUserByEmail, { email: `user${ada.id}@${acme.realm.host}`, full_name: "Ada L." });
  assert.equal((await userOf(acme, ada)).full_name, "Ada L.");
});

test("a new name is announced to everyone; a blank or unchanged name is ignored", async (t) => {
  const acme = await org(t);
  const [ann, ada] = [await acme.administrator("Ann"), await acme.member("Ada Long")];
  const rename = (full_name: string) => () => ann.call(updateUserByEmail, { email: ada.email, full_name });
  const heard = await ada.eventsDuring(rename("  Ada Lovelace "));
  assert.deepEqual(heard, [
    { type: "realm_user", op: "update", person: { user_id: ada.id, full_name: "Ada Lovelace" } },
  ]);
  for (const same of ["", "  ", "Ada Lovelace"]) assert.deepEqual(await ada.eventsDuring(rename(same)), []);
  await assert.rejects(rename("A*a")(), { message: "Invalid characters in name!" });
  await acme.owner.call(updateRealm, { name_changes_disabled: true, require_unique_names: true });
  await assert.rejects(rename("olivia")(), { message: "Unique names required in this organization." });
  await rename("Ada King")();
  assert.equal((await userOf(acme, ada)).full_name, "Ada King");
});

test("only an owner with the right to do so can change addresses", async (t) => {
  const acme = await org(t);
  const [ann, ada] = [await acme.administrator("Ann"), await acme.member("Ada")];
  const refused = { code: "BAD_REQUEST", message: "User not authorized to change user emails" };
  const other = await acme.administrator("Otto");
  await acme.owner.call(updateUser, { user_id: other.id, role: 100 });
  for (const caller of [ann, other])
    await assert.rejects(
      caller.call(updateUser, { user_id: ada.id, new_email: "al@example.com", full_name: "X" }),
      refused,
    );
  await acme.alter((tx) =>
    tx.updateTable("user").set({ can_change_user_emails: true }).where("id", "=", ann.id).execute(),
  );
  await assert.rejects(ann.call(updateUser, { user_id: ada.id, new_email: "al@example.com" }), refused);
  await acme.owner.call(updateUser, { user_id: ada.id, new_email: "al@example.com" });
  assert.equal((await userOf(acme, ada)).delivery_email, "al@example.com");
});

test("a new address is sent to users who can see it, and the provider's avatar for it to everyone", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.owner.call(updateRealm, { enable_gravatar: true });
  const change = (new_email: string) => () => acme.owner.call(updateUser, { user_id: ada.id, new_email });
  await ben.catchesUp();
  const { queue_id } = await ada.call(register, { event_types: ["realm_user"], fetch_event_types: [] });
  const heard = await acme.owner.eventsDuring(change("al@example.com"));
  const keys = (events: typeof heard) => events.map((event) => Object.keys(event.person as object)[1]);
  assert.deepEqual(keys(heard), ["delivery_email", "avatar_url"]);
  assert.deepEqual(heard[0]?.person, { user_id: ada.id, delivery_email: "al@example.com" });
  const renamed = new Person(acme.server, acme.realm.url, { ...ada, email: "al@example.com" });
  const own = await renamed.asks("GET", "/events", { queue_id: queue_id as string, dont_block: "true" });
  assert.deepEqual(keys(own.events as typeof heard), ["delivery_email", "avatar_url"]);
  assert.deepEqual(keys(await ben.catchesUp()), ["avatar_url"]);

  await renamed.call(updateSettings, { email_address_visibility: 1 });
  await ben.catchesUp();
  const seen = await ben.eventsDuring(change("lovelace@example.com"));
  assert.deepEqual(keys(seen), ["delivery_email", "avatar_url", "new_email"]);
  assert.deepEqual(seen[2]?.person, { user_id: ada.id, new_email: "lovelace@example.com" });
  assert.deepEqual(await ben.eventsDuring(change("lovelace@example.com")), []);
  await change("Lovelace@Example.com")();
});

test("an invalid or taken address is rejected, and nothing changes", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.deactivate(ben);
  const faults: [string, string][] = [
    ["nobody", "Invalid new email address."],
    ["", "Invalid new email address."],
    ["OLIVIA@example.com", "New email value error: Already has an account."],
    [ben.email, "New email value error: Account has been deactivated."],
    [`Welcome-Bot@${new URL(acme.realm.url).host}`, "New email value error: Reserved for system bots."],
    ["ada@mailinator.com", "New email value error: Please use your real email address."],
  ];
  for (const [new_email, message] of faults) {
    const request = { user_id: ada.id, role: 300, full_name: "Renamed", new_email } as const;
    await assert.rejects(acme.owner.call(updateUser, request), { code: "BAD_REQUEST", message });
  }
  const { full_name, role } = await userOf(acme, ada);
  assert.deepEqual([full_name, role], ["Ada", 400]);
});

test("values for unknown profile fields reject the whole request", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const request = { user_id: ada.id, full_name: "Renamed", profile_data: [{ id: 999, value: "x" }] };
  await assert.rejects(acme.owner.call(updateUser, request), { message: "Field id 999 not found." });
  assert.equal((await userOf(acme, ada)).full_name, "Ada");
});

test("only owners can grant or remove the owner role, and one owner must remain", async (t) => {
  const acme = await org(t);
  const [ann, ada] = [await acme.administrator("Ann"), await acme.member("Ada")];
  const give = (caller: Person, target: Person, role: 100 | 200 | 300 | 400 | 600) =>
    caller.call(updateUser, { user_id: target.id, role });
  await assert.rejects(give(ann, ada, 100), OWNERS_ONLY);
  await assert.rejects(give(ann, acme.owner, 400), OWNERS_ONLY);
  await assert.rejects(give(acme.owner, acme.owner, 200), {
    code: "BAD_REQUEST",
    message: "The owner permission cannot be removed from the only organization owner.",
  });
  await give(ann, acme.owner, 100);
  await give(ann, ada, 200);
  await give(ada, ann, 400);
  await give(acme.owner, ada, 100);
  await give(acme.owner, acme.owner, 400);
  assert.deepEqual([(await userOf(acme, ada)).role, (await userOf(acme, ann)).role], [100, 400]);
});

test("bots and deactivated owners do not count when checking for the last owner", async (t) => {
  const acme = await org(t);
  const [ann, bot] = [await acme.administrator("Ann"), await acme.bot("Helper", acme.owner)];
  await acme.owner.call(updateUser, { user_id: ann.id, role: 100 });
  await acme.owner.call(updateUser, { user_id: bot.id, role: 100 });
  await acme.deactivate(ann);
  const lastOne = { message: "The owner permission cannot be removed from the only organization owner." };
  await assert.rejects(acme.owner.call(updateUser, { user_id: acme.owner.id, role: 400 }), lastOne);
  await acme.owner.call(updateUser, { user_id: bot.id, role: 400 });
});

test("a guest cannot become an administrator or owner directly", async (t) => {
  const acme = await org(t);
  const gil = await acme.guest("Gil");
  const refused = { code: "BAD_REQUEST", message: "Guests cannot be organization administrators" };
  for (const role of [100, 200] as const)
    await assert.rejects(acme.owner.call(updateUser, { user_id: gil.id, role, full_name: "Renamed" }), refused);
  await acme.owner.call(updateUser, { user_id: gil.id, role: 300 });
  await acme.owner.call(updateUser, { user_id: gil.id, role: 200 });
  assert.deepEqual([(await userOf(acme, gil)).full_name, (await userOf(acme, gil)).role], ["Gil", 200]);
});

test("an unknown role is a parameter error", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const answer = await acme.owner.asks("PATCH", `/users/${ada.id}`, { role: "500" });
  assert.deepEqual(
    [answer.code, answer.msg],
    ["BAD_REQUEST", "Invalid role: Value error, Not in the list of possible values"],
  );
});

test("deactivated users can be changed too, without events about their groups", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.deactivate(ada);
  const heard = await acme.owner.eventsDuring(() => acme.owner.call(updateUser, { user_id: ada.id, role: 300 }));
  assert.deepEqual(heard, [{ type: "realm_user", op: "update", person: { user_id: ada.id, role: 300 } }]);
  await acme.owner.eventsDuring(() => acme.owner.call(reactivateUser, { user_id: ada.id }));
  const { user_groups } = await acme.owner.call(getUserGroups, {});
  const withAda = user_groups.filter((group) => group.members.includes(ada.id)).map((group) => group.name);
  assert.deepEqual(withAda, ["role:moderators"]);
});

test("the first owner can change the address of a new account", async (t) => {
  const acme = await org(t);
  const account = { email: "nina@example.com", password: "correct-horse-battery-42", full_name: "Nina" };
  const { user_id } = await acme.owner.call(createUser, account);
  await acme.owner.call(updateUserByEmail, { email: "nina@example.com", new_email: "nina.n@example.com" });
  assert.equal((await acme.owner.call(getUser, { user_id })).user.delivery_email, "nina.n@example.com");
  await acme.owner.call(createUser, { ...account, full_name: "Second" });
});

test("a bot's managers get the provider's avatar for its new address", async (t) => {
  const acme = await org(t);
  await acme.owner.call(updateRealm, { enable_gravatar: true });
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const bot = await acme.bot("Echo", ada);
  await Promise.all([ada.watches(), ben.watches(), acme.owner.watches()]);
  await acme.owner.call(updateUser, { user_id: bot.id, new_email: "echo-bot@example.org" });
  // At the end, everyone's state is compared with a fresh snapshot.
  for (const person of [ada, acme.owner]) {
    const heard = (await person.catchesUp()).filter(({ type }) => type === "realm_bot");
    assert.deepEqual(
      heard.map((event) => Object.keys(event.bot as object)),
      [["user_id", "avatar_url"]],
    );
  }
  assert.deepEqual(
    (await ben.catchesUp()).filter(({ type }) => type === "realm_bot"),
    [],
  );
});

test("a former guest gets the settings of channels they had left", async (t) => {
  const acme = await org(t);
  const [ada, gil] = [await acme.member("Ada"), await acme.guest("Gil")];
  const stream_id = await acme.channel("design", [ada, gil]);
  const settings = [
    { stream_id, property: "color", value: "#123456" },
    { stream_id, property: "is_muted", value: true },
    { stream_id, property: "desktop_notifications", value: false },
  ];
  await gil.asks("POST", "/users/me/subscriptions/properties", { subscription_data: JSON.stringify(settings) });
  await gil.asks("DELETE", "/users/me/subscriptions", { subscriptions: '["design"]' });
  await gil.watches();
  const heard = await gil.eventsDuring(() => acme.owner.call(updateUser, { user_id: gil.id, role: 400 }));
  const told = heard.filter(({ type, op }) => type === "subscription" && op === "update");
  assert.deepEqual(
    told.map(({ property, value }) => [property, value]),
    [
      ["color", "#123456"],
      ["is_muted", true],
      ["in_home_view", false],
      ["desktop_notifications", false],
    ],
  );
  assert.deepEqual(
    (await ada.eventsDuring(() => acme.owner.call(updateUser, { user_id: gil.id, role: 600 }))).filter(
      ({ type }) => type === "subscription",
    ),
    [],
  );
});

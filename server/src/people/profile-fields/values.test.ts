import assert from "node:assert/strict";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { change } from "../../kernel/context.ts";
import { serverContext } from "../../kernel/server-context.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { getOwnUser, getUsers, updateUser } from "../users/contract.ts";
import * as contract from "./contract.ts";
import { changeProfile, type SentEntry } from "./values.ts";

interface TestFields {
  text: number;
  long: number;
  list: number;
  date: number;
  link: number;
  people: number;
  account: number;
  pronouns: number;
}

async function withFields(acme: Organization): Promise<TestFields> {
  const make = async (field_type: number, name: string, field_data?: Record<string, unknown>) =>
    (await acme.owner.call(contract.createProfileField, { field_type, name, ...(field_data ? { field_data } : {}) }))
      .id;
  return {
    text: await make(1, "Phone"),
    long: await make(2, "Biography"),
    list: await make(3, "Fruit", { a: { text: "Apple", order: "1" } }),
    date: await make(4, "Birthday"),
    link: await make(5, "Homepage"),
    people: await make(6, "Mentor"),
    account: await make(7, "", { subtype: "github" }),
    pronouns: await make(8, "Pronouns"),
  };
}

const fills = (person: Person, data: SentEntry[]) => person.call(contract.updateOwnProfile, { data: data as never });

test("people fill in their profile, and everyone is notified of each changed value", async (t) => {
  const acme = await org(t);
  const fields = await withFields(acme);
  const [ada, ben, gil] = [await acme.member("Ada"), await acme.member("Ben"), await acme.guest("Gil")];
  const data = [
    { id: fields.text, value: "**112**" },
    { id: fields.long, value: "Born\n\nin 1815" },
    { id: fields.list, value: "a" },
    { id: fields.date, value: "1815-12-10" },
    { id: fields.link, value: "https://ada.test/~me?x=1" },
    { id: fields.people, value: [ben.id, gil.id, ben.id] },
    { id: fields.account, value: "ada" },
    { id: fields.pronouns, value: "she/her" },
  ];
  const heard = await gil.eventsDuring(() => fills(ada, data));
  const profile = {
    [fields.text]: { value: "**112**", rendered_value: "<p><strong>112</strong></p>" },
    [fields.long]: { value: "Born\n\nin 1815", rendered_value: "<p>Born</p>\n<p>in 1815</p>" },
    [fields.list]: { value: "a" },
    [fields.date]: { value: "1815-12-10" },
    [fields.link]: { value: "https://ada.test/~me?x=1" },
    [fields.people]: { value: `[${ben.id},${gil.id}]` },
    [fields.account]: { value: "ada" },
    [fields.pronouns]: { value: "she/her" },
  };
  assert.deepEqual(
    heard,
    data.map(({ id }) => ({
      type: "realm_user",
      op: "update",
      person: { user_id: ada.id, custom_profile_field: { id, ...profile[id] } },
    })),
  );
  assert.deepEqual((await ada.call(getOwnUser, {})).profile_data, profile);
  const shown = async (include_custom_profile_fields: boolean) =>
    (await gil.call(getUsers, { user_ids: [ada.id, ben.id], include_custom_profile_fields })).members.map(
      (user) => user.profile_data,
    );
  assert.deepEqual(await shown(true), [profile, {}]);
  assert.deepEqual(await shown(false), [undefined, undefined]);
  assert.deepEqual(await gil.eventsDuring(() => fills(ada, data)), []);
});

test("values can be cleared by deleting them or by sending nothing, and are announced as null", async (t) => {
  const acme = await org(t);
  const fields = await withFields(acme);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const all = [
    { id: fields.text, value: "112" },
    { id: fields.date, value: "1815-12-10" },
    { id: fields.people, value: [ben.id] },
    { id: fields.link, value: "https://ada.test" },
  ];
  await fills(ada, all);
  const removed = (id: number) => ({
    type: "realm_user",
    op: "update",
    person: { user_id: ada.id, custom_profile_field: { id, value: null } },
  });
  const heard = await ben.eventsDuring(() =>
    fills(ada, [
      { id: fields.account, value: "ada" },
      { id: fields.text, value: "" },
      { id: fields.date, value: null },
      { id: fields.people, value: [] },
    ]),
  );
  assert.deepEqual(heard.slice(0, 3), [fields.text, fields.date, fields.people].map(removed));
  assert.equal(heard.length, 4);
  // Clearing an empty field is not announced.
  const again = await ben.eventsDuring(() =>
    ada.call(contract.deleteOwnProfile, { data: [fields.link, fields.pronouns] }),
  );
  assert.deepEqual(again, [removed(fields.link)]);
  assert.deepEqual((await ada.call(getOwnUser, {})).profile_data, { [fields.account]: { value: "ada" } });
});

test("an invalid value is rejected, and nothing changes", async (t) => {
  const acme = await org(t);
  const fields = await withFields(acme);
  const other = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const bot = await acme.bot("Helper", ada);
  await acme.deactivate(ben);
  const cases: [number, unknown, string][] = [
    [fields.text, "x".repeat(51), "Phone is too long (limit: 50 characters)"],
    [fields.text, [1], "Phone is not a string"],
    [fields.long, "x".repeat(501), "Biography is too long (limit: 500 characters)"],
    [fields.list, "z", "'z' is not a valid choice for 'Fruit'."],
    [fields.list, "constructor", "'constructor' is not a valid choice for 'Fruit'."],
    [fields.date, "10.12.1815", "Birthday is not a date"],
    [fields.date, "2023-02-29", "Birthday is not a date"],
    [fields.date, "2023-2-9", "Birthday is not a date"],
    [fields.link, "ada.test", "Homepage is not a URL"],
    [fields.link, "javascript:alert(1)", "Homepage is not a URL"],
    [fields.link, `https://ada.test/${"x".repeat(2048)}`, "Homepage is too long (limit: 2048 characters)"],
    [fields.people, "Ben", "Mentor is not a list"],
    [fields.people, '["Ben"]', "Mentor[0] is not an integer"],
    [fields.people, [999_999, other.owner.id], `Invalid user IDs: 999999, ${other.owner.id}`],
    [fields.people, [ben.id], `User with ID ${ben.id} is deactivated`],
    [fields.people, [bot.id], `User with ID ${bot.id} is a bot`],
    [fields.account, "x".repeat(51), "GitHub username is too long (limit: 50 characters)"],
    [fields.pronouns, "x".repeat(51), "Pronouns is too long (limit: 50 characters)"],
    [999_999, "x", "Field id 999999 not found."],
  ];
  const heard = await ada.eventsDuring(async () => {
    for (const [id, value, msg] of cases) {
      const data = JSON.stringify([
        { id: fields.pronouns, value: "she" },
        { id, value },
      ]);
      assert.equal((await ada.asks("PATCH", "/users/me/profile_data", { data })).msg, msg);
    }
    const wrong = { data: JSON.stringify([{ id: fields.text }]) };
    assert.match((await ada.asks("PATCH", "/users/me/profile_data", wrong)).msg, /^data\[0\]\["value"\]/);
    assert.equal(
      (await ada.asks("DELETE", "/users/me/profile_data", { data: "[999999]" })).msg,
      "Field id 999999 not found.",
    );
  });
  assert.deepEqual(heard, []);
  await fills(ada, [
    { id: fields.text, value: "😀".repeat(50) },
    { id: fields.people, value: `[${ada.id}]` },
  ]);
});

test("a field for administrators can be changed only by them, for themselves and others", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const [ada, ann] = [await acme.member("Ada"), await acme.administrator("Ann")];
  const { id } = await owner.call(contract.createProfileField, {
    field_type: 1,
    name: "Desk",
    editable_by_user: false,
  });
  const message = "You are not allowed to change this field. Contact an administrator to update it.";
  await assert.rejects(fills(ada, [{ id, value: "7" }]), { message });
  await assert.rejects(ada.call(contract.deleteOwnProfile, { data: [id] }), { message });
  await fills(ann, [{ id, value: "8" }]);
  const heard = await ada.eventsDuring(() => asks(acme, owner, ada, [{ id, value: "9" }]));
  const value = { id, value: "9", rendered_value: "<p>9</p>" };
  assert.deepEqual(heard, [
    { type: "realm_user", op: "update", person: { user_id: ada.id, custom_profile_field: value } },
  ]);
});

/** An administrator changes someone else's profile. */
async function asks(acme: Organization, admin: Person, user: Person, data: SentEntry[]): Promise<void> {
  const { app } = acme.server;
  const { realm } = acme;
  const row = await app.database.reader
    .selectFrom("user")
    .selectAll()
    .where("id", "=", admin.id)
    .executeTakeFirstOrThrow();
  const ctx = {
    ...serverContext(app, realm),
    user: await app.identities.user(app.database.reader, row, realm.version),
  };
  await change(ctx, (writing) => changeProfile(writing, { id: user.id, bot_type: null }, data));
}

test("bots have no profile", async (t) => {
  const acme = await org(t);
  const bot = await acme.bot("Helper", acme.owner);
  for (const method of ["PATCH", "DELETE"])
    assert.equal((await bot.asks(method, "/users/me/profile_data")).msg, "This endpoint does not accept bot requests.");
  assert.ok(!("profile_data" in (await bot.call(getOwnUser, {}))));
  const { text } = await withFields(acme);
  const request = { user_id: bot.id, full_name: "Renamed", profile_data: [{ id: text, value: "112" }] };
  await assert.rejects(acme.owner.call(updateUser, request), { message: "Bots have no profile fields." });
  assert.equal((await bot.call(getOwnUser, {})).full_name, "Helper");
});

test("a restricted guest cannot name people they cannot access, and learns nothing about them", async (t) => {
  const acme = await org(t);
  const { people } = await withFields(acme);
  const [ada, ben, gil] = [await acme.member("Ada"), await acme.member("Ben"), await acme.guest("Gil")];
  await acme.channel("shared", [ada, gil]);
  await acme.owner.call(updateRealm, { can_access_all_users_group: { new: acme.realm.systemGroups["role:members"] } });
  const message = `Invalid user IDs: ${ben.id}`;
  await assert.rejects(fills(gil, [{ id: people, value: [ada.id, ben.id] }]), { message });
  await acme.deactivate(ben);
  await assert.rejects(fills(gil, [{ id: people, value: [ben.id] }]), { message });
  await fills(gil, [{ id: people, value: [ada.id] }]);
});

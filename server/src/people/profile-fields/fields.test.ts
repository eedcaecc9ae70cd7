import assert from "node:assert/strict";
import { ask } from "../../../test/ask.ts";
import { Listener, type Organization, org, test } from "../../../test/index.ts";
import { registration } from "../../contract.ts";
import { getOwnUser } from "../users/contract.ts";
import * as contract from "./contract.ts";

const choices = { a: { text: "Apple", order: "1" }, b: { text: "Pear", order: "2" } };

async function makes(acme: Organization, params: Record<string, unknown>): Promise<string> {
  const texts = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  return (await acme.owner.asks("POST", "/realm/profile_fields", Object.fromEntries(texts))).msg;
}

test("fields of every type are created and listed in order, and everyone receives all of them", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const gil = await acme.guest("Gil");
  const requests = [
    { field_type: 1, name: " Phone ", hint: "With country code", required: true },
    { field_type: 2, name: "Biography", editable_by_user: false },
    { field_type: 3, name: "Fruit", field_data: choices, display_in_profile_summary: true },
    { field_type: 4, name: "Birthday" },
    { field_type: 5, name: "Homepage", field_data: { ignored: true } },
    { field_type: 6, name: "Mentor" },
    { field_type: 7, name: "ignored", hint: "ignored", field_data: { subtype: "github" } },
    { field_type: 7, name: "Forge", field_data: { subtype: "custom", url_pattern: "https://forge.test/%(username)s" } },
    { field_type: 8, name: "Pronouns" },
  ];
  const ids: number[] = [];
  const heard = await gil.eventsDuring(async () => {
    for (const request of requests) ids.push((await owner.call(contract.createProfileField, request)).id);
  });
  const plain = { hint: "", field_data: "", required: false, editable_by_user: true };
  const shown = (index: number, type: number, name: string, more = {}) => ({
    ...plain,
    id: ids[index],
    order: ids[index],
    type,
    name,
    ...more,
  });
  const expected = [
    shown(0, 1, "Phone", { hint: "With country code", required: true }),
    shown(1, 2, "Biography", { editable_by_user: false }),
    shown(2, 3, "Fruit", { field_data: JSON.stringify(choices), display_in_profile_summary: true }),
    shown(3, 4, "Birthday"),
    shown(4, 5, "Homepage"),
    shown(5, 6, "Mentor"),
    shown(6, 7, "GitHub username", { field_data: '{"subtype":"github"}' }),
    shown(7, 7, "Forge", { field_data: '{"subtype":"custom","url_pattern":"https://forge.test/%(username)s"}' }),
    shown(8, 8, "Pronouns"),
  ];
  assert.deepEqual((await gil.call(contract.getProfileFields, {})).custom_fields, expected);
  assert.equal(heard.length, requests.length);
  assert.deepEqual(heard.at(-1), { type: "custom_profile_fields", fields: expected });

  const state = await gil.call(registration.register, { fetch_event_types: ["custom_profile_fields", "realm"] });
  assert.deepEqual(state.custom_profile_fields, expected);
  assert.deepEqual(state.custom_profile_field_types?.EXTERNAL_ACCOUNT, { id: 7, name: "External account" });
  assert.deepEqual(Object.keys(state.custom_profile_field_types ?? {}), [
    "SHORT_TEXT",
    "LONG_TEXT",
    "SELECT",
    "DATE",
    "URL",
    "USER",
    "EXTERNAL_ACCOUNT",
    "PRONOUNS",
  ]);
  assert.deepEqual(Object.keys((state as Record<string, unknown>).realm_default_external_accounts as object), [
    "twitter",
    "github",
  ]);
});

test("a new field is rejected with the first error", async (t) => {
  const acme = await org(t);
  const summary = { display_in_profile_summary: true };
  for (const name of ["One", "Two"])
    await acme.owner.call(contract.createProfileField, { field_type: 1, name, ...summary });
  const heard = await acme.owner.eventsDuring(async () => {
    const full = "Only 2 custom profile fields can be displayed in the profile summary.";
    assert.equal(await makes(acme, { field_type: 3, field_data: {}, name: "", ...summary }), full);
    assert.equal(
      await makes(acme, { field_type: 3, field_data: {}, name: "" }),
      "Field must have at least one choice.",
    );
    assert.equal(await makes(acme, { field_type: 3, name: "" }), "Field must have at least one choice.");
    const list = (field_data: unknown) => makes(acme, { field_type: 3, name: "", field_data });
    assert.equal(await list({ " ": { text: "x", order: "1" } }), "'value' cannot be blank.");
    assert.equal(await list({ a: "x" }), 'field_data["a"] is not a dict');
    assert.equal(await list({ a: { order: "1" } }), 'field_data["a"]["text"] field is missing: Field required');
    assert.equal(await list({ a: { text: "x", order: 1 } }), 'field_data["a"]["order"] is not a string');
    assert.equal(await list({ a: { text: " ", order: "1" } }), 'field_data["a"]["text"] cannot be blank');
    assert.equal(
      await list({ a: { text: "x", order: "1", more: 1 } }),
      'Argument "more" at field_data["a"]["more"] is unexpected',
    );
    const twice = { a: { text: "x", order: "1" }, b: { text: "x", order: "2" } };
    assert.equal(await list(twice), "Field must not have duplicate choices.");
    const account = (field_data: unknown) => makes(acme, { field_type: 7, name: "", field_data });
    assert.equal(await account({ subtype: "myspace" }), "Invalid external account type");
    assert.equal(await account({ subtype: "constructor" }), "Invalid external account type");
    assert.equal(await account({}), "Invalid external account type");
    assert.equal(await account({ subtype: "custom" }), "Custom external account must define URL pattern");
    const pattern = (url_pattern: unknown) => account({ subtype: "custom", url_pattern });
    assert.equal(await pattern("https://x.test/"), "Malformed URL pattern.");
    assert.equal(await pattern("https://x.test/%(username)s/%(username)s"), "Malformed URL pattern.");
    assert.equal(await pattern("javascript:alert(%(username)s)"), "url_pattern is not a URL");
    assert.equal(await makes(acme, { field_type: 9, name: " " }), "Label cannot be blank.");
    assert.equal(await makes(acme, { field_type: 9, name: "x".repeat(41) }), "name is too long (limit: 40 characters)");
    const long = { field_type: 9, name: "x", hint: "x".repeat(81) };
    assert.equal(await makes(acme, long), "hint is too long (limit: 80 characters)");
    assert.equal(await makes(acme, { field_type: 9, name: "One" }), "Invalid field type.");
    assert.equal(await makes(acme, { field_type: 1, name: "One" }), "A field with that label already exists.");
    assert.equal(await makes(acme, { name: "x" }), "Missing 'field_type' argument");
  });
  assert.deepEqual(heard, []);
});

test("long texts and people cannot be shown in the summary", async (t) => {
  const acme = await org(t);
  for (const field_type of [2, 6])
    assert.equal(
      await makes(acme, { field_type, name: "x", display_in_profile_summary: true }),
      "Field type not supported for display in profile summary.",
    );
});

test("everything but a field's type can change, and removing a choice removes its values", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const { id: field_id } = await owner.call(contract.createProfileField, {
    field_type: 3,
    name: "Fruit",
    field_data: choices,
  });
  await ada.call(contract.updateOwnProfile, { data: [{ id: field_id, value: "a" }] });
  await ben.call(contract.updateOwnProfile, { data: [{ id: field_id, value: "b" }] });
  const field_data = { b: { text: "Birne", order: "1" }, c: { text: "Cherry", order: "2" } };
  const heard = await ada.eventsDuring(() =>
    owner.call(contract.updateProfileField, { field_id, name: "Obst", hint: "Which?", required: true, field_data }),
  );
  const fields = [
    {
      id: field_id,
      name: "Obst",
      type: 3,
      hint: "Which?",
      field_data: JSON.stringify(field_data),
      order: field_id,
      required: true,
      editable_by_user: true,
    },
  ];
  assert.deepEqual(heard, [{ type: "custom_profile_fields", fields }]);
  assert.deepEqual((await ada.call(getOwnUser, {})).profile_data, {});
  assert.deepEqual((await ben.call(getOwnUser, {})).profile_data, { [field_id]: { value: "b" } });
  const again = await ada.eventsDuring(() => owner.call(contract.updateProfileField, { field_id, name: "Obst" }));
  assert.deepEqual(again, []);
});

test("changes follow the same rules, and built-in accounts are fixed", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const other = await org(t);
  const make = (field_type: number, name: string, more = {}) =>
    owner.call(contract.createProfileField, { field_type, name, ...more });
  const { id: text } = await make(1, "Phone", { display_in_profile_summary: true });
  const { id: long } = await make(2, "Biography");
  const { id: github } = await make(7, "", { field_data: { subtype: "github" } });
  const { id: theirs } = await other.owner.call(contract.createProfileField, { field_type: 1, name: "Phone" });
  const change = async (id: number, params: Record<string, string>) =>
    (await owner.asks("PATCH", `/realm/profile_fields/${id}`, params)).msg;
  assert.equal(await change(theirs, { name: "x" }), `Field id ${theirs} not found.`);
  assert.equal(await change(long, { name: "" }), "Label cannot be blank.");
  assert.equal(await change(long, { name: "Phone" }), "A field with that label already exists.");
  assert.equal(
    await change(long, { display_in_profile_summary: "true" }),
    "Field type not supported for display in profile summary.",
  );
  for (const params of [{ name: "Git" }, { hint: "yours" }, { field_data: '{"subtype":"twitter"}' }])
    assert.equal(await change(github, params as never), "Default custom field cannot be updated.");
  assert.equal(await change(github, { name: "GitHub username", required: "true", editable_by_user: "false" }), "");
  assert.equal(await change(github, { display_in_profile_summary: "true" }), "");
  const { id: third } = await make(1, "Third");
  assert.equal(
    await change(third, { display_in_profile_summary: "true" }),
    "Only 2 custom profile fields can be displayed in the profile summary.",
  );
  // A field that is already shown does not count against itself.
  assert.equal(await change(text, { display_in_profile_summary: "true", hint: "x" }), "");
});

test("deleting a field deletes its values, without events for them", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const ada = await acme.member("Ada");
  const { id } = await owner.call(contract.createProfileField, { field_type: 1, name: "Phone" });
  await ada.call(contract.updateOwnProfile, { data: [{ id, value: "110" }] });
  const heard = await ada.eventsDuring(() => owner.call(contract.deleteProfileField, { field_id: id }));
  assert.deepEqual(heard, [{ type: "custom_profile_fields", fields: [] }]);
  assert.deepEqual((await ada.call(getOwnUser, {})).profile_data, {});
  await assert.rejects(owner.call(contract.deleteProfileField, { field_id: id }), {
    message: `Field id ${id} not found.`,
  });
});

test("an order must name all fields once", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const ids: number[] = [];
  for (const name of ["One", "Two", "Three"])
    ids.push((await owner.call(contract.createProfileField, { field_type: 1, name })).id);
  const [one, two, three] = ids as [number, number, number];
  const heard = await owner.eventsDuring(() => owner.call(contract.reorderProfileFields, { order: [three, one, two] }));
  const [{ fields } = { fields: [] }] = heard as unknown as { fields: { id: number; order: number }[] }[];
  assert.deepEqual(
    fields.map(({ id, order }) => [id, order]),
    [
      [three, 0],
      [one, 1],
      [two, 2],
    ],
  );
  for (const order of [[one, two], [one, two, two], [one, two, 999], []])
    await assert.rejects(owner.call(contract.reorderProfileFields, { order }), { message: "Invalid order mapping." });
});

test("only administrators can change fields; other errors come later", async (t) => {
  const acme = await org(t);
  const mod = await acme.moderator("Mo");
  for (const [method, path] of [
    ["POST", "/realm/profile_fields"],
    ["PATCH", "/realm/profile_fields"],
    ["PATCH", "/realm/profile_fields/1"],
    ["DELETE", "/realm/profile_fields/1"],
  ] as const) {
    const { code, msg } = await mod.asks(method, path);
    assert.deepEqual([code, msg], ["UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator"]);
  }
  assert.deepEqual((await mod.call(contract.getProfileFields, {})).custom_fields, []);
});

test("old mobile clients get pronouns as short text", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  await owner.call(contract.createProfileField, { field_type: 8, name: "Pronouns" });
  const typesFor = async (userAgent: string) => {
    const form = { event_types: '["custom_profile_fields"]' };
    const headers = { "user-agent": userAgent };
    const { body } = await ask(acme.server, "POST /register", { host: acme.realm.host, as: owner, headers, form });
    const listener = new Listener(owner, body.queue_id as string, body.last_event_id as number);
    await owner.call(contract.createProfileField, { field_type: 8, name: userAgent });
    const heard = (await listener.hears()) as unknown as { fields: { type: number }[] }[];
    const [before] = body.custom_profile_fields as { type: number }[];
    return [before?.type, heard[0]?.fields[0]?.type];
  };
  assert.deepEqual(await typesFor("ZulipMobile/27.191 (Android 12)"), [1, 1]);
  assert.deepEqual(await typesFor("ZulipMobile/27.192 (Android 12)"), [8, 8]);
  assert.deepEqual(await typesFor("ParleyTest/1.0"), [8, 8]);
});

test("a choice can have a value with a special meaning in JavaScript", async (t) => {
  const acme = await org(t);
  const field_data = '{"__proto__":{"text":"Prototype","order":"1"},"constructor":{"text":"Builder","order":"2"}}';
  const params = { field_type: "3", name: "Craft", field_data };
  assert.equal((await acme.owner.asks("POST", "/realm/profile_fields", params)).result, "success");
  const [field] = (await acme.owner.call(contract.getProfileFields, {})).custom_fields;
  assert.deepEqual(JSON.parse(field?.field_data ?? ""), JSON.parse(field_data));
  const data = [{ id: field?.id as number, value: "__proto__" }];
  await acme.owner.call(contract.updateOwnProfile, { data });
  const { profile_data } = await acme.owner.call(getOwnUser, {});
  assert.equal(profile_data?.[field?.id as number]?.value, "__proto__");
});

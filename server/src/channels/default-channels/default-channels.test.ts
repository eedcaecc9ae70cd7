import assert from "node:assert/strict";
import { org, test } from "../../../test/index.ts";
import { register } from "../../registration/contract.ts";
import { getSubscriptions } from "../contract.ts";
import { unsubscribe } from "../subscribe/contract.ts";
import { archiveChannel, updateChannel } from "../update/contract.ts";
import { addDefaultChannel, changeDefaultGroupChannels, createDefaultGroup, removeDefaultChannel } from "./contract.ts";

test("newcomers are subscribed to the default channels; guests do not see them", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const [ada, gil] = [await acme.member("Ada"), await acme.guest("Gil")];
  const stream_id = await acme.channel("welcome", [owner]);
  await gil.catchesUp();
  const [event, ...rest] = await ada.eventsDuring(() => owner.call(addDefaultChannel, { stream_id }));
  assert.equal(event?.type, "default_streams");
  assert(((event?.default_streams ?? []) as number[]).includes(stream_id));
  assert.deepEqual(rest, []);
  assert.deepEqual(await ada.eventsDuring(() => owner.call(addDefaultChannel, { stream_id })), []);
  const ben = await acme.member("Ben");
  const { subscriptions } = await ben.call(getSubscriptions, {});
  assert(subscriptions.some((each) => each.stream_id === stream_id));
  await ada.eventsDuring(() => owner.call(removeDefaultChannel, { stream_id }));
  assert.deepEqual(await ada.eventsDuring(() => owner.call(removeDefaultChannel, { stream_id })), []);
  assert.equal((await gil.catchesUp()).filter((each) => each.type === "default_streams").length, 0);
  assert.deepEqual((await gil.call(register, {})).realm_default_streams, []);
});

test("only administrators choose default channels, which cannot be private", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const mod = await acme.moderator("Mo");
  const secret = await acme.channel("secret", [owner], { invite_only: true });
  const hidden = await acme.channel("hidden", [mod], { invite_only: true });
  const gone = await acme.channel("gone", [owner]);
  await owner.call(archiveChannel, { stream_id: gone });
  await assert.rejects(mod.call(addDefaultChannel, { stream_id: gone }), { code: "UNAUTHORIZED_PRINCIPAL" });
  await assert.rejects(owner.call(addDefaultChannel, { stream_id: secret }), {
    message: "Private channels cannot be made default.",
  });
  for (const stream_id of [hidden, gone, 999_999])
    await assert.rejects(owner.call(addDefaultChannel, { stream_id }), { message: "Invalid channel ID" });
  await assert.rejects(owner.call(removeDefaultChannel, { stream_id: gone }), { message: "Invalid channel ID" });
});

test("an archived channel cannot become a default channel, unless the same request unarchives it", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const stream_id = await acme.channel("gone", [owner]);
  await owner.call(archiveChannel, { stream_id });
  await assert.rejects(owner.call(updateChannel, { stream_id, is_default_stream: true }), {
    message: "Archived channels cannot be made default.",
  });
  await owner.call(updateChannel, { stream_id, is_default_stream: false });
  await owner.call(updateChannel, { stream_id, is_default_stream: true, is_archived: false });
  assert.ok((await owner.call(register, {})).realm_default_streams?.includes(stream_id));
});

test("administrators cannot offer newcomers a private channel that they cannot access themselves", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const ada = await acme.member("Ada");
  await acme.channel("hidden", [ada], { invite_only: true });
  await acme.channel("own", [owner], { invite_only: true });
  const make = (stream_names: string[]) =>
    owner.call(createDefaultGroup, { group_name: "Makers", description: "", stream_names });
  await assert.rejects(make(["own", "hidden"]), { message: "Invalid channel name 'hidden'" });
  await make(["own"]);
  const [group] = (await owner.call(register, {})).realm_default_stream_groups ?? [];
  const change = (op: string, name: string) =>
    owner.call(changeDefaultGroupChannels, { group_id: group?.id ?? 0, op, stream_names: [name] });
  await assert.rejects(change("add", "hidden"), { message: "Invalid channel name 'hidden'" });
  await owner.call(unsubscribe, { subscriptions: ["own"] });
  await change("remove", "own");
});

test("newcomers can choose from sets of channels", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const [ada, gil] = [await acme.member("Ada"), await acme.guest("Gil")];
  const a = await acme.channel("a", [owner]);
  const b = await acme.channel("b", [owner]);
  await gil.watches();
  const [made] = await ada.eventsDuring(() =>
    owner.call(createDefaultGroup, { group_name: "Makers", description: "They make", stream_names: ["A", "b"] }),
  );
  const [group] = (made?.default_stream_groups ?? []) as { id: number; name: string }[];
  assert.deepEqual(group, { id: group?.id, name: "Makers", description: "They make", streams: [a, b] });
  const path = `/default_stream_groups/${group?.id}`;
  const ask = async (method: string, where: string, params: Record<string, string> = {}) =>
    (await owner.asks(method, where, params)).msg;
  const create = (params: Record<string, string>) =>
    ask("POST", "/default_stream_groups/create", { group_name: "New", description: "", stream_names: "[]", ...params });
  const cases: [Promise<string>, string][] = [
    [create({ stream_names: '["nowhere"]' }), "Invalid channel name 'nowhere'"],
    [create({ stream_names: '["general"]' }), "'general' is a default channel and cannot be added to 'New'"],
    [create({ group_name: " " }), "Invalid default channel group name ' '"],
    [create({ group_name: "x".repeat(61) }), "Default channel group name too long (limit: 60 characters)"],
    [create({ group_name: "a\0" }), "Default channel group name contains NULL (0x00) characters."],
    [create({ group_name: "Makers" }), "Default channel group 'Makers' already exists"],
    [ask("PATCH", path), 'You must pass "new_description" or "new_group_name".'],
    [ask("PATCH", path, { new_group_name: "Makers" }), "This default channel group is already named 'Makers'"],
    [
      ask("PATCH", "/default_stream_groups/999999", { new_group_name: "x" }),
      "Default channel group with id '999999' does not exist.",
    ],
    [
      ask("PATCH", `${path}/streams`, { op: "swap", stream_names: "[]" }),
      'Invalid value for "op". Specify one of "add" or "remove".',
    ],
    [
      ask("PATCH", `${path}/streams`, { op: "add", stream_names: '["a"]' }),
      "Channel 'a' is already present in default channel group 'Makers'",
    ],
    [ask("DELETE", "/default_stream_groups/999999"), "Default channel group with id '999999' does not exist."],
  ];
  for (const [answer, msg] of cases) assert.equal(await answer, msg);
  await ada.catchesUp();
  assert.equal(await ask("PATCH", path, { new_group_name: "Builders", new_description: "They build" }), "");
  assert.equal(await ask("PATCH", `${path}/streams`, { op: "remove", stream_names: '["a"]' }), "");
  assert.equal(
    await ask("PATCH", `${path}/streams`, { op: "remove", stream_names: '["a"]' }),
    "Channel 'a' is not present in default channel group 'Builders'",
  );
  await owner.call(archiveChannel, { stream_id: b });
  const heard = (await ada.catchesUp()).filter((event) => event.type === "default_stream_groups");
  assert.deepEqual(heard.at(-1)?.default_stream_groups, [
    { id: group?.id, name: "Builders", description: "They build", streams: [] },
  ]);
  assert.equal(await ask("DELETE", path), "");
  await ada.verify();
  assert.equal((await gil.catchesUp()).filter((event) => event.type === "default_stream_groups").length, 0);
  assert.equal((await ada.asks("DELETE", path)).code, "UNAUTHORIZED_PRINCIPAL");
});

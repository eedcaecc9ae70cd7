import assert from "node:assert/strict";
import { org, test } from "../../../test/index.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { createFolder } from "../channel-folders/contract.ts";
import { subscribe } from "../contract.ts";
import { getChannel } from "../read/contract.ts";
import { archiveChannel } from "../update/contract.ts";
import { createChannel } from "./contract.ts";

test("a channel is created with its settings, and only the named users are subscribed", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const { channel_folder_id: folder_id } = await acme.owner.call(createFolder, { name: "Work" });
  const moderators = acme.realm.systemGroups["role:moderators"];
  await ben.watches();
  const heard = await ben.eventsDuring(() =>
    acme.owner.call(createChannel, {
      name: " design ",
      description: "Looks\nand feel",
      subscribers: [ben.id],
      folder_id,
      topics_policy: "allow_empty_topic",
      message_retention_days: 10,
      can_send_message_group: moderators,
      can_delete_any_message_group: moderators,
    }),
  );
  assert.deepEqual(
    heard.map((event) => event.op ?? event.type),
    ["create", "add", "message"],
  );
  const [{ streams }] = heard as unknown as [{ streams: Record<string, unknown>[] }];
  const [made] = streams;
  assert.deepEqual(
    ["name", "description", "folder_id", "topics_policy", "message_retention_days", "stream_post_policy"].map(
      (field) => made?.[field],
    ),
    ["design", "Looks and feel", folder_id, "allow_empty_topic", 10, 4],
  );
  assert.equal(made?.can_delete_any_message_group, moderators);
  const { id } = await ada.call(createChannel, { name: "empty", subscribers: [] });
  const { stream } = await ada.call(getChannel, { stream_id: id });
  assert.deepEqual([stream.subscriber_count, stream.first_message_id, stream.creator_id], [0, null, ada.id]);
});

test("a new channel with several errors is refused with the first one", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("old", [ada]);
  const nobody = { new: acme.realm.systemGroups["role:nobody"] };
  await acme.owner.call(updateRealm, { can_set_topics_policy_group: nobody });
  const refusals: [string, string, string, string][] = [
    ["name", "old", "new", "Channel 'old' already exists"],
    ["folder_id", "999999", "null", "Invalid channel folder ID"],
    ["message_retention_days", "-5", "realm_default", "Bad value for 'message_retention_days': -5"],
    ["topics_policy", "disable_empty_topic", "inherit", "Insufficient permission"],
    ["is_web_public", "true", "false", "Web-public channels are not enabled."],
    ["can_subscribe_group", "999999", String(nobody.new), "Invalid user group"],
    ["subscribers", "[999999]", "[]", "No such user"],
  ];
  const params = Object.fromEntries(refusals.map(([name, wrong]) => [name, wrong]));
  for (const [name, , right, msg] of refusals) {
    assert.equal((await ada.asks("POST", "/channels/create", params)).msg, msg);
    if (right === "null") delete params[name];
    else params[name] = right;
  }
  assert.equal((await ada.asks("POST", "/channels/create", params)).msg, "");
});

test("an invalid channel is refused, and nothing is created", async (t) => {
  const acme = await org(t);
  const [ada, gil] = [await acme.member("Ada"), await acme.guest("Gil")];
  const old = await acme.channel("old", [ada]);
  await ada.call(archiveChannel, { stream_id: old });
  const everyone = String(acme.realm.systemGroups["role:everyone"]);
  const ask = async (params: Record<string, string>, by = ada) =>
    by.asks("POST", "/channels/create", { name: "new", subscribers: "[]", ...params });
  const cases: [Record<string, string>, string][] = [
    [{ name: " " }, "name cannot be blank"],
    [{ name: "x".repeat(61) }, "Channel name too long (limit: 60 characters)."],
    [{ name: "OLD" }, "Channel 'OLD' already exists"],
    [{ description: "x".repeat(1025) }, "description is too long (limit: 1024 characters)"],
    [{ folder_id: "999999" }, "Invalid channel folder ID"],
    [{ message_retention_days: "-5" }, "Bad value for 'message_retention_days': -5"],
    [{ message_retention_days: "5" }, "Must be an organization owner"],
    [{ invite_only: "true", is_web_public: "true" }, "Invalid parameters"],
    [{ is_default_stream: "true" }, "Insufficient permission"],
    [{ is_web_public: "true" }, "Web-public channels are not enabled."],
    [{ can_delete_own_message_group: everyone }, "Insufficient permission"],
    [{ can_subscribe_group: everyone }, "'can_subscribe_group' setting cannot be set to 'role:everyone' group."],
    [{ subscribers: "[999999]" }, "No such user"],
  ];
  for (const [params, msg] of cases) assert.equal((await ask(params)).msg, msg, JSON.stringify(params));
  assert.equal((await ask({}, gil)).msg, "Not allowed for guest users");
  assert.equal((await ada.asks("POST", "/channels/create", { name: "new" })).msg, "Missing 'subscribers' argument");
  const nobody = { new: acme.realm.systemGroups["role:nobody"] };
  await acme.owner.call(updateRealm, { can_create_public_channel_group: nobody });
  assert.equal((await ask({})).msg, "Insufficient permission");
  assert.equal((await ask({ invite_only: "true" })).msg, "");
  await acme.owner.call(updateRealm, { can_create_private_channel_group: nobody });
  assert.equal((await ask({ name: "more", invite_only: "true" })).msg, "Insufficient permission");
});

test("fifty channels are created in one request, each as described; more are refused", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const named = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ name: `c${n}`, description: `No. ${n}` }));
  await assert.rejects(
    () => ada.call(subscribe, { subscriptions: named(51) }),
    /Too many new channels in one request \(maximum 50\)/,
  );
  const heard = await ben.eventsDuring(() => ada.call(subscribe, { subscriptions: named(50) }));
  const made = heard.flatMap((event) =>
    event.op === "create" ? (event.streams as { name: string; description: string }[]) : [],
  );
  assert.deepEqual(
    made.map(({ name, description }) => ({ name, description })),
    named(50),
  );
});

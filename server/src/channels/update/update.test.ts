import assert from "node:assert/strict";
import { type Heard, org, type Person, test } from "../../../test/index.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { createFolder } from "../channel-folders/contract.ts";
import { getChannels, subscribe } from "../contract.ts";
import { archiveChannel, updateChannel } from "./contract.ts";

const changes = (heard: Heard[]) => heard.filter((event) => event.type !== "message");
const channelNamed = async (person: Person, stream_id: number) =>
  (await person.call(getChannels, { include_all: true, exclude_archived: false })).streams.find(
    (each) => each.stream_id === stream_id,
  );

test("the old value of a permission is its visible value, in any form", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const stream_id = await acme.channel("design", [acme.owner]);
  const moderators = acme.realm.systemGroups["role:moderators"];
  const change = (old: unknown, now: unknown) =>
    acme.owner.call(updateChannel, { stream_id, can_send_message_group: { old, new: now } as never });
  const set = { direct_members: [ada.id, ben.id], direct_subgroups: [moderators] };
  await change({ direct_members: [], direct_subgroups: [acme.realm.systemGroups["role:everyone"]] }, set);
  await acme.deactivate(ada);
  await assert.rejects(change(set, moderators), { code: "EXPECTATION_MISMATCH" });
  const onlyBen = { direct_members: [ben.id], direct_subgroups: [] };
  await change({ direct_members: [ben.id, ben.id], direct_subgroups: [moderators] }, onlyBen);
  await acme.deactivate(ben);
  // Deactivated users are not shown, and a set without users is nobody.
  await change(acme.realm.systemGroups["role:nobody"], moderators);
  await change({ direct_members: [], direct_subgroups: [moderators] }, acme.realm.systemGroups["role:everyone"]);
});

test("each changed property has its own event, with the channel's earlier name", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const stream_id = await acme.channel("design", [ada, ben]);
  const { channel_folder_id } = await acme.owner.call(createFolder, { name: "Work" });
  const update = { type: "stream", op: "update", stream_id };
  const during = async (params: object) =>
    changes(await ben.eventsDuring(() => acme.owner.call(updateChannel, { stream_id, ...params })));

  assert.deepEqual(await during({ new_name: " looks ", description: "One\nline" }), [
    {
      ...update,
      name: "design",
      property: "description",
      value: "One line",
      rendered_description: "<p>One line</p>",
    },
    { ...update, name: "design", property: "name", value: "looks" },
  ]);
  const one = (property: string, value: unknown) => [{ ...update, name: "looks", property, value }];
  assert.deepEqual(await during({ folder_id: channel_folder_id }), one("folder_id", channel_folder_id));
  assert.deepEqual(await during({ folder_id: null }), one("folder_id", null));
  assert.deepEqual(await during({ topics_policy: "disable_empty_topic" }), one("topics_policy", "disable_empty_topic"));
  assert.deepEqual(await during({ message_retention_days: 30 }), one("message_retention_days", 30));
  assert.deepEqual(await during({ message_retention_days: "unlimited" }), one("message_retention_days", -1));
  assert.deepEqual(await during({ message_retention_days: "realm_default" }), one("message_retention_days", null));
  const { systemGroups } = acme.realm;
  const admins = systemGroups["role:administrators"];
  assert.deepEqual(await during({ can_send_message_group: { new: admins } }), [
    ...one("can_send_message_group", admins),
    ...one("stream_post_policy", 2),
    ...one("is_announcement_only", true),
  ]);
  assert.deepEqual(await during({ can_send_message_group: { new: admins } }), []);
  const set = { direct_members: [ada.id], direct_subgroups: [] };
  assert.deepEqual(await during({ can_resolve_topics_group: { new: set } }), one("can_resolve_topics_group", set));
  assert.deepEqual(await during({ is_archived: true }), []);
  assert.deepEqual(await during({ new_name: "Looks" }), one("name", "Looks"));
});

test("values are accepted bare and as JSON text, and invalid ones change nothing", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const stream_id = await acme.channel("design", [ada]);
  await acme.channel("taken", [ada]);
  const ask = async (params: Record<string, string>) =>
    (await acme.owner.asks("PATCH", `/streams/${stream_id}`, params)).msg;
  const before = await channelNamed(acme.owner, stream_id);
  const cases: [Record<string, string>, string][] = [
    [{ new_name: "design" }, "Channel already has that name."],
    [{ new_name: "TAKEN" }, "Channel 'TAKEN' already exists"],
    [{ new_name: " " }, "Channel name can't be empty."],
    [{ new_name: "x".repeat(61) }, "Channel name too long (limit: 60 characters)."],
    [{ description: "x".repeat(1025) }, "description is too long (limit: 1024 characters)"],
    [{ description: "new", new_name: "taken" }, "Channel 'taken' already exists"],
    [{ folder_id: "999999" }, "Invalid channel folder ID"],
    [{ message_retention_days: "0" }, "Bad value for 'message_retention_days': 0"],
    [{ message_retention_days: "soon" }, "Bad value for 'message_retention_days': soon"],
    [{ topics_policy: "none" }, "Invalid topics_policy"],
    [{ is_archived: "false" }, "Channel is not currently deactivated"],
    [{ is_web_public: "true" }, "Web-public channels are not enabled."],
    [{ history_public_to_subscribers: "false" }, "Invalid parameters"],
    [{ is_private: "false", history_public_to_subscribers: "false" }, "Invalid parameters"],
    [{ is_private: "true", is_web_public: "true" }, "Invalid parameters"],
    [{ is_private: "true", is_default_stream: "true" }, "A default channel cannot be private."],
    [{ can_send_message_group: "5" }, "can_send_message_group does not have the expected format"],
    [{ can_send_message_group: '{"new":999999}' }, "Invalid user group"],
  ];
  for (const [params, msg] of cases) assert.equal(await ask(params), msg, JSON.stringify(params));
  assert.deepEqual(await channelNamed(acme.owner, stream_id), before);
  assert.equal(await ask({ message_retention_days: '"unlimited"', topics_policy: '"allow_empty_topic"' }), "");
  const after = await channelNamed(acme.owner, stream_id);
  assert.deepEqual([after?.message_retention_days, after?.topics_policy], [-1, "allow_empty_topic"]);
  const taken = await acme.owner.asks("PATCH", `/streams/${stream_id}`, { new_name: "taken" });
  assert.deepEqual([taken.code, taken.channel_name], ["CHANNEL_ALREADY_EXISTS", "taken"]);
});

test("a permission changes only if the caller has seen the current value", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const stream_id = await acme.channel("design", [ada]);
  const { systemGroups } = acme.realm;
  const [everyone, members] = [systemGroups["role:everyone"], systemGroups["role:members"]];
  await ada.watches();
  const update = (old: unknown, now: unknown) =>
    ada.call(updateChannel, { stream_id, can_send_message_group: { new: now, old } as never });
  await assert.rejects(update(members, members), {
    code: "EXPECTATION_MISMATCH",
    message: "'old' value does not match the expected value.",
  });
  await update({ direct_members: [], direct_subgroups: [everyone] }, members);
  await update(members, { direct_members: [ada.id], direct_subgroups: [members] });
  await update({ direct_members: [ada.id, ada.id], direct_subgroups: [members] }, everyone);
  const { can_send_message_group } = (await channelNamed(ada, stream_id)) ?? {};
  assert.equal(can_send_message_group, everyone);
});

test("only channel administrators change a channel; others get an error that says so if they can read it", async (t) => {
  const acme = await org(t);
  const other = await org(t);
  const [ada, ben, gil] = [await acme.member("Ada"), await acme.member("Ben"), await acme.guest("Gil")];
  const design = await acme.channel("design", [ada, ben]);
  const secret = await acme.channel("secret", [ada], { invite_only: true });
  const refused = async (person: Person, stream_id: number, message: string, params: object = { description: "x" }) => {
    await assert.rejects(person.call(updateChannel, { stream_id, ...params }), { message });
    if (!("is_archived" in params))
      await assert.rejects(person.call(archiveChannel, { stream_id }), { message }, `${person.name} archives`);
  };
  await refused(ben, design, "You do not have permission to administer this channel.");
  await refused(ben, secret, "Invalid channel ID");
  await refused(gil, design, "Invalid channel ID");
  await refused(other.owner, design, "Invalid channel ID");
  await refused(acme.owner, 999_999, "Invalid channel ID");
  await ada.call(updateChannel, { stream_id: design, description: "mine" });
  await ada.call(archiveChannel, { stream_id: design });
  await refused(ada, design, "Must be an organization administrator", { is_archived: false });
  await acme.owner.call(updateChannel, { stream_id: design, is_archived: false });
  for (const [params, message] of [
    [{ message_retention_days: 3 }, "Must be an organization administrator"],
    [{ is_default_stream: true }, "You do not have permission to change default channels."],
  ] as const)
    await assert.rejects(ada.call(updateChannel, { stream_id: design, ...params }), { message });
  const admin = await acme.administrator("Ann");
  await admin.call(updateChannel, { stream_id: design, message_retention_days: 3 });
});

test("an administrator who cannot read a private channel changes neither its permissions nor its privacy", async (t) => {
  const acme = await org(t);
  const [ada, admin] = [await acme.member("Ada"), await acme.administrator("Ann")];
  const stream_id = await acme.channel("secret", [ada], { invite_only: true });
  const members = acme.realm.systemGroups["role:members"];
  const message = "Channel content access is required.";
  for (const params of [
    { is_private: false },
    { history_public_to_subscribers: true },
    { can_administer_channel_group: { new: members } },
    { can_subscribe_group: { new: members } },
    { can_send_message_group: { new: members } },
    // The value is not validated.
    { can_send_message_group: { new: 999_999 } },
  ])
    await assert.rejects(admin.call(updateChannel, { stream_id, ...params }), { message });
  await assert.rejects(
    admin.call(updateChannel, { stream_id, can_send_message_group: { new: members, old: members } }),
    { code: "EXPECTATION_MISMATCH" },
  );
  await admin.call(updateChannel, { stream_id, can_remove_subscribers_group: { new: members }, new_name: "hidden" });
  // A group that can join the channel gives the administrator access to it.
  const set = { direct_members: [admin.id], direct_subgroups: [] };
  await ada.call(updateChannel, { stream_id, can_subscribe_group: { new: set } });
  await admin.call(updateChannel, { stream_id, can_send_message_group: { new: members } });
});

test("changing who can delete messages and which topics are allowed needs the organization's permission", async (t) => {
  const acme = await org(t);
  const [ada, mod] = [await acme.member("Ada"), await acme.moderator("Mo")];
  const stream_id = await acme.channel("design", [ada, mod]);
  const { systemGroups } = acme.realm;
  const everyone = systemGroups["role:everyone"];
  const refused = { message: "Insufficient permission" };
  for (const name of ["can_delete_any_message_group", "can_delete_own_message_group"])
    await assert.rejects(ada.call(updateChannel, { stream_id, [name]: { new: everyone } }), refused);
  await acme.owner.call(updateChannel, {
    stream_id,
    can_administer_channel_group: { new: systemGroups["role:members"] },
  });
  await mod.call(updateChannel, { stream_id, can_delete_any_message_group: { new: everyone } });
  await acme.owner.call(updateRealm, { can_set_topics_policy_group: { new: systemGroups["role:moderators"] } });
  await assert.rejects(ada.call(updateChannel, { stream_id, topics_policy: "allow_empty_topic" }), refused);
  await mod.call(updateChannel, { stream_id, topics_policy: "allow_empty_topic" });
  await ada.call(updateChannel, { stream_id, topics_policy: "inherit" });
});

test("a channel can be limited to the empty topic when it has no other", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const [design, quiet] = [await acme.channel("design", [ada]), await acme.channel("quiet", [ada])];
  await ada.sends("#design > logo", "hi");
  await ada.sends("#quiet > ", "hi");
  const answer = await ada.asks("PATCH", `/streams/${design}`, { topics_policy: "empty_topic_only" });
  assert.deepEqual([answer.code, answer.empty_topic_display_name], ["BAD_REQUEST", "general chat"]);
  await ada.call(updateChannel, { stream_id: quiet, topics_policy: "empty_topic_only" });
});

test("a channel that becomes public appears to everyone else, with its subscribers", async (t) => {
  const acme = await org(t);
  const [ada, ben, cem] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cem")];
  const [gil, admin] = [await acme.guest("Gil"), await acme.administrator("Ann")];
  const stream_id = await acme.channel("secret", [ada, ben], { invite_only: true });
  for (const person of [ben, cem, gil, admin]) await person.catchesUp();

  await ada.call(updateChannel, { stream_id, is_private: false });
  const [created, peers, ...rest] = await cem.catchesUp();
  assert.deepEqual(
    [created?.type, created?.op, peers?.op, peers?.user_ids],
    ["stream", "create", "peer_add", [ada.id, ben.id]],
  );
  assert.deepEqual(rest, []);
  const update = {
    type: "stream",
    op: "update",
    stream_id,
    name: "secret",
    property: "invite_only",
    value: false,
    history_public_to_subscribers: true,
    is_web_public: false,
  };
  assert.deepEqual(changes(await ben.catchesUp()), [update]);
  assert.deepEqual(await admin.catchesUp(), [update]);
  assert.deepEqual(await gil.catchesUp(), []);

  await ada.call(updateChannel, { stream_id, is_private: true });
  assert.deepEqual(await cem.catchesUp(), [
    { type: "stream", op: "delete", stream_ids: [stream_id], streams: [{ stream_id }] },
  ]);
  assert.equal((await channelNamed(ada, stream_id))?.history_public_to_subscribers, false);
  assert.equal(changes(await ben.catchesUp())[0]?.type, "stream");
});

test("guests see a channel as long as it is web-public", async (t) => {
  const acme = await org(t);
  const [ada, gil] = [await acme.member("Ada"), await acme.guest("Gil")];
  const stream_id = await acme.channel("news", [ada]);
  const open = () => acme.owner.call(updateChannel, { stream_id, is_web_public: true });
  await gil.watches();
  await assert.rejects(open(), { message: "Web-public channels are not enabled." });
  await acme.owner.call(updateRealm, { enable_spectator_access: true });
  await assert.rejects(ada.call(updateChannel, { stream_id, is_web_public: true }), {
    message: "Insufficient permission",
  });
  await gil.catchesUp();
  await open();
  assert.deepEqual(
    (await gil.catchesUp()).map((event) => event.op),
    ["create", "peer_add"],
  );
  await assert.rejects(acme.owner.call(updateChannel, { stream_id, is_private: true }), {
    message: "Invalid parameters",
  });
  await acme.owner.call(updateChannel, { stream_id, is_web_public: false });
  assert.deepEqual(
    (await gil.catchesUp()).map((event) => event.op),
    ["delete"],
  );
});

test("changing the kind needs the permission to create channels of that kind", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const [open, secret] = [
    await acme.channel("open", [ada]),
    await acme.channel("secret", [ada], { invite_only: true }),
  ];
  const admins = { new: acme.realm.systemGroups["role:administrators"] };
  await acme.owner.call(updateRealm, { can_create_public_channel_group: admins });
  await acme.owner.call(updateRealm, { can_create_private_channel_group: admins });
  const refused = { message: "Insufficient permission" };
  await assert.rejects(ada.call(updateChannel, { stream_id: open, is_private: true }), refused);
  await assert.rejects(ada.call(updateChannel, { stream_id: secret, is_private: false }), refused);
  await ada.call(updateChannel, { stream_id: secret, history_public_to_subscribers: true });
});

test("permissions that open a private channel show it to users who gain them, and hide it from users who lose them", async (t) => {
  const acme = await org(t);
  const [ada, ben, cem] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cem")];
  const gil = await acme.guest("Gil");
  const stream_id = await acme.channel("secret", [ada], { invite_only: true });
  for (const person of [ben, cem, gil]) await person.watches();
  for (const name of ["can_add_subscribers_group", "can_administer_channel_group", "can_subscribe_group"]) {
    const holders = (...people: Person[]) => ({
      [name]: { new: { direct_members: [ada, ...people].map((each) => each.id), direct_subgroups: [] } },
    });
    await ada.call(updateChannel, { stream_id, ...holders(ben, gil) });
    assert.deepEqual(
      (await ben.catchesUp()).map((event) => event.op),
      ["create", "peer_add"],
      name,
    );
    await ada.call(updateChannel, { stream_id, ...holders(cem) });
    assert.deepEqual(
      (await ben.catchesUp()).map((event) => event.op),
      ["delete"],
      name,
    );
    assert.deepEqual(
      (await cem.catchesUp()).map((event) => event.op),
      ["create", "peer_add"],
      name,
    );
    await ada.call(updateChannel, { stream_id, ...holders() });
    assert.deepEqual(
      (await cem.catchesUp()).map((event) => event.op),
      ["delete"],
      name,
    );
    assert.deepEqual(await gil.catchesUp(), []);
  }
});

test("an archived channel stays readable and accepts nothing new; its name stays taken", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const stream_id = await acme.channel("design", [ada, ben]);
  await acme.owner.call(updateRealm, { new_stream_announcements_stream_id: stream_id });
  await acme.owner.call(updateChannel, { stream_id, is_default_stream: true });
  await acme.owner.watches();

  const heard = changes(await ben.eventsDuring(() => ada.call(archiveChannel, { stream_id })));
  assert.deepEqual(
    heard.map((event) => event.type),
    ["realm", "default_streams", "stream"],
  );
  assert.deepEqual(heard[0], {
    type: "realm",
    op: "update_dict",
    property: "default",
    data: { new_stream_announcements_stream_id: -1 },
  });
  assert.deepEqual(heard[2], {
    type: "stream",
    op: "update",
    stream_id,
    name: "design",
    property: "is_archived",
    value: true,
  });
  await assert.rejects(ada.call(archiveChannel, { stream_id }), { message: "Channel is already deactivated" });
  await assert.rejects(ada.sends("#design > logo", "hi"), { message: "Not authorized to send to channel 'design'" });
  const listed = async (exclude_archived: boolean) =>
    (await ben.call(getChannels, { exclude_archived })).streams.some((each) => each.stream_id === stream_id);
  assert.deepEqual([await listed(true), await listed(false)], [false, true]);
  await acme.channel("else", [ada]);
  const elsewhere = (await channelNamed(ada, stream_id + 1))?.stream_id ?? 0;
  await assert.rejects(acme.owner.call(updateChannel, { stream_id: elsewhere, new_name: "Design" }), {
    code: "CHANNEL_ALREADY_EXISTS",
  });
  // Archived channels can be edited, including their privacy.
  await ada.call(updateChannel, { stream_id, is_private: true, description: "over" });
  await acme.owner.call(subscribe, { subscriptions: [{ name: "else" }] });
});

test("clients that do not support archived channels see one disappear and reappear", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const stream_id = await acme.channel("design", [ada]);
  const old = await ada.asks("POST", "/register", { event_types: '["stream"]' });
  const heard = async () => {
    const { events } = await ada.asks("GET", "/events", {
      queue_id: old.queue_id as string,
      last_event_id: String(old.last_event_id),
      dont_block: "true",
    });
    return (events as { op: string; streams: { stream_id: number }[] }[]).map(({ op, streams }) => [
      op,
      streams[0]?.stream_id,
    ]);
  };
  await ada.call(archiveChannel, { stream_id });
  await acme.owner.call(updateChannel, { stream_id, is_archived: false });
  assert.deepEqual(await heard(), [
    ["delete", stream_id],
    ["create", stream_id],
  ]);
});

test("a private channel without subscribers cannot be unarchived", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const stream_id = await acme.channel("secret", [ada], { invite_only: true });
  await ada.call(archiveChannel, { stream_id });
  await ada.asks("DELETE", "/users/me/subscriptions", { subscriptions: '["secret"]' });
  const again = () => acme.owner.call(updateChannel, { stream_id, is_archived: false });
  await assert.rejects(again(), { message: "Channel is private and have no subscribers" });
});

test("the moderation request channel stays private", async (t) => {
  const acme = await org(t);
  const [open, secret] = [
    await acme.channel("open", [acme.owner]),
    await acme.channel("reports", [acme.owner], { invite_only: true }),
  ];
  const message = "Moderation request channel must be private.";
  await assert.rejects(acme.owner.call(updateRealm, { moderation_request_channel_id: open }), { message });
  await acme.owner.call(updateRealm, { moderation_request_channel_id: secret });
  await assert.rejects(acme.owner.call(updateChannel, { stream_id: secret, is_private: false }), { message });
  await assert.rejects(acme.owner.call(updateRealm, { signup_announcements_stream_id: 999_999 }), {
    message: "Invalid channel ID",
  });
});

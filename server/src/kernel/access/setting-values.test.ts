import assert from "node:assert/strict";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import * as channels from "../../channels/contract.ts";
import { registration } from "../../contract.ts";
import * as realms from "../../organization/realms/contract.ts";
import { deactivateUserGroup, updateGroupMembers } from "../../people/groups/contract.ts";
import { makeGroup } from "../../people/groups/test-groups.ts";
import { getUsers } from "../../people/users/contract.ts";
import type { SystemGroupName } from "./permission-settings.ts";

const role = (acme: Organization, name: SystemGroupName) => acme.realm.systemGroups[name];

async function named(acme: Organization, members: Person[] = [], { deactivated = false } = {}): Promise<number> {
  const user_group_id = await makeGroup(acme.owner, "crew", { members: members.map((person) => person.id) });
  if (deactivated) await acme.owner.call(deactivateUserGroup, { user_group_id });
  return user_group_id;
}

const shownIn = async (person: Person, name: string) =>
  ((await person.call(registration.register, { fetch_event_types: ["realm"] })) as Record<string, unknown>)[
    `realm_${name}`
  ];

test("a set of one group is stored and shown as that group, and the empty set as nobody", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const moderators = role(acme, "role:moderators");
  const one = await owner.call(realms.updateRealm, {
    can_create_groups: { new: { direct_members: [], direct_subgroups: [moderators] } },
  });
  assert.deepEqual(one, { can_create_groups: moderators });
  assert.equal(await shownIn(owner, "can_create_groups"), moderators);
  await owner.call(realms.updateRealm, { can_create_groups: { new: { direct_members: [], direct_subgroups: [] } } });
  assert.equal(await shownIn(owner, "can_create_groups"), role(acme, "role:nobody"));
});

test("an anonymous group is shown in order and without deactivated users", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const [moderators, owners] = [role(acme, "role:moderators"), role(acme, "role:owners")];
  const value = { direct_members: [ben.id, ada.id, ben.id], direct_subgroups: [moderators, owners] };
  const heard = await owner.eventsDuring(() =>
    owner.call(realms.updateRealm, { can_create_bots_group: { new: value } }),
  );
  const shown = { direct_members: [ada.id, ben.id], direct_subgroups: [owners, moderators].sort((a, b) => a - b) };
  assert.deepEqual(heard, [
    { type: "realm", op: "update_dict", property: "default", data: { can_create_bots_group: shown } },
  ]);
  assert.deepEqual(await shownIn(owner, "can_create_bots_group"), shown);
  const groups = await owner.call(registration.register, { fetch_event_types: ["realm_user_groups"] });
  assert.equal(groups.realm_user_groups?.length, 8, "an anonymous set is listed nowhere");

  await acme.deactivate(ada);
  const fresh = await shownIn(owner, "can_create_bots_group");
  assert.deepEqual(fresh, { ...shown, direct_members: [ben.id] });
});

test("an anonymous group is deleted with its setting", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const count = async () => {
    const anonymous = acme.server.app.database.reader
      .selectFrom("user_group")
      .select("id")
      .where("kind", "=", "anonymous");
    return (await anonymous.where("realm_id", "=", acme.realm.id).execute()).length;
  };
  const before = await count();
  await owner.call(realms.updateRealm, {
    can_create_bots_group: { new: { direct_members: [owner.id], direct_subgroups: [] } },
  });
  assert.equal(await count(), before + 1);
  await owner.call(realms.updateRealm, { can_create_bots_group: { new: role(acme, "role:members") } });
  assert.equal(await count(), before);
});

test("an invalid value is refused with its first error", async (t) => {
  const acme = await org(t);
  const elsewhere = await org(t);
  const gone = await acme.member("Ada");
  await acme.deactivate(gone);
  const crew = await named(acme);
  const { owner } = acme;
  const set = (direct_members: number[], direct_subgroups: number[] = []) => ({ direct_members, direct_subgroups });
  const cannot = (name: string, group: string) => `'${name}' setting cannot be set to '${group}' group.`;
  const required = "'can_access_all_users_group' must be a system user group.";
  const cases: [name: string, value: unknown, message: string][] = [
    ["can_create_groups", 999_999, "Invalid user group"],
    ["can_create_groups", role(elsewhere, "role:members"), "Invalid user group"],
    ["can_access_all_users_group", 999_999, "Invalid user group"],
    ["can_access_all_users_group", crew, required],
    ["can_access_all_users_group", set([999_999]), required],
    ["can_resolve_topics_group", role(acme, "role:internet"), cannot("can_resolve_topics_group", "role:internet")],
    ["can_manage_all_groups", role(acme, "role:nobody"), cannot("can_manage_all_groups", "role:nobody")],
    ["can_manage_all_groups", set([]), cannot("can_manage_all_groups", "role:nobody")],
    ["can_create_groups", role(acme, "role:everyone"), cannot("can_create_groups", "role:everyone")],
    ["can_create_groups", set([], [role(acme, "role:everyone")]), cannot("can_create_groups", "role:everyone")],
    ["can_access_all_users_group", role(acme, "role:owners"), cannot("can_access_all_users_group", "role:owners")],
    [
      "can_create_web_public_channel_group",
      role(acme, "role:members"),
      cannot("can_create_web_public_channel_group", "role:members"),
    ],
    ["can_create_groups", set([999_999], [999_998]), "Invalid user ID: 999999"],
    ["can_create_groups", set([gone.id]), `Invalid user ID: ${gone.id}`],
    ["can_create_groups", set([elsewhere.owner.id]), `Invalid user ID: ${elsewhere.owner.id}`],
    ["can_create_groups", set([owner.id], [999_998]), "Invalid user group ID: 999998"],
  ];
  for (const [name, value, message] of cases)
    await assert.rejects(
      owner.call(realms.updateRealm, { [name]: { new: value } }),
      { message },
      `${name}: ${message}`,
    );
  await assert.rejects(owner.call(realms.updateRealm, { can_access_all_users_group: { new: crew } }), {
    code: "SYSTEM_GROUP_REQUIRED",
    fields: { setting_name: "can_access_all_users_group" },
  });
});

test("a deactivated group can be used neither alone nor in a set", async (t) => {
  const acme = await org(t);
  const crew = await named(acme, [], { deactivated: true });
  const message = "User group is deactivated.";
  const set = { direct_members: [acme.owner.id], direct_subgroups: [crew] };
  const change = (value: number | typeof set) =>
    acme.owner.call(realms.updateRealm, { can_create_groups: { new: value } });
  for (const value of [crew, set]) await assert.rejects(change(value), { message });
  // Unknown ids are reported first, wherever they are in the set.
  const unknown = { ...set, direct_subgroups: [crew, 999_998] };
  await assert.rejects(change(unknown), { message: "Invalid user group ID: 999998" });
});

test("no setting can use another setting's anonymous group", async (t) => {
  const acme = await org(t);
  await acme.owner.call(realms.updateRealm, {
    can_create_bots_group: { new: { direct_members: [acme.owner.id], direct_subgroups: [] } },
  });
  const { settings } = await acme.server.app.identities.realmById(acme.server.app.database.reader, acme.realm.id);
  const hidden = settings.can_create_bots_group;
  await assert.rejects(acme.owner.call(realms.updateRealm, { can_create_groups: { new: hidden } }), {
    message: "Invalid user group",
  });
});

test("a change whose expected old value is wrong does nothing", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const [members, moderators] = [role(acme, "role:members"), role(acme, "role:moderators")];
  const heard = await owner.eventsDuring(async () => {
    await assert.rejects(owner.call(realms.updateRealm, { can_create_groups: { new: moderators, old: moderators } }), {
      code: "EXPECTATION_MISMATCH",
      message: "'old' value does not match the expected value.",
      fields: { field_name: "old" },
    });
  });
  assert.deepEqual(heard, []);
  const old = { direct_members: [], direct_subgroups: [members] };
  await owner.call(realms.updateRealm, { can_create_groups: { new: moderators, old } });
  assert.equal(await shownIn(owner, "can_create_groups"), moderators);
});

test("setting the current value again is accepted without validation and sends no event", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const members = role(acme, "role:members");
  const heard = await owner.eventsDuring(async () => {
    assert.deepEqual(await owner.call(realms.updateRealm, { can_create_groups: { new: members, old: members } }), {});
  });
  assert.deepEqual(heard, []);
});

test("a change cannot be a bare value", async (t) => {
  const acme = await org(t);
  const answer = await acme.owner.asks("PATCH", "/realm", { can_create_groups: String(role(acme, "role:members")) });
  assert.equal(answer.msg, "can_create_groups does not have the expected format");
  const set = { direct_members: [], direct_subgroups: [] };
  const other = await acme.owner.asks("PATCH", "/realm", { can_create_groups: JSON.stringify(set) });
  assert.equal(other.result, "error");
});

test("a new channel's settings are validated like the organization's", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const make = (settings: object) =>
    owner.call(channels.subscribe, { subscriptions: [{ name: "design" }], ...settings });
  await assert.rejects(make({ can_send_message_group: 999_999 }), { message: "Invalid user group" });
  await assert.rejects(make({ can_subscribe_group: role(acme, "role:everyone") }), {
    message: "'can_subscribe_group' setting cannot be set to 'role:everyone' group.",
  });
  await assert.rejects(make({ can_send_message_group: { direct_members: [999_999], direct_subgroups: [] } }), {
    message: "Invalid user ID: 999999",
  });
  await make({ can_send_message_group: { direct_members: [], direct_subgroups: [role(acme, "role:moderators")] } });
  const { streams } = await owner.call(channels.getChannels, {});
  const made = streams.find((stream) => stream.name === "design");
  assert.equal(made?.can_send_message_group, role(acme, "role:moderators"));
  assert.equal(made?.stream_post_policy, 4);
});

test("guests cannot create channels, even when a set lists them", async (t) => {
  const acme = await org(t);
  const guest = await acme.guest("Gil");
  const value = { direct_members: [guest.id], direct_subgroups: [] };
  await acme.owner.call(realms.updateRealm, { can_create_public_channel_group: { new: value } });
  const { can_create_public_streams } = await guest.call(registration.register, { fetch_event_types: ["realm_user"] });
  assert.equal(can_create_public_streams, false);
});

test("a revoked permission is gone with the next request [A1]", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const create = (name: string) => ada.call(channels.subscribe, { subscriptions: [{ name }] });
  await create("one");
  await acme.owner.call(realms.updateRealm, {
    can_create_public_channel_group: { new: role(acme, "role:moderators") },
  });
  await assert.rejects(create("two"), { message: "Insufficient permission" });
  const value = { direct_members: [ada.id], direct_subgroups: [] };
  await acme.owner.call(realms.updateRealm, { can_create_public_channel_group: { new: value } });
  await create("two");
});

test("members of a named group hold its permissions, and lose them when they leave", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const crew = await named(acme, [ada]);
  await acme.owner.call(realms.updateRealm, { can_create_public_channel_group: { new: crew } });
  await ada.call(channels.subscribe, { subscriptions: [{ name: "one" }] });
  await assert.rejects(ben.call(channels.subscribe, { subscriptions: [{ name: "two" }] }), {
    message: "Insufficient permission",
  });
  await acme.owner.call(updateGroupMembers, { user_group_id: crew, delete: [ada.id] });
  await assert.rejects(ada.call(channels.subscribe, { subscriptions: [{ name: "two" }] }), {
    message: "Insufficient permission",
  });
  assert.equal((await ada.call(getUsers, {})).members.length, 3);
});

test("clients get the limits of every permission", async (t) => {
  const acme = await org(t);
  const answer: Record<string, unknown> = await acme.owner.call(registration.register, {
    fetch_event_types: ["realm"],
  });
  const supported = answer.server_supported_permission_settings;
  const { realm, stream, group } = supported as Record<string, Record<string, Record<string, unknown>>>;
  assert.equal(Object.keys(realm ?? {}).length, 24);
  assert.equal(Object.keys(stream ?? {}).length, 10);
  assert.equal(Object.keys(group ?? {}).length, 6);
  assert.deepEqual(realm?.can_access_all_users_group, {
    require_system_group: true,
    allow_internet_group: false,
    allow_nobody_group: false,
    allow_everyone_group: true,
    default_group_name: "role:everyone",
    default_for_system_groups: null,
    allowed_system_groups: ["role:everyone", "role:members"],
  });
  assert.equal(stream?.can_administer_channel_group?.default_group_name, "stream_creator_or_nobody");
  assert.equal(group?.can_manage_group?.default_group_name, "group_creator");
  assert.equal(group?.can_join_group?.default_for_system_groups, "role:nobody");
  assert.deepEqual(group?.can_mention_group?.allowed_system_groups, [
    "role:nobody",
    "role:administrators",
    "role:moderators",
    "role:fullmembers",
    "role:members",
    "role:everyone",
  ]);
});

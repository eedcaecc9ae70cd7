import assert from "node:assert/strict";
import { org, type Person, test } from "../../../../test/index.ts";
import { subscribe } from "../../../channels/contract.ts";
import { updateRealm } from "../../../organization/realms/contract.ts";
import * as contract from "../contract.ts";
import { groupSeenBy, makeGroup, only, role } from "../test-groups.ts";

const members = async (person: Person, user_group_id: number, direct_member_only = false) =>
  (await person.call(contract.getGroupMembers, { user_group_id, direct_member_only })).members;

test("one request adds and removes members and subgroups, with one event each, in order", async (t) => {
  const acme = await org(t);
  const [ada, ben, cem] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cem")];
  const guest = await acme.guest("Gil");
  const [one, two] = [await makeGroup(ada, "one"), await makeGroup(ada, "two")];
  const group_id = await makeGroup(ada, "crew", { members: [ben.id], subgroups: [one] });
  const heard = await guest.eventsDuring(() =>
    ada.call(contract.updateGroupMembers, {
      user_group_id: group_id,
      delete_subgroups: [one],
      add_subgroups: [two],
      delete: [ben.id],
      add: [guest.id, cem.id, cem.id],
    }),
  );
  const about = (op: string, more: object) => ({ type: "user_group", op, group_id, ...more });
  assert.deepEqual(
    heard.filter((event) => event.type === "user_group"),
    [
      about("add_members", { user_ids: [cem.id, guest.id] }),
      about("remove_members", { user_ids: [ben.id] }),
      about("add_subgroups", { direct_subgroup_ids: [two] }),
      about("remove_subgroups", { direct_subgroup_ids: [one] }),
    ],
  );
  const group = await groupSeenBy(ada, group_id);
  assert.deepEqual([group?.members, group?.direct_subgroup_ids], [[cem.id, guest.id], [two]]);
});

test("a request that fails in its last step changes nothing", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const user_group_id = await makeGroup(ada, "crew");
  const heard = await ada.eventsDuring(() =>
    assert.rejects(
      ada.call(contract.updateGroupMembers, {
        user_group_id,
        add: [ben.id],
        delete_subgroups: [role(acme, "role:owners")],
      }),
      { message: `User group ${role(acme, "role:owners")} is not a subgroup of this group.` },
    ),
  );
  assert.deepEqual(heard, []);
  assert.deepEqual(await members(ada, user_group_id), []);
});

test("an empty request is rejected", async (t) => {
  const acme = await org(t);
  const user_group_id = await makeGroup(acme.owner, "crew");
  await assert.rejects(acme.owner.call(contract.updateGroupMembers, { user_group_id, add: [] }), {
    message: 'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
  });
  await assert.rejects(acme.owner.call(contract.updateSubgroups, { user_group_id, add: [] }), {
    message: 'Nothing to do. Specify at least one of "add" or "delete".',
  });
});

test("errors name the person or group that is wrong", async (t) => {
  const acme = await org(t);
  const [ada, ben, gone] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Gus")];
  await acme.deactivate(gone);
  const elsewhere = await org(t);
  const inner = await makeGroup(ada, "inner");
  const idle = await makeGroup(ada, "idle");
  const user_group_id = await makeGroup(ada, "crew", { members: [ben.id], subgroups: [inner, idle] });
  await ada.call(contract.updateSubgroups, { user_group_id, delete: [idle] });
  await ada.call(contract.deactivateUserGroup, { user_group_id: idle });
  const foreign = role(elsewhere, "role:owners");
  const cases: [request: object, message: string][] = [
    [{ add: [gone.id] }, `Invalid user ID: ${gone.id}`],
    [{ add: [999_999] }, "Invalid user ID: 999999"],
    [{ add: [elsewhere.owner.id] }, `Invalid user ID: ${elsewhere.owner.id}`],
    [{ add: [ada.id, ben.id] }, `User ${ben.id} is already a member of this group`],
    [{ delete: [gone.id] }, `Invalid user ID: ${gone.id}`],
    [{ delete: [ada.id] }, `There is no member '${ada.id}' in this user group`],
    [{ add_subgroups: [999_999] }, "Invalid user group ID: 999999"],
    [{ add_subgroups: [foreign] }, `Invalid user group ID: ${foreign}`],
    [{ add_subgroups: [idle] }, "User group is deactivated."],
    [{ add_subgroups: [inner] }, `User group ${inner} is already a subgroup of this group.`],
    [
      { add_subgroups: [user_group_id] },
      `User group ${user_group_id} is already a subgroup of one of the passed subgroups.`,
    ],
    [{ delete_subgroups: [idle] }, `User group ${idle} is not a subgroup of this group.`],
    [{ delete_subgroups: [999_999] }, "Invalid user group ID: 999999"],
  ];
  for (const [request, message] of cases) {
    await assert.rejects(ada.call(contract.updateGroupMembers, { user_group_id, ...request }), { message });
    await assert.rejects(ada.call(contract.updateGroupMembers, { user_group_id: foreign, ...request }));
  }
  for (const request of [{ add: [ben.id] }, { delete: [ben.id] }, { add_subgroups: [inner] }]) {
    await assert.rejects(ada.call(contract.updateGroupMembers, { user_group_id: 999_999, ...request }), {
      message: "Invalid user group",
    });
    await assert.rejects(
      acme.owner.call(contract.updateGroupMembers, { user_group_id: role(acme, "role:members"), ...request }),
      {
        message: "Insufficient permission",
      },
    );
  }
});

test("an unknown user is reported before a missing permission to remove, and after one to add", async (t) => {
  const acme = await org(t);
  const ben = await acme.member("Ben");
  const user_group_id = await makeGroup(acme.owner, "crew");
  await assert.rejects(ben.call(contract.updateGroupMembers, { user_group_id, add: [999_999] }), {
    message: "Insufficient permission",
  });
  await assert.rejects(ben.call(contract.updateGroupMembers, { user_group_id, delete: [999_999] }), {
    message: "Invalid user ID: 999999",
  });
});

test("a group cannot contain itself, through any number of levels", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const groups: number[] = [];
  for (let level = 0; level < 10; level++)
    groups.push(await makeGroup(owner, `level ${level}`, { subgroups: groups.slice(-1) }));
  const [innermost, outermost] = [groups[0] as number, groups.at(-1) as number];
  for (const containing of groups.slice(1))
    await assert.rejects(owner.call(contract.updateSubgroups, { user_group_id: innermost, add: [containing] }), {
      message: `User group ${innermost} is already a subgroup of one of the passed subgroups.`,
    });
  const { subgroups } = await owner.call(contract.getSubgroups, { user_group_id: outermost });
  assert.deepEqual(subgroups, groups.slice(0, -1));
  const direct = await owner.call(contract.getSubgroups, { user_group_id: outermost, direct_subgroup_only: true });
  assert.deepEqual(direct.subgroups, [groups.at(-2)]);
});

test("two simultaneous requests cannot make two groups subgroups of each other", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  for (let round = 0; round < 5; round++) {
    const [one, two] = [await makeGroup(owner, `one ${round}`), await makeGroup(owner, `two ${round}`)];
    const outcomes = await Promise.allSettled([
      owner.call(contract.updateSubgroups, { user_group_id: one, add: [two] }),
      owner.call(contract.updateGroupMembers, { user_group_id: two, add_subgroups: [one] }),
    ]);
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  }
});

test("membership works through ten levels, in queries and permissions, and ends when any link is removed", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const groups: number[] = [await makeGroup(acme.owner, "level 0", { members: [ada.id] })];
  for (let level = 1; level < 10; level++)
    groups.push(await makeGroup(acme.owner, `level ${level}`, { subgroups: groups.slice(-1) }));
  const user_group_id = groups.at(-1) as number;
  const isMember = async (user: Person, direct_member_only = false) =>
    (await ben.call(contract.isGroupMember, { user_group_id, user_id: user.id, direct_member_only }))
      .is_user_group_member;

  assert.deepEqual(await members(ben, user_group_id), [ada.id]);
  assert.deepEqual(await members(ben, user_group_id, true), []);
  assert.deepEqual([await isMember(ada), await isMember(ada, true), await isMember(ben)], [true, false, false]);

  await acme.owner.call(updateRealm, { can_create_public_channel_group: { new: user_group_id } });
  const create = (person: Person, name: string) => person.call(subscribe, { subscriptions: [{ name }] });
  await create(ada, "one");
  await assert.rejects(create(ben, "two"), { message: "Insufficient permission" });
  const link = { user_group_id: groups[5] as number, delete: [groups[4] as number] };
  await acme.owner.call(contract.updateSubgroups, link);
  await assert.rejects(create(ada, "three"), { message: "Insufficient permission" });
  assert.equal(await isMember(ada), false);
});

test("deactivated users are in no group, and their membership cannot be queried", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const user_group_id = await makeGroup(acme.owner, "crew", { members: [ada.id, ben.id] });
  await acme.owner.watches();
  await acme.deactivate(ada);
  assert.deepEqual(await members(ben, user_group_id), [ben.id]);
  assert.deepEqual(await members(ben, user_group_id, true), [ben.id]);
  assert.deepEqual((await groupSeenBy(ben, user_group_id))?.members, [ben.id]);
  await assert.rejects(ben.call(contract.isGroupMember, { user_group_id, user_id: ada.id }), {
    message: "User is deactivated",
  });
});

test("only people who are not guests can query groups, and only active ones", async (t) => {
  const acme = await org(t);
  const [ada, guest] = [await acme.member("Ada"), await acme.guest("Gil")];
  const bot = await acme.bot("Helper", ada);
  const user_group_id = await makeGroup(ada, "crew", { members: [guest.id, bot.id] });
  const reads = (person: Person, id: number) => [
    () => person.call(contract.getGroupMembers, { user_group_id: id }),
    () => person.call(contract.isGroupMember, { user_group_id: id, user_id: ada.id }),
    () => person.call(contract.getSubgroups, { user_group_id: id }),
  ];
  const refused = async (person: Person, id: number, message: string) => {
    for (const read of reads(person, id)) await assert.rejects(read(), { message });
  };
  await refused(guest, user_group_id, "Not allowed for guest users");
  await refused(bot, user_group_id, "This endpoint does not accept bot requests.");
  await assert.rejects(guest.call(contract.getUserGroups, {}), { message: "Not allowed for guest users" });
  await assert.rejects(bot.call(contract.getUserGroups, {}), {
    message: "This endpoint does not accept bot requests.",
  });
  await refused(ada, 999_999, "Invalid user group");
  await refused((await org(t)).owner, user_group_id, "Invalid user group");
  assert.deepEqual(await members(ada, user_group_id), [guest.id, bot.id]);
  assert.deepEqual(await members(ada, role(acme, "role:members"), true), [ada.id, bot.id]);
  for (const user_id of [bot.id, 999_999])
    await assert.rejects(ada.call(contract.isGroupMember, { user_group_id, user_id }), { message: "No such user" });
  await ada.call(contract.deactivateUserGroup, { user_group_id });
  await refused(ada, user_group_id, "User group is deactivated.");
});

test("removing subgroups requires managing the group, not just adding or removing members", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const owners = role(acme, "role:owners");
  const settings = { can_add_members_group: only(ben), can_remove_members_group: only(ben) };
  const user_group_id = await makeGroup(ada, "crew", settings);
  await ben.call(contract.updateSubgroups, { user_group_id, add: [owners] });
  await assert.rejects(ben.call(contract.updateSubgroups, { user_group_id, delete: [owners] }), {
    message: "Insufficient permission",
  });
  await ada.call(contract.updateSubgroups, { user_group_id, delete: [owners] });
});

test("the permission to join or leave does not extend to other people", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const settings = { can_join_group: only(ben), can_leave_group: only(ben) };
  const user_group_id = await makeGroup(acme.owner, "crew", settings);
  const message = "Insufficient permission";
  await assert.rejects(ben.call(contract.updateGroupMembers, { user_group_id, add: [ben.id, ada.id] }), { message });
  await ben.call(contract.updateGroupMembers, { user_group_id, add: [ben.id] });
  await acme.owner.call(contract.updateGroupMembers, { user_group_id, add: [ada.id] });
  await assert.rejects(ben.call(contract.updateGroupMembers, { user_group_id, delete: [ben.id, ada.id] }), { message });
  await ben.call(contract.updateGroupMembers, { user_group_id, delete: [ben.id] });
});

test("the members of a deactivated group can change; guests and bots cannot change any", async (t) => {
  const acme = await org(t);
  const [ada, ben, guest] = [await acme.member("Ada"), await acme.member("Ben"), await acme.guest("Gil")];
  const bot = await acme.bot("Helper", ada);
  const user_group_id = await makeGroup(ada, "crew", {
    members: [guest.id],
    can_join_group: role(acme, "role:members"),
  });
  await assert.rejects(guest.call(contract.updateGroupMembers, { user_group_id, delete: [guest.id] }), {
    message: "Not allowed for guest users",
  });
  await assert.rejects(bot.call(contract.updateGroupMembers, { user_group_id, add: [bot.id] }), {
    message: "This endpoint does not accept bot requests.",
  });
  await ada.call(contract.deactivateUserGroup, { user_group_id });
  await ada.call(contract.updateGroupMembers, { user_group_id, add: [ben.id], delete: [guest.id] });
  await ada.call(contract.updateSubgroups, { user_group_id, add: [role(acme, "role:owners")] });
  assert.deepEqual((await groupSeenBy(ada, user_group_id))?.members, [ben.id]);
});

test("removing a subgroup takes away the rights its members had through it", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const inner = await makeGroup(ada, "inner", { members: [ben.id] });
  const outer = await makeGroup(ada, "outer", { subgroups: [inner] });
  await acme.owner.call(updateRealm, { can_create_groups: { new: outer } });
  await makeGroup(ben, "made while inside");
  const { database } = acme.server.app;
  const version = async () =>
    (await database.reader.selectFrom("realm").select("version").where("id", "=", acme.realm.id).execute())[0]?.version;
  const before = await version();
  await ada.call(contract.updateSubgroups, { user_group_id: outer, delete: [inner] });
  assert.notEqual(await version(), before);
  await assert.rejects(makeGroup(ben, "made from outside"), { message: "Insufficient permission" });
});

import assert from "node:assert/strict";
import { org, test } from "../../../../test/index.ts";
import { updateRealm } from "../../../organization/realms/contract.ts";
import * as contract from "../contract.ts";
import { groupSeenBy, makeGroup, only, role } from "../test-groups.ts";

test("a group is created with its members and permissions, and everyone is notified, including guests", async (t) => {
  const acme = await org(t);
  const [ada, ben, guest] = [await acme.member("Ada"), await acme.member("Ben"), await acme.guest("Gil")];
  const request = { name: "crew", description: "Those who *build*", members: [ben.id, guest.id, ben.id] };
  let id = 0;
  const heard = await guest.eventsDuring(async () => {
    id = (await ada.call(contract.createUserGroup, request)).group_id;
  });
  const group = {
    id,
    name: "crew",
    description: "Those who *build*",
    date_created: Math.floor(acme.clock.now() / 1000),
    creator_id: ada.id,
    members: [ben.id, guest.id],
    direct_subgroup_ids: [],
    is_system_group: false,
    deactivated: false,
    can_add_members_group: only(ada),
    can_join_group: role(acme, "role:nobody"),
    can_leave_group: role(acme, "role:everyone"),
    can_manage_group: only(ada),
    can_mention_group: role(acme, "role:everyone"),
    can_remove_members_group: role(acme, "role:nobody"),
  };
  assert.deepEqual(heard, [{ type: "user_group", op: "add", group }]);
  assert.deepEqual(await groupSeenBy(ada, id), group);
});

test("a new group's subgroups are announced after it, and its creator needs no permission to add them", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const inner = await makeGroup(ben, "inner");
  const moderators = role(acme, "role:moderators");
  let group_id = 0;
  const heard = await ben.eventsDuring(async () => {
    group_id = await makeGroup(ada, "outer", { subgroups: [inner, moderators, inner] });
  });
  assert.deepEqual(
    heard.map(({ op, group }) => [op, (group as { direct_subgroup_ids: number[] })?.direct_subgroup_ids]),
    [
      ["add", []],
      ["add_subgroups", undefined],
    ],
  );
  const direct_subgroup_ids = [inner, moderators].sort((a, b) => a - b);
  assert.deepEqual(heard[1], { type: "user_group", op: "add_subgroups", group_id, direct_subgroup_ids });
  assert.deepEqual((await groupSeenBy(ada, group_id))?.direct_subgroup_ids, direct_subgroup_ids);
});

test("permissions are accepted in both forms, and stored in the shorter equivalent", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const id = await makeGroup(ada, "crew", {
    can_add_members_group: { direct_members: [], direct_subgroups: [role(acme, "role:moderators")] },
    can_join_group: { direct_members: [], direct_subgroups: [] },
    can_leave_group: { direct_members: [ben.id, ada.id], direct_subgroups: [role(acme, "role:owners")] },
    can_mention_group: role(acme, "role:members"),
  });
  const group = await groupSeenBy(ada, id);
  assert.equal(group?.can_add_members_group, role(acme, "role:moderators"));
  assert.equal(group?.can_join_group, role(acme, "role:nobody"));
  assert.deepEqual(group?.can_leave_group, {
    direct_members: [ada.id, ben.id],
    direct_subgroups: [role(acme, "role:owners")],
  });
  assert.equal(group?.can_mention_group, role(acme, "role:members"));
});

test("guests, bots and users without permission cannot create groups", async (t) => {
  const acme = await org(t);
  const [ada, guest] = [await acme.member("Ada"), await acme.guest("Gil")];
  const bot = await acme.bot("Helper", ada);
  await assert.rejects(makeGroup(guest, "crew"), { message: "Not allowed for guest users" });
  await assert.rejects(makeGroup(bot, "crew"), { message: "This endpoint does not accept bot requests." });
  await acme.owner.call(updateRealm, { can_create_groups: { new: role(acme, "role:moderators") } });
  await assert.rejects(makeGroup(ada, "crew"), { message: "Insufficient permission" });
  await makeGroup(await acme.moderator("Max"), "crew");
});

test("an invalid name is rejected with the reason", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  await makeGroup(owner, "crew");
  const cases: [name: string, message: string][] = [
    ["", "User group name can't be empty!"],
    [" \t ", "User group name can't be empty!"],
    ["x".repeat(101), "User group name cannot exceed 100 characters."],
    ["@crew", "User group name cannot start with '@'."],
    ["role:kings", "User group name cannot start with 'role:'."],
    ["user:7", "User group name cannot start with 'user:'."],
    ["stream:7", "User group name cannot start with 'stream:'."],
    ["channel:7", "User group name cannot start with 'channel:'."],
    ["crew", "User group 'crew' already exists."],
  ];
  const user_group_id = await makeGroup(owner, "other");
  for (const [name, message] of cases) {
    await assert.rejects(makeGroup(owner, name), { code: "BAD_REQUEST", message });
    await assert.rejects(owner.call(contract.updateUserGroup, { user_group_id, name }), { message });
  }
  const names = ["😀".repeat(100), "Crew", "Role:kings"];
  for (const name of names) assert.equal((await groupSeenBy(owner, await makeGroup(owner, name)))?.name, name);
});

test("the name of a deactivated group is taken", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const user_group_id = await makeGroup(owner, "crew");
  await owner.call(contract.deactivateUserGroup, { user_group_id });
  await assert.rejects(makeGroup(owner, "crew"), { message: "User group 'crew' already exists." });
});

test("two simultaneous requests for one name create one group", async (t) => {
  const acme = await org(t);
  const outcomes = await Promise.allSettled([makeGroup(acme.owner, "crew"), makeGroup(acme.owner, "crew")]);
  const refused = outcomes.flatMap((each) => (each.status === "rejected" ? [each.reason.message] : []));
  assert.deepEqual(refused, ["User group 'crew' already exists."]);
});

test("errors come in order: members, name, permissions, duplicate name, subgroups", async (t) => {
  const acme = await org(t);
  const elsewhere = await org(t);
  const { owner } = acme;
  const gone = await acme.member("Ada");
  await acme.deactivate(gone);
  await makeGroup(owner, "crew");
  const idle = await makeGroup(owner, "idle");
  await owner.call(contract.deactivateUserGroup, { user_group_id: idle });
  const wrong = {
    name: "@crew",
    members: [999_999],
    can_join_group: 999_999,
    can_manage_group: role(acme, "role:everyone"),
    subgroups: [999_998],
  };
  const fixes: [fix: object, message: string][] = [
    [{}, "Invalid user ID: 999999"],
    [{ members: [gone.id] }, `Invalid user ID: ${gone.id}`],
    [{ members: [elsewhere.owner.id] }, `Invalid user ID: ${elsewhere.owner.id}`],
    [{ members: [] }, "User group name cannot start with '@'."],
    [{ name: "crew" }, "Invalid user group"],
    [{ can_join_group: idle }, "User group is deactivated."],
    [{ can_join_group: undefined }, "'can_manage_group' setting cannot be set to 'role:everyone' group."],
    [{ can_manage_group: undefined }, "User group 'crew' already exists."],
    [{ name: "crew two" }, "Invalid user group ID: 999998"],
    [{ subgroups: [role(elsewhere, "role:members")] }, `Invalid user group ID: ${role(elsewhere, "role:members")}`],
    [{ subgroups: [idle] }, "User group is deactivated."],
  ];
  let request: Record<string, unknown> = wrong;
  for (const [fix, message] of fixes) {
    request = Object.fromEntries(Object.entries({ ...request, ...fix }).filter(([, value]) => value !== undefined));
    const heard = await owner.eventsDuring(() =>
      assert.rejects(makeGroup(owner, request.name as string, request), { message }),
    );
    assert.deepEqual(heard, []);
  }
});

test("name, description and members are required, and permissions cannot be sent as updates", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const whole = { name: "crew", description: "", members: "[]" };
  for (const var_name of ["name", "description", "members"] as const) {
    const { [var_name]: _, ...rest } = whole;
    const answer = await owner.asks("POST", "/user_groups/create", rest);
    assert.deepEqual([answer.code, answer.var_name], ["REQUEST_VARIABLE_MISSING", var_name]);
  }
  const update = JSON.stringify({ new: role(acme, "role:members") });
  const answer = await owner.asks("POST", "/user_groups/create", { ...whole, can_join_group: update });
  assert.equal(answer.result, "error");
});

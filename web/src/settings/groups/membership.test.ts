import assert from "node:assert/strict";
import { test } from "node:test";
import { OWN_ID, people, person, stateOf } from "../../address/testing.ts";
import { canContain, memberCount, membersOf, rightsOn } from "./membership.ts";

const nobody = { direct_members: [], direct_subgroups: [] };
const own = { direct_members: [OWN_ID], direct_subgroups: [] };
const NO_RIGHTS = { mayManage: false, mayAdd: false, mayRemove: false, mayJoin: false, mayLeave: false };

const group = (id: number, members: number[], direct_subgroup_ids: number[] = [], more: object = {}) => ({
  id,
  name: `group ${id}`,
  members,
  direct_subgroup_ids,
  is_system_group: false,
  deactivated: false,
  can_add_members_group: nobody,
  can_join_group: nobody,
  can_leave_group: nobody,
  can_manage_group: nobody,
  can_mention_group: nobody,
  can_remove_members_group: nobody,
  ...more,
});
const stateWith = (groups: object[], more: object = {}) =>
  stateOf({ realm_user_groups: groups, realm_can_manage_all_groups: nobody, ...more });

test("members are direct, or in through the subgroups of the group", () => {
  const { groups } = stateWith([group(1, [5, 7], [2, 3]), group(2, [7, 9], [4]), group(3, [9]), group(4, [11])]);
  assert.deepEqual(membersOf(groups, 1), [
    { userId: 5, isDirect: true, through: [] },
    { userId: 7, isDirect: true, through: [2] },
    { userId: 9, isDirect: false, through: [2, 3] },
    { userId: 11, isDirect: false, through: [2] },
  ]);
  assert.equal(memberCount(groups, 1), 4);
  assert.deepEqual(membersOf(groups, 99), []);
});

test("groups that contain each other are counted once", () => {
  const { groups } = stateWith([group(1, [5], [2]), group(2, [7], [1])]);
  assert.equal(memberCount(groups, 1), 2);
});

test("a group contains neither itself nor a group that contains it", () => {
  const { groups } = stateWith([
    group(1, [], [2]),
    group(2, [], [3]),
    group(3, []),
    group(4, [], [], { deactivated: true }),
  ]);
  const offered = (id: number) => [1, 2, 3, 4, 99].filter((other) => canContain(groups, id, other));
  assert.deepEqual(offered(1), [3]);
  assert.deepEqual(offered(2), []);
  assert.deepEqual(offered(3), []);
});

test("rights are those of the group, and managing includes them all", () => {
  const rights = (more: object, state: object = {}) => {
    const made = stateWith([group(1, [7], [], more)], state);
    const known = made.groups.get(1);
    assert.ok(known);
    return rightsOn(made, known);
  };
  assert.deepEqual(rights({}), NO_RIGHTS);
  assert.deepEqual(rights({ can_join_group: own }), { ...NO_RIGHTS, mayJoin: true });
  assert.deepEqual(rights({ can_join_group: own, members: [OWN_ID] }), NO_RIGHTS);
  assert.deepEqual(rights({ can_leave_group: own, members: [OWN_ID] }), { ...NO_RIGHTS, mayLeave: true });
  assert.deepEqual(rights({ can_add_members_group: own }), { ...NO_RIGHTS, mayAdd: true, mayJoin: true });
  assert.deepEqual(rights({ can_manage_group: own }), {
    ...NO_RIGHTS,
    mayManage: true,
    mayAdd: true,
    mayRemove: true,
    mayJoin: true,
  });
  assert.deepEqual(rights({ can_manage_group: own, is_system_group: true }), NO_RIGHTS);
  assert.deepEqual(rights({ can_manage_group: own, deactivated: true }), { ...NO_RIGHTS, mayManage: true });
  const asGuest = { realm_users: [person(OWN_ID, "Jonas Lindqvist", { role: 600 }), ...people.slice(1)] };
  assert.deepEqual(rights({ can_leave_group: own, members: [OWN_ID] }, asGuest), NO_RIGHTS);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { canonical, sameValue } from "./group-value.ts";
import { holding } from "./holds.ts";
import { channelPermissions, realmPermissions } from "./permission-settings.ts";
import { Role } from "./roles.ts";

const NOBODY = 1;

test("a set of one group without users equals that group", () => {
  assert.equal(canonical({ direct_members: [], direct_subgroups: [7] }, NOBODY), 7);
  assert.equal(canonical({ direct_members: [], direct_subgroups: [7, 7] }, NOBODY), 7);
});

test("the empty set equals nobody", () => {
  assert.equal(canonical({ direct_members: [], direct_subgroups: [] }, NOBODY), NOBODY);
});

test("every other set is sorted and has no duplicates", () => {
  assert.deepEqual(canonical({ direct_members: [9, 3, 9], direct_subgroups: [8, 2] }, NOBODY), {
    direct_members: [3, 9],
    direct_subgroups: [2, 8],
  });
});

test("a group's id stays unchanged", () => {
  assert.equal(canonical(42, NOBODY), 42);
});

test("values are equal when their canonical forms are", () => {
  const one = canonical({ direct_members: [2, 1], direct_subgroups: [] }, NOBODY);
  const other = canonical({ direct_members: [1, 2, 2], direct_subgroups: [] }, NOBODY);
  assert.ok(sameValue(one, other));
  assert.ok(!sameValue(one, canonical({ direct_members: [1], direct_subgroups: [] }, NOBODY)));
  assert.ok(!sameValue(5, canonical({ direct_members: [5], direct_subgroups: [] }, NOBODY)));
});

test("members of a permission's group hold it", () => {
  const may = holding(realmPermissions);
  const on = { can_create_groups: 5 };
  assert.ok(may({ role: Role.member, groups: new Set([5]) }, on, "can_create_groups"));
  assert.ok(!may({ role: Role.owner, groups: new Set([4]) }, on, "can_create_groups"));
});

test("a guest never holds a permission that everyone cannot have, even when listed", () => {
  const guest = { role: Role.guest, groups: new Set([5]) };
  const mayIn = holding(channelPermissions);
  assert.ok(!mayIn(guest, { can_subscribe_group: 5 }, "can_subscribe_group"));
  assert.ok(mayIn(guest, { can_send_message_group: 5 }, "can_send_message_group"));
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { State } from "@parley/client";
import { permissionSettings } from "@parley/server/contract";
import { chosenIn, isAccepted, isSameWho, rolesFor, rolesIn, whoOf, withGroup, without, withPerson } from "./who.ts";

const { realmPermissions, groupPermissions, SYSTEM_GROUPS } = permissionSettings;
const DESIGN = 20;

const groups = new Map(
  [...SYSTEM_GROUPS, "design"].map((name, at) => {
    const id = name === "design" ? DESIGN : at + 1;
    return [id, { id, name, is_system_group: name !== "design" }];
  }),
) as unknown as State["groups"];
const roles = rolesIn(groups);
const [nobody, owners, moderators, members] = [1, 2, 4, 6];

test("only the roles that the setting accepts are offered", () => {
  assert.deepEqual(rolesFor(realmPermissions.can_access_all_users_group), ["role:members", "role:everyone"]);
  assert.deepEqual(rolesFor(realmPermissions.can_create_web_public_channel_group), [
    "role:nobody",
    "role:owners",
    "role:administrators",
    "role:moderators",
  ]);
  assert.ok(!rolesFor(realmPermissions.can_manage_all_groups).includes("role:nobody"));
  assert.ok(!rolesFor(realmPermissions.can_create_bots_group).includes("role:everyone"));
  assert.ok(!rolesFor(groupPermissions.can_mention_group).includes("role:owners"));
  for (const limits of Object.values(realmPermissions)) assert.ok(!rolesFor(limits).includes("role:internet"));
});

test("a choice has one value: a group alone is its id, and nothing is nobody", () => {
  assert.equal(whoOf({ groupIds: [], userIds: [] }, roles), nobody);
  assert.equal(whoOf({ groupIds: [DESIGN], userIds: [] }, roles), DESIGN);
  assert.deepEqual(whoOf({ groupIds: [DESIGN, members], userIds: [9, 7] }, roles), {
    direct_members: [7, 9],
    direct_subgroups: [members, DESIGN],
  });
  for (const value of [nobody, DESIGN, { direct_members: [7], direct_subgroups: [DESIGN] }])
    assert.deepEqual(whoOf(chosenIn(value, roles), roles), value);
});

test("values that mean the same are the same", () => {
  assert.ok(isSameWho(DESIGN, { direct_members: [], direct_subgroups: [DESIGN] }, roles));
  assert.ok(isSameWho(nobody, { direct_members: [], direct_subgroups: [] }, roles));
  assert.ok(!isSameWho(DESIGN, members, roles));
});

test("a role replaces another role, and nobody replaces everything", () => {
  const chosen = { groupIds: [moderators, DESIGN], userIds: [7] };
  assert.deepEqual(withGroup(chosen, members, roles), { groupIds: [DESIGN, members], userIds: [7] });
  assert.deepEqual(withGroup(chosen, nobody, roles), { groupIds: [], userIds: [] });
  assert.deepEqual(withGroup(chosen, DESIGN, roles), chosen);
  assert.deepEqual(withPerson(chosen, 7), chosen);
  assert.deepEqual(without(chosen, { groupId: DESIGN }), { groupIds: [moderators], userIds: [7] });
  assert.deepEqual(without(chosen, { userId: 7 }), { groupIds: [moderators, DESIGN], userIds: [] });
});

test("nobody is refused where somebody is needed", () => {
  const empty = { groupIds: [], userIds: [] };
  assert.ok(!isAccepted(empty, realmPermissions.can_manage_all_groups));
  assert.ok(isAccepted({ ...empty, groupIds: [owners] }, realmPermissions.can_manage_all_groups));
  assert.ok(isAccepted(empty, realmPermissions.can_create_bots_group));
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { channel, people, person, stateOf } from "../../address/testing.ts";
import { entriesIn, peopleIn, peopleNamed } from "./people-choice.ts";

const state = stateOf({
  realm_users: [
    ...people,
    person(21, "Ada Berg"),
    person(22, "ADA BERG"),
    person(23, "Welcome Bot", { is_system_bot: true }),
    person(24, "Build Bot", { is_bot: true }),
  ],
  realm_non_active_users: [person(20, "Mei Tanaka", { delivery_email: "old@tideline.example" })],
  realm_user_groups: [
    { id: 1, name: "design", members: [7, 20], direct_subgroup_ids: [2] },
    { id: 3, name: "role:everyone", is_system_group: true, members: [5, 24], direct_subgroup_ids: [2] },
    { id: 2, name: "type", members: [9], direct_subgroup_ids: [1] },
  ],
  subscriptions: [channel(2, "launch", { subscribers: [5, 11, 23] })],
});

test("groups count with their subgroups, channels with their subscribers, and nobody twice", () => {
  const of = (...choices: Parameters<typeof peopleIn>[1]) => [...peopleIn(state, choices)].sort((a, b) => a - b);
  assert.deepEqual(of({ type: "group", groupId: 1 }), [7, 9], "without the deactivated");
  assert.deepEqual(of({ type: "group", groupId: 3 }), [5, 7, 9], "a role is its people");
  assert.deepEqual(of({ type: "channel", channelId: 2 }), [5, 11], "without the server's own bots");
  assert.deepEqual(
    of({ type: "group", groupId: 2 }, { type: "person", userId: 7 }, { type: "person", userId: 12 }),
    [7, 9, 12],
  );
  assert.deepEqual(of({ type: "group", groupId: 99 }, { type: "channel", channelId: 99 }), []);
});

test("a list is pasted as lines, or with commas and semicolons", () => {
  assert.deepEqual(entriesIn("Ada Berg\r\n- mei@tideline.example;  @**Rafael Ortiz**,, \n"), [
    "Ada Berg",
    "mei@tideline.example",
    "Rafael Ortiz",
  ]);
});

test("people are found by address or name, and what is not found is said", () => {
  const found = peopleNamed(
    state,
    "MEI@tideline.example, zoe angstrom\nRafael Ortiz <user9@tideline.example>\nNobody Here; ada berg; old@tideline.example",
  );
  assert.deepEqual(found, {
    userIds: [7, 12, 9],
    unknown: ["Nobody Here", "old@tideline.example"],
    ambiguous: ["ada berg"],
  });
});

test("addresses are the same by the rule of the server: the Kelvin sign is no K", () => {
  const own = stateOf({
    realm_users: [
      person(31, "Mike", { delivery_email: "mike@tideline.example" }),
      person(32, "Zo\u00EB", { delivery_email: "zo\u00EB@tideline.example" }),
    ],
  });
  const found = peopleNamed(own, "mi\u212Ae@tideline.example, ZOE\u0308@tideline.example");
  assert.deepEqual(found, { userIds: [32], unknown: ["mi\u212Ae@tideline.example"], ambiguous: [] });
});

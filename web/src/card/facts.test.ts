import assert from "node:assert/strict";
import { test } from "node:test";
import { channel, person, stateOf } from "../address/testing.ts";
import { laterTexts } from "../text/en/index-later.ts";
import { learn } from "../text/text.ts";
import { groupNames, localTime, profileFacts, sharedChannels } from "./facts.ts";

learn(laterTexts);

const NOON = Date.UTC(2026, 10, 12, 12, 0) / 1000;
const clock = { timeZone: "Europe/Lisbon", is24Hours: true };

test("the time where somebody is, and how far from here", () => {
  assert.equal(localTime("Europe/London", clock, NOON), "12:00, same as yours");
  assert.equal(localTime("Asia/Tokyo", clock, NOON), "21:00, 9 hours ahead");
  assert.equal(localTime("America/New_York", clock, NOON), "07:00, 5 hours behind");
  assert.equal(localTime("Asia/Kolkata", clock, NOON), "17:30, 5.5 hours ahead");
});

test("who does not say where they live, or says it in a way nobody knows, has no time", () => {
  assert.equal(localTime("", clock, NOON), undefined);
  assert.equal(localTime("Middle/Earth", clock, NOON), undefined);
});

test("profile fields read as people wrote them: choices by their text, people by name, links as links", () => {
  const mei = person(7, "Mei Tanaka", {
    profile_data: { 1: { value: "b" }, 2: { value: "[9]" }, 3: { value: "https://example.com/mei" }, 4: { value: "" } },
  });
  const state = stateOf({
    realm_users: [mei, person(9, "Rafael Ortiz")],
    custom_profile_fields: [
      { id: 1, name: "Office", type: 3, field_data: '{"b":{"text":"Porto","order":"1"}}' },
      { id: 2, name: "Manager", type: 6, field_data: "" },
      { id: 3, name: "Site", type: 5, field_data: "" },
      { id: 4, name: "Empty", type: 1, field_data: "" },
    ],
  });
  const known = state.users.users.get(7);
  assert.ok(known);
  assert.deepEqual(profileFacts(known, state), [
    { id: 1, name: "Office", value: "Porto" },
    { id: 2, name: "Manager", value: "Rafael Ortiz" },
    { id: 3, name: "Site", value: "https://example.com/mei", href: "https://example.com/mei" },
  ]);
});

test("external accounts link to their site, with the value as one part of the address", () => {
  const mei = person(7, "Mei Tanaka", {
    profile_data: { 1: { value: "mei" }, 2: { value: "a/../b?c" }, 3: { value: "x" } },
  });
  const pattern = "https://forge.example.com/users/%(username)s";
  const state = stateOf({
    realm_users: [mei],
    realm_default_external_accounts: {
      github: { name: "GitHub username", text: "GitHub", hint: "", url_pattern: "https://github.com/%(username)s" },
    },
    custom_profile_fields: [
      { id: 1, name: "GitHub", type: 7, field_data: '{"subtype":"github"}' },
      { id: 2, name: "Forge", type: 7, field_data: JSON.stringify({ subtype: "custom", url_pattern: pattern }) },
      { id: 3, name: "Gone", type: 7, field_data: '{"subtype":"gone"}' },
    ],
  });
  const known = state.users.users.get(7);
  assert.ok(known);
  assert.deepEqual(
    profileFacts(known, state).map(({ href }) => href),
    ["https://github.com/mei", "https://forge.example.com/users/a%2F..%2Fb%3Fc", undefined],
  );
});

test("groups count through their subgroups, and channels only where both are", () => {
  const state = stateOf({
    realm_user_groups: [
      { id: 1, name: "team", members: [7], direct_subgroup_ids: [] },
      { id: 2, name: "company", members: [], direct_subgroup_ids: [1] },
      { id: 3, name: "role:members", members: [7], direct_subgroup_ids: [], is_system_group: true },
      { id: 4, name: "others", members: [9], direct_subgroup_ids: [] },
    ],
    subscriptions: [channel(2, "launch", { subscribers: [5, 7] }), channel(3, "alone", { subscribers: [5] })],
  });
  assert.deepEqual(groupNames(7, state), ["team", "company"]);
  assert.deepEqual(sharedChannels(7, state), [{ id: 2, name: "launch" }]);
});

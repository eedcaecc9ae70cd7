import assert from "node:assert/strict";
import { test } from "node:test";
import { channel, OWN_ID, people, person, stateOf } from "../../address/testing.ts";
import { kindsToMake, type ListName, listed, mayJoin } from "./listed.ts";

const NOBODY = 1;
const state = stateOf({
  subscriptions: [channel(2, "launch"), channel(3, "old plans", { is_archived: true })],
  never_subscribed: [channel(8, "Design", { description: "Colours and type" })],
});
const names = (list: ListName, typed = "") => listed(state, list, typed).map(({ name }) => name);

test("archived channels are listed only among all", () => {
  assert.deepEqual(names("subscribed"), ["launch"]);
  assert.deepEqual(names("available"), ["Design"]);
  assert.deepEqual(names("all"), ["Design", "launch", "old plans"]);
});

test("the list is narrowed by what is typed", () => {
  assert.deepEqual(names("all", "lau"), ["launch"]);
  assert.deepEqual(names("all", "zzz"), []);
});

test("a guest joins nothing by themselves, and a private channel only lets in whom it says", () => {
  const open = channel(8, "design");
  const closed = channel(9, "board", { invite_only: true, can_subscribe_group: NOBODY, can_add_subscribers_group: 17 });
  const of = (more: object = {}) => stateOf({ subscriptions: [], never_subscribed: [open, closed], ...more });
  const joins = (each: ReturnType<typeof of>) =>
    [...each.channels.channels.values()].map((known) => mayJoin(each, known));
  assert.deepEqual(joins(of()), [true, false]);
  const guest = [person(OWN_ID, "Jonas", { is_guest: true, role: 600 }), ...people.slice(1)];
  assert.deepEqual(joins(of({ realm_users: guest })), [false, false]);
  const helped = [{ id: 17, name: "helpers", members: [OWN_ID], direct_subgroup_ids: [] }];
  assert.deepEqual(joins(of({ realm_user_groups: helped })), [true, true]);
});

test("a guest joins what is open to everybody, and nothing private even where it names them", () => {
  const guest = [person(OWN_ID, "Jonas", { is_guest: true, role: 600 }), ...people.slice(1)];
  const own = { direct_members: [OWN_ID], direct_subgroups: [] };
  const open = channel(8, "press", { is_web_public: true });
  const closed = channel(9, "board", { invite_only: true, can_subscribe_group: own });
  const of = stateOf({ realm_users: guest, subscriptions: [], never_subscribed: [open, closed] });
  assert.deepEqual(
    [...of.channels.channels.values()].map((known) => mayJoin(of, known)),
    [true, false],
  );
});

test("only kinds of channels that one may make are offered", () => {
  const group = [{ id: 17, name: "members", members: [OWN_ID], direct_subgroup_ids: [] }];
  const making = (more: object) => kindsToMake(stateOf({ realm_user_groups: group, ...more }));
  assert.deepEqual(making({}), []);
  assert.deepEqual(making({ realm_can_create_public_channel_group: 17 }), ["public"]);
  assert.deepEqual(making({ realm_can_create_private_channel_group: 17 }), ["privateShared", "privateProtected"]);
  const webPublic = {
    realm_can_create_web_public_channel_group: 17,
    server_web_public_streams_enabled: true,
    realm_enable_spectator_access: true,
  };
  assert.deepEqual(making({ ...webPublic, realm_can_create_public_channel_group: 17 }), ["public", "webPublic"]);
  assert.deepEqual(making(webPublic), [], "it is a public channel too");
});

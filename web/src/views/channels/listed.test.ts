import assert from "node:assert/strict";
import { test } from "node:test";
import { channel, OWN_ID, people, person, stateOf } from "../../address/testing.ts";
import { type ListName, listed, mayJoin } from "./listed.ts";

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

import assert from "node:assert/strict";
import { test } from "node:test";
import { OWN_ID, people, person, stateOf } from "../../../address/testing.ts";
import { activeBotsOf, botsListed, isOnlyOwner, lastSeen, peopleListed, rolesToGive } from "./directory.ts";

const bot = (id: number, bot_owner_id: number, more: object = {}) =>
  person(id, `Bot ${id}`, { is_bot: true, bot_type: 1, bot_owner_id, ...more });
const { users } = stateOf({
  realm_users: [
    person(OWN_ID, "Jonas Lindqvist", { role: 100 }),
    ...people.slice(1),
    person(20, "Gil", { role: 600 }),
    bot(30, 7),
    bot(31, 9),
  ],
  realm_non_active_users: [person(21, "Old", { role: 100 }), bot(32, 7)],
  cross_realm_bots: [bot(40, 0, { is_system_bot: true, is_active: true })],
});

test("people are listed by role and by whether they are active, without bots", () => {
  const ids = (isActive: boolean, role?: number) =>
    peopleListed(users, { isActive, role }).map(({ user_id }) => user_id);
  assert.deepEqual(ids(true), [5, 7, 9, 11, 12, 20]);
  assert.deepEqual(ids(true, 600), [20]);
  assert.deepEqual(ids(false), [21]);
});

test("the server's own bots are not listed, and deactivated ones are not lost again", () => {
  assert.deepEqual(
    botsListed(users).map(({ user_id }) => user_id),
    [30, 31, 32],
  );
  assert.deepEqual(
    activeBotsOf(users, 7).map(({ user_id }) => user_id),
    [30],
  );
});

test("the only owner is a person who is active", () => {
  assert.ok(isOnlyOwner(users, OWN_ID));
  assert.ok(!isOnlyOwner(users, 21));
  const two = stateOf({ realm_users: [person(5, "A", { role: 100 }), person(7, "B", { role: 100 })] });
  assert.ok(!isOnlyOwner(two.users, 5));
  const withBot = stateOf({ realm_users: [person(5, "A", { role: 100 }), bot(30, 5, { role: 100 })] });
  assert.ok(isOnlyOwner(withBot.users, 5));
});

test("someone was last seen when they were active or connected", () => {
  assert.equal(lastSeen({ active_timestamp: 10, idle_timestamp: 20 }), 20);
  assert.equal(lastSeen(undefined), 0);
});

test("only owners make owners, and guests become members first", () => {
  const [owner, administrator, member, guest] = [{ role: 100 }, { role: 200 }, { role: 400 }, { role: 600 }];
  assert.deepEqual(rolesToGive(owner, member), [100, 200, 300, 400, 600]);
  assert.deepEqual(rolesToGive(administrator, member), [200, 300, 400, 600]);
  assert.deepEqual(rolesToGive(administrator, owner), []);
  assert.deepEqual(rolesToGive(owner, guest), [300, 400, 600]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { drafted, standingOf } from "./drafts.ts";
import type { Roles } from "./who.ts";

const roles: Roles = new Map([["role:nobody", 1]]);
const [members, moderators, owners] = [6, 4, 2];

test("a draft is shown while what is stored is what it was made from", () => {
  assert.deepEqual(standingOf(undefined, members, roles), { value: members, isChanged: false, overtaken: undefined });
  const draft = drafted(undefined, members, moderators, roles);
  assert.deepEqual(standingOf(draft, members, roles), { value: moderators, isChanged: true, overtaken: undefined });
});

test("choosing what is stored is no change", () => {
  const draft = drafted(undefined, members, { direct_members: [], direct_subgroups: [members] }, roles);
  assert.ok(!standingOf(draft, members, roles).isChanged);
});

test("somebody else's change overtakes a draft, and a new choice starts from it", () => {
  const draft = drafted(undefined, members, moderators, roles);
  assert.deepEqual(standingOf(draft, owners, roles), { value: owners, isChanged: false, overtaken: moderators });
  const again = drafted(draft, owners, moderators, roles);
  assert.equal(again.from, owners);
  assert.ok(standingOf(again, owners, roles).isChanged);
});

test("a saved draft is shown until its event, and is never overtaken", () => {
  const draft = { ...drafted(undefined, members, moderators, roles), isSaved: true };
  assert.deepEqual(standingOf(draft, members, roles), { value: moderators, isChanged: false, overtaken: undefined });
  assert.deepEqual(standingOf(draft, moderators, roles), { value: moderators, isChanged: false, overtaken: undefined });
  assert.deepEqual(standingOf(draft, owners, roles), { value: owners, isChanged: false, overtaken: undefined });
});

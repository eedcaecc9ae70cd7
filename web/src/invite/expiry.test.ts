import assert from "node:assert/strict";
import { test } from "node:test";
import { invites } from "@parley/server/contract";
import { EXPIRY_UNITS, expiryOf, USUAL_EXPIRIES } from "./expiry.ts";

const schema = invites.sendInvites.params.invite_expires_in_minutes.schema();

test("a length of one's own is counted in its unit", () => {
  assert.equal(expiryOf("36", 60), 2160);
  assert.equal(expiryOf(" 2 ", 10_080), 20_160);
  for (const wrong of ["", "0", "-1", "1.5", "1e3", "two", "99999999999"]) assert.equal(expiryOf(wrong, 60), undefined);
});

test("the server accepts every length that can be chosen, and the longest is its limit", () => {
  for (const { minutes } of USUAL_EXPIRIES) assert.ok(schema.safeParse(minutes).success);
  const longest = expiryOf("876000", 60);
  assert.ok(schema.safeParse(longest).success);
  assert.equal(expiryOf("876001", 60), undefined);
  assert.ok(!schema.safeParse(876_001 * 60).success);
  assert.equal(EXPIRY_UNITS.length, 3);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { channel, OWN_ID, people, person, stateOf } from "../address/testing.ts";
import { channelsToOffer, rolesToOffer } from "./offers.ts";
import { waysToInvite } from "./ways.ts";

const own = { direct_members: [OWN_ID], direct_subgroups: [] };
const nobody = { direct_members: [], direct_subgroups: [] };
const as = (role: number) => ({ realm_users: [person(OWN_ID, "Jonas Lindqvist", { role }), ...people.slice(1)] });

test("people are invited by email and by links with different permissions", () => {
  const ways = (byEmail: object, byLink: object, more: object = {}) =>
    waysToInvite(
      stateOf({ realm_can_invite_users_group: byEmail, realm_create_multiuse_invite_group: byLink, ...more }),
    );
  assert.deepEqual(ways(own, nobody), { byEmail: true, byLink: false });
  assert.deepEqual(ways(nobody, own), { byEmail: false, byLink: true });
  assert.deepEqual(ways(own, own, as(600)), { byEmail: false, byLink: false }, "guests invite nobody");
});

test("nobody invites to a role above their own", () => {
  assert.deepEqual(rolesToOffer(stateOf(as(400))), [600, 400]);
  assert.deepEqual(rolesToOffer(stateOf(as(200))), [600, 400, 300, 200]);
});

test("default channels are offered to all, one's own only to whoever may subscribe others there", () => {
  const names = (more: object = {}, inLaunch: object = {}) =>
    channelsToOffer(
      stateOf({
        subscriptions: [channel(2, "launch", inLaunch), channel(3, "old plans", { is_archived: true })],
        never_subscribed: [channel(8, "general"), channel(9, "design")],
        realm_default_streams: [8, 3],
        ...more,
      }),
    ).map(({ name }) => name);
  assert.deepEqual(names(), ["general"]);
  assert.deepEqual(names({ realm_can_add_subscribers_group: own }), ["general", "launch"]);
  assert.deepEqual(names({}, { can_administer_channel_group: own }), ["general", "launch"]);
});

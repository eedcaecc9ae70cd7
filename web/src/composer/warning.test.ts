import assert from "node:assert/strict";
import { test } from "node:test";
import { channel, OWN_ID, people, person, stateOf } from "../address/testing.ts";
import { laterTexts } from "../text/en/index-later.ts";
import { learn } from "../text/text.ts";
import type { Target } from "./target.ts";
import { warningFor } from "./warning.ts";

learn(laterTexts);

const NOBODY = 1;
const active = people.map((each) => ({ ...each, is_active: true }));
const left = person(40, "Kai Berg", { is_active: false });
const organization = (more: object = {}, realm: object = {}) =>
  stateOf({
    realm_users: active,
    realm_non_active_users: [left],
    realm_user_groups: [{ id: NOBODY, name: "role:nobody", members: [], direct_subgroup_ids: [] }],
    realm_can_add_subscribers_group: NOBODY,
    subscriptions: [
      channel(2, "launch", {
        subscribers: [OWN_ID, 7],
        can_add_subscribers_group: NOBODY,
        subscriber_count: 40,
        ...more,
      }),
    ],
    unsubscribed: [channel(3, "mobile")],
    ...realm,
  });
const to = (topic = "tides", channelId = 2): Target => ({ to: "channel", channelId, topic });

test("nothing is said where there is nothing to say", () => {
  assert.equal(warningFor(organization(), to(), "High water at six, @**Mei Tanaka**"), undefined);
  assert.equal(warningFor(organization(), { to: "direct", userIds: [7] }, "High water"), undefined);
  assert.equal(warningFor(organization(), { to: "channel", channelId: undefined, topic: "" }, "High water"), undefined);
});

test("a resolved topic is said", () => {
  assert.equal(warningFor(organization(), to("✔ tides"), "")?.text, "This topic is resolved.");
});

test("who is not subscribed can become so", () => {
  const warning = warningFor(organization(), to("tides", 3), "");
  assert.equal(warning?.text, "You are not subscribed to mobile.");
  assert.deepEqual(warning?.subscribe?.userIds, [OWN_ID]);
});

test("a mention of everybody says how many that is, where they are many", () => {
  assert.equal(warningFor(organization(), to(), "@**all** high water")?.text, "This notifies 40 people.");
  assert.equal(warningFor(organization({ subscriber_count: 5 }), to(), "@**all** high water"), undefined);
  assert.equal(warningFor(organization(), to(), "`@**all**`"), undefined);
});

test("who is mentioned and not subscribed is named, and is subscribed by whoever may", () => {
  const text = "Ask @**Rafael Ortiz**";
  const warning = warningFor(organization(), to(), text);
  assert.equal(warning?.text, "Rafael Ortiz is not subscribed to launch and will not see this.");
  assert.equal(warning?.subscribe, undefined);
  const allowed = { direct_members: [OWN_ID], direct_subgroups: [] };
  assert.deepEqual(
    warningFor(organization({ can_add_subscribers_group: allowed }), to(), text)?.subscribe?.userIds,
    [9],
  );
  assert.equal(warningFor(organization(), to(), "Ask @_**Rafael Ortiz**"), undefined);
});

test("whoever administers a channel subscribes those mentioned, and so does who may in the organization", () => {
  const text = "Ask @**Rafael Ortiz**";
  const own = { direct_members: [OWN_ID], direct_subgroups: [] };
  const offered = (...given: Parameters<typeof organization>) =>
    warningFor(organization(...given), to(), text)?.subscribe?.userIds;
  assert.deepEqual(offered({ can_administer_channel_group: own }), [9]);
  assert.deepEqual(offered({ invite_only: true }, { realm_can_add_subscribers_group: own }), [9]);
  const guest = [person(OWN_ID, "Jonas Lindqvist", { role: 600 }), ...active.slice(1)];
  assert.equal(offered({ can_add_subscribers_group: own }, { realm_users: guest }), undefined);
});

test("nobody is offered a channel that does not let them in", () => {
  const board = channel(3, "board", { invite_only: true, can_subscribe_group: NOBODY });
  const warning = warningFor(organization({}, { unsubscribed: [board] }), to("budget", 3), "");
  assert.equal(warning?.text, "You are not subscribed to board.");
  assert.equal(warning?.subscribe, undefined);
});

test("who is deactivated will not read it", () => {
  const said = "Kai Berg is deactivated and will not read this.";
  assert.equal(warningFor(organization(), { to: "direct", userIds: [40] }, "")?.text, said);
  assert.equal(warningFor(organization(), to(), "Ask @**Kai Berg|40**")?.text, said);
});

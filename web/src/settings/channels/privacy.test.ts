import assert from "node:assert/strict";
import { test } from "node:test";
import { kindOf as kindByServer, privacyAfter } from "@parley/server/channels/kind.ts";
import { channel, OWN_ID, people, person, stateOf } from "../../address/testing.ts";
import {
  CHANNEL_KINDS,
  type ChannelKind,
  consequencesOf,
  kindOf,
  kindRefusal,
  kindsToMake,
  PRIVACY,
  privacyChanges,
} from "./privacy.ts";

const NAMES = {
  public: "public",
  privateShared: "private, shared",
  privateProtected: "private, protected",
  webPublic: "web-public",
} as const satisfies Record<ChannelKind, string>;

test("the server makes of each change what was chosen", () => {
  for (const from of CHANNEL_KINDS) {
    assert.equal(kindOf(PRIVACY[from]), from);
    for (const to of CHANNEL_KINDS) {
      const after = privacyAfter(PRIVACY[from], privacyChanges(from, to));
      assert.equal(kindByServer(after), NAMES[to], `from ${from} to ${to}`);
    }
  }
});

test("only what differs is sent, because the rest would need more rights", () => {
  assert.deepEqual(privacyChanges("privateProtected", "privateShared"), { history_public_to_subscribers: true });
  assert.deepEqual(privacyChanges("public", "webPublic"), { is_web_public: true });
  assert.deepEqual(privacyChanges("public", "public"), {});
});

test("every change says what it means, and none says nothing", () => {
  for (const from of CHANNEL_KINDS)
    for (const to of CHANNEL_KINDS) assert.equal(consequencesOf(from, to).length > 0, from !== to, `${from} to ${to}`);
  assert.deepEqual(consequencesOf("public", "privateProtected"), [
    "channelSettings.closesToOthers",
    "channelSettings.protectsHistory",
  ]);
  assert.deepEqual(consequencesOf("privateProtected", "privateShared"), ["channelSettings.sharesHistory"]);
});

const MEMBERS = 17;
const group = [{ id: MEMBERS, name: "members", members: [OWN_ID], direct_subgroup_ids: [] }];
const administered = { direct_members: [OWN_ID], direct_subgroups: [] };
const refusals = (own: object, more: object = {}) => {
  const known = channel(2, "launch", { ...PRIVACY.public, can_administer_channel_group: administered, ...own });
  const state = stateOf({ realm_user_groups: group, subscriptions: [known], ...more });
  const found = state.channels.channels.get(2);
  return found && Object.fromEntries(CHANNEL_KINDS.map((kind) => [kind, kindRefusal(state, found, kind)]));
};

test("a channel becomes only what its administrator may create", () => {
  assert.deepEqual(refusals({}), {
    public: undefined,
    privateShared: "channelSettings.mayNotBePrivate",
    privateProtected: "channelSettings.mayNotBePrivate",
    webPublic: "channelSettings.webOff",
  });
  const mayBePrivate = { realm_can_create_private_channel_group: MEMBERS };
  assert.equal(refusals({}, mayBePrivate)?.privateShared, undefined);
  assert.equal(
    refusals({}, { ...mayBePrivate, realm_default_streams: [2] })?.privateShared,
    "channelSettings.defaultStaysPublic",
  );
  assert.equal(refusals(PRIVACY.privateShared)?.privateProtected, undefined, "no other kind of channel is made");
  assert.equal(refusals(PRIVACY.privateShared)?.public, "channelSettings.mayNotBePublic");
});

test("those who don't administer the channel, or can't read it, change nothing", () => {
  const others = { can_administer_channel_group: { direct_members: [7], direct_subgroups: [] } };
  assert.equal(refusals(others)?.privateShared, "channelSettings.byChannelAdministrators");
  const admin = [person(OWN_ID, "Jonas", { role: 200 }), ...people.slice(1)];
  const nobody = { direct_members: [], direct_subgroups: [] };
  const closed = channel(2, "board", {
    ...PRIVACY.privateShared,
    can_administer_channel_group: nobody,
    can_subscribe_group: nobody,
    can_add_subscribers_group: nobody,
  });
  const state = stateOf({ realm_users: admin, subscriptions: [], never_subscribed: [closed] });
  const found = state.channels.channels.get(2);
  assert.equal(found && kindRefusal(state, found, "public"), "channelSettings.byReaders");
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

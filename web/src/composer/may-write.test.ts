import assert from "node:assert/strict";
import { test } from "node:test";
import { channel, OWN_ID, people, person, stateOf } from "../address/testing.ts";
import { laterTexts } from "../text/en/index-later.ts";
import { learn } from "../text/text.ts";
import { refusalToWrite, unjoinedChannel } from "./may-write.ts";
import type { Target } from "./target.ts";
import { topicRule } from "./topic-rule.ts";

learn(laterTexts);

const [NOBODY, MODERATORS, EVERYONE, DESIGNERS] = [1, 2, 3, 17];
const group = (id: number, name: string, members: readonly number[] = []) => ({
  id,
  name,
  members,
  direct_subgroup_ids: [],
});
const organization = (posting: unknown, more: object = {}) =>
  stateOf({
    subscriptions: [channel(2, "all-hands", { can_send_message_group: posting, ...more })],
    realm_direct_message_permission_group: EVERYONE,
    realm_direct_message_initiator_group: EVERYONE,
    realm_topics_policy: "allow_empty_topic",
    realm_user_groups: [
      group(NOBODY, "role:nobody"),
      group(MODERATORS, "role:moderators", [7]),
      group(
        EVERYONE,
        "role:everyone",
        people.map(({ user_id }) => user_id),
      ),
      group(DESIGNERS, "designers", [9]),
    ],
  });
const inChannel: Target = { to: "channel", channelId: 2, topic: "tides" };
const refusal = (posting: unknown, more?: object) => refusalToWrite(organization(posting, more), inChannel);

test("whoever may post there is refused nothing", () => {
  assert.equal(refusal(EVERYONE), undefined);
  assert.equal(refusal({ direct_members: [OWN_ID], direct_subgroups: [] }), undefined);
});

test("who may post is named: a role, a group, people", () => {
  assert.equal(refusal(MODERATORS), "Only moderators post in all-hands.");
  assert.equal(refusal(DESIGNERS), "Only designers post in all-hands.");
  assert.equal(refusal({ direct_members: [7], direct_subgroups: [] }), "Only Mei Tanaka posts in all-hands.");
  assert.equal(
    refusal({ direct_members: [7, 9], direct_subgroups: [MODERATORS] }),
    "Only moderators, Mei Tanaka, and Rafael Ortiz post in all-hands.",
  );
});

test("of many the first are named and the others counted", () => {
  const some = { direct_members: [7, 9, 11, 12], direct_subgroups: [] };
  assert.equal(refusal(some), "Only Mei Tanaka, Rafael Ortiz, and 2 others post in all-hands.");
});

test("nobody posts where nobody may", () => {
  assert.equal(refusal(NOBODY), "Nobody can post in all-hands.");
  assert.equal(refusal({ direct_members: [], direct_subgroups: [] }), "Nobody can post in all-hands.");
});

test("an archived channel says so first", () => {
  assert.equal(refusal(EVERYONE, { is_archived: true }), "This channel is archived.");
});

test("direct messages are refused where the organization does not have them, except to bots", () => {
  const bot = {
    user_id: 30,
    full_name: "Tide bot",
    email: "bot@tideline.example",
    is_bot: true,
    bot_type: 1,
    is_active: true,
  };
  const state = stateOf({ realm_direct_message_permission_group: NOBODY, realm_users: [...people, bot] });
  const to = (...userIds: number[]): Target => ({ to: "direct", userIds });
  assert.equal(refusalToWrite(state, to(7)), "You cannot send direct messages here.");
  assert.equal(refusalToWrite(state, to(30)), undefined);
  assert.equal(refusalToWrite(organization(EVERYONE), to(7)), undefined);
});

const direct = (settings: object, ...userIds: number[]) => {
  const groups = [
    group(NOBODY, "role:nobody"),
    group(MODERATORS, "role:moderators", [7]),
    { ...group(EVERYONE, "role:everyone", [OWN_ID, 9, 11, 12]), direct_subgroup_ids: [MODERATORS] },
  ];
  const realm = { realm_direct_message_permission_group: EVERYONE, realm_direct_message_initiator_group: EVERYONE };
  return refusalToWrite(stateOf({ realm_user_groups: groups, ...realm, ...settings }), { to: "direct", userIds });
};

test("where moderators authorize direct messages, one among those written to is enough", () => {
  const byModerators = { realm_direct_message_permission_group: MODERATORS };
  assert.equal(direct(byModerators, 7), undefined);
  assert.equal(direct(byModerators, 9, 7), undefined);
  assert.equal(direct(byModerators, 9), "You cannot send direct messages here.");
  const byMei = { realm_direct_message_permission_group: { direct_members: [7], direct_subgroups: [] } };
  assert.equal(direct(byMei, 7), undefined);
  assert.equal(direct(byMei, 9), "You cannot send direct messages here.");
});

test("whoever may not start direct conversations answers where one has begun", () => {
  const recent_private_conversations = [{ max_message_id: 4, user_ids: [7, 9] }];
  const settings = { realm_direct_message_initiator_group: MODERATORS, recent_private_conversations };
  assert.equal(direct(settings, 9, 7), undefined);
  assert.equal(direct(settings, 7), "You cannot start direct messages here.");
  assert.equal(direct(settings), undefined, "notes to oneself");
  const many = Array.from({ length: 1000 }, (_, at) => ({ max_message_id: 2000 - at, user_ids: [100 + at] }));
  assert.equal(direct({ ...settings, recent_private_conversations: many }, 7), undefined, "it may be an older one");
});

test("nobody writes in a private channel that does not let them in, administrators neither", () => {
  const administrator = [person(OWN_ID, "Jonas Lindqvist", { role: 200 }), ...people.slice(1)];
  const at = (more: object) => {
    const board = channel(3, "board", {
      invite_only: true,
      history_public_to_subscribers: true,
      can_send_message_group: { direct_members: [OWN_ID], direct_subgroups: [] },
      can_subscribe_group: NOBODY,
      ...more,
    });
    const state = stateOf({ realm_users: administrator, subscriptions: [], unsubscribed: [board] });
    return refusalToWrite(state, { to: "channel", channelId: 3, topic: "budget" });
  };
  assert.equal(at({}), "You are not subscribed to board.");
  assert.equal(at({ can_subscribe_group: { direct_members: [OWN_ID], direct_subgroups: [] } }), undefined);
});

test("a channel has its own rule for topics, or the organization's", () => {
  const rule = (topics_policy: string) => topicRule(organization(EVERYONE, { topics_policy }), 2);
  assert.equal(rule("inherit"), "optional");
  assert.equal(rule("disable_empty_topic"), "required");
  assert.equal(rule("empty_topic_only"), "none");
});

test("a public channel is joined before one writes there, a private one cannot be", () => {
  const unsubscribed = [channel(30, "boats"), channel(31, "secret", { invite_only: true })];
  const state = stateOf({ unsubscribed });
  const at = (channelId: number) => unjoinedChannel(state, { to: "channel", channelId, topic: "" });
  assert.deepEqual([at(2), at(30), at(31)], [undefined, "boats", undefined]);
  assert.equal(unjoinedChannel(state, { to: "direct", userIds: [7] }), undefined);
});

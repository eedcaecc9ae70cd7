import assert from "node:assert/strict";
import { test } from "node:test";
import { channel, OWN_ID, people, person, stateOf } from "../address/testing.ts";
import {
  deleteRight,
  editRight,
  historyRight,
  type Judged,
  mayDeleteTopic,
  moveRight,
  moveRights,
  receiptsRight,
  reportRight,
  secondsToEdit,
} from "./permissions.ts";

const NOBODY = 1;
const EVERYBODY = 2;
const NOW = 1_800_000_000;

const realm = {
  realm_allow_message_editing: true,
  realm_message_content_edit_limit_seconds: 600,
  realm_message_content_delete_limit_seconds: 600,
  realm_move_messages_within_stream_limit_seconds: 604_800,
  realm_move_messages_between_streams_limit_seconds: 604_800,
  realm_message_edit_history_visibility_policy: "all",
  realm_enable_read_receipts: true,
  realm_moderation_request_channel_id: -1,
  realm_can_delete_any_message_group: NOBODY,
  realm_can_delete_own_message_group: EVERYBODY,
  realm_can_move_messages_between_topics_group: EVERYBODY,
  realm_can_move_messages_between_channels_group: NOBODY,
  realm_user_groups: [
    { id: NOBODY, name: "role:nobody", members: [], direct_subgroup_ids: [] },
    { id: EVERYBODY, name: "role:everyone", members: people.map(({ user_id }) => user_id), direct_subgroup_ids: [] },
  ],
};
const groups = {
  can_administer_channel_group: NOBODY,
  can_delete_any_message_group: NOBODY,
  can_delete_own_message_group: NOBODY,
  can_move_messages_within_channel_group: NOBODY,
  can_move_messages_out_of_channel_group: NOBODY,
  can_resolve_topics_group: NOBODY,
};
const organization = (more: object = {}) =>
  stateOf({ ...realm, subscriptions: [channel(2, "launch", groups)], ...more });
const message = (more: Partial<Judged> = {}): Judged =>
  ({ sender_id: OWN_ID, timestamp: NOW - 60, type: "stream", stream_id: 2, ...more }) as Judged;
const others = message({ sender_id: 7 as never });
const old = message({ timestamp: NOW - 700_000 });

test("only its sender edits a message, while there is time and the organization allows it", () => {
  const state = organization();
  assert.equal(editRight(state, message(), NOW), "allowed");
  assert.equal(editRight(state, others, NOW), "absent");
  assert.deepEqual(editRight(state, old, NOW), { refusal: "actions.editTimePassed" });
  assert.equal(editRight(organization({ realm_message_content_edit_limit_seconds: null }), old, NOW), "allowed");
  assert.deepEqual(editRight(organization({ realm_allow_message_editing: false }), message(), NOW), {
    refusal: "actions.editingOff",
  });
});

test("the time that is left to edit is counted, and is not where there is no limit", () => {
  assert.equal(secondsToEdit(organization(), message(), NOW), 540);
  assert.equal(secondsToEdit(organization(), old, NOW), 0);
  assert.equal(secondsToEdit(organization({ realm_message_content_edit_limit_seconds: null }), old, NOW), undefined);
});

test("one's own message is deleted in time, another's only with permission", () => {
  assert.equal(deleteRight(organization(), message(), NOW), "allowed");
  assert.deepEqual(deleteRight(organization(), old, NOW), { refusal: "actions.deleteTimePassed" });
  assert.equal(deleteRight(organization(), others, NOW), "absent");
  assert.equal(deleteRight(organization({ realm_can_delete_any_message_group: EVERYBODY }), others, NOW), "allowed");
  assert.equal(deleteRight(organization({ realm_can_delete_own_message_group: NOBODY }), message(), NOW), "absent");
  const inChannel = [channel(2, "launch", { ...groups, can_delete_any_message_group: EVERYBODY })];
  assert.equal(deleteRight(organization({ subscriptions: inChannel }), others, NOW), "allowed");
});

test("what a bot of one's own wrote is one's own to delete", () => {
  const bot = person(40, "Tide bot", { is_bot: true, bot_owner_id: OWN_ID });
  const state = organization({ realm_users: [...people, bot] });
  assert.equal(deleteRight(state, message({ sender_id: 40 as never }), NOW), "allowed");
});

test("messages move between topics and channels by different permissions, and moderators have all the time", () => {
  const state = organization();
  assert.deepEqual(moveRights(state, message(), NOW), { topic: "allowed", channel: "absent" });
  assert.deepEqual(moveRight(state, old, NOW), { refusal: "actions.moveTimePassed" });
  assert.equal(moveRight(state, message({ stream_id: undefined, type: "private" }), NOW), "absent");
  const moderator = [person(OWN_ID, "Jonas Lindqvist", { role: 300 }), ...people.slice(1)];
  assert.equal(moveRight(organization({ realm_users: moderator }), old, NOW), "allowed");
  const nobody = { realm_can_move_messages_between_topics_group: NOBODY };
  assert.equal(moveRight(organization(nobody), message(), NOW), "absent");
  assert.deepEqual(
    moveRights(organization({ ...nobody, realm_can_move_messages_between_channels_group: EVERYBODY }), message(), NOW),
    { topic: "absent", channel: "allowed" },
  );
});

test("a guest moves nothing to other channels, even where the permission names them", () => {
  const guest = [person(OWN_ID, "Jonas Lindqvist", { role: 600 }), ...people.slice(1)];
  const everybody = { realm_can_move_messages_between_channels_group: EVERYBODY };
  assert.deepEqual(moveRights(organization({ realm_users: guest, ...everybody }), message(), NOW), {
    topic: "allowed",
    channel: "absent",
  });
});

test("administrators delete topics of channels that they read and that are not archived", () => {
  const administrator = [person(OWN_ID, "Jonas Lindqvist", { role: 200 }), ...people.slice(1)];
  const board = { ...groups, invite_only: true, can_subscribe_group: NOBODY, can_add_subscribers_group: NOBODY };
  const may = (realm_users: readonly object[], more: object = {}, list = "subscriptions") => {
    const state = stateOf({
      ...realm,
      realm_users,
      subscriptions: [],
      [list]: [channel(2, "launch", { ...board, ...more })],
    });
    return [...state.channels.channels.values()].map((each) => mayDeleteTopic(state, each));
  };
  assert.deepEqual(may(administrator), [true]);
  assert.deepEqual(may(people), [false]);
  assert.deepEqual(may(administrator, { is_archived: true }), [false]);
  assert.deepEqual(may(administrator, {}, "unsubscribed"), [false]);
});

test("in an archived channel everything stays as it is", () => {
  const state = organization({ subscriptions: [channel(2, "launch", { ...groups, is_archived: true })] });
  assert.equal(editRight(state, message(), NOW), "absent");
  assert.equal(deleteRight(state, message(), NOW), "absent");
  assert.equal(moveRight(state, message(), NOW), "absent");
});

test("history is shown as far as the organization shows it, receipts and reports where it has them", () => {
  const edited = message({ last_edit_timestamp: NOW });
  const moved = message({ last_moved_timestamp: NOW });
  const showing = (policy: string) => organization({ realm_message_edit_history_visibility_policy: policy });
  const rights = (policy: string) => [message(), edited, moved].map((each) => historyRight(showing(policy), each));
  assert.deepEqual(rights("all"), ["absent", "allowed", "allowed"]);
  assert.deepEqual(rights("moves"), ["absent", "absent", "allowed"]);
  assert.deepEqual(rights("none"), ["absent", "absent", "absent"]);
  assert.equal(receiptsRight(organization()), "allowed");
  assert.equal(receiptsRight(organization({ realm_enable_read_receipts: false })), "absent");
  assert.equal(reportRight(organization(), others), "absent");
  assert.equal(reportRight(organization({ realm_moderation_request_channel_id: 2 }), others), "allowed");
  assert.equal(reportRight(organization({ realm_moderation_request_channel_id: 2 }), message()), "absent");
});

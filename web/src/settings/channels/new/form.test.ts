import assert from "node:assert/strict";
import { test } from "node:test";
import { channelCreation, permissionSettings } from "@parley/server/contract";
import { OWN_ID, stateOf } from "../../../address/testing.ts";
import { creationRequest, emptyForm, firstPermissions, isNameTaken } from "./form.ts";

const realm_user_groups = permissionSettings.SYSTEM_GROUPS.map((name, at) => ({
  id: at + 1,
  name,
  is_system_group: true,
  members: [],
  direct_subgroup_ids: [],
}));
const [nobody, members, everyone] = [1, 6, 7];
const state = stateOf({ realm_user_groups, realm_can_create_public_channel_group: everyone });
const form = { ...emptyForm(state, undefined), name: " harbour ", description: "Maps " };

test("an untouched form asks for what the server does by itself", () => {
  const request = creationRequest(state, form, [OWN_ID]);
  assert.deepEqual(request, {
    name: "harbour",
    description: "Maps",
    subscribers: [OWN_ID],
    folder_id: null,
    invite_only: false,
    is_web_public: false,
    history_public_to_subscribers: true,
    announce: false,
    send_new_subscription_messages: true,
    is_default_stream: false,
  });
  assert.deepEqual(firstPermissions(state).can_administer_channel_group, {
    direct_members: [OWN_ID],
    direct_subgroups: [],
  });
  assert.equal(firstPermissions(state).can_subscribe_group, nobody);
});

test("what was changed is sent, and everything sent is a parameter", () => {
  const filled = {
    ...form,
    retention: null,
    topicsPolicy: "empty_topic_only" as const,
    permissions: { ...form.permissions, can_send_message_group: members, can_subscribe_group: nobody },
  };
  const request = creationRequest(state, filled, [OWN_ID, 7]);
  assert.equal(request.message_retention_days, "unlimited");
  assert.equal(request.topics_policy, "empty_topic_only");
  assert.equal((request as { can_send_message_group?: number }).can_send_message_group, members);
  assert.ok(!("can_subscribe_group" in request));
  for (const name of Object.keys(request)) assert.ok(name in channelCreation.createChannel.params, name);
});

test("a private channel is no default channel, and nothing is announced without a first message", () => {
  const filled = {
    ...form,
    kind: "privateShared" as const,
    isDefault: true,
    isAnnounced: true,
    hasFirstMessage: false,
  };
  const request = creationRequest(state, filled, [OWN_ID]);
  assert.equal(request.is_default_stream, false);
  assert.equal(request.announce, false);
});

test("names are taken regardless of case", () => {
  assert.ok(isNameTaken(state, " LAUNCH "));
  assert.ok(!isNameTaken(state, "launches"));
});

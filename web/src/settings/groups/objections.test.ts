import assert from "node:assert/strict";
import { test } from "node:test";
import { RequestError } from "@parley/client";
import { channels, stateOf } from "../../address/testing.ts";
import { settingsTexts } from "../../text/en/index-settings.ts";
import { learn } from "../../text/text.ts";
import { objectionsIn, usesOf } from "./objections.ts";

learn(settingsTexts);

const refusal = (code: string) =>
  new RequestError(400, { code, msg: "Cannot deactivate user group in use.", objections: [] });

test("only the refusal of a group in use names its uses", () => {
  assert.deepEqual(objectionsIn(refusal("CANNOT_DEACTIVATE_GROUP_IN_USE")), []);
  assert.equal(objectionsIn(refusal("BAD_REQUEST")), undefined);
  assert.equal(objectionsIn(new Error("offline")), undefined);
});

test("each use is named, and leads to where it is changed", () => {
  const state = stateOf({ subscriptions: channels });
  const uses = usesOf(
    [
      { type: "subgroup", supergroup_ids: [17] },
      { type: "channel", channel_id: 2, settings: ["can_send_message_group"] },
      { type: "channel", channel_id: 99, settings: ["can_send_message_group", "can_subscribe_group"] },
      { type: "user_group", group_id: 17, settings: ["can_mention_group"] },
      { type: "realm", settings: ["can_create_bots_group", "can_invite_users_group"] },
    ] as never,
    state,
  );
  assert.deepEqual(
    uses.map(({ text }) => text),
    [
      "It is a subgroup of support team.",
      "It holds a permission in the channel launch.",
      "It holds 2 permissions in a channel that you can’t see.",
      "In the group support team: Who may mention it.",
      "In the organization: Who may create any kind of bot and Who may invite people by email.",
    ],
  );
  assert.deepEqual(
    uses.map(({ address }) => (address && ["channel", "narrow"].includes(address.kind) ? "channel" : address?.kind)),
    ["group", "channel", undefined, "group", "organization"],
  );
});

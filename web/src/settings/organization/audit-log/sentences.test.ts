import assert from "node:assert/strict";
import { test } from "node:test";
import type { State } from "@parley/client";
import { auditLog as api } from "@parley/server/contract";
import { auditLog as texts } from "../../../text/en/audit-log.ts";
import { settingsTexts } from "../../../text/en/index-settings.ts";
import { learn } from "../../../text/text.ts";
import { type AuditEntry, detailOf, KINDS, sentenceOf } from "./sentences.ts";
import "../../pages.ts";
import "./texts.ts";
import { laterTexts } from "../../../text/en/index-later.ts";

learn(laterTexts);

learn(settingsTexts);

const known = {
  users: {
    users: new Map([
      [1, { full_name: "Olivia" }],
      [2, { full_name: "Ben" }],
    ]),
  },
  channels: { channels: new Map([[5, { name: "kitchen" }]]) },
  folders: new Map([[3, { name: "House" }]]),
  groups: new Map([
    [7, { id: 7, name: "cooks", is_system_group: false }],
    [8, { id: 8, name: "role:moderators", is_system_group: true }],
  ]),
} as unknown as State;

const entry = (action: AuditEntry["action"], more: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 1,
  timestamp: 0,
  action,
  actor_kind: "user",
  actor_id: 1,
  user_id: null,
  channel_id: null,
  group_id: null,
  message_id: null,
  details: {},
  ip_address: null,
  client: null,
  ...more,
});

test("every action has a sentence, and is of one kind", () => {
  for (const action of api.ACTIONS) {
    assert.ok(Object.hasOwn(texts, action), `${action} has a sentence`);
    const kinds = Object.values(KINDS).filter((kind) => kind.test(action));
    assert.equal(kinds.length, 1, `${action} is of one kind`);
  }
});

test("entries are told with names, and with what is left of those who are gone", () => {
  assert.equal(sentenceOf(known, entry("user_role_changed", { user_id: 2 })), "Olivia changed the role of Ben");
  assert.equal(
    sentenceOf(known, entry("user_role_changed", { actor_id: 99, user_id: 98 })),
    "a deleted user changed the role of a deleted user",
  );
  assert.equal(
    sentenceOf(known, entry("group_member_added", { user_id: 2, group_id: 7 })),
    "Olivia added Ben to the group cooks",
  );
  assert.equal(sentenceOf(known, entry("channel_archived", { channel_id: 5 })), "Olivia archived the channel #kitchen");
  assert.equal(
    sentenceOf(known, entry("channel_archived", { channel_id: 6 })),
    "Olivia archived the channel a deleted channel",
  );
  const operator = { actor_kind: "operator", actor_id: null, user_id: 2 } as const;
  assert.equal(sentenceOf(known, entry("user_created", operator)), "The server’s operator created the account of Ben");
  assert.equal(sentenceOf(known, entry("user_created", { user_id: 1 })), "Olivia joined");
  const own = { user_id: 1, group_id: 7 };
  assert.equal(sentenceOf(known, entry("group_member_added", own)), "Olivia joined the group cooks");
  assert.equal(sentenceOf(known, entry("api_key_fetched", own)), "Olivia got their API key");
});

test("details are told in words", () => {
  const detail = (action: AuditEntry["action"], details: object) =>
    detailOf(known, entry(action, { details: details as AuditEntry["details"] }));
  assert.equal(detail("user_role_changed", { from: 400, to: 200 }), "Member → Administrator");
  assert.equal(
    detail("realm_setting_changed", { setting: "invite_required", from: true, to: false }).split(": ")[1],
    "On → Off",
  );
  assert.equal(
    detail("realm_permission_changed", { setting: "can_unknown_group", from: 8, to: 7 }),
    "can unknown group: Moderators → cooks",
  );
  const several = { direct_members: [1, 2], direct_subgroups: [7] };
  assert.match(
    detail("channel_permission_changed", {
      setting: "can_x_group",
      from: several,
      to: { member_count: 300, subgroup_count: 1 },
    }),
    /3 people and groups → 301 people and groups/,
  );
  assert.equal(detail("channel_setting_changed", { setting: "description" }), "Description");
  assert.equal(detail("sign_in_refused", { reason: "wrong_password" }), "Wrong password");
  assert.equal(detail("signed_in", {}), "");
});

test("a channel's folder is named", () => {
  const moved = (from: number | null, to: number | null) =>
    detailOf(known, entry("channel_setting_changed", { channel_id: 5, details: { setting: "folder_id", from, to } }));
  assert.equal(moved(null, 3), "Folder: none → House");
  assert.equal(moved(3, 4), "Folder: House → a deleted folder");
});

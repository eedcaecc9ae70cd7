import assert from "node:assert/strict";
import { after } from "node:test";
import { ask } from "../../../test/ask.ts";
import { org, type Person, test, useServer } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import { Receiver } from "../../delivery/push/testing.ts";

import { type AnswerFields, assertKind } from "./kinds.ts";
import { serverLimits } from "./settings.ts";
import { always, parts, unread, visitorsParts } from "./table.ts";
import { does, furnished, type RegisteredOrganization } from "./workspace.ts";

// Without a push gateway there are no devices.
const gateway = await Receiver.open();
after(() => gateway.close());
useServer((engine) => startServer(engine, { pushGateway: { url: gateway.url, secret: "secret" } }));

type RegisteredState = Readonly<Record<string, unknown>>;

const registers = (person: Person, params: Readonly<Record<string, unknown>> = {}): Promise<RegisteredState> =>
  does(person, "POST /register", params);

async function visits({ acme }: RegisteredOrganization, params: Readonly<Record<string, unknown>> = {}) {
  const form = Object.entries(params).map(([name, value]) => [name, JSON.stringify(value)]);
  const { body } = await ask(acme.server, "POST /register", { host: acme.realm.host, form: Object.fromEntries(form) });
  return body as RegisteredState;
}

const { last_event_id: _, ...withoutQueue } = always;
const visitorsAlways: AnswerFields = { ...withoutQueue, queue_id: "text?" };
const everything = Object.assign({}, ...Object.values(parts), unread) as AnswerFields;

test("each name in fetch_event_types includes its own fields and no others, for every role", async (t) => {
  const workspace = await furnished(t);
  for (const [role, person] of Object.entries(workspace.everybody))
    for (const [name, fields] of Object.entries(parts)) {
      const response = await registers(person, { fetch_event_types: [name], event_types: [] });
      assertKind(response, { ...always, ...fields }, `${name} for the ${role}`);
    }
});

test("for visitors, each name includes only what is open to them", async (t) => {
  const workspace = await furnished(t);
  for (const [name, fields] of Object.entries(visitorsParts)) {
    const response = await visits(workspace, { fetch_event_types: [name] });
    assertKind(response, { ...visitorsAlways, ...fields }, `${name} for a visitor`);
    assert.equal(response.queue_id, null);
  }
  const { user_id, email, full_name, max_message_id, user_settings, realm_presence_disabled } = await visits(workspace);
  assert.deepEqual(
    [user_id, email, full_name, max_message_id, realm_presence_disabled],
    [0, "username@example.com", "Anonymous User", -1, true],
  );
  assert.equal((user_settings as RegisteredState).web_home_view, "recent_topics");
});

test("by default everything is included; the organization has one of each thing", async (t) => {
  const workspace = await furnished(t);
  for (const [role, person] of Object.entries(workspace.everybody))
    assertKind(await registers(person), { ...always, ...everything }, `everything for the ${role}`);
  const visitors = Object.assign({}, ...Object.values(visitorsParts), unread) as AnswerFields;
  assertKind(await visits(workspace), { ...visitorsAlways, ...visitors }, "everything for a visitor");

  const response = await registers(workspace.ada, { client_capabilities: ALL });
  const nothing = Object.entries(response)
    .filter(([, value]) => value !== null && typeof value === "object" && Object.keys(value).length === 0)
    .map(([name]) => name);
  assert.deepEqual(nothing, ["realm_embedded_bots", "realm_filters"]);
});

test("event_types determines what is fetched, unless fetch_event_types is given", async (t) => {
  const { acme } = { acme: await org(t) };
  const names = async (params: RegisteredState) =>
    Object.keys(await registers(acme.owner, params)).filter((name) => !always[name]);
  assert.deepEqual(await names({ event_types: ["alert_words", "muted_users"] }), ["alert_words", "muted_users"]);
  assert.deepEqual(await names({ event_types: ["alert_words"], fetch_event_types: ["giphy"] }), ["giphy_api_key"]);
  assert.deepEqual(await names({ event_types: ["alert_words"], fetch_event_types: [] }), []);
  assert.deepEqual(await names({ event_types: [] }), []);
});

test("some fields need two names, or are left out next to another field", async (t) => {
  const acme = await org(t);
  const names = async (...fetch_event_types: string[]) =>
    Object.keys(await registers(acme.owner, { fetch_event_types })).filter((name) => !always[name]);
  assert.deepEqual((await names("message", "update_message_flags")).sort(), ["max_message_id", "unread_msgs"]);
  assert.deepEqual(await names("update_message_flags"), []);
  assert.deepEqual(await names("muted_topics", "user_topic"), ["user_topics"]);
  assert.deepEqual(await names("muted_topics"), ["muted_topics"]);
});

test("limits and versions have the names that clients expect", async (t) => {
  const acme = await org(t);
  const response = await registers(acme.owner, { fetch_event_types: ["realm"] });
  const limits = Object.fromEntries(Object.keys(serverLimits).map((name) => [name, response[name]]));
  assert.deepEqual(limits, serverLimits);
  const { zulip_version, zulip_merge_base, zulip_feature_level, server_version, feature_level } = response;
  assert.deepEqual([zulip_feature_level, feature_level], [421, 421]);
  assert.deepEqual([zulip_version, zulip_merge_base], ["11.0", ""]);
  assert.match(String(server_version), /^\d+\.\d+/);
});

const ALL = Object.fromEntries(
  [
    "notification_settings_null",
    "bulk_message_deletion",
    "user_avatar_url_field_optional",
    "stream_typing_notifications",
    "user_settings_object",
    "linkifier_url_template",
    "user_list_incomplete",
    "include_deactivated_groups",
    "archived_channels",
    "empty_topic_name",
    "simplified_presence_events",
    "bot_commands",
  ].map((name) => [name, true]),
);

/** Checks which fields of a registration the client's state keeps up to date, and lists the reasons for the others. */
import assert from "node:assert/strict";
import { CAPABILITIES, type Snapshot, Store } from "@parley/client";
import { registration } from "../../src/contract.ts";
import { org, test } from "../index.ts";

/** Fields that no part of the client's state reads, each with its reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  ...because("says which queue this is, and where it begins", ["queue_id", "last_event_id"]),
  ...because("is the same as long as the server runs", [
    "custom_profile_field_types",
    "development_environment",
    "event_queue_longpoll_timeout_seconds",
    "feature_level",
    "giphy_api_key",
    "giphy_rating_options",
    "has_zoom_token",
    "navigation_tour_video_url",
    "settings_send_digest_emails",
    "upgrade_text_for_wide_organization_logo",
    "zulip_feature_level",
    "zulip_merge_base",
    "zulip_plan_is_not_limited",
    "zulip_version",
  ]),
  ...because("is what stands of the user in realm_users, which is kept", [
    "avatar_source",
    "avatar_url",
    "avatar_url_medium",
    "delivery_email",
    "email",
    "full_name",
    "is_admin",
    "is_guest",
    "is_moderator",
    "is_owner",
  ]),
  ...because("follows from the role and from settings that are kept, for clients that do not reckon themselves", [
    "can_create_private_streams",
    "can_create_public_streams",
    "can_create_streams",
    "can_create_web_public_streams",
    "can_invite_others_to_realm",
    "jitsi_server_url",
    "realm_allow_edit_history",
    "realm_create_private_stream_policy",
    "realm_create_public_stream_policy",
    "realm_create_web_public_stream_policy",
    "realm_wildcard_mention_policy",
  ]),
  ...because("is an older form of what is kept: user_topics, realm_linkifiers", ["muted_topics", "realm_filters"]),
  ...because("is the moment of the answer: presence is asked for, from there on", [
    "presence_last_update_id",
    "server_timestamp",
  ]),
};

function because(reason: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, reason]));
}

/** The fields that a store reads. Listing all keys does not count as reading. */
function fieldsReadFrom(snapshot: Snapshot): Set<string> {
  const read = new Set<string>();
  let listed: string | symbol | undefined;
  const watched = new Proxy(snapshot, {
    getOwnPropertyDescriptor(target, name) {
      listed = name;
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
    get(target, name) {
      if (listed !== name) read.add(String(name));
      listed = undefined;
      return Reflect.get(target, name);
    },
  });
  const { state } = new Store(watched);
  return new Set([...read, ...Object.keys(state.realm)]);
}

test("the client keeps every field of a registration up to date, except those listed with a reason", async (t) => {
  const acme = await org(t);
  const answer = await acme.owner.call(registration.register, {
    include_subscribers: "true",
    client_capabilities: CAPABILITIES,
  });
  const kept = fieldsReadFrom(answer);
  const rest = Object.keys(answer).filter((name) => !kept.has(name));
  assert.deepEqual(rest.sort(), Object.keys(LEFT_OUT).sort());
});

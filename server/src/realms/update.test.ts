import assert from "node:assert/strict";
import { org, test } from "../../test/index.ts";
import { registration } from "../contract.ts";
import { updateRealm } from "./contract.ts";

test("only administrators change the organization, and only owners what is theirs", async (t) => {
  const acme = await org(t);
  const administrator = await acme.administrator("Ann");
  for (const person of [await acme.moderator("Max"), await acme.member("Ada"), await acme.guest("Gil")])
    await assert.rejects(person.call(updateRealm, { name: "Mine" }), {
      code: "UNAUTHORIZED_PRINCIPAL",
      message: "Must be an organization administrator",
    });
  assert.deepEqual(await administrator.call(updateRealm, { name: "Acme & Co" }), { name: "Acme & Co" });
  const members = acme.realm.systemGroups["role:members"];
  for (const request of [
    { invite_required: false },
    { message_retention_days: 3 },
    { can_create_groups: { new: members } },
  ])
    await assert.rejects(administrator.call(updateRealm, request), {
      code: "UNAUTHORIZED_PRINCIPAL",
      message: "Must be an organization owner",
    });
});

test("a changed setting is told to everyone, guests included, and an unchanged one to nobody", async (t) => {
  const acme = await org(t);
  const guest = await acme.guest("Gil");
  const change = () => acme.owner.call(updateRealm, { description: "We make *things*", digest_weekday: 1 });
  const heard = await guest.eventsDuring(change);
  assert.deepEqual(heard, [{ type: "realm", op: "update", property: "description", value: "We make *things*" }]);
  assert.deepEqual(await guest.eventsDuring(change), []);
});

test("settings about editing are told as sets, the topics policy with its older name", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const dict = (data: object) => ({ type: "realm", op: "update_dict", property: "default", data });
  const heard = await owner.eventsDuring(() =>
    owner.call(updateRealm, {
      allow_message_editing: false,
      message_content_edit_limit_seconds: 60,
      move_messages_within_stream_limit_seconds: 60,
      move_messages_between_streams_limit_seconds: "unlimited",
      topics_policy: "disable_empty_topic",
    }),
  );
  assert.deepEqual(heard, [
    dict({ allow_message_editing: false }),
    dict({ message_content_edit_limit_seconds: 60 }),
    dict({ move_messages_within_stream_limit_seconds: 60 }),
    dict({ move_messages_between_streams_limit_seconds: null }),
    dict({ topics_policy: "disable_empty_topic", mandatory_topics: true }),
  ]);
});

test("no limit is said with and without JSON quotes", async (t) => {
  const acme = await org(t);
  for (const unlimited of ["unlimited", '"unlimited"']) {
    await acme.owner.call(updateRealm, { message_content_delete_limit_seconds: 5, message_retention_days: 5 });
    const answer = await acme.owner.asks("PATCH", "/realm", {
      message_content_delete_limit_seconds: unlimited,
      message_retention_days: unlimited,
    });
    assert.equal(answer.message_content_delete_limit_seconds, null);
    assert.equal(answer.message_retention_days, -1);
  }
});

test("a bad value is refused, and what stood beside it in the request is not done either", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const cases: [Record<string, string>, string, string?][] = [
    [{ message_content_edit_limit_seconds: "0" }, "Bad value for 'message_content_edit_limit_seconds': 0", "0"],
    [{ message_retention_days: "-1" }, "Bad value for 'message_retention_days': -1"],
    [{ message_retention_days: "never" }, "Bad value for 'message_retention_days': never"],
    [{ waiting_period_threshold: "-1" }, "waiting_period_threshold is too small"],
    [{ topics_policy: "empty_topic_only" }, "Invalid topics_policy"],
    [{ digest_weekday: "7" }, "Invalid digest_weekday"],
    [{ org_type: "5" }, "Invalid org_type"],
    [{ default_language: "xx-klingon-1" }, "Invalid language 'xx-klingon-1'"],
    [{ enable_read_receipts: "yes" }, "enable_read_receipts is not valid JSON"],
    [{ description: "x".repeat(1001) }, "description is too long (limit: 1000 characters)"],
    [{ can_create_groups: '{"new": 999999}' }, "Invalid user group"],
  ];
  const heard = await owner.eventsDuring(async () => {
    for (const [params, msg] of cases) {
      const answer = await owner.asks("PATCH", "/realm", { name: "Other", ...params });
      assert.equal(answer.msg, msg);
      if (msg.startsWith("Bad value")) assert.equal(answer.code, "REQUEST_VARIABLE_INVALID");
    }
  });
  assert.deepEqual(heard, []);
});

test("what the server alone decides is ignored in a request", async (t) => {
  const acme = await org(t);
  const answer = await acme.owner.asks("PATCH", "/realm", { push_notifications_enabled: "true" });
  assert.deepEqual(answer.ignored_parameters_unsupported, ["push_notifications_enabled"]);
});

test("a fresh organization has the defaults of the reference", async (t) => {
  const acme = await org(t);
  const state: Record<string, unknown> = await acme.owner.call(registration.register, { fetch_event_types: ["realm"] });
  const groups = acme.realm.systemGroups;
  const expected = {
    realm_name: "Acme",
    realm_description: "",
    realm_default_language: "en",
    realm_allow_message_editing: true,
    realm_message_content_edit_limit_seconds: 600,
    realm_message_content_delete_limit_seconds: 600,
    realm_move_messages_within_stream_limit_seconds: 604_800,
    realm_message_edit_history_visibility_policy: "all",
    realm_topics_policy: "allow_empty_topic",
    realm_mandatory_topics: false,
    realm_message_retention_days: -1,
    realm_waiting_period_threshold: 0,
    realm_invite_required: true,
    realm_disallow_disposable_email_addresses: true,
    realm_enable_spectator_access: false,
    realm_enable_read_receipts: true,
    realm_digest_weekday: 1,
    realm_create_web_public_stream_policy: 7,
    realm_wildcard_mention_policy: 5,
    realm_empty_topic_display_name: "general chat",
    realm_can_create_web_public_channel_group: groups["role:owners"],
    realm_can_set_delete_message_policy_group: groups["role:moderators"],
    realm_direct_message_permission_group: groups["role:everyone"],
    realm_can_invite_users_group: groups["role:members"],
    max_message_length: 10_000,
    max_topic_length: 60,
    event_queue_longpoll_timeout_seconds: 90,
  };
  for (const [name, value] of Object.entries(expected)) assert.deepEqual(state[name], value, name);
});

test("of two changes that expect the same value, one is refused", async (t) => {
  const acme = await org(t);
  const { systemGroups: groups } = acme.realm;
  const change = (group: "role:administrators" | "role:moderators") =>
    acme.owner.call(updateRealm, {
      can_create_public_channel_group: { old: groups["role:members"], new: groups[group] },
    });
  const outcomes = await Promise.allSettled([change("role:administrators"), change("role:moderators")]);
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
});

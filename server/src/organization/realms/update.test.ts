import assert from "node:assert/strict";
import { org, test } from "../../../test/index.ts";
import { registration } from "../../contract.ts";
import { updateRealm } from "./contract.ts";

test("only administrators can change the organization, and some settings only owners", async (t) => {
  const acme = await org(t);
  const administrator = await acme.administrator("Ann");
  for (const person of [await acme.moderator("Max"), await acme.member("Ada"), await acme.guest("Gil")])
    await assert.rejects(person.call(updateRealm, { name: "Mine" }), {
      code: "UNAUTHORIZED_PRINCIPAL",
      message: "Must be an organization administrator",
    });
  await administrator.call(updateRealm, { name: "Acme & Co" });
  const members = acme.realm.systemGroups["role:members"];
  for (const request of [
    { invite_required: false },
    { message_retention_days: 3 },
    { authentication_methods: { Email: true } },
    { string_id: "acme" },
    { can_create_groups: { new: members } },
  ])
    await assert.rejects(administrator.call(updateRealm, request), {
      code: "UNAUTHORIZED_PRINCIPAL",
      message: "Must be an organization owner",
    });
});

test("a changed setting is announced to everyone, including guests, and an unchanged one to nobody", async (t) => {
  const acme = await org(t);
  const guest = await acme.guest("Gil");
  const change = () => acme.owner.call(updateRealm, { description: "We make *things*", digest_weekday: 1 });
  const heard = await guest.eventsDuring(change);
  assert.deepEqual(heard, [{ type: "realm", op: "update", property: "description", value: "We make *things*" }]);
  assert.deepEqual(await guest.eventsDuring(change), []);
});

test("settings about editing are announced as dictionaries, the topics policy also under its older name", async (t) => {
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

test("unlimited can be sent with or without JSON quotes", async (t) => {
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

test("an invalid value rejects the whole request", async (t) => {
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
    [{ name: " " }, "name cannot be blank"],
    [{ name: "x".repeat(41) }, "name is too long (limit: 40 characters)"],
    [
      { welcome_message_custom_text: "x".repeat(8001) },
      "welcome_message_custom_text is too long (limit: 8000 characters)",
    ],
    [{ giphy_rating: "6" }, "Invalid giphy_rating 6"],
    [{ giphy_rating: '"g"' }, "giphy_rating is not an integer"],
    [{ video_chat_provider: "3" }, "Invalid video_chat_provider 3"],
    [{ jitsi_server_url: "meet" }, "jitsi_server_url is not an allowed_type"],
    [{ jitsi_server_url: '"ftp://meet.example.com"' }, "jitsi_server_url is not an allowed_type"],
    [{ jitsi_server_url: `https://${"x".repeat(200)}` }, "jitsi_server_url is not an allowed_type"],
    [{ signup_announcements_stream_id: "999999" }, "Invalid channel ID"],
    [{ authentication_methods: "{}" }, "At least one authentication method must be enabled."],
    [{ authentication_methods: '{"Email":false}' }, "At least one authentication method must be enabled."],
    [{ authentication_methods: '{"LDAP":true}' }, "Invalid authentication method: LDAP. Valid methods are: Email"],
    [{ authentication_methods: '{"Email":1}' }, 'authentication_methods["Email"] is not a boolean'],
    [{ string_id: "other" }, "Must be a demo organization."],
  ];
  const heard = await owner.eventsDuring(async () => {
    for (const [params, msg] of cases) {
      const answer = await owner.asks("PATCH", "/realm", { description: "Other", ...params });
      assert.equal(answer.msg, msg);
      if (msg.startsWith("Bad value")) assert.equal(answer.code, "REQUEST_VARIABLE_INVALID");
    }
  });
  assert.deepEqual(heard, []);
});

test('the response contains only the changed settings, with "updated" for texts but not for choices', async (t) => {
  const acme = await org(t);
  const administrators = acme.realm.systemGroups["role:administrators"];
  const answer = await acme.owner.call(updateRealm, {
    name: "Acme & Co",
    topics_policy: "disable_empty_topic",
    message_edit_history_visibility_policy: "moves",
    digest_weekday: 5,
    org_type: 0,
    message_content_edit_limit_seconds: "unlimited",
    can_create_bots_group: { new: administrators },
    authentication_methods: { Email: true },
  });
  assert.deepEqual(answer, {
    name: "updated",
    topics_policy: "disable_empty_topic",
    message_edit_history_visibility_policy: "moves",
    digest_weekday: 5,
    message_content_edit_limit_seconds: null,
    can_create_bots_group: administrators,
  });
});

test("channels, video calls and GIFs are announced one by one, channels and the organization type last", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const [open, closed] = [
    await acme.channel("open", [owner]),
    await acme.channel("closed", [owner], { invite_only: true }),
  ];
  const request = {
    giphy_rating: 0,
    video_chat_provider: 0,
    jitsi_server_url: "https://meet.example.com",
    moderation_request_channel_id: closed,
    new_stream_announcements_stream_id: open,
    signup_announcements_stream_id: open,
    zulip_update_announcements_stream_id: -1,
    org_type: 10,
  };
  const heard = await owner.eventsDuring(() => owner.call(updateRealm, request));
  assert.deepEqual(
    heard,
    Object.entries(request).map(([property, value]) => ({ type: "realm", op: "update", property, value })),
  );
  const own = async () => {
    const state: Record<string, unknown> = await owner.call(registration.register, { fetch_event_types: ["realm"] });
    return [state.realm_jitsi_server_url, state.server_jitsi_server_url, state.jitsi_server_url];
  };
  const [mine, ours] = ["https://meet.example.com", "https://meet.jit.si"];
  assert.deepEqual(await own(), [mine, ours, mine]);
  assert.equal((await owner.asks("PATCH", "/realm", { jitsi_server_url: '"default"' })).jitsi_server_url, null);
  assert.deepEqual(await own(), [null, ours, ours]);
});

test("settings that only the server determines are ignored in requests", async (t) => {
  const acme = await org(t);
  const answer = await acme.owner.asks("PATCH", "/realm", {
    push_notifications_enabled: "true",
    push_notifications_enabled_end_timestamp: "1",
    plan_type: "10",
  });
  assert.deepEqual(answer.ignored_parameters_unsupported, [
    "plan_type",
    "push_notifications_enabled",
    "push_notifications_enabled_end_timestamp",
  ]);
});

test("a new organization has the expected defaults", async (t) => {
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
    realm_authentication_methods: { Email: { enabled: true, available: true } },
    realm_email_auth_enabled: true,
    realm_password_auth_enabled: true,
    realm_presence_disabled: false,
    realm_is_zephyr_mirror_realm: false,
    realm_moderation_request_channel_id: -1,
    realm_signup_announcements_stream_id: -1,
    realm_giphy_rating: 2,
    realm_video_chat_provider: 1,
    realm_jitsi_server_url: null,
    realm_org_type: 0,
    realm_plan_type: 1,
    realm_upload_quota_mib: null,
    realm_digest_emails_enabled: false,
    realm_push_notifications_enabled: false,
    realm_push_notifications_enabled_end_timestamp: null,
    realm_available_video_chat_providers: {
      disabled: { id: 0, name: "None" },
      jitsi_meet: { id: 1, name: "Jitsi Meet" },
    },
    max_message_length: 10_000,
    max_topic_length: 60,
    max_reminder_note_length: 1000,
    max_avatar_file_size_mib: 5,
    max_icon_file_size_mib: 5,
    max_logo_file_size_mib: 5,
    event_queue_longpoll_timeout_seconds: 90,
    server_min_deactivated_realm_deletion_days: 14,
    server_max_deactivated_realm_deletion_days: null,
    server_jitsi_server_url: "https://meet.jit.si",
    jitsi_server_url: "https://meet.jit.si",
    settings_send_digest_emails: true,
    upgrade_text_for_wide_organization_logo: "",
  };
  for (const [name, value] of Object.entries(expected)) assert.deepEqual(state[name], value, name);
  const ratings = Object.entries(state.giphy_rating_options as Record<string, { id: number }>);
  assert.deepEqual(
    ratings.map(([name, { id }]) => [name, id]),
    [
      ["disabled", 0],
      ["y", 1],
      ["g", 2],
      ["pg", 3],
      ["pg-13", 4],
      ["r", 5],
    ],
  );
  const channels = [state.realm_new_stream_announcements_stream_id, state.realm_zulip_update_announcements_stream_id];
  const general = (await acme.owner.asks("GET", "/get_stream_id", { stream: "general" })).stream_id;
  assert.deepEqual(channels, [general, general]);
});

test("external services have separate snapshot parts, and there are none", async (t) => {
  const acme = await org(t);
  const answer = await acme.owner.call(registration.register, {
    fetch_event_types: ["realm_billing", "giphy", "video_calls"],
  });
  const { realm_billing, giphy_api_key, has_zoom_token, realm_name } = answer as Record<string, unknown>;
  assert.deepEqual(
    { realm_billing, giphy_api_key, has_zoom_token, realm_name },
    {
      realm_billing: { has_pending_sponsorship_request: false },
      giphy_api_key: "",
      has_zoom_token: false,
      realm_name: undefined,
    },
  );
});

test("of two simultaneous changes that expect the same value, one is rejected", async (t) => {
  const acme = await org(t);
  const { systemGroups: groups } = acme.realm;
  const change = (group: "role:administrators" | "role:moderators") =>
    acme.owner.call(updateRealm, {
      can_create_public_channel_group: { old: groups["role:members"], new: groups[group] },
    });
  const outcomes = await Promise.allSettled([change("role:administrators"), change("role:moderators")]);
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
});

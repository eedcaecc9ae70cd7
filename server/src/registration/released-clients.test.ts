/** The fields that released clients depend on in the response to their registration requests. */
import assert from "node:assert/strict";
import { org, type Person, test } from "../../test/index.ts";
import * as userTopics from "../channels/user-topics/contract.ts";
import { updateMessageFlags } from "../messages/read-state/contract.ts";
import * as presence from "../people/presence/contract.ts";

const sorts = {
  text: (value: unknown) => typeof value === "string",
  integer: (value: unknown) => Number.isInteger(value),
  boolean: (value: unknown) => typeof value === "boolean",
  list: (value: unknown) => Array.isArray(value),
  object: (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value),
  "integer or null": (value: unknown) => value === null || Number.isInteger(value),
  anything: (value: unknown) => value !== undefined,
};
type Needs = Partial<Record<keyof typeof sorts, string>>;
type Values = Record<string, unknown>;

function holds(what: string, given: unknown, needs: Needs): void {
  assert.ok(given, `there is no ${what} to look at`);
  for (const [sort, names] of Object.entries(needs))
    for (const name of names.split(" "))
      assert.ok(sorts[sort as keyof typeof sorts]((given as Values)[name]), `${what}: ${name} is no ${sort}`);
}

const MOBILE = {
  client: "ZulipFlutter",
  apply_markdown: "true",
  client_gravatar: "false",
  slim_presence: "true",
  idle_queue_timeout: '"mobile"',
  client_capabilities: JSON.stringify({
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: true,
    stream_typing_notifications: true,
    user_settings_object: true,
    include_deactivated_groups: true,
    empty_topic_name: true,
    individual_emoji_changes: true,
  }),
};

const TERMINAL_EVENTS = [
  "message update_message reaction subscription typing update_message_flags update_global_notifications",
  "update_display_settings user_settings realm_emoji",
].join(" ");
const TERMINAL_STATE = [
  "realm presence subscription message starred_messages update_message_flags muted_topics realm_user realm_user_groups",
  "update_global_notifications update_display_settings user_settings realm_emoji custom_profile_fields zulip_version",
].join(" ");
const TERMINAL = {
  client: "ZulipTerminal",
  apply_markdown: "true",
  client_gravatar: "true",
  include_subscribers: "true",
  event_types: JSON.stringify(TERMINAL_EVENTS.split(" ")),
  fetch_event_types: JSON.stringify(TERMINAL_STATE.split(" ")),
};

/** A user of an organization with some activity. */
async function ada(t: Parameters<typeof org>[0]): Promise<Person> {
  const acme = await org(t);
  const [reader, ben, cleo] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cleo")];
  const stream_id = await acme.channel("launch", [reader, ben]);
  await ben.sends("#launch > tides", "@**Ada** look");
  await ben.sends("#launch > ", "without a topic");
  await ben.writes(reader, "psst");
  await ben.writes([reader, cleo], "you two");
  const id = await ben.writes(reader, "keep this");
  await reader.call(updateMessageFlags, { messages: [id], op: "add", flag: "starred" });
  await reader.call(userTopics.setTopicVisibility, { stream_id, topic: "tides", visibility_policy: 1 });
  for (const person of [reader, ben]) await person.call(presence.updatePresence, { status: "active" });
  await acme.deactivate(cleo);
  return reader;
}

const USER: Needs = {
  integer: "user_id role avatar_version",
  text: "email full_name date_joined timezone",
  boolean: "is_bot",
};
const CHANNEL: Needs = {
  integer: "stream_id date_created",
  text: "name description rendered_description",
  boolean: "invite_only is_web_public history_public_to_subscribers",
};
const firstOf = (list: unknown) => (list as Values[])[0];

test("the mobile app gets everything it needs", async (t) => {
  const reader = await ada(t);
  const state = await reader.asks("POST", "/register", MOBILE);
  holds("the answer", state, {
    text: "queue_id zulip_version zulip_merge_base realm_name realm_icon_url server_emoji_data_url",
    integer: [
      "last_event_id zulip_feature_level realm_wildcard_mention_policy realm_waiting_period_threshold",
      "max_stream_name_length max_topic_length max_file_upload_size_mib event_queue_longpoll_timeout_seconds",
      "server_presence_ping_interval_seconds server_presence_offline_threshold_seconds",
    ].join(" "),
    boolean: "realm_allow_message_editing realm_enable_read_receipts realm_presence_disabled",
    list: [
      "realm_users realm_non_active_users cross_realm_bots realm_user_groups subscriptions streams starred_messages",
      "user_topics muted_users recent_private_conversations alert_words custom_profile_fields",
    ].join(" "),
    object: "unread_msgs presences user_settings user_status realm_emoji realm_default_external_accounts",
  });
  assert.ok((state.realm_users as Values[]).some(({ user_id }) => user_id === reader.id));
  assert.ok([1, 2, 3, 5, 6, 7].includes(state.realm_wildcard_mention_policy as number));
  assert.equal(new URL(state.server_emoji_data_url as string).protocol, "http:");
  for (const people of ["realm_users", "realm_non_active_users", "cross_realm_bots"])
    holds(people, firstOf(state[people]), USER);
  holds("streams", firstOf(state.streams), CHANNEL);
  holds("subscriptions", firstOf(state.subscriptions), { ...CHANNEL, boolean: "pin_to_top is_muted" });
  assert.match(firstOf(state.subscriptions)?.color as string, /^#[0-9a-f]{6}$/);
  holds("realm_user_groups", firstOf(state.realm_user_groups), {
    integer: "id",
    text: "name description",
    list: "members direct_subgroup_ids",
    boolean: "is_system_group",
  });
  holds("user_settings", state.user_settings, {
    boolean: "starred_message_counts display_emoji_reaction_users presence_enabled",
    text: "emojiset",
    anything: "twenty_four_hour_time",
  });
  holds("user_topics", firstOf(state.user_topics), {
    integer: "stream_id last_updated visibility_policy",
    text: "topic_name",
  });
  const unread = state.unread_msgs as Values;
  holds("unread_msgs", unread, {
    integer: "count",
    list: "pms streams huddles mentions",
    boolean: "old_unreads_missing",
  });
  holds("pms", firstOf(unread.pms), { integer: "other_user_id", list: "unread_message_ids" });
  holds("streams", firstOf(unread.streams), { integer: "stream_id", text: "topic", list: "unread_message_ids" });
  holds("huddles", firstOf(unread.huddles), { text: "user_ids_string", list: "unread_message_ids" });
  holds("conversations", firstOf(state.recent_private_conversations), { integer: "max_message_id", list: "user_ids" });
  holds("presences", (state.presences as Values)[reader.id], { integer: "active_timestamp idle_timestamp" });
});

test("the terminal client gets everything it needs, under the older names too", async (t) => {
  const reader = await ada(t);
  const state = await reader.asks("POST", "/register", TERMINAL);
  holds("the answer", state, {
    text: "queue_id zulip_version email full_name realm_name",
    integer: "last_event_id max_message_id user_id",
    boolean: [
      "realm_allow_edit_history realm_allow_message_editing",
      "twenty_four_hour_time pm_content_in_desktop_notifications",
    ].join(" "),
    list: [
      "realm_users cross_realm_bots realm_user_groups subscriptions starred_messages muted_topics",
      "custom_profile_fields",
    ].join(" "),
    object: "unread_msgs presences realm_emoji user_settings",
    "integer or null": "realm_message_retention_days realm_message_content_edit_limit_seconds",
  });
  holds("subscriptions", firstOf(state.subscriptions), {
    integer: "stream_id stream_post_policy date_created",
    text: "name color description rendered_description email_address",
    boolean: "pin_to_top is_muted in_home_view desktop_notifications invite_only history_public_to_subscribers",
    list: "subscribers",
    "integer or null": "message_retention_days stream_weekly_traffic",
  });
  holds("user_settings", state.user_settings, {
    boolean: "send_private_typing_notifications twenty_four_hour_time pm_content_in_desktop_notifications",
  });
  const [[channel, topic, since] = []] = state.muted_topics as unknown[][];
  assert.deepEqual([channel, topic, typeof since], ["launch", "tides", "number"]);
  const unread = state.unread_msgs as Values;
  holds("pms", firstOf(unread.pms), { integer: "sender_id", list: "unread_message_ids" });
  assert.deepEqual(
    (unread.streams as Values[]).map((each) => each.topic),
    ["general chat", "tides"],
  );
  const [shown] = Object.values(state.presences as Record<string, Values>);
  holds("presences", shown?.aggregated, { text: "status", integer: "timestamp" });
  assert.ok(Object.keys(state.presences as Values).every((email) => email.includes("@")));
});

test("the JavaScript library sends null if its user names no event types, and receives all events", async (t) => {
  const reader = await ada(t);
  const { queue_id, last_event_id, realm_users } = await reader.asks("POST", "/register", {
    event_types: "null",
    fetch_event_types: "null",
  });
  assert.ok(Array.isArray(realm_users));
  const id = await reader.sends("#launch > tides", "hello");
  const polled = { queue_id: String(queue_id), last_event_id: String(last_event_id), dont_block: "false" };
  const { events } = await reader.asks("GET", "/events", polled);
  assert.deepEqual(
    (events as { type: string; message?: { id: number } }[]).flatMap(({ message }) => message?.id ?? []),
    [id],
  );
});

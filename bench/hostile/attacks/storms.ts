/** Small requests that are cheap to send, and may be expensive to process or to deliver to everyone. */
import type { Attack, Enemy } from "../enemy.ts";

const storm = (
  name: string,
  next: (enemy: Enemy, count: number) => Promise<unknown>,
  { as, connections }: { as?: Attack["as"]; connections?: number } = {},
): Attack => ({
  name: `storm-${name}`,
  ...(as ? { as } : {}),
  run: (enemy) => enemy.storm((count) => next(enemy, count), connections),
});

const first = (enemy: Enemy) => enemy.around.channels[0] as { id: number; name: string };
const toggled = (count: number, on: string, off: string) => (count % 2 === 0 ? on : off);

export const stormAttacks: readonly Attack[] = [
  storm("presence", (enemy, count) =>
    enemy.post("/users/me/presence", { status: toggled(count, "active", "idle"), new_user_input: "true" }),
  ),
  storm("typing", (enemy, count) =>
    enemy.post("/typing", {
      op: toggled(count, "start", "stop"),
      type: "channel",
      stream_id: String(first(enemy).id),
      topic: "a",
    }),
  ),
  storm("typing-to-many", (enemy, count) =>
    enemy.post("/typing", {
      op: toggled(count, "start", "stop"),
      type: "direct",
      to: JSON.stringify(enemy.around.people.slice(0, 300)),
    }),
  ),
  storm("mention-of-everybody", (enemy) => enemy.note("@**all** hello", { channel: first(enemy).id, name: "a" }), {
    as: "owner",
  }),
  storm("mention-of-a-group", (enemy) => enemy.note("@*role:members* hello", { channel: first(enemy).id, name: "a" }), {
    as: "owner",
  }),
  storm("messages-to-many", (enemy, count) =>
    enemy.post("/messages", {
      type: "direct",
      to: JSON.stringify(enemy.around.people.slice(count % 500, (count % 500) + 300)),
      content: "hello",
    }),
  ),
  storm("messages-of-10000", (enemy) =>
    enemy.note("We can ship. ".repeat(760), { channel: first(enemy).id, name: "a" }),
  ),
  storm("topics", (enemy, count) => enemy.note("a", { channel: first(enemy).id, name: `topic of the storm ${count}` })),
  {
    name: "storm-reactions",
    async run(enemy) {
      const id = await enemy.note("a", { channel: first(enemy).id, name: "a" });
      const names = ["tada", "+1", "heart", "smile", "octopus", "rocket", "eyes", "wave"];
      await enemy.storm((count) =>
        enemy.ask(count % 16 < 8 ? "POST" : "DELETE", `/messages/${id}/reactions`, {
          emoji_name: names[count % 8] as string,
        }),
      );
    },
  },
  {
    name: "storm-moves-of-5000",
    as: "owner",
    seconds: 4,
    run: (enemy) =>
      enemy.storm(
        (count) =>
          enemy.ask("PATCH", `/messages/${enemy.around.largeTopic.newestMessageId}`, {
            topic: `${enemy.around.largeTopic.name}${count % 2 === 0 ? " moved" : ""}`,
            propagate_mode: "change_all",
            send_notification_to_new_thread: "false",
            send_notification_to_old_thread: "false",
          }),
        2,
      ),
  },
  {
    name: "storm-moves-between-channels",
    as: "owner",
    seconds: 4,
    run: (enemy) =>
      enemy.storm(
        (count) =>
          enemy.ask("PATCH", `/messages/${enemy.around.largeTopic.newestMessageId}`, {
            stream_id: String(enemy.around.channels[count % 2 === 0 ? 1 : 0]?.id),
            propagate_mode: "change_all",
            send_notification_to_new_thread: "false",
            send_notification_to_old_thread: "false",
          }),
        2,
      ),
  },
  storm("read-and-unread", (enemy, count) =>
    enemy.post("/messages/flags/narrow", {
      anchor: "newest",
      num_before: "5000",
      num_after: "0",
      op: toggled(count, "add", "remove"),
      flag: "read",
      narrow: "[]",
    }),
  ),
  storm("stars", (enemy, count) =>
    enemy.post("/messages/flags", {
      messages: JSON.stringify(Array.from({ length: 5000 }, (_, number) => 20_000 + number)),
      op: toggled(count, "add", "remove"),
      flag: "starred",
    }),
  ),
  storm("mark-all-read", (enemy) => enemy.post("/mark_all_as_read")),
  storm("subscribe-and-leave", (enemy, count) => {
    const names = enemy.around.channels.map(({ name }) => name);
    return count % 2 === 0
      ? enemy.post("/users/me/subscriptions", { subscriptions: JSON.stringify(names.map((name) => ({ name }))) })
      : enemy.ask("DELETE", "/users/me/subscriptions", { subscriptions: JSON.stringify(names) });
  }),
  storm(
    "subscribe-everybody",
    (enemy, count) => {
      const principals = JSON.stringify(enemy.around.people);
      const { name } = enemy.around.channels[5] as { name: string };
      return count % 2 === 0
        ? enemy.post("/users/me/subscriptions", { subscriptions: JSON.stringify([{ name }]), principals })
        : enemy.ask("DELETE", "/users/me/subscriptions", { subscriptions: JSON.stringify([name]), principals });
    },
    { as: "owner", connections: 2 },
  ),
  storm("channels", (enemy, count) =>
    enemy.post("/users/me/subscriptions", { subscriptions: JSON.stringify([{ name: `of the storm ${count}` }]) }),
  ),
  storm("channels-50-at-once", (enemy, count) =>
    enemy.post("/users/me/subscriptions", {
      subscriptions: JSON.stringify(Array.from({ length: 50 }, (_, number) => ({ name: `s ${count} ${number}` }))),
    }),
  ),
  storm("names", (enemy, count) => enemy.ask("PATCH", "/settings", { full_name: `Mallory ${count}` })),
  storm("statuses", (enemy, count) => enemy.post("/users/me/status", { status_text: `${count}`, emoji_name: "tada" })),
  storm("settings", (enemy, count) =>
    enemy.ask("PATCH", "/settings", { web_font_size_px: String(14 + (count % 4)), twenty_four_hour_time: "true" }),
  ),
  storm("muted-people", (enemy, count) =>
    enemy.ask(
      toggled(Math.floor(count / 500), "POST", "DELETE"),
      `/users/me/muted_users/${enemy.around.people[count % 500]}`,
    ),
  ),
  storm("topic-policies", (enemy, count) =>
    enemy.post("/user_topics", {
      stream_id: String(first(enemy).id),
      topic: `t${count}`,
      visibility_policy: String(1 + (count % 3)),
    }),
  ),
  storm("groups", (enemy, count) =>
    enemy.post("/user_groups/create", {
      name: `g${enemy.me.id} ${count}`,
      description: "",
      members: JSON.stringify(enemy.around.people),
    }),
  ),
  {
    name: "storm-groups-nested",
    seconds: 4,
    async run(enemy) {
      const ids: number[] = [];
      while (!enemy.isOver && ids.length < 150) {
        const { body } = await enemy.post("/user_groups/create", {
          name: `nested ${enemy.me.id} ${ids.length}`,
          description: "",
          members: JSON.stringify([enemy.me.id]),
          subgroups: JSON.stringify(ids.slice(-20)),
        });
        const { group_id } = JSON.parse(body.toString() || "{}") as { group_id?: number };
        if (group_id === undefined) break;
        ids.push(group_id);
      }
      await enemy.storm((count) => enemy.get(`/user_groups/${ids[count % ids.length]}/members`));
    },
  },
  {
    name: "storm-queues",
    seconds: 4,
    run: (enemy) =>
      enemy.storm(() => enemy.post("/register", { fetch_event_types: "[]", queue_lifespan_secs: "604800" }), 16),
  },
  {
    name: "storm-queues-of-public-channels",
    seconds: 4,
    run: (enemy) =>
      enemy.storm(
        () =>
          enemy.post("/register", { event_types: '["message"]', all_public_streams: "true", fetch_event_types: "[]" }),
        16,
      ),
  },
  storm(
    "passwords",
    (enemy, count) => enemy.post("/fetch_api_key", { username: `person${count}@example.com`, password: "wrong" }),
    { as: "outsider", connections: 32 },
  ),
  storm(
    "new-passwords",
    (enemy) => enemy.ask("PATCH", "/settings", { old_password: "a", new_password: "a".repeat(100) }),
    {
      connections: 32,
    },
  ),
  storm("keys-guessed", (enemy) => enemy.ask("GET", "/users/me", undefined, { authorization: "Basic YTpi" }), {
    as: "outsider",
    connections: 32,
  }),
  storm(
    "api-keys",
    async (enemy) => {
      const { body } = await enemy.post("/users/me/api_key/regenerate");
      const { api_key } = JSON.parse(body.toString() || "{}") as { api_key?: string };
      if (api_key) Object.assign(enemy.me, { login: `${enemy.me.login.split(":")[0]}:${api_key}` });
    },
    { connections: 1 },
  ),
  storm("exports", (enemy) => enemy.post("/export/realm"), { as: "owner" }),
  storm("invitations", (enemy, count) =>
    enemy.post("/invites", {
      invitee_emails: Array.from({ length: 100 }, (_, number) => `a${count}-${number}@example.com`).join(","),
      stream_ids: "[]",
    }),
  ),
  storm(
    "invitation-links",
    (enemy) =>
      enemy.post("/invites/multiuse", { stream_ids: JSON.stringify(enemy.around.channels.map(({ id }) => id)) }),
    { as: "owner" },
  ),
  storm("bots", (enemy, count) =>
    enemy.post("/bots", { full_name: `Bot ${enemy.me.id} ${count}`, short_name: `b${enemy.me.id}-${count}` }),
  ),
  storm(
    "accounts",
    (enemy, count) =>
      enemy.post("/users", { email: `made${count}@example.com`, password: "correct horse battery", full_name: "Made" }),
    { as: "owner" },
  ),
  {
    name: "storm-submessages",
    seconds: 4,
    async run(enemy) {
      const id = await enemy.note("/poll a\nb\nc");
      const widen = (count: number) => ({ type: "new_option", idx: count % 1000, option: "o".repeat(9000) });
      await enemy.storm((count) =>
        count % 20 === 19
          ? enemy.get("/messages", { anchor: "newest", num_before: "20", num_after: "0", narrow: '[["is","dm"]]' })
          : enemy.post("/submessage", {
              message_id: String(id),
              msg_type: "widget",
              content: JSON.stringify(widen(count)),
            }),
      );
    },
  },
  {
    name: "storm-reactions-of-every-kind",
    async run(enemy) {
      const id = await enemy.note("a");
      const names = [
        "+1",
        "-1",
        "100",
        "1234",
        "a",
        "ab",
        "abc",
        "abcd",
        "tada",
        "heart",
        "smile",
        "eyes",
        "wave",
        "zap",
      ];
      await enemy.storm((count) =>
        enemy.post(`/messages/${id}/reactions`, { emoji_name: names[count % names.length] as string }),
      );
    },
  },
  {
    name: "storm-deletions",
    as: "owner",
    async run(enemy) {
      const newest = enemy.around.largeTopic.newestMessageId;
      await enemy.storm((count) => enemy.ask("DELETE", `/messages/${newest - 1 - count}`));
    },
  },
  {
    name: "storm-topic-deletion",
    as: "owner",
    seconds: 4,
    run: (enemy) =>
      enemy.storm(
        (count) =>
          enemy.post(`/streams/${enemy.around.channels[3 + (count % 40)]?.id}/delete_topic`, {
            topic_name: `topic ${count % 10}`,
          }),
        2,
      ),
  },
  storm("reports", (enemy) =>
    enemy.post(`/messages/${enemy.around.largeTopic.newestMessageId}/report`, {
      report_type: "spam",
      description: "a".repeat(900),
    }),
  ),
  storm(
    "channel-settings",
    (enemy, count) =>
      enemy.ask("PATCH", `/streams/${enemy.around.channels[0]?.id}`, { description: `${"d".repeat(1000)} ${count}` }),
    { as: "owner" },
  ),
  storm(
    "realm-settings",
    (enemy, count) => enemy.ask("PATCH", "/realm", { waiting_period_threshold: String(count % 3) }),
    { as: "owner" },
  ),
];

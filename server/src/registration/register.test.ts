import assert from "node:assert/strict";
import { CAPABILITIES } from "@parley/client";
import { listen, org, test } from "../../test/index.ts";
import * as channels from "../channels/contract.ts";
import * as messages from "../messages/contract.ts";
import { register } from "./contract.ts";

async function design(t: Parameters<typeof org>[0]) {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const stream_id = await acme.channel("design", [ada, ben]);
  return { acme, ada, ben, stream_id };
}

interface MessageEvent {
  type: "message";
  flags: string[];
  local_message_id?: string;
  message: Record<string, unknown> & { content: string };
}

test("a snapshot and the events that follow it are consistent while others write [E4]", async (t) => {
  const { acme, ada, ben } = await design(t);
  const readers = [];
  for (let n = 0; n < 6; n++) {
    const writing = [
      ada.sends("#design > logo", `${n}`),
      ben.call(channels.subscribe, { subscriptions: [{ name: `channel ${n}` }] }),
      ada.call(channels.subscribe, { subscriptions: [{ name: `channel ${n}` }] }),
      ben.writes(ada, `${n}`),
    ];
    const reader = await acme.member(`Reader ${n}`);
    await Promise.all([reader.watches(), ...writing]);
    readers.push(reader);
  }
  await acme.channel("design", [ada, ...readers]);
  await ada.sends("#design > logo", "to all");
  for (const reader of readers) await reader.verify();
});

test("event_types determines which events the queue receives", async (t) => {
  const { ada, ben } = await design(t);
  const ears = [
    await listen(ben, { event_types: ["message"] }),
    await listen(ben, { event_types: ["subscription", "no such type"] }),
    await listen(ben, { event_types: [] }),
    await listen(ben),
  ];
  await ada.sends("#design > logo", "hi");
  await ben.call(channels.subscribe, { subscriptions: [{ name: "new" }] });
  const types = await Promise.all(ears.map(async (ear) => new Set((await ear.hears()).map((event) => event.type))));
  assert.deepEqual(types.slice(0, 3), [new Set(["message"]), new Set(["subscription"]), new Set()]);
  assert.ok(types[3]?.has("message") && types[3].has("subscription") && types[3].has("stream"));
});

test("fetch_event_types determines the contents of the snapshot; it defaults to event_types", async (t) => {
  const { ada } = await design(t);
  const groups = async (args: Parameters<typeof ada.call<typeof register.params, typeof register.response>>[1]) => {
    const answer = await ada.call(register, args);
    return ["max_message_id", "realm_users", "subscriptions"].filter((name) => name in answer);
  };
  assert.deepEqual(await groups({}), ["max_message_id", "realm_users", "subscriptions"]);
  assert.deepEqual(await groups({ event_types: ["message"] }), ["max_message_id"]);
  assert.deepEqual(await groups({ event_types: [] }), []);
  assert.deepEqual(await groups({ event_types: ["message"], fetch_event_types: ["realm_user"] }), ["realm_users"]);
  assert.deepEqual(await groups({ fetch_event_types: ["subscription", "no such type"] }), ["subscriptions"]);
  assert.deepEqual(await groups({ fetch_event_types: [] }), []);
});

test("client_capabilities must include notification_settings_null and contain booleans; unknown ones are ignored", async (t) => {
  const { ada } = await design(t);
  const registers = (capabilities: object) => listen(ada, { client_capabilities: capabilities as never });
  await assert.rejects(registers({ bulk_message_deletion: true }), {
    code: "BAD_REQUEST",
    message: 'client_capabilities["notification_settings_null"] field is missing: Field required',
  });
  await assert.rejects(registers({ notification_settings_null: 1 }), {
    message: 'client_capabilities["notification_settings_null"] is not a boolean',
  });
  await assert.rejects(registers({ notification_settings_null: true, archived_channels: "yes" }), {
    message: 'client_capabilities["archived_channels"] is not a boolean',
  });
  assert.ok(await registers({ notification_settings_null: true, individual_emoji_changes: true, later: 5 }));
});

test("messages are sent as HTML or Markdown, with or without avatars and the empty topic's name", async (t) => {
  const { ada, ben } = await design(t);
  const base = { event_types: ["message"] };
  const plain = await listen(ben, base);
  const rich = await listen(ben, {
    ...base,
    apply_markdown: true,
    client_gravatar: false,
    client_capabilities: CAPABILITIES,
  });
  await ada.call(messages.sendMessage, { type: "channel", to: "design", topic: "", content: "**hi**" });
  const [a] = (await plain.hears()) as unknown as MessageEvent[];
  const [b] = (await rich.hears()) as unknown as MessageEvent[];
  assert.deepEqual([a?.message.content, a?.message.content_type], ["**hi**", "text/x-markdown"]);
  assert.deepEqual([b?.message.content, b?.message.content_type], ["<p><strong>hi</strong></p>", "text/html"]);
  assert.deepEqual([a?.message.subject, b?.message.subject], ["general chat", ""]);
  assert.equal(typeof b?.message.avatar_url, "string");
});

test("all_public_streams adds messages from public channels, but not from private ones", async (t) => {
  const { acme, ada } = await design(t);
  const [cem, gil] = [await acme.member("Cem"), await acme.guest("Gil")];
  await acme.channel("secret", [ada], { invite_only: true });
  const [all, own] = [
    await listen(cem, { all_public_streams: true, event_types: ["message"] }),
    await listen(cem, { event_types: ["message"] }),
  ];
  await ada.sends("#design > logo", "public");
  await ada.sends("#secret > plan", "private");
  const heard = (await all.hears()) as unknown as MessageEvent[];
  assert.deepEqual(
    heard.map(({ message, flags }) => [message.content, flags]),
    [["public", []]],
  );
  assert.deepEqual(await own.reads(), []);
  await acme.server.restart();
  await ada.sends("#design > logo", "while away");
  await ada.sends("#secret > plan", "private");
  assert.deepEqual(await all.reads(), ["while away"]);
  await assert.rejects(listen(gil, { all_public_streams: true }), {
    code: "BAD_REQUEST",
    message: "User not authorized for this query",
  });
});

test("a narrow filters messages and nothing else", async (t) => {
  const { acme, ada, ben } = await design(t);
  await acme.channel("Über uns", [ada, ben]);
  const narrows: [[string, string][], string[]][] = [
    [[["channel", "DESIGN"]], ["logo", "resolved"]],
    [[["stream", "ÜBER UNS"]], ["about"]],
    [
      [
        ["channel", "design"],
        ["topic", "LoGo"],
      ],
      ["logo"],
    ],
    [[["topic", "general CHAT"]], ["about"]],
    [[["sender", `USER${ada.id}@ACME.chat.test`]], []],
    [[["is", "dm"]], ["direct"]],
    [[["is", "private"]], ["direct"]],
    [[["is", "unread"]], ["logo", "resolved", "about", "direct"]],
    [[["is", "starred"]], []],
    [[["is", "mentioned"]], []],
    [[["is", "resolved"]], ["resolved"]],
    [
      [
        ["is", "dm"],
        ["channel", "design"],
      ],
      [],
    ],
  ];
  const ears = [];
  for (const [narrow] of narrows) ears.push(await listen(ben, { narrow, event_types: ["message", "subscription"] }));
  await ada.sends("#design > logo", "logo");
  await ada.sends("#design > ✔ done", "resolved");
  await ada.sends("#Über uns > ", "about");
  await ada.writes(ben, "direct");
  await ben.call(channels.subscribe, { subscriptions: [{ name: "another" }] });
  for (const [n, [narrow, expected]] of narrows.entries()) {
    const heard = (await ears[n]?.hears()) as unknown as MessageEvent[];
    const [others, own] = [heard.filter((e) => e.type !== "message"), heard.filter((e) => e.type === "message")];
    assert.deepEqual(
      own.map((e) => e.message.content),
      expected,
      JSON.stringify(narrow),
    );
    assert.ok(others.length > 0, "events of other types are not affected");
  }
  const refused = { search: "Operator search not supported.", "is/followed": "Operand followed not supported." };
  await assert.rejects(listen(ben, { narrow: [["search", "x"]] }), { message: refused.search });
  await assert.rejects(listen(ben, { narrow: [["is", "followed"]] }), { message: refused["is/followed"] });
  await assert.rejects(listen(ben, { narrow: [["channel"]] as never }), { code: "BAD_REQUEST" });
});

test("a narrow adds nothing that the queue would not receive without it", async (t) => {
  const { acme, ada } = await design(t);
  const [cem, gil] = [await acme.member("Cem"), await acme.guest("Gil")];
  const ears = [
    await listen(cem, { narrow: [["channel", "design"]] }),
    await listen(gil, { narrow: [["channel", "design"]] }),
  ];
  await ada.sends("#design > logo", "hi");
  for (const ear of ears) assert.deepEqual(await ear.reads(), []);
});

test("only the queue that sent a message receives its local id", async (t) => {
  const { ada, ben } = await design(t);
  const [own, second, others] = [await listen(ada), await listen(ada), await listen(ben)];
  await ada.call(messages.sendMessage, {
    type: "channel",
    to: "design",
    topic: "logo",
    content: "hi",
    queue_id: own.queue_id,
    local_id: "77.01",
  });
  const locals = [];
  for (const ear of [own, second, others]) {
    const heard = (await ear.hears()) as unknown as MessageEvent[];
    locals.push(heard.find((event) => event.type === "message")?.local_message_id);
  }
  assert.deepEqual(locals, ["77.01", undefined, undefined]);
});

test("organizations do not receive each other's events", async (t) => {
  const [acme, umbrella] = [await design(t), await org(t)];
  const ear = await listen(umbrella.owner, { all_public_streams: true });
  await acme.ada.sends("#design > logo", "hi");
  await acme.acme.member("Dora");
  assert.deepEqual(await ear.hears(), []);
});

import assert from "node:assert/strict";
import { CAPABILITIES } from "@parley/client";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { subscribe } from "../../channels/contract.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { register } from "../../registration/contract.ts";
import * as messages from "../contract.ts";
import * as readState from "./contract.ts";
import { newestUnread } from "./unread-store.ts";

const change = (person: Person, op: string, flag: string, ids: number[]) =>
  person.call(readState.updateMessageFlags, { messages: ids, op, flag });
const flagsOf = async (person: Person, ids: number[]) =>
  (await person.call(messages.getMessages, { message_ids: ids })).messages.map((each) => each.flags);
const unreadOf = async (person: Person) =>
  (await person.call(register, { client_capabilities: CAPABILITIES })).unread_msgs;

/** The stored rows of a person: message and flags. */
const rowsOf = async (acme: Organization, person: Person) =>
  (
    await acme.server.app.database.reader
      .selectFrom("user_message")
      .select(["message_id", "flags"])
      .where("user_id", "=", person.id)
      .execute()
  ).map(({ message_id, flags }) => [message_id, flags]);

async function design(acme: Organization, count = 3) {
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const channel = await acme.channel("design", [ada, ben]);
  const ids: number[] = [];
  for (let n = 0; n < count; n++) ids.push(await ada.sends("#design > logo", `message ${n}`));
  return { ada, ben, channel, ids };
}

test("marking a message as read notifies the reader's own clients, once", async (t) => {
  const acme = await org(t);
  const { ada, ben, ids } = await design(acme);
  const [a, b, c] = ids as [number, number, number];
  await ada.watches();
  const heard = await ben.eventsDuring(async () => {
    const answer = await change(ben, "add", "read", [b, b, a]);
    assert.deepEqual(answer.messages, [b, b, a]);
    assert.deepEqual(answer.ignored_because_not_subscribed_channels, []);
  });
  const event = { type: "update_message_flags", op: "add", operation: "add", flag: "read", all: false };
  assert.deepEqual(heard, [{ ...event, messages: [a, b] }]);
  assert.deepEqual(await ada.catchesUp(), []);
  assert.deepEqual(await flagsOf(ben, ids), [["read"], ["read"], []]);
  assert.deepEqual(await ben.eventsDuring(() => change(ben, "add", "read", [a, b])), []);
  assert.deepEqual(await ben.eventsDuring(() => change(ben, "add", "read", [a, c])), [{ ...event, messages: [c] }]);
});

test("events about unread messages describe them for clients that have not loaded them", async (t) => {
  const acme = await org(t);
  const { ada, ben, channel, ids } = await design(acme, 1);
  const cem = await acme.member("Cem");
  const empty = await ada.sends("#design > ", "x");
  const direct = await ada.writes(ben, "psst");
  const group = await ada.writes([ben, cem], "both of you");
  const self = await ben.writes(ben, "note");
  const all = [...ids, empty, direct, group, self];
  await change(ben, "add", "read", all);
  const heard = await ben.eventsDuring(() => change(ben, "remove", "read", all));
  const stream = { type: "stream", stream_id: channel, unmuted_stream_msg: true };
  assert.deepEqual(heard, [
    {
      type: "update_message_flags",
      op: "remove",
      operation: "remove",
      flag: "read",
      all: false,
      messages: all,
      message_details: {
        [all[0] as number]: { ...stream, topic: "logo" },
        [empty]: { ...stream, topic: "" },
        [direct]: { type: "private", user_ids: [ada.id] },
        [group]: { type: "private", user_ids: [ada.id, cem.id] },
        [self]: { type: "private", user_ids: [] },
      },
    },
  ]);
  assert.deepEqual(await unreadOf(ben), {
    count: 5,
    pms: [
      { other_user_id: ada.id, sender_id: ada.id, unread_message_ids: [direct] },
      { other_user_id: ben.id, sender_id: ben.id, unread_message_ids: [self] },
    ].sort((a, b) => a.other_user_id - b.other_user_id),
    streams: [
      { stream_id: channel, topic: "", unread_message_ids: [empty] },
      { stream_id: channel, topic: "logo", unread_message_ids: ids },
    ],
    huddles: [{ user_ids_string: [ada.id, ben.id, cem.id].join(","), unread_message_ids: [group] }],
    mentions: [],
    old_unreads_missing: false,
  });
});

test("clients that do not support the empty topic get its display name", async (t) => {
  const acme = await org(t);
  const { ada, ben, channel } = await design(acme, 0);
  const id = await ada.sends("#design > ", "x");
  const { unread_msgs, queue_id } = await ben.call(register, {});
  assert.deepEqual(unread_msgs?.streams, [{ stream_id: channel, topic: "general chat", unread_message_ids: [id] }]);
  await change(ben, "add", "read", [id]);
  await change(ben, "remove", "read", [id]);
  const { events } = await ben.asks("GET", "/events", {
    queue_id: queue_id as string,
    last_event_id: "-1",
    dont_block: "true",
  });
  const heard = events as { message_details?: Record<string, { topic: string }> }[];
  assert.deepEqual(
    heard.flatMap((event) => event.message_details?.[id]?.topic ?? []),
    ["general chat"],
  );
});

test("stars and collapsed messages are personal, listed at registration, and sent once", async (t) => {
  const acme = await org(t);
  const { ada, ben, ids } = await design(acme);
  const [a, b] = ids as [number, number];
  const starred = async () => (await ben.call(register, { event_types: ["starred_messages"] })).starred_messages;
  const event = { type: "update_message_flags", op: "add", operation: "add", flag: "starred", all: false };
  assert.deepEqual(await ben.eventsDuring(() => change(ben, "add", "starred", [b, a])), [
    { ...event, messages: [a, b] },
  ]);
  assert.deepEqual(await ben.eventsDuring(() => change(ben, "add", "starred", [a])), []);
  assert.deepEqual(await starred(), [a, b]);
  await change(ben, "add", "collapsed", [a]);
  assert.deepEqual(await flagsOf(ben, [a, b]), [["starred", "collapsed"], ["starred"]]);
  assert.deepEqual(await flagsOf(ada, [a]), [[]]);
  const removed = { ...event, op: "remove", operation: "remove" };
  assert.deepEqual(await ben.eventsDuring(() => change(ben, "remove", "starred", ids)), [
    { ...removed, messages: [a, b] },
  ]);
  assert.deepEqual(await ben.eventsDuring(() => change(ben, "remove", "starred", ids)), []);
  assert.deepEqual(await starred(), []);
  assert.deepEqual(await flagsOf(ben, [a, b]), [["collapsed"], []]);
});

test("the unread state is sent only to clients that receive events about it", async (t) => {
  const { ben } = await design(await org(t));
  const has = async (types: string[]) => "unread_msgs" in (await ben.call(register, { event_types: types }));
  assert.equal(await has(["message", "update_message_flags"]), true);
  assert.equal(await has(["message"]), false);
  assert.equal(await has(["update_message_flags"]), false);
});

test("an unknown or read-only flag is refused", async (t) => {
  const acme = await org(t);
  const { ben, ids } = await design(acme);
  const cases: [string, string, string][] = [
    ["add", "shiny", "Invalid flag: 'shiny'"],
    ["add", "wildcard_mentioned", "Invalid flag: 'wildcard_mentioned'"],
    ["add", "constructor", "Invalid flag: 'constructor'"],
    ["add", "mentioned", "Flag not editable: 'mentioned'"],
    ["remove", "historical", "Flag not editable: 'historical'"],
    ["toggle", "read", "Invalid message flag operation: 'toggle'"],
  ];
  for (const [op, flag, msg] of cases) {
    const given = { op, flag };
    const answers = [
      await ben.asks("POST", "/messages/flags", { messages: JSON.stringify(ids), ...given }),
      await ben.asks("POST", "/messages/flags/narrow", { anchor: "newest", num_before: "5", num_after: "0", ...given }),
    ];
    for (const answer of answers) assert.deepEqual([answer.code, answer.msg], ["BAD_REQUEST", msg]);
  }
  for (const missing of ["messages", "op", "flag"]) {
    const params: Record<string, string> = { messages: "[]", op: "add", flag: "read" };
    delete params[missing];
    assert.equal((await ben.asks("POST", "/messages/flags", params)).msg, `Missing '${missing}' argument`);
  }
  assert.deepEqual(await flagsOf(ben, ids), [[], [], []]);
});

test("users without access change nothing, and learn nothing about hidden messages", async (t) => {
  const acme = await org(t);
  const { ada, ben, ids } = await design(acme, 1);
  const [cem, gus] = [await acme.member("Cem"), await acme.guest("Gus")];
  await acme.channel("secret", [ada], { invite_only: true });
  const hidden = await ada.sends("#secret > x", "1");
  const direct = await ada.writes(ben, "psst");
  const other = await org(t);
  for (const [person, id] of [
    [cem, hidden],
    [cem, direct],
    [gus, ids[0] as number],
    [other.owner, ids[0] as number],
    [cem, 999_999_999],
    [cem, -1],
  ] as const) {
    for (const [op, flag] of [
      ["add", "starred"],
      ["add", "collapsed"],
      ["remove", "read"],
    ] as const) {
      await assert.rejects(change(person, op, flag, [...ids, id]), { message: "Invalid message(s)" });
    }
    // No flag would change, so there is nothing to refuse.
    await change(person, "add", "read", [id]);
    await change(person, "remove", "starred", [id]);
  }
  assert.deepEqual(await flagsOf(cem, ids), [["read", "historical"]]);
  for (const person of [cem, gus, other.owner]) assert.deepEqual(await rowsOf(acme, person), []);
});

test("a message that the user did not receive is read and can be starred; only subscribers can mark it as unread", async (t) => {
  const acme = await org(t);
  const { channel, ids } = await design(acme, 2);
  const [a, b] = ids as [number, number];
  const cem = await acme.member("Cem");
  await change(cem, "add", "starred", [a]);
  assert.deepEqual(await flagsOf(cem, ids), [
    ["read", "starred", "historical"],
    ["read", "historical"],
  ]);
  const heard = await cem.eventsDuring(async () => {
    const { ignored_because_not_subscribed_channels } = await change(cem, "remove", "read", ids);
    assert.deepEqual(ignored_because_not_subscribed_channels, [channel]);
  });
  assert.deepEqual(heard, []);
  await acme.channel("design", [cem]);
  const { ignored_because_not_subscribed_channels } = await change(cem, "remove", "read", [b]);
  assert.deepEqual(ignored_because_not_subscribed_channels, []);
  assert.deepEqual(await flagsOf(cem, ids), [["read", "starred", "historical"], ["historical"]]);
  assert.deepEqual((await unreadOf(cem))?.streams, [{ stream_id: channel, topic: "logo", unread_message_ids: [b] }]);
});

test("protected history cannot be marked as unread by later subscribers", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("secret", [ada], { invite_only: true, history_public_to_subscribers: false });
  const before = await ada.sends("#secret > x", "1");
  await ada.call(subscribe, {
    subscriptions: [{ name: "secret" }],
    principals: [ben.id],
  });
  await assert.rejects(change(ben, "remove", "read", [before]), { message: "Invalid message(s)" });
  await assert.rejects(change(ben, "add", "starred", [before]), { message: "Invalid message(s)" });
});

test("a range of a narrow is flagged, and the response says what it covered", async (t) => {
  const acme = await org(t);
  const { ada, ben, channel, ids } = await design(acme, 5);
  const other = await ada.sends("#design > other", "x");
  const [a, b, c, d, e] = ids as [number, number, number, number, number];
  const narrow: messages.NarrowTerm[] = [
    ["channel", "design"],
    ["topic", "LOGO"],
  ];
  const call = (request: object) =>
    ben.call(readState.updateMessageFlagsForNarrow, {
      anchor: "oldest",
      num_before: 0,
      num_after: 0,
      op: "add",
      flag: "read",
      narrow,
      ...request,
    });
  const ignored = { ignored_because_not_subscribed_channels: [] };
  assert.deepEqual(await call({ anchor: String(b), num_after: 1 }), {
    ...{ processed_count: 2, updated_count: 2, first_processed_id: b, last_processed_id: c },
    ...{ found_oldest: false, found_newest: false, ...ignored },
  });
  assert.deepEqual(await flagsOf(ben, [...ids, other]), [[], ["read"], ["read"], [], [], []]);
  const event = { type: "update_message_flags", op: "add", operation: "add", flag: "read", all: false };
  const heard = await ben.eventsDuring(async () =>
    assert.deepEqual(await call({ anchor: "first_unread", num_after: 10 }), {
      ...{ processed_count: 5, updated_count: 3, first_processed_id: a, last_processed_id: e },
      ...{ found_oldest: false, found_newest: true, ...ignored },
    }),
  );
  assert.deepEqual(heard, [{ ...event, messages: [a, d, e] }]);
  assert.deepEqual(await call({ anchor: "newest", num_before: 2, op: "remove" }), {
    ...{ processed_count: 2, updated_count: 2, first_processed_id: d, last_processed_id: e },
    ...{ found_oldest: false, found_newest: true, ...ignored },
  });
  assert.deepEqual(await call({ anchor: String(c), num_before: 9, include_anchor: false, flag: "starred" }), {
    ...{ processed_count: 2, updated_count: 2, first_processed_id: a, last_processed_id: b },
    ...{ found_oldest: true, found_newest: false, ...ignored },
  });
  assert.deepEqual(await call({ narrow: [["topic", "nowhere"]], num_after: 5 }), {
    ...{ processed_count: 0, updated_count: 0, first_processed_id: null, last_processed_id: null },
    ...{ found_oldest: true, found_newest: true, ...ignored },
  });
  // Without a narrow, or with null, the range covers everything the user received.
  assert.equal((await call({ narrow: undefined, num_after: 99, flag: "collapsed" })).processed_count, 6);
  assert.equal((await call({ narrow: null, num_after: 99, flag: "collapsed" })).updated_count, 0);
  const cem = await acme.member("Cem");
  const answer = await cem.call(readState.updateMessageFlagsForNarrow, {
    ...{ anchor: "oldest", num_before: 0, num_after: 99, op: "remove", flag: "read" },
    narrow: [{ operator: "channel", operand: channel }],
  });
  assert.deepEqual(
    [answer.processed_count, answer.updated_count, answer.ignored_because_not_subscribed_channels],
    [6, 0, [channel]],
  );
});

test("an invalid range is refused, and one that is too long is shortened", async (t) => {
  const acme = await org(t);
  const { ben, ids } = await design(acme);
  const ask = (params: Record<string, string>) =>
    ben.asks("POST", "/messages/flags/narrow", {
      ...{ anchor: "newest", num_before: "1", num_after: "0", op: "add", flag: "read", narrow: "[]" },
      ...params,
    });
  const cases: [Record<string, string>, string][] = [
    [{ anchor: "today" }, "Invalid anchor"],
    [{ num_before: "-1" }, "num_before is too small"],
    [{ narrow: '[["moon","full"]]' }, "Invalid narrow operator: unknown operator moon"],
    [
      { num_before: "1", num_after: "1", include_anchor: "false" },
      "The anchor can only be excluded at an end of the range",
    ],
  ];
  for (const [params, msg] of cases) assert.equal((await ask(params)).msg, msg);
  for (const missing of ["anchor", "num_before", "num_after", "op", "flag"]) {
    const params: Record<string, string> = { anchor: "1", num_before: "1", num_after: "1", op: "add", flag: "read" };
    delete params[missing];
    assert.equal((await ben.asks("POST", "/messages/flags/narrow", params)).msg, `Missing '${missing}' argument`);
  }
  assert.deepEqual(await flagsOf(ben, ids), [[], [], []]);
  const lowered = await ask({ num_before: "1000000", num_after: "1000000" });
  assert.equal(lowered.processed_count, 3);
});

test("a topic, a channel and everything can be marked as read at once", async (t) => {
  const acme = await org(t);
  const { ada, ben, channel, ids } = await design(acme, 2);
  const other = await ada.sends("#design > Other", "x");
  const unnamed = await ada.sends("#design > ", "x");
  const direct = await ada.writes(ben, "psst");
  const event = { type: "update_message_flags", op: "add", operation: "add", flag: "read", all: false };
  const topic = (topic_name: string) => ben.call(readState.markTopicAsRead, { stream_id: channel, topic_name });
  assert.deepEqual(await ben.eventsDuring(() => topic("oTHER")), [{ ...event, messages: [other] }]);
  assert.deepEqual(await ben.eventsDuring(() => topic("Other")), []);
  assert.deepEqual(await ben.eventsDuring(() => topic("general chat")), [{ ...event, messages: [unnamed] }]);
  await change(ben, "remove", "read", [other]);
  const all = () => ben.call(readState.markChannelAsRead, { stream_id: channel });
  assert.deepEqual(await ben.eventsDuring(all), [{ ...event, messages: [...ids, other] }]);
  assert.deepEqual(await ben.eventsDuring(all), []);
  assert.deepEqual((await unreadOf(ben))?.pms[0]?.unread_message_ids, [direct]);
  await change(ben, "remove", "read", [ids[0] as number]);
  const everything = async () => assert.deepEqual(await ben.call(readState.markAllAsRead, {}), { complete: true });
  assert.deepEqual(await ben.eventsDuring(everything), [{ ...event, messages: [], all: true }]);
  assert.deepEqual(await ben.eventsDuring(everything), []);
  assert.deepEqual(await flagsOf(ben, [...ids, other, unnamed, direct]), Array(5).fill(["read"]));
  assert.deepEqual(await rowsOf(acme, ben), []);
});

test("only channels and topics that the reader can see can be marked as read", async (t) => {
  const acme = await org(t);
  const { ada, ben, channel } = await design(acme, 1);
  const secret = await acme.channel("secret", [ada], { invite_only: true });
  await ada.sends("#secret > x", "1");
  const gus = await acme.guest("Gus");
  for (const [person, stream_id] of [
    [ben, secret],
    [ben, 999_999],
    [gus, channel],
    [(await org(t)).owner, channel],
  ] as const) {
    const msg = { message: "Invalid channel ID", code: "BAD_REQUEST" };
    await assert.rejects(person.call(readState.markChannelAsRead, { stream_id }), msg);
    await assert.rejects(person.call(readState.markTopicAsRead, { stream_id, topic_name: "x" }), msg);
  }
  for (const topic_name of ["nowhere", ""])
    await assert.rejects(ben.call(readState.markTopicAsRead, { stream_id: channel, topic_name }), {
      message: `No such topic '${topic_name}'`,
    });
  await acme.alter((tx) => tx.updateTable("channel").set({ is_archived: true }).where("id", "=", channel).execute());
  await assert.rejects(ben.call(readState.markChannelAsRead, { stream_id: channel }), {
    message: "Invalid channel ID",
  });
});

test("rows for messages read out of order are removed when the read mark passes them [M4]", async (t) => {
  const acme = await org(t);
  const { ben, ids } = await design(acme, 4);
  const [a, b, c, d] = ids as [number, number, number, number];
  await change(ben, "add", "read", [c]);
  assert.equal((await rowsOf(acme, ben)).length, 1);
  await change(ben, "add", "read", [a]);
  await change(ben, "add", "read", [b]);
  assert.deepEqual(await rowsOf(acme, ben), []);
  await change(ben, "remove", "read", [a, c]);
  await change(ben, "add", "starred", [c]);
  await change(ben, "add", "read", [a, c, d]);
  assert.deepEqual(await rowsOf(acme, ben), [[c, 2]]);
});

test("muted conversations are listed and not counted", async (t) => {
  const acme = await org(t);
  const { ada, ben, channel, ids } = await design(acme, 1);
  const wanted = await ada.sends("#design > wanted", "x");
  const muted = (is_muted: boolean) =>
    acme.alter((tx) => tx.updateTable("subscription").set({ is_muted }).where("user_id", "=", ben.id).execute());
  const policy = (topic: string, visibility_policy: number) =>
    acme.alter((tx) =>
      tx
        .insertInto("user_topic")
        .values({
          ...{ user_id: ben.id, channel_id: channel, topic_name: topic, topic_key: topic },
          ...{ visibility_policy, last_updated: 0 },
        })
        .execute(),
    );
  await muted(true);
  assert.equal((await unreadOf(ben))?.count, 0);
  assert.equal((await unreadOf(ben))?.streams.length, 2);
  await policy("wanted", 2);
  assert.equal((await unreadOf(ben))?.count, 1);
  await muted(false);
  assert.equal((await unreadOf(ben))?.count, 2);
  await policy("logo", 1);
  assert.equal((await unreadOf(ben))?.count, 1);
  await change(ben, "add", "read", [...ids, wanted]);
  const heard = await ben.eventsDuring(() => change(ben, "remove", "read", [...ids, wanted]));
  const details = heard[0]?.message_details as Record<string, { unmuted_stream_msg: boolean }>;
  assert.deepEqual(
    Object.values(details).map((each) => each.unmuted_stream_msg),
    [false, true],
  );
});

test("only the newest unread messages are listed, however far apart they are", async (t) => {
  const acme = await org(t);
  const { ben, ids } = await design(acme, 5);
  const { reader } = acme.server.app.database;
  for (const limit of [1, 2, 4, 5, 6]) {
    const { direct, topics, isCut } = await newestUnread(reader, ben.id, limit);
    assert.deepEqual(
      [...direct, ...topics].flatMap((each) => each.ids),
      ids.slice(-limit),
    );
    assert.equal(isCut, limit < 5);
  }
});

test("read receipts list readers of a message who share them", async (t) => {
  const acme = await org(t);
  const { ada, ben, ids } = await design(acme, 1);
  const id = ids[0] as number;
  const [cem, dan, late] = [await acme.member("Cem"), await acme.member("Dan"), await acme.member("Late")];
  const later = async () => {
    await acme.channel("design", [cem, dan]);
    return ada.sends("#design > logo", "2");
  };
  const second = await later();
  const receipts = async (message_id: number) => (await ada.call(readState.getReadReceipts, { message_id })).user_ids;
  assert.deepEqual(await receipts(second), []);
  for (const person of [ada, ben, cem, dan]) await change(person, "add", "read", [id, second]);
  await acme.channel("design", [late]);
  assert.deepEqual(await receipts(second), [ben.id, cem.id, dan.id]);
  assert.deepEqual(await receipts(id), [ben.id]);
  await change(cem, "remove", "read", [second]);
  await acme.alter((tx) =>
    tx.updateTable("user").set({ settings: '{"send_read_receipts":false}' }).where("id", "=", dan.id).execute(),
  );
  assert.deepEqual(await receipts(second), [ben.id]);
  await change(late, "add", "starred", [id]);
  assert.deepEqual(await receipts(id), [ben.id, late.id]);
  await acme.deactivate(ben);
  assert.deepEqual(await receipts(second), []);

  const direct = await ada.writes([cem, late], "psst");
  assert.deepEqual(await receipts(direct), []);
  await change(late, "add", "read", [direct]);
  assert.deepEqual(await receipts(direct), [late.id]);
  await assert.rejects(dan.call(readState.getReadReceipts, { message_id: direct }), { message: "Invalid message(s)" });
  await acme.owner.call(updateRealm, { enable_read_receipts: false });
  await assert.rejects(receipts(second), { message: "Read receipts are disabled in this organization." });
  await assert.rejects(dan.call(readState.getReadReceipts, { message_id: direct }), { message: "Invalid message(s)" });
});

import assert from "node:assert/strict";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { subscribe } from "../../channels/contract.ts";
import { unsubscribe } from "../../channels/subscribe/contract.ts";
import { messageDeletion } from "../../contract.ts";
import * as messages from "../contract.ts";

type FetchRequest = Parameters<typeof read>[1];
const read = (person: Person, request: Partial<Parameters<typeof ask>[1]>) =>
  ask(person, { anchor: "newest", ...request });
function ask(
  person: Person,
  request: {
    anchor?: string;
    num_before?: number;
    num_after?: number;
    include_anchor?: boolean;
    narrow?: messages.NarrowTerm[];
    message_ids?: number[];
    allow_empty_topic_name?: boolean;
    use_first_unread_anchor?: boolean;
  },
) {
  return person.call(messages.getMessages, request);
}
const idsOf = async (person: Person, request: FetchRequest) =>
  (await read(person, request)).messages.map((each) => each.id);

async function design(acme: Organization, count: number) {
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const channel = await acme.channel("design", [ada, ben]);
  const ids: number[] = [];
  for (let n = 0; n < count; n++) ids.push(await ada.sends("#design > logo", `message ${n}`));
  return { ada, ben, channel, ids };
}

test("a page surrounds its anchor, and says which ends it reached", async (t) => {
  const { ben, ids } = await design(await org(t), 5);
  const [a, b, c, d, e] = ids as [number, number, number, number, number];
  const narrow: messages.NarrowTerm[] = [["channel", "design"]];
  const cases: [object, number[], [anchor: boolean, oldest: boolean, newest: boolean]][] = [
    [{ anchor: String(c), num_before: 1, num_after: 1 }, [b, c, d], [true, false, false]],
    [{ anchor: String(c), num_before: 9, num_after: 9 }, ids, [true, true, true]],
    [{ anchor: String(c), num_before: 2, include_anchor: false }, [a, b], [false, false, false]],
    [{ anchor: String(c), num_after: 1, include_anchor: false }, [d], [false, false, false]],
    [{ anchor: String(c) }, [c], [true, false, false]],
    [{ anchor: "newest", num_before: 2 }, [d, e], [false, false, true]],
    [{ anchor: "oldest", num_after: 2 }, [a, b], [false, true, false]],
    [{ anchor: "-5", num_after: 1 }, [a], [false, true, false]],
    [{ anchor: "99999999999999999999", num_before: 1 }, [e], [false, false, true]],
    [{ anchor: "first_unread", num_after: 1 }, [a, b], [true, false, false]],
  ];
  for (const [request, expected, found] of cases) {
    const answer = await ask(ben, { narrow, ...request });
    assert.deepEqual(
      answer.messages.map((each) => each.id),
      expected,
      JSON.stringify(request),
    );
    assert.deepEqual([answer.found_anchor, answer.found_oldest, answer.found_newest], found, JSON.stringify(request));
  }
});

test("an invalid request is refused", async (t) => {
  const acme = await org(t);
  const cases: [Record<string, string>, string][] = [
    [{}, "Missing 'anchor' argument."],
    [{ anchor: "today" }, "Invalid anchor"],
    [{ anchor: "newest", num_before: "-1" }, "num_before is too small"],
    [{ anchor: "newest", num_before: "5001" }, "Too many messages requested (maximum 5000)."],
    [
      { anchor: "1", num_before: "1", num_after: "1", include_anchor: "false" },
      "The anchor can only be excluded at an end of the range",
    ],
    [{ anchor: "1", narrow: "{}" }, "narrow is not a list"],
    [{ anchor: "1", narrow: "[7]" }, "Invalid narrow[0]: Value error, dict or list required"],
    [{ anchor: "1", narrow: '[["topic"]]' }, "Invalid narrow[0]: Value error, element is not a string pair"],
    [{ anchor: "1", narrow: '[{"operator":"topic"}]' }, "Invalid narrow[0]: Value error, operand is missing"],
    [{ anchor: "1", narrow: '[{"operand":"x"}]' }, "Invalid narrow[0]: Value error, operator is missing"],
    [{ anchor: "1", narrow: '[["moon","full"]]' }, "Invalid narrow operator: unknown operator moon"],
    [{ anchor: "1", narrow: '[["constructor","x"]]' }, "Invalid narrow operator: unknown operator constructor"],
    [{ anchor: "1", narrow: '[["channel","nowhere"]]' }, "Invalid narrow operator: unknown channel nowhere"],
    [
      { anchor: "1", narrow: '[["topic","a"],["dm","olivia@example.com"]]' },
      "Invalid narrow operator: No message can be both a channel message and direct message",
    ],
  ];
  for (const [params, msg] of cases) assert.equal((await acme.owner.asks("GET", "/messages", params)).msg, msg);
  const both = await acme.owner.asks("GET", "/messages", { message_ids: "[1]", anchor: "1" });
  assert.match(both.msg, /^Unsupported parameter combination: /);
});

test("a channel, a topic and a conversation are found by all of their names", async (t) => {
  const acme = await org(t);
  const { ada, ben, channel, ids } = await design(acme, 1);
  const other = await ada.sends("#design > Other", "x");
  const direct = await ada.writes(ben, "psst");
  const term = (operator: string, operand: unknown): messages.NarrowTerm => ({ operator, operand });
  for (const each of [term("channel", channel), term("stream", "DESIGN"), ["channel", "design"] as [string, string]])
    assert.deepEqual(await idsOf(ben, { num_before: 9, narrow: [each] }), [...ids, other]);
  assert.deepEqual(await idsOf(ben, { num_before: 9, narrow: [term("channel", channel), term("topic", "oTHER")] }), [
    other,
  ]);
  assert.deepEqual(await idsOf(ben, { num_before: 9, narrow: [term("topic", "other")] }), [other]);
  for (const operand of [[ada.id], [ada.id, ben.id], `user${ada.id}@${acme.realm.host}`])
    assert.deepEqual(await idsOf(ben, { num_before: 9, narrow: [term("dm", operand)] }), [direct]);
  assert.deepEqual(await idsOf(ben, { num_before: 9, narrow: [term("dm", [])] }), []);
  assert.deepEqual(await idsOf(ben, { num_before: 9 }), [...ids, other, direct]);
});

test("the empty topic has a display name for clients that do not know it", async (t) => {
  const { ada, ben } = await design(await org(t), 0);
  for (const topic of ["", "general chat", "(no topic)"]) await ada.sends(`#design > ${topic}`, "x");
  const subjects = async (allow_empty_topic_name: boolean) =>
    (await read(ben, { num_before: 9, narrow: [["topic", "general chat"]], allow_empty_topic_name })).messages.map(
      (each) => each.subject,
    );
  assert.deepEqual(await subjects(true), ["", "", ""]);
  assert.deepEqual(await subjects(false), ["general chat", "general chat", "general chat"]);
});

test("messages sent before a user subscribed are historical for them, and later ones are not", async (t) => {
  const acme = await org(t);
  const { ids } = await design(acme, 1);
  const cem = await acme.member("Cem");
  const flags = async () =>
    (await read(cem, { num_before: 9, narrow: [["channel", "design"]] })).messages.map((each) => each.flags);
  assert.deepEqual(await flags(), [["read", "historical"]]);
  await acme.channel("design", [cem]);
  assert.deepEqual(await flags(), [["read", "historical"]]);
  const ben = await acme.member("Bob");
  const later = await ben.sends("#design > logo", "y");
  assert.deepEqual(await flags(), [["read", "historical"], []]);
  assert.deepEqual(await idsOf(cem, { num_before: 9 }), [later]);
  assert.equal((await ask(cem, { anchor: "first_unread" })).anchor, later);
  assert.equal(ids.length, 1);
});

test("protected history shows messages sent while the reader was subscribed, and nothing to former subscribers", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const channel = await acme.channel("secret", [ada], { invite_only: true, history_public_to_subscribers: false });
  const before = await ada.sends("#secret > x", "1");
  await ada.call(subscribe, { subscriptions: [{ name: "secret" }], principals: [ben.id] });
  const during = await ada.sends("#secret > x", "2");
  const away = await ada.sends("#secret > x", "3");
  const narrow: messages.NarrowTerm[] = [{ operator: "channel", operand: channel }];
  const change = (is_subscribed: boolean) =>
    acme.alter(async (tx) => {
      await tx
        .updateTable("subscription")
        .set({ is_subscribed })
        .where("user_id", "=", ben.id)
        .where("channel_id", "=", channel)
        .execute();
      await tx
        .updateTable("subscription_period")
        .set({ to_message_id: during })
        .where("user_id", "=", ben.id)
        .where("channel_id", "=", channel)
        .execute();
    });
  await change(true);
  assert.deepEqual(await idsOf(ben, { num_before: 9, narrow }), [during]);
  const known = async () =>
    (await ben.call(messages.getMessages, { message_ids: [before, during, away] })).messages.map((each) => each.id);
  assert.deepEqual(await known(), [during]);
  await change(false);
  assert.deepEqual(await known(), []);
  await assert.rejects(idsOf(ben, { num_before: 9, narrow }), { code: "BAD_NARROW" });
});

test("users with access through a group keep received and starred messages in their history, except in protected history", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  for (const [name, history_public_to_subscribers, isShown] of [
    ["shared", true, true],
    ["protected", false, false],
  ] as const) {
    await ada.call(subscribe, {
      subscriptions: [{ name }],
      principals: [ada.id],
      send_new_subscription_messages: false,
      invite_only: true,
      history_public_to_subscribers,
      can_subscribe_group: { direct_members: [ben.id], direct_subgroups: [] },
    });
    const starred = await ada.sends(`#${name} > x`, "before");
    await ada.call(subscribe, { subscriptions: [{ name }], principals: [ben.id] });
    const came = await ada.sends(`#${name} > x`, "during");
    await ben.call(unsubscribe, { subscriptions: [name] });
    await ben.asks("POST", "/messages/flags", { messages: `[${starred}]`, op: "add", flag: "starred" });
    assert.deepEqual(await idsOf(ben, { num_before: 9, narrow: [["topic", "x"]] }), isShown ? [starred, came] : []);
    await ada.call(messageDeletion.deleteMessage, { message_id: starred });
    await ada.call(messageDeletion.deleteMessage, { message_id: came });
  }
});

test("no message of another organization is ever shown", async (t) => {
  const [acme, other] = [await org(t), await org(t)];
  const { ids } = await design(acme, 1);
  const { messages: seen } = await other.owner.call(messages.getMessages, { message_ids: ids });
  assert.deepEqual(seen, []);
  assert.deepEqual(await idsOf(other.owner, { num_before: 99 }), []);
});

test("a page of very long messages ends early and says that there are more", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("design", [ada, ben]);
  const ids: number[] = [];
  for (let n = 0; n < 220; n++) ids.push(await ada.sends("#design > logo", `${n} ${"word ".repeat(1990)}`));
  const narrow: messages.NarrowTerm[] = [["channel", "design"]];
  const newest = await ask(ben, { anchor: "newest", num_before: 5000, narrow });
  const kept = newest.messages.map((each) => each.id);
  assert.ok(kept.length > 100 && kept.length < ids.length, `${kept.length} messages`);
  assert.deepEqual(kept, ids.slice(-kept.length));
  assert.deepEqual([newest.found_oldest, newest.found_newest], [false, true]);
  const rest = await ask(ben, { anchor: String(kept[0]), num_before: 5000, include_anchor: false, narrow });
  assert.deepEqual([...rest.messages.map((each) => each.id), ...kept], ids);
  assert.equal(rest.found_oldest, true);
  const oldest = await ask(ben, { anchor: "oldest", num_after: 5000, narrow });
  assert.deepEqual([oldest.messages[0]?.id, oldest.found_oldest, oldest.found_newest], [ids[0], true, false]);
  const found = await ask(ben, { anchor: "newest", num_before: 5000, narrow: [["search", "word"]] });
  assert.deepEqual([found.messages.at(-1)?.id, found.found_oldest], [ids.at(-1), false]);
  assert.equal((await ask(ben, { message_ids: ids.slice(0, 200) })).messages.length, 200);
});

test("when messages are too long for one response, clients request fewer ids", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("design", [ada]);
  const ids: number[] = [];
  for (let n = 0; n < 450; n++) ids.push(await ada.sends("#design > logo", `${n} ${"word ".repeat(1990)}`));
  await assert.rejects(ask(ada, { message_ids: ids }), { code: "BAD_REQUEST", message: /Request fewer/ });
  assert.equal((await ask(ada, { message_ids: ids.slice(0, 300) })).messages.length, 300);
});

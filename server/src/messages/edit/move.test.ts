import assert from "node:assert/strict";
import { sql } from "kysely";
import { type Heard, type Organization, org, type Person, test } from "../../../test/index.ts";
import { type Channel, channelByRecipient } from "../../channels/store.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { getMessages } from "../contract.ts";
import { newestInTopic } from "../delete/store.ts";
import { addReaction } from "../reactions/contract.ts";
import { updateMessageFlags } from "../read-state/contract.ts";
import { copies, plansOf, SCANS_MESSAGES } from "../testing.ts";
import { getTopics } from "../topics/contract.ts";
import { visibleInChannel } from "../visibility.ts";
import { MOST_AT_ONCE } from "./batch-size.ts";
import { editMessage } from "./contract.ts";
import { ages, forgetUnseen, isAny, messagesWith, moveMessages } from "./store.ts";

type MoveChange = Partial<Parameters<typeof moves>[2]>;
const moves = (
  person: Person,
  message_id: number,
  change: {
    topic?: string;
    stream_id?: number;
    propagate_mode?: "change_one" | "change_later" | "change_all";
    send_notification_to_new_thread?: boolean;
    send_notification_to_old_thread?: boolean;
    content?: string;
  },
) => person.call(editMessage, { message_id, send_notification_to_new_thread: false, ...change });

async function design(t: Parameters<typeof org>[0]) {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const stream_id = await acme.channel("design", [ada, ben]);
  const ids: number[] = [];
  for (const text of ["one", "two", "three"]) ids.push(await ada.sends("#design > logo", text));
  return { acme, ada, ben, stream_id, ids: ids as [number, number, number] };
}

const topics = async (person: Person, stream_id: number) =>
  (await person.call(getTopics, { stream_id, allow_empty_topic_name: true })).topics.map(({ name, max_id }) => [
    name,
    max_id,
  ]);
const read = async (person: Person, ids: readonly number[]) =>
  (await person.call(getMessages, { message_ids: [...ids], allow_empty_topic_name: true })).messages;
const subjects = async (person: Person, ids: readonly number[]) =>
  (await read(person, ids)).map((message) => message.subject);
const updates = (events: Heard[]) => events.filter((event) => event.type === "update_message");
const deletions = (events: Heard[]) => events.filter((event) => event.type === "delete_message");

test("a move takes one message, that message and later ones, or the whole topic", async (t) => {
  const { acme, ada, ben, stream_id, ids } = await design(t);
  const [one, two, three] = ids;
  const other = await ada.sends("#design > other", "stays");
  const heard = await ben.eventsDuring(() => moves(ben, two, { topic: "Fonts" }));
  const shared = {
    type: "update_message",
    user_id: ben.id,
    rendering_only: false,
    flags: [],
    edit_timestamp: Math.floor(acme.clock.now() / 1000),
    stream_id,
    stream_name: "design",
    topic_links: [],
  };
  assert.deepEqual(heard, [
    {
      ...shared,
      message_id: two,
      message_ids: [two],
      propagate_mode: "change_one",
      orig_subject: "logo",
      subject: "Fonts",
    },
  ]);
  assert.deepEqual(await topics(ben, stream_id), [
    ["other", other],
    ["logo", three],
    ["Fonts", two],
  ]);
  // Into an existing topic, however it is spelled.
  await moves(ada, one, { topic: "FONTS", propagate_mode: "change_later" });
  assert.deepEqual(await topics(ben, stream_id), [
    ["other", other],
    ["FONTS", three],
  ]);
  assert.deepEqual(await subjects(ben, ids), ["FONTS", "Fonts", "FONTS"]);
  const [all] = await ben.eventsDuring(() => moves(ada, two, { topic: "", propagate_mode: "change_all" }));
  assert.deepEqual(all, {
    ...shared,
    user_id: ada.id,
    message_id: two,
    message_ids: ids,
    propagate_mode: "change_all",
    orig_subject: "Fonts",
    subject: "",
  });
  assert.deepEqual(await topics(ben, stream_id), [
    ["other", other],
    ["", three],
  ]);
});

test("a move can change only the case of a topic", async (t) => {
  const { ada, stream_id, ids } = await design(t);
  await moves(ada, ids[0], { topic: "LOGO", propagate_mode: "change_all", send_notification_to_old_thread: true });
  assert.deepEqual(await subjects(ada, ids), ["LOGO", "LOGO", "LOGO"]);
  assert.deepEqual(await topics(ada, stream_id), [["LOGO", ids[2]]]);
  // The newest message determines the topic's name.
  await moves(ada, ids[0], { topic: "Logo" });
  assert.deepEqual(await topics(ada, stream_id), [["LOGO", ids[2]]]);
  const [heard] = updates(
    await ada.eventsDuring(() => moves(ada, ids[1], { topic: "Logo", propagate_mode: "change_all" })),
  );
  assert.deepEqual(heard?.message_ids, [ids[1], ids[2]]);
  assert.deepEqual(await topics(ada, stream_id), [["Logo", ids[2]]]);
});

test("each message keeps its earlier versions, newest first", async (t) => {
  const { acme, ada, ben, ids } = await design(t);
  const start = Math.floor(acme.clock.now() / 1000);
  await ada.call(editMessage, { message_id: ids[0], content: "ONE" });
  await acme.clock.advance({ seconds: 10 });
  await moves(ben, ids[2], { topic: "Fonts", propagate_mode: "change_all" });
  await acme.clock.advance({ seconds: 10 });
  await moves(ada, ids[0], { topic: 'a "quoted" \\ name', content: "1" });
  const messages = await read(ben, ids);
  const move = { user_id: ben.id, timestamp: start + 10, prev_topic: "logo", topic: "Fonts" };
  assert.deepEqual(
    messages.map((message) => message.edit_history),
    [
      [
        {
          user_id: ada.id,
          timestamp: start + 20,
          prev_content: "ONE",
          prev_rendered_content: "<p>ONE</p>",
          prev_topic: "Fonts",
          topic: 'a "quoted" \\ name',
        },
        move,
        { user_id: ada.id, timestamp: start, prev_content: "one", prev_rendered_content: "<p>one</p>" },
      ],
      [move],
      [move],
    ],
  );
  assert.deepEqual(
    messages.map((message) => [message.last_edit_timestamp, message.last_moved_timestamp]),
    [
      [start + 20, start + 20],
      [undefined, start + 10],
      [undefined, start + 10],
    ],
  );
});

test("resolving a topic moves it without counting as a move, and posts no notice", async (t) => {
  const { ada, ben, stream_id, ids } = await design(t);
  const resolve = { topic: "✔ logo", propagate_mode: "change_all", send_notification_to_new_thread: true } as const;
  const heard = await ben.eventsDuring(() => moves(ben, ids[0], resolve));
  assert.deepEqual(
    heard.map((event) => [event.type, event.subject]),
    [["update_message", "✔ logo"]],
  );
  const [message] = await read(ada, ids);
  assert.equal(message?.last_moved_timestamp, undefined);
  assert.equal(message?.edit_history?.[0]?.prev_topic, "logo");
  assert.deepEqual(await topics(ada, stream_id), [["✔ logo", ids[2]]]);
  const again = { ...resolve, topic: "logo", send_notification_to_old_thread: true };
  assert.equal((await ben.eventsDuring(() => moves(ben, ids[0], again))).length, 1);
  // Detected in every kind of move.
  assert.equal(
    (await ben.eventsDuring(() => moves(ada, ids[1], { ...resolve, propagate_mode: "change_one" }))).length,
    1,
  );
});

test("a move to another channel is sent to users who can see it there, and others get a deletion", async (t) => {
  const { acme, ada, ben, stream_id, ids } = await design(t);
  const [cem, dan, gus] = [await acme.member("Cem"), await acme.member("Dan"), await acme.guest("Gus")];
  const hal = await acme.guest("Hal");
  const target = await acme.channel("secret", [ada, cem, hal], {
    invite_only: true,
    history_public_to_subscribers: true,
  });
  await acme.channel("design", [ada, gus]);
  for (const person of [ada, ben, cem, dan, gus, hal]) await person.catchesUp();
  await moves(ada, ids[1], { stream_id: target, propagate_mode: "change_later" });
  const moved = {
    type: "update_message",
    user_id: ada.id,
    rendering_only: false,
    message_id: ids[1],
    message_ids: [ids[1], ids[2]],
    edit_timestamp: Math.floor(acme.clock.now() / 1000),
    stream_id,
    stream_name: "design",
    orig_subject: "logo",
    propagate_mode: "change_later",
    new_stream_id: target,
  };
  const gone = {
    type: "delete_message",
    message_ids: [ids[1], ids[2]],
    message_type: "stream",
    stream_id,
    topic: "logo",
  };
  const heardByAda = (await ada.catchesUp()).filter((event) => event.type !== "stream");
  // Her message is now the first of a topic, so she follows it.
  assert.deepEqual(
    heardByAda.map((event) => event.type),
    ["muted_topics", "user_topic", "update_message"],
  );
  assert.deepEqual(updates(heardByAda), [{ ...moved, flags: [] }]);
  assert.deepEqual(updates(await cem.catchesUp()), [{ ...moved, flags: ["read"] }]);
  for (const person of [ben, gus]) {
    const heard = await person.catchesUp();
    assert.deepEqual([updates(heard), deletions(heard)], [[], [gone]]);
    assert.deepEqual(await subjects(person, ids), person === ben ? ["logo"] : ["logo"]);
  }
  for (const person of [dan, hal]) {
    const heard = await person.catchesUp();
    assert.deepEqual([updates(heard), deletions(heard)], [[], []]);
  }
  const [first, second] = await read(cem, [ids[1], ids[2]]);
  assert.deepEqual([first?.stream_id, first?.subject, second?.stream_id], [target, "logo", target]);
  assert.deepEqual(first?.edit_history, [
    { user_id: ada.id, timestamp: moved.edit_timestamp, prev_stream: stream_id, stream: target },
  ]);
  assert.deepEqual(await topics(ada, stream_id), [["logo", ids[0]]]);
  assert.deepEqual(await topics(cem, target), [["logo", ids[2]]]);
});

test("between public channels everyone keeps their read state, and both channels update their first message", async (t) => {
  const { acme, ada, ben, stream_id, ids } = await design(t);
  const [cem, gus] = [await acme.member("Cem"), await acme.guest("Gus")];
  await acme.channel("design", [ada, gus]);
  const target = await acme.channel("brand", [ada, cem]);
  const later = await cem.sends("#brand > fonts", "later");
  await cem.call(addReaction, { message_id: ids[2], emoji_name: "tada" });
  await ben.call(updateMessageFlags, { messages: [ids[1]], op: "add", flag: "read" });
  for (const person of [ada, ben, cem, gus]) await person.catchesUp();
  const adaHasRead = (await read(ada, [ids[0]]))[0]?.flags.includes("read");
  await moves(ada, ids[0], { stream_id: target, topic: "Logo", propagate_mode: "change_all" });
  const first = (value: unknown) => ({ type: "stream", op: "update", property: "first_message_id", value });
  const heard = await ada.catchesUp();
  assert.deepEqual(
    heard.filter((event) => event.type === "stream"),
    [
      { ...first(null), stream_id, name: "design" },
      { ...first(ids[0]), stream_id: target, name: "brand" },
    ],
  );
  const [move] = updates(heard);
  assert.deepEqual([move?.orig_subject, move?.subject, move?.new_stream_id], ["logo", "Logo", target]);
  const ofBen = await ben.catchesUp();
  assert.equal(updates(ofBen).length, 1);
  assert.deepEqual(
    ofBen
      .filter((event) => event.type === "update_message_flags")
      .map((event) => [event.op, event.flag, event.messages]),
    [["add", "read", [ids[0], ids[2]]]],
    "what was unread, and nothing else",
  );
  assert.equal(updates(await cem.catchesUp()).length, 1);
  const lost = await gus.catchesUp();
  assert.deepEqual([updates(lost).length, deletions(lost).length], [0, 1]);
  assert.deepEqual(await topics(ben, stream_id), []);
  assert.deepEqual(await topics(ben, target), [
    ["fonts", later],
    ["Logo", ids[2]],
  ]);
  const flags = async (person: Person) => (await read(person, [ids[0]]))[0]?.flags.includes("read");
  assert.deepEqual([await flags(ada), await flags(cem), await flags(ben)], [adaHasRead, true, true]);
});

test("only messages that the mover can see leave protected history; within it topics stay together", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const board = await acme.channel("board", [ada], { invite_only: true, history_public_to_subscribers: false });
  const before = await ada.sends("#board > pay", "before");
  await acme.channel("board", [ada, ben]);
  const after = await ada.sends("#board > pay", "after");
  const target = await acme.channel("team", [ada, ben]);
  await moves(ben, after, { topic: "raise", propagate_mode: "change_all" });
  assert.deepEqual(await subjects(ada, [before, after]), ["raise", "raise"]);
  await moves(ben, after, { stream_id: target, propagate_mode: "change_all" });
  const [kept, moved] = await read(ada, [before, after]);
  assert.deepEqual([kept?.stream_id, moved?.stream_id], [board, target]);
});

test("messages moved into protected history are visible to users who were subscribed when they were sent", async (t) => {
  const { acme, ada, ben, ids } = await design(t);
  const board = await acme.channel("board", [ada], { invite_only: true, history_public_to_subscribers: false });
  const last = await ada.sends("#design > logo", "sent while Ada was on the board");
  for (const person of [ada, ben]) await person.catchesUp();
  await moves(ada, ids[0], { stream_id: board, propagate_mode: "change_all" });
  const heard = await ada.catchesUp();
  assert.deepEqual(updates(heard)[0]?.message_ids, [last]);
  assert.deepEqual(deletions(heard)[0]?.message_ids, ids);
  assert.deepEqual(deletions(await ben.catchesUp())[0]?.message_ids, [...ids, last]);
  assert.deepEqual(await subjects(ada, [...ids, last]), ["logo"]);
  assert.deepEqual(await topics(ada, board), [["logo", last]]);
});

test("messages moved out of a private channel reveal its name only to users who can see it", async (t) => {
  const { acme, ada, ben } = await design(t);
  const secret = await acme.channel("layoffs", [ada], { invite_only: true, history_public_to_subscribers: true });
  const message_id = await ada.sends("#layoffs > plan", "never mind");
  const target = await acme.channel("news", [ada, ben, acme.owner]);
  for (const person of [ada, ben, acme.owner]) await person.watches();
  await ada.call(editMessage, { message_id, stream_id: target, send_notification_to_new_thread: false });
  const told = async (person: Person) =>
    updates(await person.catchesUp()).map((event) => [event.stream_id, event.stream_name, event.new_stream_id]);
  assert.deepEqual(await told(ben), [[0, undefined, target]]);
  for (const person of [ada, acme.owner]) assert.deepEqual(await told(person), [[secret, "layoffs", target]]);
});

test("the notification bot says where messages came from and went, if requested", async (t) => {
  const { acme, ada, ben, ids } = await design(t);
  const target = await acme.channel("brand", [ada, ben]);
  const who = `@_**Ada|${ada.id}**`;
  const said = async (change: MoveChange, id = ids[0]) => {
    const heard = await ben.eventsDuring(() => moves(ada, id, change));
    const { messages } = await ben.call(getMessages, {
      message_ids: heard
        .filter((event) => event.type === "message")
        .map((event) => (event.message as { id: number }).id),
      apply_markdown: false,
    });
    return messages.map((message) => [message.display_recipient, message.subject, message.content]);
  };
  const both = { send_notification_to_new_thread: true, send_notification_to_old_thread: true };
  assert.deepEqual(await said({ topic: "a", ...both }), [
    ["design", "a", `${who} moved #**design>a@${ids[0]}** here from #**design>logo**.`],
    ["design", "logo", `${who} moved a message from this topic to #**design>a**.`],
  ]);
  assert.deepEqual(await said({ topic: "b", propagate_mode: "change_later", ...both }, ids[1]), [
    ["design", "b", `${who} moved this topic here from #**design>logo**.`],
    ["design", "logo", `${who} moved this topic to #**design>b**.`],
  ]);
  assert.deepEqual(await said({ stream_id: target, propagate_mode: "change_all", ...both }), [
    ["brand", "a", `${who} moved this topic here from #**design>a**.`],
    ["design", "a", `${who} moved this topic to #**brand>a**.`],
  ]);
  assert.deepEqual(await said({ topic: "c", propagate_mode: "change_later", ...both }, ids[2]), [
    ["design", "c", `${who} moved 3 messages here from #**design>b**.`],
    ["design", "b", `${who} moved 3 messages from this topic to #**design>c**.`],
  ]);
  // The notice in the new topic is posted unless declined, the one in the old topic only on request.
  const heard = await ben.eventsDuring(() => ada.call(editMessage, { message_id: ids[1], topic: "d" }));
  assert.equal(heard.filter((event) => event.type === "message").length, 1);
});

test("move notices are in the organization's language", async (t) => {
  const { acme, ada, ids } = await design(t);
  await acme.owner.call(updateRealm, { default_language: "de" });
  const change = { send_notification_to_new_thread: true, send_notification_to_old_thread: true };
  await moves(ada, ids[0], { topic: "a", ...change });
  await moves(ada, ids[1], { topic: "b", propagate_mode: "change_all", ...change });
  const said = async (topic: string) => {
    const narrow = [
      { operator: "channel", operand: "design" },
      { operator: "topic", operand: topic },
    ];
    const request = { anchor: "newest", num_before: 1, narrow, apply_markdown: false };
    return (await ada.call(getMessages, request)).messages[0]?.content;
  };
  const who = `@_**Ada|${ada.id}**`;
  assert.equal(await said("a"), `${who} hat #**design>a@${ids[0]}** von #**design>logo** hierher verschoben.`);
  assert.equal(await said("b"), `${who} hat dieses Thema von #**design>logo** hierher verschoben.`);
  assert.equal(await said("logo"), `${who} hat dieses Thema nach #**design>b** verschoben.`);
});

test("moving hundreds of messages takes no more statements than moving one", async (t) => {
  const { acme, ada, stream_id, ids } = await design(t);
  await acme.alter((tx) => copies(tx, ids[2], 2000));
  const target = await acme.channel("brand", [ada]);
  const count = async (work: () => Promise<unknown>) => {
    const counted = counting(acme);
    await work();
    return counted.stop();
  };
  const batches = Math.ceil(2002 / MOST_AT_ONCE);
  const few = await count(() => moves(ada, ids[0], { topic: "few" }));
  const many = await count(() => moves(ada, ids[1], { topic: "many", propagate_mode: "change_all" }));
  // Topic policies move with the whole topic, so its remaining readers are queried.
  assert(many <= batches * (few + 5), `${many} statements for ${batches} batches, ${few} for one message`);
  const across = await count(() => moves(ada, ids[1], { stream_id: target, propagate_mode: "change_all" }));
  assert(across < batches * (few + 25), `${across} statements across channels`);
  assert.equal((await topics(ada, target)).length, 1);
  assert.equal((await topics(ada, stream_id)).length, 1);
});

/** Counts PostgreSQL queries inside transactions; SQLite runs the same ones. */
function counting(acme: Organization) {
  const { database } = acme.server.app;
  if (database.engine === "sqlite") return { stop: () => 0 };
  const { transaction } = database;
  let statements = 0;
  database.transaction = (work) =>
    transaction.call(database, (tx) =>
      work(
        tx.withPlugin({
          transformQuery: ({ node }) => {
            statements++;
            return node;
          },
          transformResult: async ({ result }) => result,
        }) as typeof tx,
      ),
    ) as never;
  return {
    stop() {
      database.transaction = transaction;
      return statements;
    },
  };
}

test("a move finds its messages by index", async (t) => {
  const { acme, ada, ids } = await design(t);
  acme.stopFollowing("rows are changed past the API");
  const { database } = acme.server.app;
  const [row] = await database.reader.selectFrom("message").selectAll().where("id", "=", ids[0]).execute();
  const channel = await channelByRecipient(database.reader, acme.realm.id, ada.id, row?.recipient_id ?? 0);
  const topic_id = row?.topic_id ?? 0;
  const seen = visibleInChannel({ ...ada, role: 400, groups: new Set() } as never, {
    ...(channel as Channel),
    invite_only: true,
    history_public_to_subscribers: false,
  });
  const place = { topic_id, recipient_id: row?.recipient_id ?? 0, subject: "x" };
  const plans = await plansOf(database, async (tx) => {
    await messagesWith(tx, sql`message.topic_id = ${topic_id} and message.id >= ${ids[1]} and ${seen}`, 100);
    await ages(tx, topic_id, seen, 0);
    await isAny(tx, sql`message.topic_id = ${topic_id} and not (${isAnyOf(tx, "message.id", ids)})`);
    await moveMessages(tx, ids, place, { user_id: ada.id, timestamp: 1, topic: "x", channel_id: 1 }, true);
    await newestInTopic(tx, topic_id, seen, 100);
    await forgetUnseen(tx, channel?.id ?? 0, ids);
  });
  assert(plans.length >= 7);
  for (const plan of plans) assert.doesNotMatch(plan, SCANS_MESSAGES);
  for (const plan of plans) assert.doesNotMatch(plan, /SCAN user_message|Seq Scan on user_message/);
});

test("each message moves to another channel with its own spelling of the topic", async (t) => {
  const { acme, ada, ids } = await design(t);
  const stream_id = await acme.channel("brand", [ada]);
  const other = await ada.sends("#design > LOGO", "x");
  const [move] = updates(await ada.eventsDuring(() => moves(ada, ids[0], { stream_id, propagate_mode: "change_all" })));
  assert.equal(move?.subject, undefined);
  const subjects = (await read(ada, [ids[0], other])).map((message) => message.subject);
  assert.deepEqual(subjects, ["logo", "LOGO"]);
});

test("users who lose a message by a move lose their star on it, even if the message comes back", async (t) => {
  const { acme, ada, ben, stream_id, ids } = await design(t);
  const secret = await acme.channel("secret", [ada], { invite_only: true, history_public_to_subscribers: true });
  await ben.call(updateMessageFlags, { messages: [ids[0]], op: "add", flag: "starred" });
  const starred = async () => (await ben.watches()).store.state.starred.size;
  await ben.catchesUp();
  assert.equal(await starred(), 1);
  for (const to of [secret, stream_id]) {
    await ben.eventsDuring(() => moves(ada, ids[0], { stream_id: to }));
    assert.equal(await starred(), 0);
  }
});

/** The unread messages in a registration response, by conversation, and their limit. */
import assert from "node:assert/strict";
import { org, type Person, test } from "../../../test/index.ts";
import { Flag } from "../../messages/flags.ts";
import { MAX_UNREAD } from "../../messages/read-state/contract.ts";
import { newestUnread } from "../../messages/read-state/unread-store.ts";
import { register } from "../contract.ts";
import { does } from "./workspace.ts";

const unreadOf = async (person: Person) =>
  (
    await person.call(register, {
      fetch_event_types: ["message", "update_message_flags"],
      client_capabilities: { notification_settings_null: true, empty_topic_name: true },
    })
  ).unread_msgs;

test("unread messages are grouped by conversation, in order; muted conversations are included but not counted", async (t) => {
  const acme = await org(t);
  const [ada, ben, cem] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cem")];
  const [design, noise, left] = [
    await acme.channel("design", [ada, ben]),
    await acme.channel("noise", [ada, ben]),
    await acme.channel("left", [ada, ben]),
  ];
  await does(ada, `PATCH /users/me/subscriptions/${noise}`, { property: "is_muted", value: true });
  await does(ada, "POST /user_topics", { stream_id: design, topic: "muted", visibility_policy: 1 });
  await does(ada, "POST /user_topics", { stream_id: noise, topic: "heard", visibility_policy: 2 });
  const sent = {
    logo: await ben.sends("#design > Logo", "1"),
    zebra: await ben.sends("#design > zebra", "2"),
    logoAgain: await ben.sends("#design > LOGO", "@**Ada** 3"),
    muted: await ben.sends("#design > muted", "@**all** 4"),
    empty: await ben.sends("#design > ", "@**all** 5"),
    noise: await ben.sends("#noise > any", "6"),
    heard: await ben.sends("#noise > heard", "7"),
    left: await ben.sends("#left > any", "8"),
    ofCem: await cem.writes(ada, "9"),
    ofBen: await ben.writes(ada, "10"),
    group: await cem.writes([ada, ben], "11"),
    own: await ada.writes(ada, "12"),
  };
  await does(ada, "DELETE /users/me/subscriptions", { subscriptions: ["left"] });
  await does(ada, "POST /messages/flags", { messages: [sent.own], op: "remove", flag: "read" });
  const direct = (other_user_id: number, ...unread_message_ids: number[]) => ({
    other_user_id,
    sender_id: other_user_id,
    unread_message_ids,
  });
  const topic = (stream_id: number, topic: string, ...unread_message_ids: number[]) => ({
    stream_id,
    topic,
    unread_message_ids,
  });
  assert.ok(left > noise && noise > design);
  assert.deepEqual(await unreadOf(ada), {
    count: 9,
    pms: [direct(ada.id, sent.own), direct(ben.id, sent.ofBen), direct(cem.id, sent.ofCem)],
    streams: [
      topic(design, "", sent.empty),
      topic(design, "Logo", sent.logo, sent.logoAgain),
      topic(design, "muted", sent.muted),
      topic(design, "zebra", sent.zebra),
      topic(noise, "any", sent.noise),
      topic(noise, "heard", sent.heard),
    ],
    huddles: [{ user_ids_string: `${ada.id},${ben.id},${cem.id}`, unread_message_ids: [sent.group] }],
    mentions: [sent.logoAgain, sent.empty],
    old_unreads_missing: false,
  });
});

test("above the limit, the oldest unread messages are left out", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("design", [ada, ben]);
  const ids = [];
  for (let n = 0; n < 5; n++) ids.push(await (n % 2 ? ben.writes(ada, "hi") : ben.sends("#design > logo", "hi")));
  const newest = async (limit: number, atOnce?: number) => {
    const { direct, topics, isCut } = await newestUnread(acme.server.app.database.reader, ada.id, limit, atOnce);
    return [[...direct, ...topics].flatMap(({ ids: found }) => found).sort((a, b) => a - b), isCut];
  };
  assert.deepEqual(await newest(3), [ids.slice(2), true]);
  assert.deepEqual(await newest(5), [ids, false]);
  const later = [];
  for (let n = 0; n < 3; n++) later.push(await ben.sends("#design > logo", "hi"));
  await does(ada, "POST /messages/flags", { messages: later.slice(1), op: "add", flag: "read" });
  const unread = [...ids, later[0]];
  for (const atOnce of [1, 2, 3, 100])
    for (const limit of [1, 2, 3, 4, 5, 6])
      assert.deepEqual(
        await newest(limit, atOnce),
        [unread.slice(-limit), limit < unread.length],
        `at most ${limit}, ${atOnce} at once`,
      );
  assert.equal(MAX_UNREAD, 50_000);
});

test("however much was read one by one elsewhere, what was read is not listed as unread", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("design", [ada, ben]);
  await acme.channel("others", [ben]);
  const first = await ben.sends("#design > logo", "unread");
  const elsewhere = [];
  for (let n = 0; n < 4; n++) elsewhere.push(await ben.sends("#others > any", "hi"));
  const read = await ben.sends("#design > logo", "read");
  await does(ada, "POST /messages/flags", { messages: [read], op: "add", flag: "read" });
  // As bots have that were mentioned in channels to which they are not subscribed.
  const rows = elsewhere.map((message_id) => ({ user_id: ada.id, message_id, flags: Flag.read }));
  await acme.alter((tx) => tx.insertInto("user_message").values(rows).execute());
  const { topics } = await newestUnread(acme.server.app.database.reader, ada.id, 5, 2);
  assert.deepEqual(
    topics.map(({ ids }) => ids),
    [[first]],
  );
});

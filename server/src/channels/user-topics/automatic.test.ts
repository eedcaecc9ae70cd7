import assert from "node:assert/strict";
import { sql } from "kysely";
import { type Heard, type Organization, org, type Person, test } from "../../../test/index.ts";
import type { User, WriteContext } from "../../kernel/context.ts";
import type { Tx } from "../../kernel/db/handles.ts";
import { sendMessage } from "../../messages/contract.ts";
import { editMessage } from "../../messages/edit/contract.ts";
import { addReaction } from "../../messages/reactions/contract.ts";
import { addSubmessage } from "../../messages/submessages/contract.ts";
import { plansOf, SCANS_MESSAGES } from "../../messages/testing.ts";
import { hasReceivedEarlier } from "../../messages/visibility.ts";
import { toUser } from "../../organization/realm.ts";
import { updateSettings } from "../../people/settings/contract.ts";
import { updateSubscriptionSettings } from "../subscribe/contract.ts";
import { policyAfterSending } from "./automatic.ts";
import { setTopicVisibility, VisibilityPolicy } from "./contract.ts";

const { none, muted, unmuted, followed } = VisibilityPolicy;
const ON = { participation: 1, send: 2, initiation: 3, never: 4 } as const;

interface AutomaticScene {
  acme: Organization;
  ada: Person;
  ben: Person;
  stream_id: number;
}

/** Ada and Ben in a channel; Ben has started "old". */
async function stage(t: Parameters<typeof org>[0]): Promise<AutomaticScene> {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const stream_id = await acme.channel("design", [ada, ben]);
  await ben.sends("#design > old", "First");
  return { acme, ada, ben, stream_id };
}

interface MessagePreferences {
  follow?: 1 | 2 | 3 | 4;
  unmute?: 1 | 2 | 3 | 4;
}

const settles = (person: Person, { follow, unmute }: MessagePreferences) =>
  person.call(updateSettings, {
    ...(follow ? { automatically_follow_topics_policy: follow } : {}),
    ...(unmute ? { automatically_unmute_topics_in_muted_streams_policy: unmute } : {}),
  });

const mutes = (person: Person, stream_id: number) =>
  person.call(updateSubscriptionSettings, { subscription_data: [{ stream_id, property: "is_muted", value: true }] });

const says = (person: Person, topic: string, content = "Hello") =>
  person.call(sendMessage, { type: "channel", to: "design", topic, content });

const types = (events: readonly Heard[]) => events.map((event) => event.type);

test("users who start a topic follow it: the response says so, and the events precede the message", async (t) => {
  const { acme, ada, ben, stream_id } = await stage(t);
  await ben.watches();
  const heard = await ada.eventsDuring(async () => {
    const { automatic_new_visibility_policy } = await says(ada, "New");
    assert.equal(automatic_new_visibility_policy, followed);
  });
  const last_updated = Math.floor(acme.clock.now() / 1000);
  assert.deepEqual(heard.slice(0, 2), [
    { type: "muted_topics", muted_topics: [] },
    { type: "user_topic", stream_id, topic_name: "New", last_updated, visibility_policy: followed },
  ]);
  assert.deepEqual(types(heard.slice(2)), ["message"]);
  assert.deepEqual(types(await ben.catchesUp()), ["message"]);
  for (const topic of ["new", "old"])
    assert.equal("automatic_new_visibility_policy" in (await says(ada, topic)), false, topic);
  assert.deepEqual(types(await ada.eventsDuring(() => says(ada, "NEW"))), ["message"]);
});

for (const { when, settings, isMuted, topic, has = none, gets } of [
  { when: "never", settings: { follow: ON.never, unmute: ON.never }, isMuted: true, topic: "new", gets: none },
  { when: "the default", settings: {}, isMuted: false, topic: "old", gets: none },
  { when: "the default in a muted channel", settings: {}, isMuted: true, topic: "old", gets: unmuted },
  { when: "the default, beginning in a muted channel", settings: {}, isMuted: true, topic: "new", gets: followed },
  { when: "following on send", settings: { follow: ON.send }, isMuted: false, topic: "old", gets: followed },
  {
    when: "following on participation",
    settings: { follow: ON.participation },
    isMuted: false,
    topic: "old",
    gets: followed,
  },
  {
    when: "following on send, what was muted",
    settings: { follow: ON.send },
    isMuted: false,
    topic: "old",
    has: muted,
    gets: followed,
  },
  {
    when: "following on send, what was unmuted",
    settings: { follow: ON.send },
    isMuted: true,
    topic: "old",
    has: unmuted,
    gets: followed,
  },
  {
    when: "following on send, what is followed",
    settings: { follow: ON.send },
    isMuted: true,
    topic: "old",
    has: followed,
    gets: none,
  },
  { when: "unmuting on send, what was muted", settings: {}, isMuted: true, topic: "old", has: muted, gets: unmuted },
  { when: "unmuting on send, what is unmuted", settings: {}, isMuted: true, topic: "old", has: unmuted, gets: none },
  {
    when: "unmuting on initiation, a topic that goes on",
    settings: { unmute: ON.initiation },
    isMuted: true,
    topic: "old",
    gets: none,
  },
  {
    when: "unmuting on initiation",
    settings: { follow: ON.never, unmute: ON.initiation },
    isMuted: true,
    topic: "new",
    gets: unmuted,
  },
  {
    when: "unmuting where nothing is muted",
    settings: { follow: ON.never, unmute: ON.send },
    isMuted: false,
    topic: "new",
    gets: none,
  },
  { when: "beginning what was muted before", settings: {}, isMuted: false, topic: "new", has: muted, gets: none },
] as const)
  test(`the sender's policy for a topic: ${when}`, async (t) => {
    const { ada, stream_id } = await stage(t);
    await settles(ada, settings);
    if (isMuted) await mutes(ada, stream_id);
    if (has !== none) await ada.call(setTopicVisibility, { stream_id, topic, visibility_policy: has });
    const heard = await ada.eventsDuring(async () => {
      const { automatic_new_visibility_policy = none } = await says(ada, topic);
      assert.equal(automatic_new_visibility_policy, gets);
    });
    const [change] = heard.filter((event) => event.type === "user_topic");
    assert.equal(change?.visibility_policy ?? none, gets);
  });

test("bots, direct messages and server notices set no topic policy", async (t) => {
  const { acme, ada } = await stage(t);
  await settles(ada, { follow: ON.participation });
  const bot = await acme.bot("Build", ada);
  assert.equal("automatic_new_visibility_policy" in (await says(bot, "new")), false);
  const direct = await ada.call(sendMessage, { type: "direct", to: [ada.id], content: "Note" });
  assert.equal("automatic_new_visibility_policy" in direct, false);
});

test("with protected history, a topic starts for the sender with the first message they can see", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("secret", [ada], { invite_only: true, history_public_to_subscribers: false });
  const to = { type: "channel", to: "secret", content: "Hello" } as const;
  await ada.call(sendMessage, { ...to, topic: "plan" });
  await ada.asks("POST", "/users/me/subscriptions", {
    subscriptions: JSON.stringify([{ name: "secret" }]),
    principals: JSON.stringify([ben.id]),
  });
  const first = await ben.call(sendMessage, { ...to, topic: "plan" });
  assert.equal(first.automatic_new_visibility_policy, followed);
  await ada.call(sendMessage, { ...to, topic: "budget" });
  const second = await ben.call(sendMessage, { ...to, topic: "Budget" });
  assert.equal("automatic_new_visibility_policy" in second, false);
});

test("a reaction or a vote counts as participation, for subscribers with that setting only", async (t) => {
  const { acme, ada, ben, stream_id } = await stage(t);
  const cem = await acme.member("Cem");
  const poll = await ben.sends("#design > poll", "/poll Lunch?\nPizza");
  const vote = { message_id: poll, msg_type: "widget", content: '{"type":"vote","key":"canned,0","vote":1}' };
  const react = (person: Person, emoji_name: string) => person.call(addReaction, { message_id: poll, emoji_name });

  await settles(ada, { follow: ON.send });
  assert.deepEqual(types(await ada.eventsDuring(() => react(ada, "tada"))), ["reaction"]);
  await settles(ada, { follow: ON.participation });
  const voted = await ada.eventsDuring(() => ada.call(addSubmessage, vote));
  assert.deepEqual(types(voted), ["muted_topics", "user_topic", "submessage"]);
  assert.equal(voted[1]?.visibility_policy, followed);
  assert.deepEqual(types(await ada.eventsDuring(() => react(ada, "heart"))), ["reaction"]);

  await settles(ben, { follow: ON.never, unmute: ON.participation });
  await ben.call(setTopicVisibility, { stream_id, topic: "poll", visibility_policy: muted });
  await mutes(ben, stream_id);
  const reacted = await ben.eventsDuring(() => react(ben, "heart"));
  assert.deepEqual(types(reacted), ["muted_topics", "user_topic", "reaction"]);
  assert.equal(reacted[1]?.visibility_policy, unmuted);

  await settles(cem, { follow: ON.participation });
  const outside = await cem.eventsDuring(() => react(cem, "heart"));
  assert.deepEqual(
    outside.filter((event) => event.type === "user_topic"),
    [],
  );
});

test("users mentioned by name follow the topic, unless they muted it, turned that off or are not reached", async (t) => {
  const { acme, ada, ben, stream_id } = await stage(t);
  const [cem, dan, eve] = [await acme.member("Cem"), await acme.member("Dan"), await acme.member("Eve")];
  await ada.asks("POST", "/users/me/subscriptions", {
    subscriptions: JSON.stringify([{ name: "design" }]),
    principals: JSON.stringify([cem.id, dan.id]),
  });
  await cem.call(updateSettings, { automatically_follow_topics_where_mentioned: false });
  await dan.call(setTopicVisibility, { stream_id, topic: "old", visibility_policy: muted });
  for (const person of [ben, cem, dan, eve]) await person.watches();
  await says(ada, "old", "@**Ben** @**Cem** @**Dan** @**Eve**");
  assert.deepEqual(types(await ben.catchesUp()), ["message"], "Ben has begun it and follows it");
  assert.deepEqual(types(await cem.catchesUp()), ["message"]);
  assert.deepEqual(types(await dan.catchesUp()), ["message"]);
  assert.deepEqual(await eve.catchesUp(), []);

  const other = await dan.eventsDuring(() => says(ada, "other", "@**Dan** look"));
  assert.deepEqual(types(other), ["muted_topics", "user_topic", "message"]);
  assert.deepEqual(types(await dan.eventsDuring(() => says(ada, "more", "@_**Dan** @**all**"))), ["message"]);
});

test("a moved message that becomes the first of a topic makes its sender follow the topic", async (t) => {
  const { ada, ben } = await stage(t);
  await settles(ben, { follow: ON.send });
  const hers = await ada.sends("#design > old", "Something else");
  const his = await ben.sends("#design > old", "Quite another thing");
  const moved = await ada.eventsDuring(() => ben.call(editMessage, { message_id: hers, topic: "else" }));
  assert.deepEqual(types(moved), ["muted_topics", "user_topic", "update_message", "message"]);
  assert.deepEqual([moved[1]?.topic_name, moved[1]?.visibility_policy], ["else", followed]);
  // Neither users who follow on sending, nor users whose message is not the first there.
  const again = await ben.eventsDuring(() => ada.call(editMessage, { message_id: his, topic: "another" }));
  assert.deepEqual(
    again.filter((event) => event.type === "user_topic"),
    [],
  );
  const late = await ada.sends("#design > old", "Late");
  const joined = await ada.eventsDuring(() => ben.call(editMessage, { message_id: late, topic: "another" }));
  assert.deepEqual(
    joined.filter((event) => event.type === "user_topic"),
    [],
  );
});

test("a message to an existing topic needs no query, unless a setting applies to every message", async (t) => {
  const { acme, ada, stream_id } = await stage(t);
  const { app } = acme.server;
  const row = await app.database.reader
    .selectFrom("user")
    .selectAll()
    .where("id", "=", ada.id)
    .executeTakeFirstOrThrow();
  const asked = { message: "The database was asked." };
  const db = new Proxy({} as Tx, {
    get() {
      throw new Error(asked.message);
    },
  });
  const sends = (settings: Record<string, unknown>, is_muted: boolean, isFirst: boolean) => {
    const ctx = { db, user: toUser({ ...row, settings }, new Set()) } as unknown as WriteContext;
    return policyAfterSending(ctx, { id: stream_id, is_muted }, "old", async () => isFirst);
  };
  assert.equal(await sends({}, false, false), undefined);
  assert.equal(await sends({ automatically_follow_topics_policy: ON.never }, false, true), undefined);
  await assert.rejects(sends({}, false, true), asked);
  await assert.rejects(sends({}, true, false), asked);
  await assert.rejects(sends({ automatically_follow_topics_policy: ON.send }, false, false), asked);
});

test("whether a topic is new to its sender is looked up by index", async (t) => {
  const { acme, ada, stream_id } = await stage(t);
  const { app } = acme.server;
  const id = await ada.sends("#design > old", "Second");
  const earlier = hasReceivedEarlier({ id: ada.id } as User, { id, channel_id: stream_id });
  const [plan] = await plansOf(app.database, (tx) => sql`select ${earlier} as found`.execute(tx));
  assert.doesNotMatch(plan ?? "", SCANS_MESSAGES);
  assert.match(plan ?? "", /topic_id/);
});

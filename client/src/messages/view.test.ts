import assert from "node:assert/strict";
import { messageDeletion, messageEditing, reactions, readState, userTopics } from "@parley/server/contract";
import { type Organization, org, type Person, test, until } from "../../../server/test/index.ts";
import type { Narrow } from "./narrow.ts";
import { clientOf, gate, type TestClient } from "./testing.ts";
import { viewOf } from "./views.ts";

interface ViewScene {
  acme: Organization;
  ada: Person;
  ben: Person;
  client: TestClient;
  launch: number;
  tides: Narrow;
  says(...texts: string[]): Promise<number[]>;
}

/** Ada reads what Ben writes. */
async function scene(acme: Organization): Promise<ViewScene> {
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const launch = await acme.channel("launch", [ada, ben]);
  const client = await clientOf(acme, ada);
  const says = async (...texts: string[]) => {
    const ids: number[] = [];
    for (const text of texts) ids.push(await ben.sends("#launch > tides", text));
    return ids;
  };
  return { acme, ada, ben, client, launch, tides: topic(launch, "tides"), says };
}

const topic = (channel: number, name: string): Narrow => [
  { operator: "channel", operand: channel },
  { operator: "topic", operand: name },
];
const QUIET = { send_notification_to_new_thread: false, send_notification_to_old_thread: false };
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `message ${n}`);
const reads = (client: TestClient) => client.requests.filter((each) => each === "GET /messages").length;

test("a view opens at the newest end, and follows events without requests", async (t) => {
  const { client, tides, says } = await scene(await org(t));
  const first = await says("one", "two");
  const view = viewOf(client.cache, tides);
  assert.deepEqual([view.state.ids, view.state.isOpened], [[], false]);
  await view.open("newest");
  const { ids, foundNewest, foundOldest, loading } = view.state;
  assert.deepEqual([ids, foundNewest, foundOldest, loading.opening], [first, true, true, false]);
  let calls = 0;
  view.onChange(() => calls++);
  const later = await says("three", "four");
  await client.receivesEvents();
  assert.deepEqual(view.state.ids, [...first, ...later]);
  assert.equal(calls, 1, "once per batch");
  assert.equal(reads(client), 1);
});

test("equal narrows share a view, however they are written", async (t) => {
  const { client, launch, ben, ada } = await scene(await org(t));
  const { cache } = client;
  assert.equal(
    viewOf(cache, [
      ["stream", "Launch"],
      ["subject", "TIDES"],
    ]),
    viewOf(cache, topic(launch, "tides")),
  );
  assert.equal(
    viewOf(cache, [{ operator: "dm", operand: [ada.id, ben.id] }]),
    viewOf(cache, [{ operator: "pm-with", operand: [ben.id] }]),
  );
  assert.equal(viewOf(cache, []), viewOf(cache, [["in", "home"]]));
  assert.equal(
    viewOf(cache, [...topic(launch, "tides"), { operator: "near", operand: 7 }]),
    viewOf(cache, topic(launch, "tides")),
  );
  assert.notEqual(viewOf(cache, topic(launch, "tides")), viewOf(cache, topic(launch, "low tides")));
});

test("pages load at both ends, one at a time, and adjacent ranges are merged", async (t) => {
  const { client, tides, says } = await scene(await org(t));
  const all = await says(...numbered(320));
  const view = viewOf(client.cache, tides);
  await view.open(all[60] as number);
  assert.deepEqual(view.state.ids, all.slice(10, 111));
  assert.deepEqual([view.state.foundOldest, view.state.foundNewest, view.state.anchor], [false, false, all[60]]);
  await Promise.all([view.older(), view.older()]);
  assert.deepEqual([view.state.ids[0], view.state.foundOldest], [all[0], true]);
  await view.open("newest");
  assert.deepEqual(view.state.ids, all.slice(220));
  const before = reads(client);
  await view.open(all[50] as number);
  assert.deepEqual(view.state.ids, all.slice(0, 111), "both ranges are still known");
  assert.equal(reads(client), before);
  await view.newer();
  await view.newer();
  assert.deepEqual(view.state.ids, all, "the ranges were merged");
  assert.deepEqual([view.state.foundNewest, reads(client)], [true, before + 2]);
});

test("a view opens at the first unread message, from the store if that knows it", async (t) => {
  const { client, ada, tides, says } = await scene(await org(t));
  const all = await says(...numbered(4));
  await ada.call(readState.updateMessageFlags, { messages: all.slice(0, 2), op: "add", flag: "read" });
  await client.receivesEvents();
  const view = viewOf(client.cache, tides);
  await view.open("first_unread");
  assert.deepEqual([view.state.firstUnread, view.state.anchor], [all[2], all[2]]);
  await ada.call(readState.updateMessageFlags, { messages: all, op: "add", flag: "read" });
  await client.receivesEvents();
  await view.open("first_unread");
  assert.deepEqual([view.state.firstUnread, view.state.anchor, reads(client)], [undefined, undefined, 1]);
});

test("a view opens at a date", async (t) => {
  const { acme, client, ben, tides, says } = await scene(await org(t));
  const early = await says(...numbered(70));
  await acme.clock.advance({ seconds: 120 });
  const day = new Date(acme.clock.now());
  await ben.sends("#launch > elsewhere", "the same day");
  const late = await says(...numbered(80));
  await client.receivesEvents();
  const view = viewOf(client.cache, tides);
  await view.open({ date: day });
  assert.equal(view.state.anchor, late[0]);
  assert(view.state.ids.includes(early.at(-1) as number));
  await view.open({ date: new Date(day.getTime() + 86_400_000) });
  assert.deepEqual([view.state.anchor, view.state.foundNewest], [undefined, true]);
  await view.open({ date: new Date(0) });
  assert.equal(view.state.anchor, early[0]);
});

test("an event during a request is neither lost nor overwritten by the older response", async (t) => {
  const { acme, client, ada, ben, tides, says } = await scene(await org(t));
  const [first, second] = (await says("one", "two")) as [number, number];
  const { interceptor, isReached, open } = gate();
  client.on("GET /messages", interceptor);
  const view = viewOf(client.cache, tides);
  const opened = view.open("newest");
  await isReached;
  const [third] = await says("three");
  await ben.call(messageEditing.editMessage, { message_id: first as never, content: "ONE" });
  await acme.owner.call(messageDeletion.deleteMessage, { message_id: second as never });
  await ada.call(readState.updateMessageFlags, { messages: [first], op: "add", flag: "starred" });
  await client.receivesEvents();
  open();
  await opened;
  assert.deepEqual(view.state.ids, [first, third]);
  const message = client.cache.message(first);
  assert.equal(message?.content, "<p>ONE</p>");
  assert(message?.flags.includes("starred"));
  assert.equal(client.cache.message(second), undefined);
});

test("moved messages leave and join views, even unknown ones; deleted messages leave", async (t) => {
  const { acme, client, ben, launch, tides, says } = await scene(await org(t));
  const [first, second, third] = (await says("one", "two", "three")) as [number, number, number];
  const elsewhere = await ben.sends("#launch > weather", "rain");
  const view = viewOf(client.cache, tides);
  const calm = viewOf(client.cache, topic(launch, "calm"));
  await view.open("newest");
  await calm.open("newest");
  const move = (message_id: number, name: string) =>
    ben.call(messageEditing.editMessage, {
      message_id: message_id as never,
      topic: name,
      propagate_mode: "change_one",
      ...QUIET,
    });
  await move(second, "calm");
  await move(elsewhere, "tides");
  await client.receivesEvents();
  assert.deepEqual([view.state.ids.includes(second), calm.state.ids], [false, [second]]);
  await until(() => view.state.ids.includes(elsewhere));
  assert.deepEqual(view.state.ids.slice(0, 3), [first, third, elsewhere]);
  await acme.owner.call(messageDeletion.deleteMessage, { message_id: first as never });
  await client.receivesEvents();
  assert(!view.state.ids.includes(first));
});

test("if only the server knows what matches a narrow, the newest end is refetched", async (t) => {
  const { client, says } = await scene(await org(t));
  const [first] = await says("high water");
  const view = viewOf(client.cache, [["search", "water"]]);
  await view.open("newest");
  assert.deepEqual([view.state.ids, view.state.foundNewest], [[first], true]);
  assert.match(view.state.matches.get(first as number)?.content ?? "", /highlight/);
  const [, third] = await says("low tide", "low water");
  await client.receivesEvents();
  assert.deepEqual([view.state.ids, view.state.foundNewest], [[first], false]);
  await view.newer();
  assert.deepEqual([view.state.ids, view.state.foundNewest], [[first, third], true]);
});

test("the combined feed leaves out muted messages, also after muting changes", async (t) => {
  const { client, ada, ben, launch, says } = await scene(await org(t));
  const [first] = await says("one");
  const rain = await ben.sends("#launch > weather", "rain");
  const feed = viewOf(client.cache, []);
  await feed.open("newest");
  assert.deepEqual(feed.state.ids, [first, rain]);
  const mute = (visibility_policy: 0 | 1) =>
    ada.call(userTopics.setTopicVisibility, { stream_id: launch as never, topic: "weather", visibility_policy });
  await mute(1);
  await client.receivesEvents();
  assert.deepEqual(feed.state.ids, [first]);
  await until(() => feed.state.isCurrent);
  await ben.sends("#launch > weather", "more rain");
  await client.receivesEvents();
  assert.deepEqual(feed.state.ids, [first]);
  await mute(0);
  await client.receivesEvents();
  await until(() => feed.state.ids.length === 3);
});

test("starring adds and removes messages; messages that become read stay visible", async (t) => {
  const { client, ada, says } = await scene(await org(t));
  const [first, second] = (await says("one", "two")) as [number, number];
  const flag = (name: string, op: string, id: number) =>
    ada.call(readState.updateMessageFlags, { messages: [id], op, flag: name });
  const [starred, unread] = [viewOf(client.cache, [["is", "starred"]]), viewOf(client.cache, [["is", "unread"]])];
  await starred.open("newest");
  await unread.open("newest");
  await flag("starred", "add", first);
  await flag("read", "add", second);
  await client.receivesEvents();
  await until(() => starred.state.ids.length === 1);
  assert.deepEqual([starred.state.ids, unread.state.ids], [[first], [first, second]]);
  await flag("starred", "remove", first);
  await client.receivesEvents();
  assert.deepEqual(starred.state.ids, []);
});

test("messages that the client does not know join by reactions and edits", async (t) => {
  const { acme, ada, ben, says } = await scene(await org(t));
  const [first, second] = (await says("one", "two")) as [never, never];
  const client = await clientOf(acme, ada);
  const [reacted, plain, linked] = [
    viewOf(client.cache, [["has", "reaction"]]),
    viewOf(client.cache, [{ operator: "has", operand: "reaction", negated: true }]),
    viewOf(client.cache, [["has", "link"]]),
  ];
  await ben.call(reactions.addReaction, { message_id: second, emoji_name: "tada" });
  for (const view of [reacted, plain, linked]) await view.open("newest");
  assert.deepEqual([reacted.state.ids, plain.state.ids, linked.state.ids], [[second], [first], []]);
  const fresh = await clientOf(acme, ada);
  const joins = viewOf(fresh.cache, [["has", "reaction"]]);
  const links = viewOf(fresh.cache, [["has", "link"]]);
  for (const view of [joins, links]) await view.open("newest");
  await ben.call(reactions.addReaction, { message_id: first, emoji_name: "tada" });
  await ben.call(messageEditing.editMessage, { message_id: first, content: "https://example.com/" });
  await fresh.receivesEvents();
  await until(() => `${joins.state.ids}` === `${[first, second]}` && `${links.state.ids}` === `${first}`);
  await ben.call(reactions.removeReaction, { message_id: second, emoji_name: "tada" });
  await client.receivesEvents();
  await until(() => `${plain.state.ids}` === `${second}` && `${reacted.state.ids}` === `${first}`);
});

test("`with` follows its message to its current conversation", async (t) => {
  const { client, ben, launch, says } = await scene(await org(t));
  const [first, second] = (await says("one", "two")) as [number, number];
  const narrow: Narrow = [...topic(launch, "an old name"), { operator: "with", operand: first }];
  await viewOf(client.cache, narrow).open(first);
  const view = viewOf(client.cache, narrow);
  assert.equal(view, viewOf(client.cache, topic(launch, "tides")));
  assert.deepEqual([view.state.ids, view.state.anchor], [[first, second], first]);
  const args = { topic: "ebb and flow", propagate_mode: "change_all" as const, ...QUIET };
  await ben.call(messageEditing.editMessage, { message_id: first as never, ...args });
  await client.receivesEvents();
  const followed = viewOf(client.cache, narrow);
  assert.deepEqual(followed.narrow, viewOf(client.cache, topic(launch, "ebb and flow")).narrow);
  await followed.open(first);
  assert.deepEqual(followed.state.ids.slice(0, 2), [first, second]);
});

test("after a new snapshot the shown messages stay, are refreshed, and the missed ones are counted", async (t) => {
  const { acme, client, tides, says } = await scene(await org(t));
  const [first, second] = (await says("one", "two")) as [number, number];
  const [view, closed] = [viewOf(client.cache, tides), viewOf(client.cache, [])];
  await view.open("newest");
  await closed.open("newest");
  closed.close();
  const shown: (readonly number[])[] = [];
  view.onChange(() => shown.push(view.state.ids));
  const missed = await says(...numbered(3));
  await acme.owner.call(messageDeletion.deleteMessage, { message_id: first as never });
  await client.registersAgain();
  assert.deepEqual([view.state.ids, view.state.isCurrent], [[first, second], false]);
  await until(() => view.state.isCurrent);
  assert.deepEqual(view.state.ids, [second, ...missed]);
  assert.deepEqual(view.state.missed, { count: 3, from: missed[0], isMore: false });
  assert(
    shown.every((ids) => ids.length > 0),
    "nothing flickers",
  );
  assert.equal(closed.state.isCurrent, false);
  await closed.open("newest");
  assert.deepEqual(closed.state.ids, [second, ...missed]);
  const [last] = await says("after");
  await client.receivesEvents();
  assert.deepEqual(view.state.ids.at(-1), last);
});

test("saved messages are saved again, even if nobody viewed them since", async (t) => {
  const { acme, ada, client, tides, says } = await scene(await org(t));
  const ids = await says("one", "two");
  await viewOf(client.cache, tides).open("newest");
  const kept = structuredClone(client.cache.kept());
  const { cache } = await clientOf(acme, ada);
  cache.restore(kept);
  assert.deepEqual(
    cache.kept().views.map((view) => view.ids),
    [ids],
  );
  assert.deepEqual(
    cache.kept().messages.map(({ id }) => id),
    ids,
  );
});

test("saved views leave out what was deleted or moved away before they are shown, and stay in order", async (t) => {
  const { acme, ada, ben, client, launch, tides, says } = await scene(await org(t));
  const [stays = 0, deleted = 0, moved = 0] = await says("one", "two", "three");
  await ben.sends("#launch > calm", "Flat sea");
  const calm = topic(launch, "calm");
  await viewOf(client.cache, calm).open("newest");
  await viewOf(client.cache, tides).open("newest");
  const kept = structuredClone(client.cache.kept());
  const next = await clientOf(acme, ada);
  next.cache.restore(kept);
  await acme.owner.call(messageDeletion.deleteMessage, { message_id: deleted });
  await acme.owner.call(messageEditing.editMessage, { message_id: moved, topic: "ebb", ...QUIET });
  await next.receivesEvents();
  const view = viewOf(next.cache, tides);
  assert.deepEqual([view.state.ids, view.state.isCurrent], [[stays], false]);
  assert.deepEqual(
    next.cache.kept().views.map(({ narrow }) => narrow),
    kept.views.map(({ narrow }) => narrow),
  );
});

test("a page requested before a new snapshot is requested again", async (t) => {
  const { client, tides, says } = await scene(await org(t));
  await says("one");
  const { interceptor, isReached, open } = gate();
  client.on("GET /messages", interceptor);
  const view = viewOf(client.cache, tides);
  const opened = view.open("newest");
  await isReached;
  await says("two");
  await client.registersAgain();
  open();
  await opened;
  assert.deepEqual([view.state.ids.length, view.state.isCurrent, reads(client)], [2, true, 2]);
});

test("a failed request is reported, and retried on demand", async (t) => {
  const { client, tides, says } = await scene(await org(t));
  const ids = await says("one");
  const view = viewOf(client.cache, tides);
  client.on("GET /messages", () => Promise.reject(new TypeError("no network")));
  await view.open("newest");
  assert.deepEqual([view.state.error?.message, view.state.isOpened], ["The server did not answer.", false]);
  client.off("GET /messages");
  await view.open("newest");
  assert.deepEqual([view.state.error, view.state.ids], [undefined, ids]);
  const nowhere = viewOf(client.cache, [["channel", "nowhere"]]);
  await nowhere.open("newest");
  assert.equal((nowhere.state.error as unknown as { code: string }).code, "BAD_NARROW");
});

test("closing cancels requests", async (t) => {
  const { client, tides, says } = await scene(await org(t));
  await says("one");
  const { interceptor, isReached, open } = gate();
  client.on("GET /messages", interceptor);
  const view = viewOf(client.cache, tides);
  const opened = view.open("newest");
  await isReached;
  view.close();
  open();
  await opened;
  assert.deepEqual([view.state.ids, view.state.loading.opening, view.state.error], [[], false, undefined]);
});

test("a channel without a subscription sends no events, so its view is refetched whenever it opens", async (t) => {
  const { acme, client, ben } = await scene(await org(t));
  const open = await acme.channel("open", [ben]);
  await client.receivesEvents();
  const view = viewOf(client.cache, [{ operator: "channel", operand: open }]);
  await view.open("newest");
  const id = await ben.sends("#open > tides", "one");
  await client.receivesEvents();
  assert.deepEqual(view.state.ids, []);
  await view.open("newest");
  assert.deepEqual(view.state.ids, [id]);
});

test("messages moved to an unsubscribed channel leave the feed", async (t) => {
  const { acme, client, ben, says } = await scene(await org(t));
  const open = await acme.channel("open", [ben, acme.owner]);
  const [first, second] = (await says("one", "two")) as [number, number];
  await client.receivesEvents();
  const feed = viewOf(client.cache, []);
  await feed.open("newest");
  const args = { message_id: second as never, stream_id: open as never, ...QUIET };
  await acme.owner.call(messageEditing.editMessage, args);
  await client.receivesEvents();
  await until(() => feed.state.ids.length === 1);
  assert.deepEqual(feed.state.ids, [first]);
});

test("messages far from the reader are evicted, and views closed long ago keep only the newest", async (t) => {
  const { client, launch, says, tides } = await scene(await org(t));
  const all = await says(...numbered(230));
  const view = viewOf(client.cache, tides);
  await view.open("newest");
  while (!view.state.foundOldest) await view.older();
  assert.deepEqual(view.state.ids, all);
  view.close();
  for (let n = 0; n < 11; n++) {
    const other = viewOf(client.cache, topic(launch, `topic ${n}`));
    await other.open("newest");
    other.close();
  }
  assert.equal(viewOf(client.cache, tides), view);
  assert.deepEqual([view.state.ids, view.state.foundNewest], [all.slice(30), true]);
  for (let n = 11; n < 105; n++) {
    const other = viewOf(client.cache, topic(launch, `topic ${n}`));
    await other.open("newest");
    other.close();
  }
  assert.notEqual(viewOf(client.cache, tides), view);
  assert.equal(view.state.isCurrent, false);
});

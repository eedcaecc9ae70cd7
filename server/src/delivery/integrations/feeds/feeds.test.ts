/** Feeds: what is posted of them, when they are fetched, and who manages them. */
import assert from "node:assert/strict";
import { type Organization, org, type Person, test } from "../../../../test/index.ts";
import { archiveChannel } from "../../../channels/update/contract.ts";
import { deactivateBot, updateBot } from "../../../people/bots/contract.ts";
import { reactivateUser } from "../../../people/users/contract.ts";
import { noticesTo } from "../../../personal/scheduled-messages/testing.ts";
import { useReceiver } from "../../outgoing-webhooks/testing.ts";
import { incomingBot, seenBy } from "../testing.ts";
import * as contract from "./contract.ts";
import { MAX_POSTS } from "./entries.ts";
import { FAILURES_TO_TELL } from "./fetch.ts";
import {
  adds,
  answers,
  feedsOf,
  fetches,
  numbered,
  type PublishedItem,
  Publisher,
  passes,
  postedBy,
  rss,
} from "./testing.ts";

const receiver = await useReceiver();

interface FeedWorld {
  readonly acme: Organization;
  readonly ada: Person;
  readonly hook: Person;
  readonly news: number;
}

async function world(t: Parameters<typeof org>[0]): Promise<FeedWorld> {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const news = await acme.channel("news", [ada]);
  return { acme, ada, hook: await incomingBot(acme, ada), news };
}

const publishes = (items: readonly PublishedItem[] = []) => new Publisher(receiver, items);

const added = (title: string, entries: string): [string, string] => [
  title,
  `The feed **${title}** was added. It has ${entries} so far; new ones will be posted here.`,
];

const posted = (id: string, text = ""): [string, string] => [
  "Our blog",
  `**[Entry ${id}](https://blog.example.com/${id})**${text}`,
];

test("a new feed says what it has, and then posts each new entry once, oldest first", async (t) => {
  const { acme, ada, hook, news } = await world(t);
  const blog = publishes(numbered(1, 2));
  await adds(acme, ada, hook, { url: blog.url, stream_id: news });
  assert.deepEqual(await postedBy(ada, hook), [added("Our blog", "2 entries")]);
  blog.document = rss(numbered(1, 4));
  await passes(acme);
  await passes(acme);
  assert.deepEqual((await postedBy(ada, hook)).slice(1), [posted("3"), posted("4")]);
  assert.equal(blog.requests, 3);
  // One that was forgotten for a while is not news.
  blog.document = rss([{ id: "5" }]);
  await passes(acme);
  blog.document = rss([...numbered(1, 5), { id: "5" }]);
  await passes(acme);
  assert.deepEqual((await postedBy(ada, hook)).slice(3), [posted("5")]);
  const [message] = await seenBy(ada, { narrow: [{ operator: "sender", operand: hook.id }] });
  assert.deepEqual([message?.client, message?.type], ["ParleyFeedReader", "stream"]);
});

test("of many entries at once the newest are posted, with how many there are besides", async (t) => {
  const { acme, ada, hook, news } = await world(t);
  const blog = publishes();
  await adds(acme, ada, hook, { url: blog.url, stream_id: news, topic: "blog" });
  blog.document = rss(numbered(1, MAX_POSTS + 12));
  await passes(acme);
  const messages = (await postedBy(ada, hook)).slice(1);
  assert.equal(messages.length, MAX_POSTS);
  assert.deepEqual(messages[0], ["blog", "**[Entry 13](https://blog.example.com/13)**"]);
  assert.deepEqual(messages.at(-1), ["blog", "**[Entry 22](https://blog.example.com/22)**\n\nand 12 more"]);
  await passes(acme);
  assert.equal((await postedBy(ada, hook)).length, 1 + MAX_POSTS);
});

test("only entries with one of the words are posted", async (t) => {
  const { acme, ada, hook, news } = await world(t);
  const blog = publishes();
  await adds(acme, ada, hook, { url: blog.url, stream_id: news, filter_words: ["Cover", " sale "] });
  blog.document = rss([
    { id: "1", title: "How a COVER is made" },
    { id: "2", title: "Lunch" },
    { id: "3", text: "There is a <b>sale</b> on <i>Monday</i>." },
    { id: "4", text: '<a href="https://example.com/cover">here</a>' },
  ]);
  await passes(acme);
  assert.deepEqual(
    (await postedBy(ada, hook)).slice(1).map(([, text]) => text),
    [
      "**[Entry 3](https://blog.example.com/3)**\n``` quote\nThere is a sale on Monday.\n```",
      "**[How a COVER is made](https://blog.example.com/1)**",
    ],
  );
});

test("what strangers write is text: it mentions nobody, and its links lead to the web", async (t) => {
  const { acme, ada, hook, news } = await world(t);
  const blog = publishes();
  await adds(acme, ada, hook, { url: `${blog.url}?key=secret`, stream_id: news });
  blog.document = rss([
    {
      id: "1",
      title: "@**all** [x](https://bad.example) `code`",
      text: "<script>alert(1)</script>@**Ada**\n```\n&lt;b&gt;",
    },
    { id: "2", title: "A", link: "javascript:alert(1)" },
    { id: "3", title: "B", link: "/3?x=1" },
    { id: "4", title: "C", link: "?next" },
  ]);
  await passes(acme);
  const html = await seenBy(ada, { html: true, narrow: [{ operator: "sender", operand: hook.id }] });
  const all = html.map(({ content }) => content).join("\n");
  assert.doesNotMatch(all, /user-mention|<code>|bad\.example"|script|secret/);
  const { origin } = new URL(blog.url);
  assert.ok(all.includes(`href="${origin}/3?x=1"`), all);
  assert.ok(!html.some(({ flags }) => flags.includes("mentioned")));
});

test("a server is asked only for what has changed", async (t) => {
  const { acme, ada, hook, news } = await world(t);
  const blog = publishes(numbered(1, 1));
  blog.headers = { etag: '"one"', "last-modified": "Mon, 05 Jan 2026 09:00:00 GMT" };
  await adds(acme, ada, hook, { url: blog.url, stream_id: news });
  blog.instead = answers(304);
  await passes(acme);
  const asked = blog.endpoint.received.map(({ headers }) => [headers["if-none-match"], headers["if-modified-since"]]);
  assert.deepEqual(asked, [
    [undefined, undefined],
    ['"one"', "Mon, 05 Jan 2026 09:00:00 GMT"],
  ]);
  const [feed] = await feedsOf(ada, hook);
  const at = Math.floor(acme.clock.now() / 1000);
  assert.deepEqual(feed?.last_fetch, { at, outcome: "unchanged", status: 304, reason: null, entries: 1 });
  assert.equal(feed?.next_fetch_at, at + 15 * 60);
  assert.equal(blog.endpoint.received[0]?.headers.authorization, undefined);
});

test("after failures the pauses grow, Retry-After is respected, and the owner learns of it once", async (t) => {
  const { acme, ada, hook, news } = await world(t);
  const blog = publishes();
  blog.instead = answers(503, { "retry-after": "7200" });
  await adds(acme, ada, hook, { url: blog.url, stream_id: news });
  const inMinutes = async () => {
    const [feed] = await feedsOf(ada, hook);
    return ((feed?.next_fetch_at ?? 0) - Math.floor(acme.clock.now() / 1000)) / 60;
  };
  assert.equal(await inMinutes(), 120);
  await passes(acme, 60);
  assert.equal(blog.requests, 1);
  blog.instead = answers(500);
  const pauses: number[] = [];
  for (let failure = 2; failure <= FAILURES_TO_TELL + 2; failure++) {
    await passes(acme, 1 + (await inMinutes()));
    pauses.push(await inMinutes());
  }
  assert.deepEqual(pauses, [60, 120, 240, 480, 960, 1440, 1440]);
  const [feed] = await feedsOf(ada, hook);
  assert.deepEqual([feed?.last_fetch?.outcome, feed?.last_fetch?.status], ["failed_status", 500]);
  const told = (await noticesTo(ada)).filter((text) => text.includes("has failed several times in a row"));
  assert.equal(told.length, 1);
  blog.instead = undefined;
  await passes(acme, 1441);
  assert.equal(await inMinutes(), 15);
  assert.deepEqual(await postedBy(ada, hook), [added("Our blog", "0 entries")]);
});

test("a feed that is gone is paused, and its owner is told", async (t) => {
  const { acme, ada, hook, news } = await world(t);
  const blog = publishes();
  await adds(acme, ada, hook, { url: blog.url, stream_id: news });
  blog.instead = answers(410);
  await passes(acme);
  await passes(acme, 2000);
  const [feed] = await feedsOf(ada, hook);
  assert.deepEqual([feed?.is_paused, feed?.next_fetch_at, feed?.last_fetch?.outcome], [true, null, "gone"]);
  assert.equal(blog.requests, 2);
  assert.match((await noticesTo(ada)).join(), /\*\*Our blog\*\* of your bot .* no longer exists/);
  blog.instead = undefined;
  await ada.call(contract.updateFeed, { bot_id: hook.id, feed_id: feed?.feed_id as number, is_paused: false });
  await fetches(acme);
  assert.equal((await feedsOf(ada, hook))[0]?.last_fetch?.outcome, "fetched");
});

test("what is no feed, is too large or is elsewhere is refused, and posts nothing", async (t) => {
  const { acme, ada, hook, news } = await world(t);
  const cases: [string, Publisher["instead"]][] = [
    ["not_a_feed", (response) => void response.end("<html><body>A website</body></html>")],
    ["not_a_feed", (response) => void response.end(rss(numbered(1, 3)).slice(0, -20))],
    ["not_a_feed", (response) => void response.writeHead(200, { "content-encoding": "gzip" }).end("x")],
    ["too_large", (response) => void response.end(`<rss>${" ".repeat(3 << 20)}</rss>`)],
    ["forbidden", answers(302, { location: "http://10.0.0.1/feed" })],
    ["redirect", answers(302, { location: "file:///etc/passwd" })],
    ["unreachable", (response) => void response.destroy()],
    ["failed_status", answers(404)],
  ];
  const feeds: Publisher[] = [];
  for (const [, instead] of cases) {
    const feed = publishes();
    feed.instead = instead;
    feeds.push(feed);
    await ada.call(contract.addFeed, { bot_id: hook.id, url: feed.url, stream_id: news });
  }
  await fetches(acme);
  const outcomes = (await feedsOf(ada, hook)).map(({ last_fetch }) => last_fetch?.outcome);
  assert.deepEqual(
    outcomes,
    cases.map(([outcome]) => outcome),
  );
  assert.deepEqual(await postedBy(ada, hook), []);
});

test("a bot that may no longer post loses nothing: entries come when it may again", async (t) => {
  const { acme, ada, hook } = await world(t);
  const club = await acme.channel("club", [ada, acme.owner], { invite_only: true });
  const blog = publishes();
  await adds(acme, ada, hook, { url: blog.url, stream_id: club });
  await acme.owner.asks("DELETE", "/users/me/subscriptions", {
    subscriptions: '["club"]',
    principals: JSON.stringify([ada.id]),
  });
  blog.document = rss(numbered(1, 2));
  blog.headers = { etag: '"new"' };
  await passes(acme);
  const [feed] = await feedsOf(ada, hook);
  assert.equal(feed?.last_fetch?.outcome, "not_posted");
  assert.equal(feed?.last_fetch?.reason, `Channel with ID '${club}' does not exist`);
  await acme.owner.asks("POST", "/users/me/subscriptions", {
    subscriptions: '[{"name":"club"}]',
    principals: JSON.stringify([ada.id]),
  });
  await passes(acme, 31);
  assert.equal(blog.endpoint.received.at(-1)?.headers["if-none-match"], undefined, "it is asked for again");
  assert.deepEqual((await postedBy(ada, hook)).slice(1), [posted("1"), posted("2")]);
  await acme.owner.call(archiveChannel, { stream_id: club });
  blog.document = rss(numbered(1, 3));
  await passes(acme);
  assert.equal((await feedsOf(ada, hook))[0]?.last_fetch?.outcome, "not_posted");
});

test("a crash between fetching and posting neither loses nor doubles an entry", async (t) => {
  const { acme, ada, hook, news } = await world(t);
  const blog = publishes();
  await adds(acme, ada, hook, { url: blog.url, stream_id: news });
  let isHeld = true;
  blog.instead = (response) => {
    if (isHeld) return;
    response.end(rss(numbered(1, 2)));
  };
  await acme.clock.leap({ minutes: 16 });
  acme.server.app.jobs.wake();
  await blog.endpoint.wasCalled(2);
  await acme.server.restart({ crash: true });
  isHeld = false;
  await passes(acme, 3);
  await passes(acme);
  await acme.server.restart({ crash: true });
  await passes(acme);
  assert.deepEqual((await postedBy(ada, hook)).slice(1), [posted("1"), posted("2")]);
});

test("what is changed while a feed is being fetched counts", async (t) => {
  const { acme, ada, hook, news } = await world(t);
  const other = await acme.channel("other", [ada]);
  const held: (() => void)[] = [];
  const change = async (changed: object) => {
    const blog = publishes();
    const feed_id = await adds(acme, ada, hook, { url: blog.url, stream_id: news });
    blog.instead = (response) => void held.push(() => void response.end(rss(numbered(1, 1))));
    await acme.clock.leap({ minutes: 16 });
    acme.server.app.jobs.wake();
    await blog.endpoint.wasCalled(2);
    const before = (await postedBy(ada, hook)).length;
    await ada.call(contract.updateFeed, { bot_id: hook.id, feed_id, ...changed });
    for (const end of held.splice(0)) end();
    await fetches(acme);
    blog.instead = undefined;
    blog.document = rss(numbered(1, 1));
    const messages = (await postedBy(ada, hook)).slice(before);
    await ada.call(contract.removeFeed, { bot_id: hook.id, feed_id });
    return messages;
  };
  assert.deepEqual(await change({ is_paused: true }), []);
  assert.deepEqual(await change({ filter_words: ["other"] }), []);
  assert.deepEqual(await change({ topic: "Blog" }), [["Blog", posted("1")[1]]]);
  assert.deepEqual(await change({ stream_id: other }), [posted("1")]);
});

test("feeds are paused, resumed, changed and removed", async (t) => {
  const { acme, ada, hook, news } = await world(t);
  const blog = publishes(numbered(1, 1));
  const feed_id = await adds(acme, ada, hook, { url: blog.url, stream_id: news });
  const asked = { bot_id: hook.id, feed_id };
  await ada.call(contract.updateFeed, { ...asked, is_paused: true });
  blog.document = rss(numbered(1, 2));
  await passes(acme, 120);
  assert.equal(blog.requests, 1);
  await assert.rejects(ada.call(contract.fetchFeed, asked), { message: "This feed is paused. Resume it to fetch it." });
  await ada.call(contract.updateFeed, { ...asked, is_paused: false });
  await fetches(acme);
  assert.deepEqual((await postedBy(ada, hook)).slice(1), [posted("2")]);
  await assert.rejects(ada.call(contract.fetchFeed, asked), {
    message: "This feed was fetched just now. Try again in a minute.",
  });
  await acme.clock.leap({ minutes: 1 });
  blog.document = rss(numbered(1, 3));
  await ada.call(contract.fetchFeed, asked);
  await fetches(acme);
  assert.deepEqual((await postedBy(ada, hook)).slice(2), [posted("3")]);
  // Another address is another feed.
  const other = publishes(numbered(7, 9));
  other.document = rss(numbered(7, 9), "Their blog");
  await ada.call(contract.updateFeed, { ...asked, url: other.url });
  await fetches(acme);
  assert.deepEqual((await postedBy(ada, hook)).slice(3), [added("Their blog", "3 entries")]);
  const { feed_id: second } = await ada.call(contract.addFeed, { bot_id: hook.id, url: blog.url, stream_id: news });
  const again = { message: "This bot already posts this feed in this channel." };
  await assert.rejects(ada.call(contract.addFeed, { bot_id: hook.id, url: blog.url, stream_id: news }), again);
  await assert.rejects(ada.call(contract.updateFeed, { ...asked, url: blog.url }), again);
  await ada.call(contract.removeFeed, { bot_id: hook.id, feed_id: second });
  await ada.call(contract.removeFeed, asked);
  assert.deepEqual(await feedsOf(ada, hook), []);
  const requests = blog.requests;
  await passes(acme, 60);
  assert.equal(blog.requests, requests);
  for (const operation of [contract.updateFeed, contract.removeFeed, contract.fetchFeed])
    await assert.rejects(ada.call(operation, asked), { message: "This bot has no such feed." });
});

test("a deactivated bot fetches nothing, and goes on when it is reactivated", async (t) => {
  const { acme, ada, hook, news } = await world(t);
  const blog = publishes();
  await adds(acme, ada, hook, { url: blog.url, stream_id: news });
  await ada.call(deactivateBot, { bot_id: hook.id });
  blog.document = rss(numbered(1, 1));
  await passes(acme, 60);
  assert.equal(blog.requests, 1);
  await acme.owner.call(reactivateUser, { user_id: hook.id });
  await passes(acme, 2);
  assert.deepEqual((await postedBy(ada, hook)).slice(1), [posted("1")]);
});

test("only the bot's owner and administrators see and change its feeds, and hear of them", async (t) => {
  const { acme, ada, hook, news } = await world(t);
  const [ben, admin] = [await acme.member("Ben"), await acme.administrator("Adam")];
  const blog = publishes();
  const url = `${blog.url}?key=secret`;
  const heard = await ada.eventsDuring(async () => {
    await adds(acme, admin, hook, { url, stream_id: news });
  });
  assert.deepEqual(
    heard.filter(({ type }) => type === "feeds_changed"),
    [
      { type: "feeds_changed", op: "change", bot: { user_id: hook.id } },
      { type: "feeds_changed", op: "fetch", bot: { user_id: hook.id } },
    ],
  );
  const [feed] = await feedsOf(ada, hook);
  assert.equal(feed?.url, url);
  const asked = { bot_id: hook.id, feed_id: feed?.feed_id as number };
  const other = await org(t);
  const attempts = (person: Person) => [
    () => person.call(contract.getFeeds, { bot_id: hook.id }),
    () => person.call(contract.addFeed, { bot_id: hook.id, url: "https://example.com/", stream_id: news }),
    () => person.call(contract.updateFeed, { ...asked, is_paused: true }),
    () => person.call(contract.removeFeed, asked),
    () => person.call(contract.fetchFeed, asked),
  ];
  for (const attempt of attempts(ben)) await assert.rejects(attempt(), { message: "Insufficient permission" });
  for (const attempt of attempts(other.owner)) await assert.rejects(attempt(), { message: "No such bot" });
  for (const attempt of attempts(hook)) await assert.rejects(attempt());
  await ben.watches();
  await ada.call(contract.updateFeed, { ...asked, topic: "x" });
  assert.deepEqual(await ben.catchesUp(), []);
  // Another bot of one's own does not lead to the feed.
  const own = await incomingBot(acme, ben, { name: "Own" });
  for (const operation of [contract.updateFeed, contract.removeFeed, contract.fetchFeed])
    await assert.rejects(ben.call(operation, { ...asked, bot_id: own.id }), { message: "This bot has no such feed." });
  const generic = await acme.bot("Robin", ada);
  await assert.rejects(ada.call(contract.getFeeds, { bot_id: generic.id }), {
    message: "Only an incoming webhook bot has URLs for integrations.",
  });
  // A new owner manages them.
  await acme.owner.call(updateBot, { bot_id: hook.id, bot_owner_id: ben.id });
  assert.equal((await feedsOf(ben, hook)).length, 1);
  await assert.rejects(feedsOf(ada, hook), { message: "Insufficient permission" });
  const rows = await acme.server.app.database.reader.selectFrom("feed").selectAll().execute();
  assert.doesNotMatch(JSON.stringify(rows), /key=secret/, "addresses are stored encrypted");
  const events = await acme.server.app.database.reader.selectFrom("event").selectAll().execute();
  assert.doesNotMatch(JSON.stringify(events), /key=secret/);
});

test("a feed needs an address of the web, a channel that the caller sees and one where the bot may post", async (t) => {
  const { acme, ada, hook, news } = await world(t);
  const hidden = await acme.channel("hidden", [acme.owner], { invite_only: true });
  const add = (changed: object) =>
    ada.call(contract.addFeed, { bot_id: hook.id, url: "https://example.com/feed", stream_id: news, ...changed });
  for (const url of ["ftp://example.com/", "example.com", "javascript:1", ""])
    await assert.rejects(add({ url }), { code: "BAD_REQUEST" }, url);
  await assert.rejects(add({ stream_id: hidden }), { message: "Invalid channel ID" });
  await assert.rejects(add({ stream_id: 0 }), { message: "Invalid channel ID" });
  await assert.rejects(add({ filter_words: [" "] }), { code: "BAD_REQUEST" });
  await assert.rejects(add({ filter_words: Array(21).fill("x") }), { code: "BAD_REQUEST" });
  await assert.rejects(add({ topic: "x".repeat(61) }), { code: "BAD_REQUEST" });
  // The owner sees it, but neither the bot nor its owner may post there.
  await assert.rejects(
    acme.owner.call(contract.addFeed, { bot_id: hook.id, url: "https://example.com/", stream_id: hidden }),
    { code: "STREAM_DOES_NOT_EXIST" },
  );
  assert.deepEqual(await feedsOf(ada, hook), []);
});

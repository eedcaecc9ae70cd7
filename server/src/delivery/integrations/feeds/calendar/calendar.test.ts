/** Calendars: which events people are reminded of, when, and that each reminder is posted once. */
import assert from "node:assert/strict";
import { type Organization, org, type Person, test } from "../../../../../test/index.ts";
import { noticesTo } from "../../../../personal/scheduled-messages/testing.ts";
import { useReceiver } from "../../../outgoing-webhooks/testing.ts";
import { incomingBot } from "../../testing.ts";
import * as contract from "../contract.ts";
import { answers, feedsOf, fetches, Publisher, passes, postedBy } from "../testing.ts";
import { calendar, event, inMinutes, stamp } from "./testing.ts";

const receiver = await useReceiver();

interface CalendarWorld {
  readonly acme: Organization;
  readonly ada: Person;
  readonly hook: Person;
  readonly team: number;
}

async function world(t: Parameters<typeof org>[0]): Promise<CalendarWorld> {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  return { acme, ada, hook: await incomingBot(acme, ada), team: await acme.channel("team", [ada]) };
}

async function adds(
  { acme, ada, hook, team }: CalendarWorld,
  plan: Publisher,
  more: { minutes_before?: number; time_zone?: string; topic?: string } = {},
): Promise<number> {
  const feed = { bot_id: hook.id, kind: "calendar" as const, url: plan.url, stream_id: team, ...more };
  const { feed_id } = await ada.call(contract.addFeed, feed);
  await fetches(acme);
  return feed_id;
}

function plans(...events: string[]): Publisher {
  const plan = new Publisher(receiver);
  plan.document = calendar(...events);
  return plan;
}

/** A minute at a time, as the job looks for reminders. */
async function minutes(acme: Organization, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await passes(acme, 1);
}

const texts = async ({ ada, hook }: CalendarWorld) => (await postedBy(ada, hook)).map(([, text]) => text);

const starts = (summary: string, seconds: number) =>
  `**${summary}** starts at <time:${new Date(seconds * 1000).toISOString()}>.`;

test("a reminder is posted once, a quarter of an hour before an event", async (t) => {
  const here = await world(t);
  const { acme, ada, hook } = here;
  const at = inMinutes(acme, 20);
  const plan = plans(event({ uid: "1", start: stamp(at), summary: "Stand-up", location: "Room 5" }));
  await adds(here, plan);
  assert.deepEqual(await postedBy(ada, hook), [
    ["Team", "The calendar **Team** was added. It has 1 event in the next eight days; reminders will be posted here."],
  ]);
  await minutes(acme, 4);
  assert.equal((await texts(here)).length, 1);
  await minutes(acme, 2);
  assert.deepEqual((await postedBy(ada, hook)).slice(1), [["Team", `${starts("Stand-up", at)}\nLocation: Room 5`]]);
  await acme.server.restart({ crash: true });
  await minutes(acme, 3);
  await passes(acme);
  await passes(acme);
  assert.equal((await texts(here)).length, 2);
});

test("what begins soon when it is found is announced at once, and what has begun is not", async (t) => {
  const here = await world(t);
  const { acme } = here;
  const at = inMinutes(acme, 5);
  const plan = plans(
    event({ uid: "1", start: stamp(at), summary: "Soon" }),
    event({ uid: "2", start: stamp(inMinutes(acme, -5)), summary: "Begun" }),
    event({ uid: "3", start: stamp(inMinutes(acme, 60 * 24 * 20)), summary: "Far away" }),
  );
  await adds(here, plan, { minutes_before: 30 });
  assert.deepEqual((await texts(here)).slice(1), [starts("Soon", at)]);
});

test("changed and cancelled events count from the next fetch", async (t) => {
  const here = await world(t);
  const { acme } = here;
  const [at, later] = [inMinutes(acme, 60), inMinutes(acme, 90)];
  const plan = plans(
    event({ uid: "moved", start: stamp(at), summary: "Moved" }),
    event({ uid: "off", start: stamp(at), summary: "Called off" }),
    event({ uid: "gone", start: stamp(at), summary: "Gone" }),
  );
  await adds(here, plan);
  plan.document = calendar(
    event({ uid: "moved", start: stamp(later), summary: "Moved", more: ["SEQUENCE:1"] }),
    event({ uid: "off", start: stamp(at), summary: "Called off", more: ["STATUS:CANCELLED"] }),
  );
  await passes(acme);
  for (let n = 0; n < 8; n++) await passes(acme, 10);
  assert.deepEqual((await texts(here)).slice(1), [starts("Moved", later)]);
});

test("an event that lasts all day is announced in the morning, in the chosen time zone", async (t) => {
  const here = await world(t);
  const { acme } = here;
  const tomorrow = new Date(acme.clock.now() + 86_400_000).toISOString().slice(0, 10);
  const plan = plans(event({ uid: "1", start: `;VALUE=DATE:${tomorrow.replaceAll("-", "")}`, summary: "Holiday" }));
  await adds(here, plan, { time_zone: "Asia/Tokyo" });
  const morning = Date.parse(`${tomorrow}T09:00:00+09:00`);
  await acme.clock.leap({ seconds: (morning - acme.clock.now()) / 1000 - 90 });
  await passes(acme, 1);
  assert.equal((await texts(here)).length, 1);
  await minutes(acme, 2);
  assert.deepEqual((await texts(here)).slice(1), ["**Holiday** is today."]);
});

test("an unchanged calendar is read again, so that later events come near", async (t) => {
  const here = await world(t);
  const { acme } = here;
  const at = inMinutes(acme, 60 * 24 * 9);
  const plan = plans(event({ uid: "1", start: stamp(at), summary: "Next week" }));
  const { document } = plan;
  plan.instead = (response, { headers }) =>
    headers["if-none-match"] === '"1"'
      ? void response.writeHead(304).end()
      : void response.writeHead(200, { etag: '"1"' }).end(document);
  await adds(here, plan);
  await passes(acme);
  const asked = plan.endpoint.received.map(({ headers }) => headers["if-none-match"]);
  assert.equal(asked.length, 2);
  await passes(acme, 60 * 24 * 2);
  const before = plan.requests;
  await acme.clock.leap({ seconds: at - 14 * 60 - acme.clock.now() / 1000 });
  plan.instead = answers(500);
  await passes(acme, 0);
  await minutes(acme, 1);
  assert.ok(plan.requests > before);
  assert.deepEqual((await texts(here)).slice(1), [starts("Next week", at)], "also while it cannot be fetched");
});

test("a calendar that is paused reminds of nothing, and another time counts for what comes", async (t) => {
  const here = await world(t);
  const { acme, ada, hook } = here;
  const [first, second] = [inMinutes(acme, 30), inMinutes(acme, 120)];
  const plan = plans(
    event({ uid: "1", start: stamp(first), summary: "First" }),
    event({ uid: "2", start: stamp(second), summary: "Second" }),
  );
  const feed_id = await adds(here, plan, { topic: "dates" });
  const asked = { bot_id: hook.id, feed_id };
  await ada.call(contract.updateFeed, { ...asked, is_paused: true });
  await passes(acme, 20);
  await passes(acme, 20);
  assert.equal((await texts(here)).length, 1);
  await ada.call(contract.updateFeed, { ...asked, is_paused: false, minutes_before: 60 });
  await fetches(acme);
  await minutes(acme, 22);
  assert.deepEqual((await postedBy(ada, hook)).slice(1), [["dates", starts("Second", second)]]);
  const [feed] = await feedsOf(ada, hook);
  assert.deepEqual([feed?.kind, feed?.minutes_before, feed?.time_zone, feed?.title], ["calendar", 60, "UTC", "Team"]);
  await assert.rejects(ada.call(contract.updateFeed, { ...asked, time_zone: "Nowhere/Land" }), { code: "BAD_REQUEST" });
  await assert.rejects(ada.call(contract.updateFeed, { ...asked, minutes_before: -1 }), { code: "BAD_REQUEST" });
});

test("a reminder that cannot be posted is tried again until the event begins", async (t) => {
  const { acme, ada, hook } = await world(t);
  const club = await acme.channel("club", [ada, acme.owner], { invite_only: true });
  const here = { acme, ada, hook, team: club };
  const at = inMinutes(acme, 60);
  const plan = plans(event({ uid: "1", start: stamp(at), summary: "Review" }));
  await adds(here, plan, { minutes_before: 45 });
  const principals = JSON.stringify([ada.id]);
  await acme.owner.asks("DELETE", "/users/me/subscriptions", { subscriptions: '["club"]', principals });
  await minutes(acme, 18);
  assert.equal((await feedsOf(ada, hook))[0]?.last_fetch?.outcome, "not_posted");
  await acme.owner.asks("POST", "/users/me/subscriptions", { subscriptions: '[{"name":"club"}]', principals });
  await passes(acme);
  await minutes(acme, 2);
  const about = (await texts(here)).filter((text) => text.includes("Review"));
  assert.deepEqual(about, [starts("Review", at)]);
});

test("what is no calendar is refused, and its owner hears of it in the end", async (t) => {
  const here = await world(t);
  const { ada, hook } = here;
  const plan = plans();
  plan.document = "<rss><channel></channel></rss>";
  await adds(here, plan);
  const [feed] = await feedsOf(ada, hook);
  assert.equal(feed?.last_fetch?.outcome, "not_a_feed");
  assert.deepEqual(await texts(here), []);
  assert.deepEqual(await noticesTo(ada), []);
});

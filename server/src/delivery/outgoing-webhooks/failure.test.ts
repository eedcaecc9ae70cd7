import assert from "node:assert/strict";
import { Writable } from "node:stream";
import { pino } from "pino";
import { type Organization, org, type Person, test, until } from "../../../test/index.ts";
import type { Answering, Endpoint } from "../../../test/receiver.ts";
import { startServer } from "../../../test/server.ts";
import { getOverview } from "../../organization/overview/contract.ts";
import { updateBot } from "../../people/bots/contract.ts";
import { updateSettings } from "../../people/settings/contract.ts";
import { ATTEMPTS, MAX_RESPONSE_BYTES, TIMEOUT_MS } from "./request.ts";
import { among, inTopic, noticesTo, pass, said, settled, useReceiver, webhookBot } from "./testing.ts";

const receiver = await useReceiver({}, async (hostname) => [
  { address: hostname === "metadata.test" ? "169.254.169.254" : "127.0.0.1", family: 4 },
]);

interface Called {
  readonly acme: Organization;
  readonly ada: Person;
  readonly ben: Person;
  readonly bot: Person;
}

async function scene(t: Parameters<typeof org>[0], url: string): Promise<Called> {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const bot = await webhookBot(acme, ada, url);
  await acme.channel("design", [ben, ada]);
  return { acme, ada, ben, bot };
}

/** The last message in the conversation, and the owner's last notice. */
async function outcome({ acme, ada, ben }: Called): Promise<[string | undefined, string | undefined]> {
  await settled(acme);
  const last = (await said(ben, inTopic("design", "x"))).at(-1);
  return [last?.sender === "Oracle" ? last.content : undefined, (await noticesTo(ada)).at(-1)];
}

const answers =
  (status: number, body = "", headers = {}): Answering =>
  (response) =>
    void response.writeHead(status, headers).end(body);

const failures: [string, Answering, string, RegExp][] = [
  [
    "an error status",
    answers(500, "oh no"),
    "Third party responded with 500",
    /HTTP status \*\*500\*\*\.\n\n.*text\noh no\n/,
  ],
  ["a redirect", answers(302, "", { location: "/" }), "Third party responded with 302", /HTTP status \*\*302\*\*/],
  ["status 407", answers(407), "Third party responded with 407", /HTTP status \*\*407\*\*\.$/],
  ["invalid JSON", answers(200, "hello ```"), "Invalid JSON in response", /was not JSON\.\n\n````.*\nhello ```\n````/],
  ["an array", answers(200, "[1]"), "Invalid response format", /was not a JSON object/],
  ["a number", answers(200, "42"), "Invalid response format", /was not a JSON object/],
  ["content that is not a string", answers(200, '{"content": 5}'), "Invalid response format", /was not a JSON object/],
  [
    "a widget that is nested too deeply",
    answers(200, `{"content": "x", "widget_content": ${'{"1":'.repeat(20_000)}1${"}".repeat(20_000)}}`),
    "Invalid response format",
    /was not a JSON object/,
  ],
  ["too much data", answers(200, "x".repeat(MAX_RESPONSE_BYTES + 1)), "Response is too large", /was too large\.$/],
];

test("a failed call shows in the organization's overview, although its job is done", async (t) => {
  const endpoint = receiver.endpoint(answers(500));
  const called = await scene(t, endpoint.url);
  await called.ben.sends("#design > x", "@**Oracle**");
  await outcome(called);
  const { deliveries } = await called.acme.owner.call(getOverview, {});
  const [webhook] = deliveries.filter(({ way }) => way === "webhook");
  assert.deepEqual([webhook?.failed, webhook?.last_success], [0, null]);
  assert.ok(webhook?.last_failure);
});

for (const [what, answering, posted, told] of failures)
  test(`a webhook that responds with ${what} is called once, and both the sender and the owner are notified`, async (t) => {
    const endpoint = receiver.endpoint(answering);
    const called = await scene(t, `${endpoint.url}?key=secret`);
    const id = await called.ben.sends("#design > x", "@**Oracle**");
    const [conversation, notice = ""] = await outcome(called);
    assert.equal(conversation, `Failure! ${posted}`);
    const { bot } = called;
    const { origin } = new URL(endpoint.url);
    const beginning = `Your bot @_**Oracle|${bot.id}** was triggered by #**design>x@${id}**, but the request to its URL at ${origin} failed: `;
    assert.equal(notice.slice(0, beginning.length), beginning);
    assert.match(notice, told);
    assert.doesNotMatch(notice, /secret/);
    assert.equal(endpoint.received.length, 1);
    await pass(called.acme, 60);
    await settled(called.acme);
    assert.equal(endpoint.received.length, 1);
  });

const forbidden = [
  "http://10.0.0.1/",
  "http://127.0.0.2/",
  "http://[::1]/",
  "http://2130706434/",
  "http://0251.0376.0251.0376/",
  "http://[::ffff:169.254.169.254]/latest/meta-data",
  "http://metadata.test/latest/meta-data",
];

test("a URL in a forbidden network is not called, and the owner learns why", async (t) => {
  const called = await scene(t, "http://10.0.0.1/");
  for (const service_payload_url of forbidden) {
    await called.ada.call(updateBot, { bot_id: called.bot.id, service_payload_url });
    await called.ben.sends("#design > x", "@**Oracle**");
    const [conversation, notice] = await outcome(called);
    assert.equal(conversation, "Failure! Bot is unavailable", service_payload_url);
    assert.match(notice ?? "", /is in a network that this server does not connect to\.$/);
    await pass(called.acme, 61);
  }
  assert.equal((await noticesTo(called.ada)).length, forbidden.length);
});

test("redirects to a forbidden network are not followed; others are", async (t) => {
  const goal = receiver.endpoint({ content: "at last" });
  const endpoint = receiver.endpoint(answers(307, "", { location: goal.url }));
  const called = await scene(t, endpoint.url);
  await called.ben.sends("#design > x", "@**Oracle**");
  assert.deepEqual(await outcome(called), ["at last", undefined]);
  assert.equal(goal.received[0]?.body, endpoint.received[0]?.body);
  endpoint.answering = answers(307, "", { location: "http://metadata.test/" });
  await called.ben.sends("#design > x", "@**Oracle**");
  const [conversation, notice] = await outcome(called);
  assert.equal(conversation, "Failure! Bot is unavailable");
  assert.match(notice ?? "", /is in a network that this server does not connect to/);
  await pass(called.acme, 61);
  endpoint.answering = answers(308, "", { location: endpoint.url });
  await called.ben.sends("#design > x", "@**Oracle**");
  assert.match((await outcome(called))[1] ?? "", /redirects too often/);
});

/** Lets each attempt happen at its time. */
async function attempts({ acme }: Called, endpoint: Endpoint, isSlow: boolean): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    await endpoint.wasCalled(attempt);
    if (isSlow) await acme.clock.advance({ seconds: TIMEOUT_MS / 1000 });
    await settled(acme);
    assert.equal(endpoint.received.length, attempt);
    await pass(acme, 2 ** (attempt - 1) - 0.1);
    await settled(acme);
    assert.equal(endpoint.received.length, attempt, "not too early");
    await pass(acme, 0.1);
  }
  await settled(acme);
}

test("a webhook that times out is retried with growing pauses, and then given up", async (t) => {
  const endpoint = receiver.endpoint(() => {});
  const called = await scene(t, endpoint.url);
  await called.ben.sends("#design > x", "@**Oracle**");
  await attempts(called, endpoint, true);
  assert.equal(endpoint.received.length, ATTEMPTS);
  const [conversation, notice] = await outcome(called);
  assert.equal(conversation, "Failure! Bot is unavailable");
  assert.match(notice ?? "", /did not respond in time after several attempts\.$/);
  await pass(called.acme, 3600);
  await settled(called.acme);
  assert.equal(endpoint.received.length, ATTEMPTS);
});

test("a webhook that drops the connection is retried, and its reply then arrives as usual", async (t) => {
  const endpoint = receiver.endpoint((response) => void response.socket?.destroy());
  const called = await scene(t, endpoint.url);
  await called.ben.sends("#design > x", "@**Oracle**");
  await settled(called.acme);
  assert.deepEqual(await outcome(called), [undefined, undefined]);
  endpoint.answering = { content: "sorry" };
  await pass(called.acme, 1);
  await endpoint.wasCalled(2);
  assert.deepEqual(await outcome(called), ["sorry", undefined]);
  endpoint.answering = (response) => void response.socket?.destroy();
  await called.ben.sends("#design > x", "@**Oracle**");
  await pass(called.acme, 0);
  for (const wait of [1, 2, 4]) {
    await settled(called.acme);
    await pass(called.acme, wait);
  }
  assert.match((await outcome(called))[1] ?? "", /could not be reached \(`ECONNRESET`\) after several/);
});

test("a slow trickle of data does not extend the timeout", async (t) => {
  let isOver = false;
  const endpoint = receiver.endpoint((response) => {
    response.write("{");
    response.on("close", () => {
      isOver = true;
    });
  });
  const called = await scene(t, endpoint.url);
  await called.ben.sends("#design > x", "@**Oracle**");
  await endpoint.wasCalled(1);
  await called.acme.clock.advance({ seconds: 10 });
  await until(() => isOver);
  endpoint.answering = {};
  await settled(called.acme);
  await pass(called.acme, 1);
  assert.deepEqual(await outcome(called), [undefined, undefined]);
});

test("the owner is notified in their language, once a minute, and not about messages they cannot see", async (t) => {
  const endpoint = receiver.endpoint(answers(500));
  const called = await scene(t, endpoint.url);
  const { acme, ada, ben, bot } = called;
  await ada.call(updateSettings, { default_language: "de" });
  await acme.channel("secret", [ben], { invite_only: true });
  const { origin } = new URL(endpoint.url);
  const began = (link: string) =>
    `Dein Bot @_**Oracle|${bot.id}** wurde durch ${link} aufgerufen, aber die Anfrage an seine Adresse bei ${origin} ist gescheitert: sie hat mit dem HTTP-Status **500** geantwortet.`;

  await ben.sends("#secret > plan", "@**Oracle**");
  await settled(acme);
  assert.deepEqual(await noticesTo(ada), [began("eine Nachricht")]);
  await ben.writes(bot, "hello");
  await settled(acme);
  assert.equal((await noticesTo(ada)).length, 1);
  // The sender is notified in their own language.
  assert.equal((await said(ben, among(bot))).at(-1)?.content, "Failure! Third party responded with 500");
  await pass(acme, 61);
  await ben.writes(bot, "hello");
  await settled(acme);
  assert.deepEqual((await noticesTo(ada)).at(-1), began("eine Nachricht"));
  await ada.writes(bot, "hallo");
  await settled(acme);
  assert.equal((await said(ada, among(bot))).at(-1)?.content, "Fehler! Die Gegenseite hat mit 500 geantwortet");
  await pass(acme, 61);
  const id = await ben.sends("#design > x", "@**Oracle**");
  await settled(acme);
  assert.deepEqual((await noticesTo(ada)).at(-1), began(`#**design>x@${id}**`));
});

test("a slow webhook delays neither other webhooks nor other jobs", async (t) => {
  const slow = receiver.endpoint(() => {});
  const called = await scene(t, slow.url);
  const { acme, ada, ben, bot } = called;
  const quick = receiver.endpoint({ content: "quick" });
  const other = await webhookBot(acme, ada, quick.url, { name: "Pythia" });
  for (let n = 0; n < 40; n++) await ben.writes(bot, `${n}`);
  await slow.wasCalled(4);
  await ben.writes(other, "hello");
  await until(async () => (await said(ben, among(other))).at(-1)?.content === "quick");
  assert.equal(slow.received.length, 4);
  slow.answering = {};
  await acme.clock.advance({ seconds: 10 });
  await slow.wasCalled(40);
  await pass(acme, 1);
  await settled(acme);
  assert.equal(new Set(slow.payloads.map(({ data }) => data)).size, 40);
});

test("logs and queued jobs contain no secrets", async (t) => {
  const lines: string[] = [];
  const log = pino({ level: "trace" }, new Writable({ write: (line, _, done) => done(void lines.push(`${line}`)) }));
  const server = await startServer("sqlite", { outgoingAllow: ["127.0.0.1"] }, { log });
  try {
    const acme = await org(t, server);
    const ada = await acme.member("Ada");
    const endpoint = receiver.endpoint((response) => void response.socket?.destroy());
    const url = `${endpoint.url.replace("//", "//user:hidden@")}?key=hidden#hidden`;
    const bot = await webhookBot(acme, ada, url);
    await ada.writes(bot, "hidden words");
    await settled(acme);
    const jobs = await server.app.database.reader
      .selectFrom("job")
      .selectAll()
      .where("kind", "=", "call_webhook")
      .execute();
    assert.equal(jobs.length, 1);
    const { token } = endpoint.payloads[0] as { token: string };
    endpoint.answering = answers(500, "hidden answer");
    await pass(acme, 1);
    await settled(acme);
    const kept = lines.join("") + JSON.stringify(jobs);
    assert.match(kept, /Request failed: unreachable/);
    assert.doesNotMatch(kept, /hidden/);
    assert(!kept.includes(token) && !kept.includes(`${new URL(endpoint.url).pathname}?`));
    await acme.verify();
  } finally {
    await server.close();
  }
});

test("on a private machine, webhooks on the same machine are called", async (t) => {
  for (const [externalUrl, isCalled] of [
    ["http://localhost:9800", true],
    ["https://chat.example.com", false],
  ] as const) {
    const server = await startServer("sqlite", { externalUrl, outgoingAllow: [] });
    try {
      const acme = await org(t, server);
      const ada = await acme.member("Ada");
      const endpoint = receiver.endpoint();
      await ada.writes(await webhookBot(acme, ada, endpoint.url), "hello");
      await settled(acme);
      assert.equal(endpoint.received.length === 1, isCalled, externalUrl);
      await acme.verify();
    } finally {
      await server.close();
    }
  }
});

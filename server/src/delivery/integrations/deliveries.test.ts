/** The last requests to a bot's URLs, and examples to test one with. */
import assert from "node:assert/strict";
import { ask } from "../../../test/ask.ts";
import { Browser } from "../../../test/browser.ts";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { deactivateBot, updateBot } from "../../people/bots/contract.ts";
import { updateSettings } from "../../people/settings/contract.ts";
import { PASSWORD, withPassword } from "../../people/sign-in/testing.ts";
import { getIntegrations, getWebhookDeliveries, getWebhookExample, MAX_DELIVERIES } from "./contract.ts";
import { sweepDeliveries } from "./jobs.ts";
import { integrations } from "./services/index.ts";
import { deliver, incomingBot, seenBy } from "./testing.ts";

const hello = { body: { text: "Hello" } };
const DAY_SECONDS = 86_400;

const deliveriesOf = async (reader: Person, bot: Person) =>
  (await reader.call(getWebhookDeliveries, { bot_id: bot.id })).deliveries;

const outcomes = async (reader: Person, bot: Person) =>
  (await deliveriesOf(reader, bot)).map(({ event, outcome, code }) => [event, outcome, code]);

test("the outcome of each request is listed, newest first, with the message or the reason", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("deploys", [ada]);
  const announce = await acme.channel("announce", [acme.owner], { invite_only: true });
  const hook = await incomingBot(acme, ada);
  const ping = { headers: { "x-github-event": "ping" }, body: {} };
  const post = (integration: string, request: Parameters<typeof deliver>[3]) =>
    deliver(acme, hook, integration, request);
  await post("github", { ...ping, query: { stream: "deploys" } });
  await post("github", { ...ping, query: { exclude_events: '["ping"]' } });
  await post("github", { headers: { "x-github-event": "gollum" }, body: {} });
  await post("github", { headers: { "x-github-event": "push" }, body: { ref: 1 } });
  await post("github", { headers: { "x-github-event": "push" }, body: "{" });
  await post("github", { ...ping, query: { stream: "nowhere" } });
  await post("github", { ...ping, query: { stream: "announce" } });
  await post("github", { ...ping, query: { only_events: "ping" } });
  await post("nothing", hello);
  const deliveries = await deliveriesOf(ada, hook);
  const [message] = await seenBy(ada, { narrow: [{ operator: "sender", operand: hook.id }] });
  assert.deepEqual(
    deliveries.map(({ integration, event, outcome, code, reason }) => [integration, event, outcome, code, reason]),
    [
      ["nothing", null, "refused", "BAD_REQUEST", "There is no integration called 'nothing'."],
      ["github", null, "refused", "BAD_REQUEST", "only_events is not valid JSON"],
      ["github", "ping", "refused", "BAD_REQUEST", "Not authorized to send to channel 'announce'"],
      ["github", "ping", "refused", "STREAM_DOES_NOT_EXIST", "Channel 'nowhere' does not exist"],
      ["github", null, "refused", "INVALID_JSON", "Malformed JSON"],
      [
        "github",
        null,
        "refused",
        "ANOMALOUS_WEBHOOK_PAYLOAD",
        "Unable to parse request: Did GitHub generate this event?",
      ],
      ["github", "gollum", "ignored", "UNSUPPORTED_WEBHOOK_EVENT_TYPE", null],
      ["github", "ping", "ignored", null, null],
      ["github", "ping", "posted", null, null],
    ],
  );
  const { id } = message as unknown as { id: number };
  assert.deepEqual(
    deliveries.map(({ message_id }) => message_id),
    [null, null, null, null, null, null, null, null, id],
  );
  assert.ok(announce > 0);
});

test("requests without the right signature are listed, and so is that there is a secret", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const hook = await incomingBot(acme, ada);
  const hasSecret = async () => (await ada.call(getWebhookDeliveries, { bot_id: hook.id })).has_secret;
  assert.equal(await hasSecret(), false);
  await ada.call(updateBot, { bot_id: hook.id, config_data: { webhook_secret: "opensesame" } });
  assert.equal(await hasSecret(), true);
  await deliver(acme, hook, "json", hello);
  await deliver(acme, hook, "json", { ...hello, headers: { authorization: "Bearer opensesame" } });
  assert.deepEqual(await outcomes(ada, hook), [
    ["message", "posted", null],
    [null, "refused", "UNAUTHORIZED"],
  ]);
});

test("nothing of a payload is kept", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const hook = await incomingBot(acme, ada);
  await deliver(acme, hook, "json", { body: { content: "a private matter" } });
  await deliver(acme, hook, "json", { body: "a private matter, badly written" });
  const rows = await acme.server.app.database.reader.selectFrom("webhook_delivery").selectAll().execute();
  assert.doesNotMatch(JSON.stringify(rows), /private matter/);
});

test("only the bot's owner and administrators see its deliveries and get examples", async (t) => {
  const acme = await org(t);
  const other = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const admin = await acme.administrator("Adam");
  const hook = await incomingBot(acme, ada);
  await deliver(acme, hook, "slack_incoming", hello);
  const asked = { bot_id: hook.id };
  for (const reader of [ada, admin, acme.owner]) {
    assert.equal((await reader.call(getWebhookDeliveries, asked)).deliveries.length, 1);
    const { url } = await reader.call(getWebhookExample, { ...asked, integration: "json" });
    assert.ok(url.includes(hook.apiKey));
  }
  const refusals: [Person, string, string][] = [
    [ben, "UNAUTHORIZED_PRINCIPAL", "Insufficient permission"],
    [await acme.moderator("Mona"), "UNAUTHORIZED_PRINCIPAL", "Insufficient permission"],
    [other.owner, "BAD_REQUEST", "No such bot"],
  ];
  for (const [reader, , message] of refusals) {
    await assert.rejects(reader.call(getWebhookDeliveries, asked), { message });
    await assert.rejects(reader.call(getWebhookExample, { ...asked, integration: "json" }), { message });
  }
  const guest = await acme.guest("Gus");
  await assert.rejects(guest.call(getWebhookDeliveries, asked));
  const generic = await acme.bot("Robin", ada);
  const message = "Only an incoming webhook bot has URLs for integrations.";
  await assert.rejects(ada.call(getWebhookDeliveries, { bot_id: generic.id }), { message });
  await assert.rejects(ada.call(getWebhookExample, { bot_id: generic.id, integration: "json" }), { message });
  // A bot that no longer works is when people look.
  await ada.call(deactivateBot, asked);
  assert.equal((await ada.call(getWebhookDeliveries, asked)).deliveries.length, 1);
});

test("a bot keeps its newest deliveries, for two weeks", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const [hook, other] = [await incomingBot(acme, ada), await incomingBot(acme, ada, { name: "Other" })];
  const ignored = (integration: string) =>
    deliver(acme, hook, integration, { headers: { "x-github-event": "x" }, body: {} });
  await deliver(acme, other, "slack_incoming", hello);
  await deliver(acme, hook, "slack_incoming", hello);
  for (let n = 0; n < MAX_DELIVERIES; n++) await ignored("github");
  const kept = await deliveriesOf(ada, hook);
  assert.equal(kept.length, MAX_DELIVERIES);
  assert.ok(kept.every(({ integration }) => integration === "github"));
  assert.equal((await deliveriesOf(ada, other)).length, 1);
  const rows = await acme.server.app.database.reader
    .selectFrom("webhook_delivery")
    .select("id")
    .where("user_id", "=", hook.id)
    .execute();
  assert.equal(rows.length, MAX_DELIVERIES);
  await acme.clock.leap({ seconds: 10 * DAY_SECONDS });
  await ignored("gitea");
  await acme.clock.leap({ seconds: 5 * DAY_SECONDS });
  if ("recurring" in sweepDeliveries) await sweepDeliveries.recurring(acme.server.app);
  assert.deepEqual(
    (await deliveriesOf(ada, hook)).map(({ integration }) => integration),
    ["gitea"],
  );
  assert.deepEqual(await deliveriesOf(ada, other), []);
});

test("a reason is said in the language of the reader's session, and in English to programs", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const browser = new Browser(acme);
  await browser.signsIn(ada.email, PASSWORD);
  await ada.call(updateSettings, { default_language: "de" });
  const hook = await incomingBot(acme, ada);
  await deliver(acme, hook, "%00x", { ...hello, query: { only_events: "x" } });
  await deliver(acme, hook, "{0}", hello);
  const [{ reason } = {}, strange] = await deliveriesOf(ada, hook);
  assert.equal(reason, "There is no integration called '{0}'.");
  assert.deepEqual([strange?.integration, strange?.outcome], ["x", "refused"], "without what cannot be stored");
  const { body } = await browser.calls(`GET /bots/${hook.id}/webhook_deliveries`);
  const [german] = body.deliveries as { reason: string }[];
  assert.equal(german?.reason, "Es gibt keine Integration namens „{0}“.");
});

/** Sends an example as whoever asked for it does. */
async function sends(
  acme: Organization,
  { url, headers, body }: { url: string; headers: Record<string, string>; body: string },
) {
  const { pathname, search, origin } = new URL(url);
  assert.equal(origin, acme.realm.url);
  return ask(acme.server, `POST ${pathname.replace("/api/v1", "")}${search}`, {
    host: acme.realm.host,
    headers,
    payload: body,
  });
}

test("every example of every integration is accepted by the URL, signed and unsigned, and posted each time", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const stream = String(await acme.channel("events", [ada]));
  const { integrations: listed } = await ada.call(getIntegrations, {});
  assert.deepEqual(
    listed.map(({ name }) => name),
    integrations.map(({ name }) => name),
  );
  const hook = await incomingBot(acme, ada);
  const asked = { bot_id: hook.id, stream, topic: "tests" };
  for (const webhook_secret of ["", "opensesame"]) {
    await ada.call(updateBot, { bot_id: hook.id, config_data: { webhook_secret } });
    for (const { name, examples } of listed) {
      const [first] = examples;
      assert.ok(first !== undefined, name);
      for (let n = 0; n < 2; n++) {
        const response = await sends(acme, await ada.call(getWebhookExample, { ...asked, integration: name }));
        assert.equal(response.status, 200, `${name}: ${response.text}`);
      }
      const [second, before] = await deliveriesOf(ada, hook);
      assert.deepEqual([before?.outcome, second?.outcome], ["posted", "posted"], name);
      assert.ok(Number(second?.message_id) > Number(before?.message_id), `${name}: posted twice`);
    }
  }
});

test("an example is one of the integration's, with the options of the URL and in its content type", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("events", [ada]);
  const hook = await incomingBot(acme, ada);
  const asked = { bot_id: hook.id, integration: "github", stream: "events" };
  const example = await ada.call(getWebhookExample, {
    ...asked,
    example: "an issue is opened",
    only_events: ["issue*"],
    branches: "main, dev",
    ignore_private_repositories: true,
  });
  const query = Object.fromEntries(new URL(example.url).searchParams);
  assert.deepEqual(query, {
    api_key: hook.apiKey,
    stream: "events",
    only_events: '["issue*"]',
    branches: "main, dev",
    ignore_private_repositories: "true",
  });
  assert.equal(example.headers["x-github-event"], "issues");
  assert.equal((await sends(acme, example)).status, 200);
  const form = await ada.call(getWebhookExample, { ...asked, content_type: "application/x-www-form-urlencoded" });
  assert.match(form.body, /^payload=%7B/);
  assert.equal((await sends(acme, form)).status, 200);
  assert.deepEqual(await outcomes(ada, hook), [
    ["push", "posted", null],
    ["issues", "posted", null],
  ]);
  const refusal = (params: object) => ada.call(getWebhookExample, { ...asked, ...params });
  await assert.rejects(refusal({ example: "none" }), { message: "This integration has no such example." });
  await assert.rejects(refusal({ integration: "none" }), { message: "There is no integration called 'none'." });
});

test("a catalogue entry can be asked for by its name", async (t) => {
  const acme = await org(t);
  const guest = await acme.guest("Gus");
  const { integrations: found } = await guest.call(getIntegrations, { name: "linear" });
  assert.deepEqual(
    found.map(({ name, category, is_signed }) => [name, category, is_signed]),
    [["linear", "projects", true]],
  );
  assert.deepEqual((await guest.call(getIntegrations, { name: "none" })).integrations, []);
});

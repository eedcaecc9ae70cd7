import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { ask } from "../../../test/ask.ts";
import { org, test } from "../../../test/index.ts";
import { updateChannel } from "../../channels/update/contract.ts";
import { deactivateBot, regenerateBotApiKey, updateBot } from "../../people/bots/contract.ts";
import { bytesOf, deliver, incomingBot, seenBy } from "./testing.ts";

const hello = { body: { text: "Hello" } };
const OF_HOOK = (id: number) => [{ operator: "sender", operand: id }];

test("a service posts into a channel by its name or id, in its own topic or that of the URL", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const id = await acme.channel("deploys", [ada]);
  const hook = await incomingBot(acme, ada);
  const sent = await deliver(acme, hook, "slack_incoming", { ...hello, query: { stream: "deploys" } });
  assert.deepEqual([sent.status, sent.body], [200, { result: "success", msg: "" }]);
  await deliver(acme, hook, "slack_incoming", { ...hello, query: { stream: String(id), topic: "shop" } });
  await deliver(acme, hook, "slack_incoming", { ...hello, query: { stream: "deploys", topic: "twice%20escaped" } });
  await deliver(acme, hook, "slack_incoming", { ...hello, query: { stream: "deploys", topic: "x".repeat(80) } });
  const seen = await seenBy(ada, { narrow: OF_HOOK(hook.id) });
  assert.deepEqual(
    seen.map(({ subject, content, client }) => [subject, content, client]),
    [
      ["Slack", "Hello", "ParleySlackIncomingWebhook"],
      ["shop", "Hello", "ParleySlackIncomingWebhook"],
      ["twice escaped", "Hello", "ParleySlackIncomingWebhook"],
      [`${"x".repeat(59)}…`, "Hello", "ParleySlackIncomingWebhook"],
    ],
  );
});

test("without a channel, the owner gets a direct message", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const hook = await incomingBot(acme, ada);
  const heard = await ben.eventsDuring(async () => {
    assert.equal((await deliver(acme, hook, "slack_incoming", hello)).status, 200);
  });
  assert.deepEqual(heard, []);
  const [message] = await seenBy(ada, { narrow: OF_HOOK(hook.id) });
  assert.deepEqual([message?.type, message?.content], ["private", "Hello"]);
});

test("only the key of an active incoming webhook bot of this organization is accepted", async (t) => {
  const acme = await org(t);
  const other = await org(t);
  const ada = await acme.member("Ada");
  const hook = await incomingBot(acme, ada);
  const refusal = async (apiKey: string, from = acme) => {
    const { status, body } = await deliver(from, { apiKey }, "slack_incoming", hello);
    return [status, body.code, body.msg];
  };
  assert.deepEqual(await refusal("x"), [401, "INVALID_API_KEY", "Malformed API key"]);
  assert.deepEqual(await refusal("x".repeat(32)), [401, "INVALID_API_KEY", "Invalid API key"]);
  assert.deepEqual(await refusal(ada.apiKey), [
    400,
    "BAD_REQUEST",
    "This API key does not belong to an incoming webhook bot.",
  ]);
  const generic = await acme.bot("Robin", ada);
  assert.equal((await refusal(generic.apiKey))[0], 400);
  assert.deepEqual(await refusal(hook.apiKey, other), [
    400,
    "BAD_REQUEST",
    "Account is not associated with this subdomain",
  ]);
  const bare = await ask(acme.server, "POST /external/json", { host: acme.realm.host, as: hook, payload: "{}" });
  assert.deepEqual([bare.status, bare.body.code, bare.body.var_name], [400, "REQUEST_VARIABLE_MISSING", "api_key"]);
  const { api_key } = await ada.call(regenerateBotApiKey, { bot_id: hook.id });
  assert.deepEqual(await refusal(hook.apiKey), [401, "INVALID_API_KEY", "Invalid API key"]);
  assert.equal((await deliver(acme, { apiKey: api_key }, "slack_incoming", hello)).status, 200);
  await ada.call(deactivateBot, { bot_id: hook.id });
  assert.deepEqual(await refusal(api_key), [401, "USER_DEACTIVATED", "Account is deactivated"]);
});

test("a bot's key in a header is not taken for one in the URL, and a key in the URL opens nothing else", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const hook = await incomingBot(acme, ada);
  assert.equal((await deliver(acme, hook, "slack_incoming", hello)).status, 200);
  const { host } = acme.realm;
  const other = await ask(acme.server, `POST /messages?api_key=${hook.apiKey}`, { host, form: { type: "direct" } });
  assert.equal(other.status, 401);
  const asHeader = await ask(acme.server, "GET /users/me", { host, headers: { authorization: hook.apiKey } });
  assert.equal(asHeader.status, 400);
});

test("an unknown integration is not found, and a known URL can be checked", async (t) => {
  const acme = await org(t);
  const hook = await incomingBot(acme, await acme.member("Ada"));
  const { status, body } = await deliver(acme, hook, "nothing", hello);
  assert.deepEqual([status, body.msg], [404, "There is no integration called 'nothing'."]);
  const check = (method: string, name: string, key = hook.apiKey) =>
    ask(acme.server, `${method} /external/${name}?api_key=${key}`, { host: acme.realm.host });
  assert.equal((await check("HEAD", "trello")).status, 200);
  assert.equal((await check("GET", "trello")).status, 200);
  assert.equal((await check("GET", "nothing")).status, 404);
  assert.equal((await check("GET", "trello", "x".repeat(32))).status, 401);
  assert.equal((await seenBy(await acme.member("Ben"))).filter(({ sender_id }) => sender_id === hook.id).length, 0);
});

test("an event that the integration does not support is ignored with success", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const hook = await incomingBot(acme, ada);
  const heard = await ada.eventsDuring(async () => {
    const { status, body } = await deliver(acme, hook, "github", { headers: { "x-github-event": "gollum" }, body: {} });
    assert.deepEqual(
      [status, body],
      [
        200,
        {
          result: "success",
          msg: "The 'gollum' event isn't currently supported by the GitHub webhook; ignoring",
          code: "UNSUPPORTED_WEBHOOK_EVENT_TYPE",
          webhook_name: "GitHub",
          event_type: "gollum",
        },
      ],
    );
  });
  assert.deepEqual(heard, []);
});

test("only_events and exclude_events choose events by shell patterns", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const hook = await incomingBot(acme, ada);
  const ping = { headers: { "x-github-event": "ping" }, body: {} };
  const posts = async (query: Record<string, string>) => {
    const before = (await seenBy(ada, { narrow: OF_HOOK(hook.id) })).length;
    assert.equal((await deliver(acme, hook, "github", { ...ping, query })).status, 200);
    return (await seenBy(ada, { narrow: OF_HOOK(hook.id) })).length - before;
  };
  assert.equal(await posts({ only_events: '["p*"]' }), 1);
  assert.equal(await posts({ only_events: '["push", "issue?"]' }), 0);
  assert.equal(await posts({ exclude_events: '["pi[mn]g"]' }), 0);
  assert.equal(await posts({ only_events: '["*"]', exclude_events: '["push"]' }), 1);
  const wrong = await deliver(acme, hook, "github", { ...ping, query: { only_events: "ping" } });
  assert.deepEqual([wrong.status, wrong.body.msg], [400, "only_events is not valid JSON"]);
});

test("documents that cannot be read are refused, and the owner learns of malformed JSON", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("deploys", [ada]);
  const hook = await incomingBot(acme, ada);
  const refusal = async (integration: string, body: unknown, headers = {}) => {
    const response = await deliver(acme, hook, integration, { body, headers, query: { stream: "deploys" } });
    return [response.status, response.body.code, response.body.msg];
  };
  assert.deepEqual(await refusal("github", "{", { "x-github-event": "push" }), [400, "INVALID_JSON", "Malformed JSON"]);
  assert.deepEqual(await refusal("github", { ref: 1 }, { "x-github-event": "push" }), [
    400,
    "ANOMALOUS_WEBHOOK_PAYLOAD",
    "Unable to parse request: Did GitHub generate this event?",
  ]);
  assert.deepEqual(await refusal("github", {}), [
    400,
    "MISSING_HTTP_EVENT_HEADER",
    "Missing the HTTP event header 'x-github-event'",
  ]);
  assert.equal((await refusal("json", "[".repeat(5000)))[2], "payload is nested too deeply");
  const raw = await ask(acme.server, `POST /external/json?api_key=${hook.apiKey}`, {
    host: acme.realm.host,
    payload: Buffer.from([0xff, 0xfe]),
  });
  assert.deepEqual([raw.status, raw.body.msg], [400, "Malformed payload"]);
  const notices = (await seenBy(ada)).filter(({ type }) => type === "private");
  assert.deepEqual(
    notices.map(({ content }) => content),
    [`Your bot @_**Hook|${hook.id}** received a request from GitHub that is not valid JSON, so nothing was posted.`],
  );
});

test("a body may be a form, whatever its header says", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const hook = await incomingBot(acme, ada);
  const form = "application/x-www-form-urlencoded";
  const body = `payload=${encodeURIComponent(JSON.stringify(hello.body))}`;
  assert.equal((await deliver(acme, hook, "slack_incoming", { body, headers: { "content-type": form } })).status, 200);
  const asText = { body, headers: { "content-type": "text/plain" } };
  assert.equal((await deliver(acme, hook, "slack_incoming", { ...asText, query: { content_type: form } })).status, 200);
  const boundary = "x";
  const multipart = `--x\r\nContent-Disposition: form-data; name="data"\r\n\r\n${bytesOf(hello)}\r\n--x--\r\n`;
  const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
  assert.equal((await deliver(acme, hook, "slack_incoming", { body: multipart, headers })).status, 200);
  const upgrading = { ...hello, headers: { connection: "Upgrade, HTTP2-Settings", upgrade: "h2c" } };
  assert.equal((await deliver(acme, hook, "slack_incoming", upgrading)).status, 200);
  assert.equal((await seenBy(ada, { narrow: OF_HOOK(hook.id) })).length, 4);
});

test("a body of more than a mebibyte is refused", async (t) => {
  const acme = await org(t);
  const hook = await incomingBot(acme, await acme.member("Ada"));
  const { status } = await deliver(acme, hook, "slack_incoming", { body: { text: "x".repeat(1024 * 1024) } });
  assert.equal(status, 413);
});

test("a message is sent by the rules for any message of the bot", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const secret = await acme.channel("secret", [acme.owner], { invite_only: true });
  const announce = await acme.channel("announce", [acme.owner, ada]);
  await acme.owner.call(updateChannel, {
    stream_id: announce,
    can_send_message_group: { new: { direct_members: [acme.owner.id], direct_subgroups: [] } },
  } as never);
  const hook = await incomingBot(acme, ada);
  const sent = async (stream: string) => {
    const { status, body } = await deliver(acme, hook, "slack_incoming", { ...hello, query: { stream } });
    return [status, body.msg];
  };
  assert.deepEqual(await sent("announce"), [400, "You do not have permission to post in this channel."]);
  assert.equal((await sent("secret"))[0], 400);
  // Hidden by id: like one that does not exist.
  assert.deepEqual(await sent(String(secret)), [200, ""]);
  assert.deepEqual(await sent("nowhere"), [200, ""]);
  assert.deepEqual(
    (await seenBy(acme.owner)).filter(({ sender_id }) => sender_id === hook.id),
    [],
  );
});

test("a delivery that is repeated is posted once", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const hook = await incomingBot(acme, ada);
  const ping = (id: string) => ({ headers: { "x-github-event": "ping", "x-github-delivery": id }, body: {} });
  for (const id of ["1", "1", "2"]) assert.equal((await deliver(acme, hook, "github", ping(id))).status, 200);
  assert.equal((await seenBy(ada, { narrow: OF_HOOK(hook.id) })).length, 2);
});

test("a bot with a secret accepts only signed requests", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const hook = await incomingBot(acme, ada, { config_data: { webhook_secret: "opensesame" } });
  const body = { zen: "Keep it simple" };
  const signature = (secret: string) =>
    `sha256=${createHmac("sha256", secret).update(bytesOf({ body })).digest("hex")}`;
  const status = async (headers: Record<string, string>, integration = "github") =>
    (await deliver(acme, hook, integration, { body, headers: { "x-github-event": "ping", ...headers } })).status;
  assert.equal(await status({}), 401);
  assert.equal(await status({ "x-hub-signature-256": signature("wrong") }), 401);
  assert.equal(await status({ "x-hub-signature-256": signature("opensesame") }), 200);
  assert.equal(await status({ authorization: "Bearer opensesame" }), 401);
  assert.equal(await status({}, "json"), 401);
  assert.equal(await status({ authorization: "Bearer opensesame" }, "json"), 200);
  const { config_data } = await ada.call(updateBot, { bot_id: hook.id, full_name: "Hooked" });
  assert.deepEqual(config_data, { webhook_secret: "opensesame" });
  const stored = await acme.server.app.database.reader
    .selectFrom("bot")
    .select("config_data")
    .where("user_id", "=", hook.id)
    .executeTakeFirstOrThrow();
  assert.doesNotMatch(JSON.stringify(stored), /opensesame/);
  await ada.call(updateBot, { bot_id: hook.id, config_data: { webhook_secret: "" } });
  assert.equal(await status({}), 200);
});

test("a bot with a secret posts nothing with its key alone", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("deploys", [ada]);
  const hook = await incomingBot(acme, ada, { config_data: { webhook_secret: "opensesame" } });
  const message = { type: "channel", to: "deploys", topic: "shop", content: "Hello" };
  const heard = await ada.eventsDuring(async () => {
    const { result, code, msg } = await hook.asks("POST", "/messages", message);
    assert.deepEqual(
      [result, code, msg],
      ["error", "BAD_REQUEST", "This bot has a secret, so it posts only signed requests to the URL of an integration."],
    );
  });
  assert.deepEqual(heard, []);
  await ada.call(updateBot, { bot_id: hook.id, config_data: { webhook_secret: "" } });
  assert.equal((await hook.asks("POST", "/messages", message)).result, "success");
  // Other kinds of bots have no such URL: the entry means nothing to them.
  const robin = await acme.bot("Robin", ada);
  await ada.call(updateBot, { bot_id: robin.id, config_data: { webhook_secret: "opensesame" } });
  assert.equal((await robin.asks("POST", "/messages", message)).result, "success");
});

test("a form in parts is refused where the body is signed, because its bytes are not kept", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const hook = await incomingBot(acme, ada, { config_data: { webhook_secret: "opensesame" } });
  const body = `--x\r\nContent-Disposition: form-data; name="payload"\r\n\r\n${bytesOf(hello)}\r\n--x--\r\n`;
  const signatureOf = (signed: string) => `sha256=${createHmac("sha256", "opensesame").update(signed).digest("hex")}`;
  const status = async (integration: string, headers: Record<string, string>) => {
    const type = { "content-type": "multipart/form-data; boundary=x" };
    return (await deliver(acme, hook, integration, { body, headers: { ...type, ...headers } })).status;
  };
  const ping = { "x-github-event": "ping" };
  assert.equal(await status("github", { ...ping, "x-hub-signature-256": signatureOf("") }), 401);
  assert.equal(await status("github", { ...ping, "x-hub-signature-256": signatureOf(body) }), 401);
  const ofNothing = createHmac("sha256", "opensesame").update("").digest("hex");
  assert.equal(await status("grafana", { "x-grafana-alerting-signature": ofNothing }), 401);
  // A bearer token proves the same with every body.
  assert.equal(await status("slack_incoming", { authorization: "Bearer opensesame" }), 200);
  assert.equal((await seenBy(ada, { narrow: OF_HOOK(hook.id) })).length, 1);
});

test("a signature may include the URL that the service calls", async (t) => {
  const acme = await org(t);
  const hook = await incomingBot(acme, await acme.member("Ada"), { config_data: { webhook_secret: "opensesame" } });
  const body = { action: { type: "unknown" } };
  const url = `${acme.realm.url}/api/v1/external/trello?api_key=${hook.apiKey}`;
  const signature = createHmac("sha1", "opensesame").update(bytesOf({ body })).update(url).digest("base64");
  const status = async (headers: Record<string, string>) =>
    (await deliver(acme, hook, "trello", { body, headers })).status;
  assert.equal(await status({ "x-trello-webhook": signature }), 200);
  assert.equal(await status({ "x-trello-webhook": signature.toUpperCase() }), 401);
});

test("a secret of another server, from which the bot was imported, opens nothing", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const hook = await incomingBot(acme, ada, { config_data: { webhook_secret: "opensesame" } });
  await acme.alter((tx) =>
    tx
      .updateTable("bot")
      .set({ config_data: JSON.stringify({ webhook_secret: "sealed elsewhere" }) as never })
      .where("user_id", "=", hook.id)
      .execute(),
  );
  const headers = { authorization: "Bearer opensesame" };
  assert.equal((await deliver(acme, hook, "json", { body: {}, headers })).status, 401);
});

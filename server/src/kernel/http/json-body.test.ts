/** JSON bodies are like forms in everything but their spelling (decision 113). */
import assert from "node:assert/strict";
import { ask, type TestResponse, told } from "../../../test/ask.ts";
import { Browser } from "../../../test/browser.ts";
import { type Organization, org, test } from "../../../test/index.ts";
import { getMessage } from "../../messages/history/contract.ts";
import { PASSWORD, withPassword } from "../../people/sign-in/testing.ts";

const JSON_TYPE = { "content-type": "application/json" };

/** Changes two texts of the organization. */
const change = (acme: Organization, payload: string | Buffer, headers: object = JSON_TYPE): Promise<TestResponse> =>
  ask(acme.server, "PATCH /realm", { host: acme.realm.host, as: acme.owner, payload, headers: { ...headers } });

const send = (acme: Organization, body: unknown, query = ""): Promise<TestResponse> =>
  ask(acme.server, `POST /messages${query}`, {
    host: acme.realm.host,
    as: acme.owner,
    headers: JSON_TYPE,
    payload: JSON.stringify(body),
  });

async function shown(acme: Organization, { body }: TestResponse) {
  const { message } = await acme.owner.call(getMessage, { message_id: body.id as never, apply_markdown: false });
  return [message.display_recipient, message.subject, message.content];
}

const refusal = (msg: string, code = "BAD_REQUEST") => ({ status: 400, result: "error", msg, code });

test("an operation takes its parameters from a JSON object", async (t) => {
  const acme = await org(t);
  await acme.channel("launch", [acme.owner]);
  const sent = await send(acme, { type: "channel", to: "launch", topic: "tides", content: "3.5 *metres*" });
  assert.deepEqual(await shown(acme, sent), ["launch", "tides", "3.5 *metres*"]);

  const flags = await ask(acme.server, "POST /messages/flags", {
    host: acme.realm.host,
    as: acme.owner,
    headers: { "content-type": "Application/JSON; charset=UTF-8" },
    payload: JSON.stringify({ messages: [sent.body.id], op: "add", flag: "starred" }),
  });
  assert.deepEqual(flags.body.messages, [sent.body.id]);
});

test("values may also be JSON text, as in a form, where the parameter accepts no text", async (t) => {
  const acme = await org(t);
  const id = await acme.channel("launch", [acme.owner]);
  await acme.channel("[1]", [acme.owner]);
  const message = { type: "channel", topic: "tides", content: "null" };
  const sent = await send(acme, { ...message, to: id, read_by_sender: "false" });
  assert.deepEqual(await shown(acme, sent), ["launch", "tides", "null"]);
  // Where it accepts text, text is text.
  assert.deepEqual(await shown(acme, await send(acme, { ...message, to: "[1]" })), ["[1]", "tides", "null"]);

  const flagged = { messages: `[${sent.body.id}]`, op: "add", flag: "starred" };
  const flags = await ask(acme.server, "POST /messages/flags", {
    host: acme.realm.host,
    as: acme.owner,
    headers: JSON_TYPE,
    payload: JSON.stringify(flagged),
  });
  assert.equal(flags.status, 200);
});

test("a value of the wrong type is an error that names it", async (t) => {
  const acme = await org(t);
  await acme.channel("launch", [acme.owner]);
  const message = { type: "channel", to: "launch", topic: "tides", content: "Hello" };
  assert.deepEqual(told(await send(acme, { ...message, content: 5 })), refusal("content is not a string"));
  assert.deepEqual(told(await send(acme, { ...message, content: null })), refusal("content is not a string"));
  assert.deepEqual(told(await send(acme, { ...message, topic: ["a"] })), refusal("topic is not a string"));
  assert.deepEqual(told(await send(acme, { ...message, type: "boat" })), refusal("Invalid type"));
  assert.deepEqual(
    told(await send(acme, { ...message, read_by_sender: "perhaps" })),
    refusal("read_by_sender is not a boolean"),
  );
  const flags = (messages: string) =>
    ask(acme.server, "POST /messages/flags", {
      host: acme.realm.host,
      as: acme.owner,
      headers: JSON_TYPE,
      payload: `{"op":"add","flag":"starred","messages":${messages}}`,
    });
  assert.deepEqual(told(await flags("7")), refusal("messages is not a list"));
  assert.deepEqual(told(await flags('["a"]')), refusal("messages[0] is not an integer"));
  assert.deepEqual(told(await flags('"[1.0]"')), refusal("messages[0] is not an integer"));
  assert.deepEqual(told(await flags("[5.0]")), refusal("messages[0] is not an integer"));
  const missing = told(await send(acme, { type: "channel", to: "launch", topic: "tides" }));
  assert.deepEqual(missing, {
    ...refusal("Missing 'content' argument", "REQUEST_VARIABLE_MISSING"),
    var_name: "content",
  });
});

test("the body takes precedence over the query, and unknown parameters are named", async (t) => {
  const acme = await org(t);
  await acme.channel("launch", [acme.owner]);
  const message = { type: "channel", to: "launch", topic: "body", content: "Hello" };
  const sent = await send(acme, { ...message, boat: 1, method: "PATCH", client: "Boat/1" }, "?topic=query&flag=red");
  assert.deepEqual(await shown(acme, sent), ["launch", "body", "Hello"]);
  assert.deepEqual(sent.body.ignored_parameters_unsupported, ["boat", "flag", "method"]);
});

test("the name of an object built-in is a parameter like any other", async (t) => {
  const acme = await org(t);
  const { status, body } = await change(
    acme,
    '{"__proto__":{"name":"a"},"constructor":1,"toString":null,"name":"Acme"}',
  );
  assert.deepEqual([status, body.ignored_parameters_unsupported], [200, ["__proto__", "constructor", "toString"]]);
  assert.equal(({} as { name?: unknown }).name, undefined);
});

test("a body that is not a JSON object is refused; an empty one has no parameters", async (t) => {
  const acme = await org(t);
  for (const payload of ["{", "name=x", '{"name":"x"} {}', "\ufeff{", "\ufeff\ufeff{}", "{'name': 'x'}"])
    assert.deepEqual(told(await change(acme, payload)), refusal("Malformed JSON body"), payload);
  for (const payload of ["[]", "null", '"name"', "5"])
    assert.deepEqual(told(await change(acme, payload)), refusal("The JSON body is not an object"), payload);
  for (const payload of ["", "  ", "{}", "\ufeff", "\ufeff{}"])
    assert.equal((await change(acme, payload)).status, 200, payload);
  assert.deepEqual(
    told(await change(acme, "{}", { "content-type": "application/json; charset=utf-16" })),
    refusal("Unsupported character set: utf-16"),
  );
});

test("a byte order mark before the object is ignored, and in a text it is kept", async (t) => {
  const acme = await org(t);
  await acme.channel("launch", [acme.owner]);
  const content = "Hel\ufefflo";
  const body = { type: "channel", to: "launch", topic: "tides", content };
  const sent = await ask(acme.server, "POST /messages", {
    host: acme.realm.host,
    as: acme.owner,
    headers: JSON_TYPE,
    payload: `\ufeff${JSON.stringify(body)}`,
  });
  assert.deepEqual(await shown(acme, sent), ["launch", "tides", content]);
});

test("text is UTF-8 that a database can store", async (t) => {
  const acme = await org(t);
  const name = async (payload: string | Buffer) => {
    assert.equal((await change(acme, payload)).status, 200);
    const form = { fetch_event_types: '["realm"]' };
    const { body } = await ask(acme.server, "POST /register", { host: acme.realm.host, as: acme.owner, form });
    return body.realm_name;
  };
  assert.equal(await name('{"name":"é \\ud83d\\ude00"}'), "é 😀");
  assert.equal(await name('{"name":"a\\ud800b"}'), "a\ufffdb");
  assert.equal(await name(Buffer.from('{"name":"a\xffb"}', "latin1")), "a\ufffdb");
  assert.match(String((await change(acme, '{"name":"a\\u0000b"}')).body.msg), /Null bytes are not allowed/);
});

test("the limits of forms hold", async (t) => {
  const acme = await org(t);
  const members = (count: number) => `{${Array.from({ length: count }, (_, n) => `"f${n}":0`).join(",")}}`;
  assert.equal((await change(acme, members(1000))).status, 200);
  assert.deepEqual(told(await change(acme, members(1001))), refusal("Too many parameters (limit: 1000)"));
  assert.deepEqual(
    told(await change(acme, `{"a":${"[".repeat(200)}${"]".repeat(200)}}`)),
    refusal("body is nested too deeply"),
  );
  assert.deepEqual(
    told(await change(acme, `{"a":[${"0,".repeat(200_000)}0]}`)),
    refusal("body has too many values (limit: 100000)"),
  );
  assert.equal((await change(acme, `{"a":"${"a".repeat(1024 * 1024)}"}`)).status, 413);
});

test("bodies of similar types are not parameters", async (t) => {
  const acme = await org(t);
  for (const type of ["text/plain", "application/json-seq", "text/json", "text/plain; application/json"]) {
    const answer = await change(acme, '{"boat":1}', { "content-type": type });
    assert.deepEqual(told(answer), { status: 200, result: "success", msg: "" }, type);
  }
});

test("a browser session sends its token in the header", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const browser = new Browser(acme);
  await browser.signsIn(ada.email, PASSWORD);
  const token = browser.csrfToken;
  const { cookie } = browser;
  const calls = (body: object, headers: Record<string, string> = {}) =>
    ask(acme.server, "PATCH //json/settings", {
      host: acme.realm.host,
      headers: { ...JSON_TYPE, cookie, ...headers },
      payload: JSON.stringify(body),
    });
  const settings = { twenty_four_hour_time: true };
  assert.equal((await calls(settings, { "x-csrftoken": token })).status, 200);
  for (const refused of [
    await calls(settings),
    await calls({ ...settings, csrfmiddlewaretoken: token }),
    await calls({ ...settings, csrfmiddlewaretoken: { token } }),
    await calls(settings, { "x-csrftoken": "another" }),
    await calls(settings, { "x-csrftoken": token, origin: "https://evil.example" }),
  ])
    assert.deepEqual([refused.status, refused.body.code], [403, "CSRF_FAILED"]);
});

test("the forms of pages are not JSON", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  const browser = new Browser(acme);
  await browser.opens("/login/");
  const { cookie } = browser;
  const body = { csrfmiddlewaretoken: browser.csrfToken, username: ada.email, password: PASSWORD };
  const answer = await ask(acme.server, "POST //login/", {
    host: acme.realm.host,
    headers: { ...JSON_TYPE, cookie },
    payload: JSON.stringify(body),
  });
  assert.equal(answer.status, 403);
});

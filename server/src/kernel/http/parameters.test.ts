import assert from "node:assert/strict";
import { ask, type TestResponse, told } from "../../../test/ask.ts";
import { type Organization, org, serverFor, test } from "../../../test/index.ts";

/** An operation with two text parameters whose values can be observed: the error names the first invalid one. */
const name = async (acme: Organization, request: object, query = "", method = "PATCH"): Promise<TestResponse> =>
  ask(acme.server, `${method} /realm${query}`, { host: acme.realm.host, as: acme.owner, ...request });

/** How the server decoded the parameters. */
async function said(acme: Organization, request: object, query = "") {
  assert.equal((await name(acme, request, query)).status, 200);
  const form = { fetch_event_types: '["realm"]' };
  const { body } = await ask(acme.server, "POST /register", { host: acme.realm.host, as: acme.owner, form });
  return { name: body.realm_name, description: body.realm_description };
}

const FORM = { "content-type": "application/x-www-form-urlencoded" };

function multipart(...parts: [string, string, string?][]): { headers: Record<string, string>; payload: string } {
  const boundary = "b0undary";
  const payload = parts
    .map(
      ([name, value, more = ""]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`,
    )
    .join("");
  return {
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    payload: `${payload}--${boundary}--\r\n`,
  };
}

test("parameters are read from the query and from the form, whatever the method", async (t) => {
  const acme = await org(t);
  assert.equal((await said(acme, {}, "?name=One")).name, "One");
  assert.equal((await said(acme, { form: { name: "Two" } })).name, "Two");
  assert.equal((await said(acme, multipart(["name", "Three"]))).name, "Three");
  assert.equal((await said(acme, { form: { description: "d" } }, "?name=Four")).name, "Four");
  const deleted = await ask(acme.server, "DELETE /events", {
    host: acme.realm.host,
    as: acme.owner,
    form: { queue_id: "x" },
  });
  assert.equal(deleted.body.code, "BAD_EVENT_QUEUE_ID");
});

test("the body takes precedence over the query", async (t) => {
  const acme = await org(t);
  assert.equal((await said(acme, { form: { name: "Body" } }, "?name=Query")).name, "Body");
  assert.equal((await said(acme, multipart(["name", "Body 2"]), "?name=Query")).name, "Body 2");
});

test("the last of several values wins", async (t) => {
  const acme = await org(t);
  assert.equal((await said(acme, {}, "?name=a&name=b&name=c1")).name, "c1");
  assert.equal((await said(acme, { form: "name=a&name=b&name=c2" })).name, "c2");
  assert.equal((await said(acme, multipart(["name", "a"], ["name", "c3"]))).name, "c3");
});

test("an empty value is a value", async (t) => {
  const acme = await org(t);
  await name(acme, { form: { description: "something" } });
  assert.equal((await said(acme, { form: "description=" })).description, "");
  await name(acme, { form: { description: "something" } });
  assert.equal((await said(acme, {}, "?description")).description, "");
});

test("text is UTF-8, and invalid bytes become replacement characters", async (t) => {
  const acme = await org(t);
  assert.equal((await said(acme, { form: "name=%C3%A9+%F0%9F%98%80" })).name, "é 😀");
  assert.equal((await said(acme, { form: "name=a%FFb" })).name, "a\uFFFDb");
  assert.equal((await said(acme, { headers: FORM, payload: Buffer.from("name=\xff", "latin1") })).name, "\uFFFD");
});

test("another character set is refused", async (t) => {
  const acme = await org(t);
  for (const charset of ["utf-8", "UTF8", '"utf-8"']) {
    const headers = { "content-type": `${FORM["content-type"]}; charset=${charset}` };
    assert.equal((await name(acme, { headers, payload: "name=x" })).status, 200, charset);
  }
  const headers = { "content-type": `${FORM["content-type"]}; charset=iso-8859-1` };
  assert.deepEqual(told(await name(acme, { headers, payload: "name=x" })), {
    status: 400,
    result: "error",
    msg: "Unsupported character set: iso-8859-1",
    code: "BAD_REQUEST",
  });
});

test("bodies other than forms and JSON are not read as parameters", async (t) => {
  const acme = await org(t);
  for (const type of ["text/plain", "application/octet-stream", "application/x-ndjson"]) {
    const answer = await name(acme, { headers: { "content-type": type }, payload: '{"name":"JSON","client":"x"}' });
    assert.deepEqual(told(answer), { status: 200, result: "success", msg: "" }, type);
  }
  const missing = await ask(acme.server, "POST /fetch_api_key", {
    headers: { "content-type": "text/plain" },
    payload: '{"username":"a@b.co","password":"x"}',
  });
  assert.deepEqual([missing.status, missing.body.code], [400, "REQUEST_VARIABLE_MISSING"]);
});

test("a form can be empty, and a body can be missing", async (t) => {
  const acme = await org(t);
  for (const request of [{}, { form: "" }, { headers: FORM }, multipart()])
    assert.equal((await name(acme, request)).status, 200, JSON.stringify(request));
});

test("files are ignored by operations that take none", async (t) => {
  const acme = await org(t);
  const file = "x".repeat(100_000);
  const after = await said(acme, multipart(["f", file, '; filename="a.bin"'], ["name", "After"]));
  assert.equal(after.name, "After");
});

test("a multipart field is text, even when declared as JSON", async (t) => {
  const acme = await org(t);
  const json = multipart(["is_x", "1"]);
  json.payload = json.payload.replace(
    'name="is_x"\r\n',
    'name="allow_message_editing"\r\nContent-Type: application/json\r\n',
  );
  json.payload = json.payload.replace("\r\n\r\n1\r\n", "\r\n\r\nfalse\r\n");
  assert.equal((await name(acme, json)).body.allow_message_editing, false);
});

test("a malformed multipart body is refused", async (t) => {
  const acme = await org(t);
  const malformed = [
    { headers: { "content-type": "multipart/form-data" }, payload: "x" },
    { headers: { "content-type": "multipart/form-data; boundary=b" }, payload: "--b\r\nContent-Disposition: form" },
    multipart(["__proto__", "x"]),
    multipart(["constructor", "x"]),
  ];
  for (const request of malformed) {
    const { status, body } = await name(acme, request);
    assert.deepEqual([status, body.result, body.code], [400, "error", "BAD_REQUEST"], request.payload);
  }
  assert.equal(({} as { x?: unknown }).x, undefined);
});

test("the name of an object built-in is a parameter like any other", async (t) => {
  const acme = await org(t);
  const { body } = await name(acme, { form: "__proto__=a&constructor=b&toString=c&hasOwnProperty=d" });
  assert.deepEqual(body.ignored_parameters_unsupported, ["__proto__", "constructor", "hasOwnProperty", "toString"]);
});

test("at most a thousand fields are accepted", async (t) => {
  const acme = await org(t);
  const fields = (count: number) => Array.from({ length: count }, (_, index) => `f${index}=`).join("&");
  assert.equal((await name(acme, { form: fields(1000) })).status, 200);
  const many = { form: fields(1001) };
  for (const answer of [await name(acme, many), await name(acme, {}, `?${fields(1001)}`)]) {
    assert.deepEqual([answer.status, answer.body.msg], [400, "Too many parameters (limit: 1000)"]);
    assert.equal(answer.headers["access-control-allow-origin"], "*");
  }
  const parts = Array.from({ length: 1001 }, (_, index): [string, string] => [`f${index}`, ""]);
  assert.ok([400, 413].includes((await name(acme, multipart(...parts))).status));
  // The server still responds: anyone can send this.
  const server = await serverFor(t);
  assert.equal((await ask(server, `GET /server_settings?${"a&".repeat(5000)}`)).status, 400);
  assert.equal((await ask(server, "GET /server_settings")).status, 200);
});

test("a body over 1 MiB is refused in JSON, with or without a declared length", async (t) => {
  const acme = await org(t);
  const MiB = 1024 * 1024;
  const bodies = [
    { headers: FORM, payload: `x=${"a".repeat(MiB)}` },
    { headers: { "content-type": "application/json" }, payload: "a".repeat(MiB + 1) },
    multipart(...["a", "b", "c"].map((each): [string, string] => [each, "x".repeat(MiB / 2)])),
  ];
  for (const request of bodies) {
    const answer = await name(acme, request);
    assert.deepEqual(told(answer), {
      status: 413,
      result: "error",
      msg: "The request is too large (limit: 1024 KiB)",
      code: "BAD_REQUEST",
    });
    assert.equal(answer.headers["access-control-allow-origin"], "*");
  }
});

test("a body is not read for a user who cannot send it", async (t) => {
  const acme = await org(t);
  const request = { headers: FORM, payload: `x=${"a".repeat(2 * 1024 * 1024)}` };
  assert.equal((await ask(acme.server, "PATCH /realm", { host: acme.realm.host, ...request })).status, 401);
});

test("a client refused after a large body can send another request, on both paths", async (t) => {
  const acme = await org(t);
  const large = JSON.stringify("x".repeat(100_000));
  const requests = [
    { form: { name: large } },
    multipart(["name", large]),
    { form: { method: "PATCH", name: large } },
    { form: { method: "BREW", name: large } },
  ];
  for (const request of requests)
    for (let times = 0; times < 10; times++) {
      const method = "form" in request && "method" in request.form ? "POST" : "PATCH";
      assert.ok((await name(acme, request, "", method)).status >= 400);
    }
  assert.equal((await name(acme, { form: { name: "Still here" } })).status, 200);
});

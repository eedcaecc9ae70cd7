import assert from "node:assert/strict";
import { ask, told } from "../../../test/ask.ts";
import { type ChannelKind, type Organization, org, type Person, test } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import { readConfig } from "../../kernel/config.ts";
import * as contract from "./contract.ts";
import { asFile, reads, uploads } from "./testing.ts";

const link = (pathId: string) => `See [this](/user_uploads/${pathId}).`;

const statusFor = async (acme: Organization, pathId: string, person?: Person) =>
  (await reads(acme, `/user_uploads/${pathId}`, person)).status;

test("a file that no message links to is visible only to its owner", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const pathId = await uploads(ada);
  assert.equal(await statusFor(acme, pathId, ada), 200);
  assert.deepEqual(told(await reads(acme, `/user_uploads/${pathId}`, ben)), {
    status: 403,
    result: "error",
    msg: "You are not authorized to view this file.",
    code: "BAD_REQUEST",
  });
  assert.equal(await statusFor(acme, pathId, acme.owner), 403, "an owner of the organization is no owner of files");
  assert.equal(await statusFor(acme, pathId), 401);
});

test("the older address of a thumbnail serves the file to those who can read it", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const pathId = await uploads(ada, asFile("hello"));
  const asks = async (query: Record<string, string>, person?: Person) =>
    reads(acme, `/thumbnail?${new URLSearchParams(query)}`, person);
  for (const url of [`user_uploads/${pathId}`, `/user_uploads/${pathId}`])
    for (const size of ["full", "thumbnail"]) {
      const { status, text } = await asks({ url, size }, ada);
      assert.deepEqual([status, text], [200, "hello"]);
    }
  const url = `user_uploads/${pathId}`;
  const notAllowed = {
    status: 403,
    result: "error",
    msg: "You are not authorized to view this file.",
    code: "BAD_REQUEST",
  };
  assert.deepEqual(told(await asks({ url, size: "full" }, ben)), notAllowed);
  assert.equal((await asks({ url, size: "full" })).status, 401);
  assert.equal((await asks({ url: `user_uploads/${acme.realm.id}/1/none/none.txt`, size: "full" }, ada)).status, 404);
  // Nothing else is fetched, neither from here nor from elsewhere.
  for (const other of ["https://example.com/x.png", "/api/v1/users/me", "user_uploads/", "user_avatars/1/x.png", ""])
    assert.deepEqual(told(await asks({ url: other, size: "full" }, ada)), notAllowed, other);
  for (const [query, name] of [
    [{ url }, "size"],
    [{ size: "full" }, "url"],
  ] as const) {
    const { status, body } = await asks(query as unknown as Record<string, string>, ada);
    assert.deepEqual([status, body.code, body.var_name], [400, "REQUEST_VARIABLE_MISSING", name]);
  }
});

const kinds: [string, ChannelKind, { newcomer: number; outsider: number; guest: number; visitor: number }][] = [
  ["public", {}, { newcomer: 200, outsider: 200, guest: 403, visitor: 401 }],
  ["web-public", { is_web_public: true }, { newcomer: 200, outsider: 200, guest: 200, visitor: 200 }],
  [
    "private with shared history",
    { invite_only: true, history_public_to_subscribers: true },
    { newcomer: 200, outsider: 403, guest: 403, visitor: 401 },
  ],
  [
    "private with protected history",
    { invite_only: true, history_public_to_subscribers: false },
    { newcomer: 403, outsider: 403, guest: 403, visitor: 401 },
  ],
];

for (const [kind, settings, expected] of kinds)
  test(`a file linked from a ${kind} channel can be read by users who can read the message`, async (t) => {
    const acme = await org(t);
    const people = ["Ada", "Ben", "Nina", "Otto"].map((name) => acme.member(name));
    const [ada, ben, newcomer, outsider] = (await Promise.all(people)) as [Person, Person, Person, Person];
    const guest = await acme.guest("Gil");
    await acme.owner.asks("PATCH", "/realm", { enable_spectator_access: "true" });
    const creator = settings.is_web_public ? acme.owner : ada;
    await acme.channel(
      "plans",
      [creator, ada, ben].filter((each, at, all) => all.indexOf(each) === at),
      settings,
    );
    const pathId = await uploads(ada);
    await ada.sends("#plans > files", link(pathId));
    const { channels } = await import("../../contract.ts");
    await ada.call(channels.subscribe, { subscriptions: [{ name: "plans" }], principals: [newcomer.id] });
    assert.equal(await statusFor(acme, pathId, ben), 200, "a subscriber");
    assert.equal(await statusFor(acme, pathId, newcomer), expected.newcomer, "who came later");
    assert.equal(await statusFor(acme, pathId, outsider), expected.outsider, "a member who is not subscribed");
    assert.equal(await statusFor(acme, pathId, guest), expected.guest, "a guest who is not subscribed");
    assert.equal(await statusFor(acme, pathId), expected.visitor, "somebody without an account");
  });

test("with visitors allowed, files linked from a web-public channel are public, and no others", async (t) => {
  const acme = await org(t);
  await acme.owner.asks("PATCH", "/realm", { enable_spectator_access: "true" });
  const web = await acme.channel("web", [acme.owner], { is_web_public: true });
  await acme.channel("inside", [acme.owner]);
  const [open, closed, unclaimed] = [await uploads(acme.owner), await uploads(acme.owner), await uploads(acme.owner)];
  await acme.owner.sends("#web > files", link(open));
  await acme.owner.sends("#inside > files", link(closed));
  assert.equal(await statusFor(acme, open), 200);
  assert.deepEqual([await statusFor(acme, closed), await statusFor(acme, unclaimed)], [401, 401]);
  assert.equal(await statusFor(acme, `${acme.realm.id}/1/none/none.txt`), 401, "nor whether there is one");
  await acme.owner.asks("PATCH", "/realm", { enable_spectator_access: "false" });
  assert.equal(await statusFor(acme, open), 401, "when spectators are not allowed any more");
  await acme.owner.asks("PATCH", "/realm", { enable_spectator_access: "true" });
  assert.equal(await statusFor(acme, open), 200);
  const isActive = (is_active: boolean) =>
    acme.alter((tx) => tx.updateTable("realm").set({ is_active }).where("id", "=", acme.realm.id).execute());
  await isActive(false);
  assert.equal(await statusFor(acme, open), 401, "when the organization is deactivated");
  await isActive(true);
  await acme.owner.asks("DELETE", `/streams/${web}`);
  assert.equal(await statusFor(acme, open), 401, "when the channel is archived");
});

test("participants can read a file in a direct message", async (t) => {
  const acme = await org(t);
  const [ada, ben, cleo] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cleo")];
  const pathId = await uploads(ada);
  await ada.writes(ben, link(pathId));
  assert.deepEqual([await statusFor(acme, pathId, ben), await statusFor(acme, pathId, cleo)], [200, 403]);
});

test("users who leave a private channel can no longer read its files", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const channel = await acme.channel("plans", [ada, ben], { invite_only: true, history_public_to_subscribers: true });
  const pathId = await uploads(ada);
  await ada.sends("#plans > files", link(pathId));
  assert.equal(await statusFor(acme, pathId, ben), 200);
  await acme.alter((tx) =>
    tx
      .updateTable("subscription")
      .set({ is_subscribed: false })
      .where("user_id", "=", ben.id)
      .where("channel_id", "=", channel)
      .execute(),
  );
  assert.equal(await statusFor(acme, pathId, ben), 403);
  await acme.alter((tx) =>
    tx
      .updateTable("subscription")
      .set({ is_subscribed: true })
      .where("user_id", "=", ben.id)
      .where("channel_id", "=", channel)
      .execute(),
  );
});

test("files of another organization do not exist, and no path leads outside the directory", async (t) => {
  const [acme, rival] = [await org(t), await org(t)];
  const ada = await acme.member("Ada");
  const spy = await rival.member("Spy");
  const pathId = await uploads(ada);
  assert.equal(await statusFor(rival, pathId, spy), 404);
  const refused = [
    `${acme.realm.id}/../../secret.key`,
    `${acme.realm.id}/..%2f..%2fsecret.key`,
    `${acme.realm.id}/%2e%2e/%2e%2e/secret.key`,
    "..%2f..%2f..%2f..%2fetc%2fpasswd",
    `${pathId}/..`,
    `${pathId}%00`,
    `thumbnail/${pathId}/../../../../secret.key`,
    `download/${acme.realm.id}/..%5c..%5csecret.key`,
  ];
  for (const path of refused) {
    const answer = await reads(acme, `/user_uploads/${path}`, ada);
    assert.ok(answer.status === 404 || answer.status === 400, `${path}: ${answer.status}`);
    assert.equal(answer.body.result, "error");
  }
});

const BYTES = "application/octet-stream";

test("safe types are displayed inline, and types that could run are downloaded as bytes", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const files: [string, string, string, string][] = [
    ["a.png", "image/png", "inline", "image/png"],
    ["a.pdf", "application/pdf", "inline", "application/pdf"],
    ["a.txt", "text/plain", "inline", "text/plain; charset=utf-8"],
    ["a.mp4", "video/mp4", "inline", "video/mp4"],
    ["a.ogg", "audio/ogg", "attachment", "audio/ogg"],
    ["a.svg", "image/svg+xml", "attachment", BYTES],
    ["a.html", "text/html", "attachment", BYTES],
    ["a.html", "text/plain", "attachment", BYTES],
    ["a.png", "text/html", "attachment", BYTES],
    ["a.xhtml", "application/xhtml+xml", "attachment", BYTES],
    ["a.xml", "text/xml", "attachment", BYTES],
    ["a.css", "text/css", "attachment", BYTES],
    ["a.wasm", "application/wasm", "attachment", BYTES],
    ["a.json", "application/json", "attachment", BYTES],
    ["a.mjs", "", "attachment", BYTES],
    ["a.js", "application/ecmascript", "attachment", BYTES],
    ["a.webmanifest", "application/manifest+json", "attachment", BYTES],
    ["a.png", "image/svg+xml; charset=utf-8", "attachment", BYTES],
    ["a.csv", "text/csv", "attachment", BYTES],
    ["a.png", "", "inline", "image/png"],
    ["a.unheard-of", "", "attachment", BYTES],
    ["a.js", "text/javascript", "attachment", BYTES],
    ["a.bin", "evil\r\nSet-Cookie: a=b", "attachment", BYTES],
  ];
  for (const [name, type, disposition, served] of files) {
    const pathId = await uploads(ada, asFile("<script>", name, type));
    const { headers } = await reads(acme, `/user_uploads/${pathId}`, ada);
    assert.equal(headers["content-type"], served, `${name} ${type}`);
    assert.ok(headers["content-disposition"]?.startsWith(`${disposition}; filename="${name}"`), `${name} ${type}`);
    assert.match(headers["content-security-policy"] ?? "", /^default-src 'none'/);
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["cache-control"], "private, immutable");
    assert.equal(headers["access-control-allow-origin"], "*");
    assert.equal(headers["set-cookie"], undefined);
    if (served === BYTES) {
      assert.match(headers["content-security-policy"] ?? "", /sandbox/);
      assert.equal(headers["cross-origin-resource-policy"], "same-origin");
    }
    const download = await reads(acme, `/user_uploads/download/${pathId}`, ada);
    assert.ok(download.headers["content-disposition"]?.startsWith("attachment;"), "download always saves");
  }
  const pathId = await uploads(ada, asFile("x", "qu'o%te✓.txt"));
  const { headers } = await reads(acme, `/user_uploads/${pathId}`, ada);
  assert.equal(
    headers["content-disposition"],
    `inline; filename="qu'o_te_.txt"; filename*=UTF-8''qu%27o%25te%E2%9C%93.txt`,
  );
  const latin = await uploads(ada, asFile(new Uint8Array([0x63, 0x61, 0x66, 0xe9]), "latin.txt"));
  assert.match((await reads(acme, `/user_uploads/${latin}`, ada)).headers["content-type"] ?? "", /windows-1252/);
});

test("a browser that requests a file as a script does not get it, whatever its type", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const [script, picture] = [await uploads(ada, asFile("alert(1)", "a.txt")), await uploads(ada)];
  const statusAs = async (pathId: string, destination: string) =>
    (await reads(acme, `/user_uploads/${pathId}`, ada, { headers: { "sec-fetch-dest": destination } })).status;
  for (const destination of ["script", "style", "worker", "sharedworker", "serviceworker", "audioworklet", "manifest"])
    for (const pathId of [script, picture]) assert.equal(await statusAs(pathId, destination), 403, destination);
  for (const destination of ["document", "image", "audio", "video", "empty", "embed", "object", "iframe"])
    assert.equal(await statusAs(picture, destination), 200, destination);
});

test("part of a file can be requested, and a cached file is not sent again", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const path = `/user_uploads/${await uploads(ada, asFile("0123456789"))}`;
  const ranged = async (range: string, more: Record<string, string> = {}) => {
    const { status, text, headers } = await reads(acme, path, ada, { headers: { range, ...more } });
    return [status, text, headers["content-range"]];
  };
  assert.deepEqual(await ranged("bytes=2-4"), [206, "234", "bytes 2-4/10"]);
  assert.deepEqual(await ranged("bytes=7-"), [206, "789", "bytes 7-9/10"]);
  assert.deepEqual(await ranged("bytes=-3"), [206, "789", "bytes 7-9/10"]);
  assert.deepEqual(await ranged("bytes=5-99"), [206, "56789", "bytes 5-9/10"]);
  assert.deepEqual(await ranged("bytes=0-1,4-5"), [200, "0123456789", undefined]);
  assert.deepEqual(await ranged("lines=1-2"), [200, "0123456789", undefined]);
  const [status, text, range] = await ranged("bytes=10-");
  assert.deepEqual([status, range], [416, "bytes */10"]);
  assert.equal((JSON.parse(text as string) as { result: string }).result, "error");

  const { headers } = await reads(acme, path, ada);
  assert.deepEqual([headers["accept-ranges"], headers["content-length"]], ["bytes", "10"]);
  const etag = headers.etag as string;
  assert.deepEqual(await ranged("bytes=2-4", { "if-range": etag }), [206, "234", "bytes 2-4/10"]);
  assert.deepEqual(await ranged("bytes=2-4", { "if-range": '"other"' }), [200, "0123456789", undefined]);
  const known = await reads(acme, path, ada, { headers: { "if-none-match": `"x", ${etag}` } });
  assert.deepEqual([known.status, known.text], [304, ""]);
  const stranger = await reads(acme, path, await acme.member("Ben"), { headers: { "if-none-match": etag } });
  assert.equal(stranger.status, 403, "who may not read it is not told that it is the same");
});

test("a temporary URL works for a minute, without credentials, and for one file", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const pathId = await uploads(ada, asFile("secret", "日本.txt"));
  const [realm_id_str, ...rest] = pathId.split("/");
  const args = { realm_id_str: Number(realm_id_str), filename: rest.join("/") };
  const { url } = await ada.call(contract.getFileTemporaryUrl, args);
  assert.match(url, /^\/user_uploads\/temporary\/[\w-]+\/[^/]+$/);
  assert.equal((await reads(acme, url)).text, "secret");
  await assert.rejects(ben.call(contract.getFileTemporaryUrl, args), { status: 403 });
  await assert.rejects(ada.call(contract.getFileTemporaryUrl, { ...args, filename: "1/2/x" }), { status: 404 });

  const refused = async (path: string) => (await reads(acme, path)).body.msg;
  assert.equal(await refused(url.replace(/[^/]+$/, "other.txt")), "Invalid filename");
  assert.equal(await refused(url.replace(/(temporary\/)./, "$1")), "Invalid token");
  assert.equal(await refused("/user_uploads/temporary/abc/x.txt"), "Invalid token");
  assert.equal(await refused("/user_uploads/temporary/abc"), "Invalid token");
  const { apiKey } = ada;
  assert.equal(await refused(`/user_uploads/temporary/${acme.server.app.secrets.encrypt(apiKey)}/x`), "Invalid token");
  const rival = await org(t);
  assert.equal((await reads(rival, url)).status, 404, "at the address of another organization");

  await acme.clock.leap({ seconds: 60 });
  assert.equal((await reads(acme, url)).text, "secret");
  await acme.clock.leap({ seconds: 1 });
  assert.equal(await refused(url), "Invalid token");
});

test("visitors can read a file a limited number of times, and bad credentials are refused", async (t) => {
  const { rateLimits } = readConfig({ PARLEY_RATE_LIMITS: "spectator_attachment_access_by_file=2/60" });
  const server = await startServer(t.name.includes("postgres") ? "postgres" : "sqlite", { rateLimits });
  t.after(() => server.close());
  const acme = await org(t, server);
  await acme.owner.asks("PATCH", "/realm", { enable_spectator_access: "true" });
  await acme.channel("web", [acme.owner], { is_web_public: true });
  const [pathId, other] = [await uploads(acme.owner), await uploads(acme.owner)];
  await acme.owner.sends("#web > files", link(pathId) + link(other));
  const statuses = [];
  for (let turn = 0; turn < 3; turn++) statuses.push(await statusFor(acme, pathId));
  assert.deepEqual(statuses, [200, 200, 429]);
  assert.equal(await statusFor(acme, other), 200);
  assert.equal(await statusFor(acme, pathId, acme.owner), 200);
  const { email } = acme.owner;
  const impostor = { as: { email, apiKey: "x".repeat(32) } };
  assert.equal((await reads(acme, `/user_uploads/${pathId}`, undefined, impostor)).status, 401);
});

test("file URLs accept only reads", async (t) => {
  const acme = await org(t);
  const path = `//user_uploads/${await uploads(acme.owner)}`;
  const { owner: as, server } = acme;
  const { host } = acme.realm;
  assert.equal((await ask(server, `POST ${path}`, { as, host })).status, 404);
  assert.equal((await ask(server, `DELETE ${path}`, { as, host })).status, 404);
  const head = await ask(server, `HEAD ${path}`, { as, host });
  assert.deepEqual([head.status, head.headers["content-length"], head.text], [200, "5", ""]);
  const preflight = await ask(server, `OPTIONS ${path}`, { host });
  assert.deepEqual([preflight.status, preflight.headers["access-control-allow-methods"]], [204, "GET, HEAD"]);
});

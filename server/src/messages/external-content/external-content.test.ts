import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { ask } from "../../../test/ask.ts";
import { Browser } from "../../../test/browser.ts";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import { until } from "../../../test/listener.ts";
import type { Answering, Received } from "../../../test/receiver.ts";
import { startServer } from "../../../test/server.ts";
import { useReceiver } from "../../delivery/outgoing-webhooks/testing.ts";
import { readConfig } from "../../kernel/config.ts";
import { PASSWORD, withPassword } from "../../people/sign-in/testing.ts";
import { renderMessage } from "../contract.ts";
import { externalAddress } from "./address.ts";

const MIB = 1024 * 1024;
const receiver = await useReceiver({ maxUploadMib: 1 });

const GIF = `GIF89a${"x".repeat(50)}`;
const WAVE = `RIFF1234WAVE${"0123456789".repeat(100)}`;

const sends =
  (body: string | Buffer, type: string, more: Record<string, string> = {}): Answering =>
  (response: ServerResponse) =>
    void response.writeHead(200, { "content-type": type, ...more }).end(body);

/** Responds as file servers do. */
const inParts =
  (body: string, type: string): Answering =>
  (response: ServerResponse, { headers }: Received) => {
    const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? "") ?? [];
    if (headers.range === undefined) return void response.writeHead(200, { "content-type": type }).end(body);
    const start = Number(first);
    const end = Math.min(body.length - 1, last === "" ? body.length - 1 : Number(last));
    if (start >= body.length) return void response.writeHead(416, { "content-range": `bytes */${body.length}` }).end();
    const part = { "content-type": type, "content-range": `bytes ${start}-${end}/${body.length}` };
    return void response.writeHead(206, part).end(body.slice(start, end + 1));
  };

/** Writes as long as the reader reads. */
function endless(beginning: string, type: string) {
  const state = { isCutOff: false };
  const answering: Answering = (response: ServerResponse) => {
    response.writeHead(200, { "content-type": type });
    response.write(beginning);
    const more = () => {
      while (!response.destroyed && response.write("x".repeat(64 * 1024)));
    };
    response.on("drain", more).on("close", () => {
      state.isCutOff = true;
    });
    more();
  };
  return { state, answering };
}

const addressFor = ({ server, realm }: Organization, url: string): string =>
  externalAddress(server.app, realm, url) as string;

const reads = (acme: Organization, address: string, as: Person | undefined, headers: Record<string, string> = {}) =>
  ask(acme.server, `GET /${address}`, { host: acme.realm.host, headers, ...(as ? { as } : {}) });

const statusOf = async (acme: Organization, url: string) =>
  (await reads(acme, addressFor(acme, url), acme.owner)).status;

test("messages show content of other sites through our server", async (t) => {
  const acme = await org(t);
  const rendered = async (content: string) => (await acme.owner.call(renderMessage, { content })).rendered;
  const at = (url: string) => addressFor(acme, url);
  const [image, video, audio] = ["png", "webm", "mp3"].map((ending) => `https://pictures.example/a.${ending}`);
  assert.match(at(image as string), /^\/external_content\/[0-9a-f]{40}\/[0-9a-f]+$/);
  assert.equal(
    await rendered(image as string),
    `<div class="message_inline_image"><a href="${image}"><img src="${at(image as string)}"></a></div>`,
  );
  assert.equal(
    await rendered(video as string),
    `<div class="message_inline_image message_inline_video"><a href="${video}">` +
      `<video preload="metadata" src="${at(video as string)}"></video></a></div>`,
  );
  assert.equal(
    await rendered(`![tune](${audio})`),
    `<p><audio controls data-original-url="${audio}" preload="metadata" src="${at(audio as string)}" title="tune"></audio></p>`,
  );
  const still = at("https://i.ytimg.com/vi/aqz-KE-bpKQ/mqdefault.jpg");
  assert.ok((await rendered("https://youtu.be/aqz-KE-bpKQ")).includes(`<img src="${still}">`));
  const own = `${acme.realm.url}/static/a.png`;
  assert.ok((await rendered(own)).includes(`<img src="${own}">`), "what is ours is left where it is");
  const long = `https://pictures.example/${"a".repeat(2000)}.png`;
  assert.ok((await rendered(long)).includes(`<img src="${long}">`));
});

test("an image is served only as an image, and fetched once", async (t) => {
  const acme = await org(t);
  const { url, received } = receiver.endpoint(sends(GIF, "image/gif", { "set-cookie": "a=b", link: "</x>" }));
  const address = addressFor(acme, url);
  const [answer] = await Promise.all([reads(acme, address, acme.owner), reads(acme, address, acme.owner)]);
  assert.deepEqual([answer.status, answer.text], [200, GIF]);
  const { headers } = answer;
  assert.deepEqual(
    [
      headers["content-type"],
      headers["x-content-type-options"],
      headers["content-security-policy"],
      headers["cache-control"],
      headers["content-disposition"]?.split(";")[0],
      headers["set-cookie"],
      headers.link,
    ],
    [
      "image/gif",
      "nosniff",
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; sandbox",
      "private, max-age=86400",
      "inline",
      undefined,
      undefined,
    ],
  );
  assert.equal((await reads(acme, address, acme.owner, { range: "bytes=0-5" })).text, "GIF89a");
  assert.equal((await reads(acme, address, acme.owner, { "if-none-match": headers.etag as string })).status, 304);
  assert.equal(received.length, 1);
  const { authorization, cookie, referer, "x-forwarded-for": from } = received[0]?.headers ?? {};
  assert.deepEqual([authorization, cookie, referer, from], [undefined, undefined, undefined, undefined]);
});

test("an image that has changed is refreshed a day later", async (t) => {
  const acme = await org(t);
  const endpoint = receiver.endpoint(sends(GIF, "image/gif"));
  const address = addressFor(acme, endpoint.url);
  const { headers } = await reads(acme, address, acme.owner);
  const asksAgain = async () => {
    await acme.clock.leap({ hours: 25 });
    return reads(acme, address, acme.owner, { "if-none-match": headers.etag as string });
  };
  assert.equal((await asksAgain()).status, 304);
  endpoint.answering = sends(`${GIF}!`, "image/gif");
  const changed = await asksAgain();
  assert.deepEqual([changed.status, changed.text, endpoint.received.length], [200, `${GIF}!`, 3]);
});

test("a URL that many clients wait for does not block other images", async (t) => {
  const acme = await org(t);
  const held: ServerResponse[] = [];
  const silent = receiver.endpoint((response: ServerResponse) => void held.push(response));
  const address = addressFor(acme, silent.url);
  const readers = await Promise.all(Array.from({ length: 17 }, (_, number) => acme.member(`Reader ${number}`)));
  const waiting = readers.map((reader) => reads(acme, address, reader));
  await silent.wasCalled(1);
  const { url } = receiver.endpoint(sends(GIF, "image/gif"));
  assert.equal((await reads(acme, addressFor(acme, url), readers.at(-1))).status, 200);
  held[0]?.writeHead(200, { "content-type": "image/gif" }).end(GIF);
  for (const { status } of await Promise.all(waiting)) assert.equal(status, 200);
  assert.equal(silent.received.length, 1);
});

test("accounts can load it by key or by session, and visitors where they are allowed", async (t) => {
  const acme = await org(t);
  const address = addressFor(acme, receiver.endpoint(sends(GIF, "image/gif")).url);
  const guest = await acme.guest("Gil");
  const ada = await withPassword(acme, await acme.member("Ada"));
  assert.equal((await reads(acme, address, guest)).status, 200);
  const browser = new Browser(acme);
  assert.equal((await browser.opens(address)).status, 401);
  await browser.signsIn(ada.email, PASSWORD);
  assert.equal((await browser.opens(address)).status, 200);

  assert.equal((await reads(acme, address, undefined)).status, 401);
  await acme.owner.asks("PATCH", "/realm", { enable_spectator_access: "true" });
  assert.equal((await reads(acme, address, undefined)).status, 401, "nothing is open to visitors yet");
  await acme.channel("web", [acme.owner], { is_web_public: true });
  assert.equal((await reads(acme, address, undefined)).status, 200);
});

test("only URLs signed by the server are fetched", async (t) => {
  const acme = await org(t);
  const wanted = receiver.endpoint(sends(GIF, "image/gif"));
  const other = receiver.endpoint(sends(GIF, "image/gif"));
  const address = addressFor(acme, wanted.url);
  const hex = Buffer.from(other.url).toString("hex");
  const forged = [
    address.replace(/[0-9a-f]+$/, hex),
    address.replace(/[0-9a-f]{40}/, "0".repeat(40)),
    address.replace(/[0-9a-f]{40}/, ""),
    `/external_content/${"x".repeat(43)}/${hex}`,
    `/external_content/${hex}`,
    `${address}/..`,
    `${address}0`,
    `${address}00`,
    address.toUpperCase(),
    "/external_content/",
  ];
  for (const wrong of forged) assert.equal((await reads(acme, wrong, acme.owner)).status, 404, wrong);
  assert.deepEqual([wanted.received, other.received], [[], []]);
});

test("URLs of preview images with older signatures remain valid", async (t) => {
  const acme = await org(t);
  const { url } = receiver.endpoint(sends(GIF, "image/gif"));
  const hash = acme.server.app.secrets.keyedHash("external content", url);
  const earlier = `/external_content/${hash}/${Buffer.from(url).toString("hex")}`;
  assert.equal((await reads(acme, earlier, acme.owner)).status, 200);
});

test("nothing in the server's own network is fetched, not even through a redirect", async (t) => {
  const acme = await org(t);
  const { port } = receiver;
  const inside = ["http://10.0.0.1/a.png", "http://169.254.169.254/a.png", `http://[::1]:${port}/a.png`];
  for (const url of inside) {
    assert.equal(await statusOf(acme, url), 404, url);
    const leading = receiver.endpoint((response) => void response.writeHead(302, { location: url }).end());
    assert.equal(await statusOf(acme, leading.url), 404, `by way of ${leading.url}`);
    assert.equal(leading.received.length, 1);
  }
  const goal = receiver.endpoint(sends(GIF, "image/gif"));
  const leads = receiver.endpoint((response) => void response.writeHead(302, { location: goal.url }).end());
  assert.equal(await statusOf(acme, leads.url), 200);
  const round = receiver.endpoint((response) => void response.writeHead(302, { location: round.url }).end());
  assert.equal(await statusOf(acme, round.url), 404);
});

test("content that is no image or recording is not served, whatever its type claims", async (t) => {
  const acme = await org(t);
  const html = "<!doctype html><script>alert(1)</script>";
  const wrong: [string, string, Record<string, string>?][] = [
    [html, "text/html"],
    [html, "image/png"],
    [html, "image/gif"],
    [html, "video/mp4"],
    [html, "audio/mpeg"],
    [GIF, "text/html"],
    [GIF, "image/png"],
    [GIF, "video/webm"],
    [GIF, ""],
    [WAVE, "audio/flac"],
    ["<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>", "image/svg+xml"],
    ["", "image/png"],
  ];
  for (const [body, type] of wrong) {
    const { url } = receiver.endpoint(sends(body, type));
    assert.equal(await statusOf(acme, url), 404, `${body.slice(0, 6)} as ${type}`);
  }
  const missing = receiver.endpoint(
    (response) => void response.writeHead(404, { "content-type": "image/gif" }).end(GIF),
  );
  assert.equal(await statusOf(acme, missing.url), 404);
  assert.equal(await statusOf(acme, missing.url), 404);
  assert.equal(missing.received.length, 1, "it is not asked again at once");
});

test("an image that is too large or endless is abandoned", async (t) => {
  const acme = await org(t);
  const large = receiver.endpoint(sends(GIF + "x".repeat(5 * MIB), "image/gif"));
  assert.equal(await statusOf(acme, large.url), 404);
  const { state, answering } = endless(GIF, "image/gif");
  assert.equal(await statusOf(acme, receiver.endpoint(answering).url), 404);
  await until(() => state.isCutOff);
});

test("a site that does not respond, or responds too slowly, is abandoned", async (t) => {
  const acme = await org(t);
  const silent = receiver.endpoint(() => {});
  const slow = receiver.endpoint((response) => {
    response.writeHead(200, { "content-type": "image/gif" }).write(GIF);
  });
  for (const [endpoint, seconds] of [
    [silent, 15],
    [slow, 30],
  ] as const) {
    const answering = statusOf(acme, endpoint.url);
    await endpoint.wasCalled(1);
    let isAnswered = false;
    void answering.finally(() => {
      isAnswered = true;
    });
    // The response headers may arrive after the first timeout.
    await until(async () => {
      await acme.clock.advance({ seconds });
      return isAnswered;
    });
    assert.equal(await answering, 404);
  }
});

test("a recording is served in the requested ranges", async (t) => {
  const acme = await org(t);
  const { url, received } = receiver.endpoint(inParts(WAVE, "audio/wav"));
  const address = addressFor(acme, url);
  const whole = await reads(acme, address, acme.owner);
  assert.deepEqual([whole.status, whole.text], [200, WAVE]);
  assert.deepEqual(
    [whole.headers["content-type"], whole.headers["accept-ranges"], whole.headers["x-content-type-options"]],
    ["audio/wav", "bytes", "nosniff"],
  );
  assert.match(whole.headers["content-security-policy"] as string, /^default-src 'none';.*; sandbox$/);
  const part = await reads(acme, address, acme.owner, { range: "bytes=4-7" });
  assert.deepEqual([part.status, part.text, part.headers["content-range"]], [206, "1234", `bytes 4-7/${WAVE.length}`]);
  assert.equal((await reads(acme, address, acme.owner, { range: "bytes=999999-" })).status, 416);
  for (const odd of ["bytes=0-1,3-4", "pages=1-2", "bytes=x"])
    assert.equal((await reads(acme, address, acme.owner, { range: odd })).status, 200, odd);
  const head = await ask(acme.server, `HEAD /${address}`, { host: acme.realm.host, as: acme.owner });
  assert.deepEqual([head.status, head.text], [200, ""]);
  assert.deepEqual(
    received.map(({ headers }) => headers.range).filter((range) => range !== undefined),
    ["bytes=4-7", "bytes=999999-"],
  );
});

test("a recording that changes its type, or is too large, is not served", async (t) => {
  const acme = await org(t);
  const turning = receiver.endpoint(sends(WAVE, "audio/wav"));
  const address = addressFor(acme, turning.url);
  assert.equal((await reads(acme, address, acme.owner)).status, 200);
  for (const answering of [
    sends("<script>", "text/html"),
    sends(WAVE, "video/mp4"),
    sends(WAVE, "audio/wav", { "content-encoding": "gzip" }),
    sends(WAVE + "x".repeat(MIB), "audio/wav", { "content-length": String(WAVE.length + MIB) }),
  ]) {
    turning.answering = answering;
    assert.equal((await reads(acme, address, acme.owner)).status, 404);
  }
  const { state, answering } = endless(WAVE, "audio/wav");
  const going = receiver.endpoint(answering);
  // A response in progress can only be aborted.
  await assert.rejects(reads(acme, addressFor(acme, going.url), acme.owner));
  await until(() => state.isCutOff);
});

test("failures are not cached, whatever the content was", async (t) => {
  const acme = await org(t);
  const breaking = receiver.endpoint(sends(WAVE, "audio/wav"));
  const address = addressFor(acme, breaking.url);
  assert.equal((await reads(acme, address, acme.owner)).headers["cache-control"], "private, max-age=86400");
  breaking.answering = (response: ServerResponse) => {
    response.writeHead(200, { "content-type": "audio/wav", "content-length": "1000" }).flushHeaders();
    response.socket?.destroySoon();
  };
  const broken = await reads(acme, address, acme.owner);
  const picture = addressFor(acme, receiver.endpoint(sends(GIF, "image/gif")).url);
  const beyond = await reads(acme, picture, acme.owner, { range: "bytes=1000-" });
  for (const [{ status, headers, body }, expected] of [
    [broken, 502],
    [beyond, 416],
  ] as const) {
    assert.deepEqual([status, body.result], [expected, "error"]);
    assert.equal(headers["content-type"], "application/json; charset=utf-8");
    assert.match(headers["cache-control"] as string, /no-store/);
  }
});

test("a reader can load a limited number per minute", async (t) => {
  const { rateLimits } = readConfig({ PARLEY_RATE_LIMITS: "external_content_by_reader=2/60" });
  const server = await startServer(t.name.includes("postgres") ? "postgres" : "sqlite", {
    rateLimits,
    outgoingAllow: ["127.0.0.1"],
  });
  t.after(() => server.close());
  const acme = await org(t, server);
  const ada = await acme.member("Ada");
  const address = addressFor(acme, receiver.endpoint(sends(GIF, "image/gif")).url);
  const statuses = [];
  for (let turn = 0; turn < 3; turn++) statuses.push((await reads(acme, address, ada)).status);
  assert.deepEqual(statuses, [200, 200, 429]);
  assert.equal((await reads(acme, address, acme.owner)).status, 200);
});

test("when turned off, URLs stay unchanged and nothing is fetched", async (t) => {
  const config = { ...readConfig({ PARLEY_MEDIA_PROXY: "false" }), outgoingAllow: ["127.0.0.1"] };
  const { mediaProxy, outgoingAllow } = config;
  const server = await startServer(t.name.includes("postgres") ? "postgres" : "sqlite", { mediaProxy, outgoingAllow });
  t.after(() => server.close());
  const acme = await org(t, server);
  const { url, received } = receiver.endpoint(sends(GIF, "image/gif"), "127.0.0.1", ".gif");
  const { rendered } = await acme.owner.call(renderMessage, { content: url });
  assert.ok(rendered.includes(`<img src="${url}">`));
  const signature = server.app.secrets.externalContentSignature(url);
  const address = `/external_content/${signature}/${Buffer.from(url).toString("hex")}`;
  assert.equal((await reads(acme, address, acme.owner)).status, 404);
  assert.deepEqual(received, []);
});

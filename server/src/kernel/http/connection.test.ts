/** Behaviour that needs a real socket: clients that disconnect, and bytes that are not HTTP. */
import assert from "node:assert/strict";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { TestContext } from "node:test";
import { basic } from "../../../test/ask.ts";
import { type Organization, org, test } from "../../../test/index.ts";
import * as registration from "../../registration/contract.ts";
import { bodyRoom } from "./body-room.ts";

const FORM = "Content-Type: application/x-www-form-urlencoded";

async function listening(t: TestContext, { server, realm, owner }: Organization) {
  const http = server.app.buildServer();
  await http.listen({ host: "127.0.0.1", port: 0 });
  t.after(() => http.close());
  const { port } = http.server.address() as AddressInfo;
  const authorization = `Authorization: ${basic(owner.email, owner.apiKey)}`;
  return {
    http,
    /** Sends the lines of a request, followed by its body, if any. */
    send(lines: string[], body = ""): Socket {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      const length = body ? [`Content-Length: ${Buffer.byteLength(body)}`] : [];
      const [first, ...more] = lines;
      socket.write(`${[first, `Host: ${realm.host}`, authorization, ...more, ...length].join("\r\n")}\r\n\r\n${body}`);
      return socket;
    },
    raw(text: string): Socket {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      socket.write(text);
      return socket;
    },
  };
}

/** Everything the server sends until it closes the connection. */
async function heardFrom(socket: Socket): Promise<string> {
  let text = "";
  for await (const bytes of socket) text += bytes;
  return text;
}

/** The only wait in these tests: for the other side of a real socket. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 500; turn++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.fail("it did not come about");
}

const connections = (http: Awaited<ReturnType<typeof listening>>["http"]) =>
  new Promise<number>((resolve, reject) =>
    http.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

async function registered({ owner }: Organization) {
  const { queue_id, last_event_id } = await owner.call(registration.register, { fetch_event_types: [] });
  return { queue_id: queue_id as string, last_event_id: last_event_id as number };
}

test("a poll ends when its client disconnects, however it was sent, and the queue stays", async (t) => {
  const acme = await org(t);
  const { http, send } = await listening(t, acme);
  const { queues } = acme.server.app;
  const queue = await registered(acme);
  const query = `queue_id=${queue.queue_id}&last_event_id=${queue.last_event_id}`;
  const before = queues.waiting;
  const polls = [
    () => send([`GET /api/v1/events?${query} HTTP/1.1`]),
    () => send([`GET /api/v1/events?${query} HTTP/1.1`, FORM], "a=1"),
    () => send(["POST /api/v1/events HTTP/1.1", FORM], `method=GET&${query}`),
  ];
  for (const poll of polls) {
    const socket = poll();
    await until(() => queues.waiting === before + 1);
    socket.destroy();
    await until(() => queues.waiting === before);
  }
  await until(async () => (await connections(http)) === 0);

  const last = polls[0]?.() as Socket;
  await until(() => queues.waiting === before + 1);
  await acme.owner.writes(acme.owner, "Still there?");
  await until(() => queues.waiting === before);
  last.end();
  assert.match(await heardFrom(last), /"type":"message".*Still there\?/s);
  const { events } = await acme.owner.call(registration.getEvents, { ...queue, dont_block: true });
  assert.equal(events.length, 1, "what was not acknowledged is still in the queue");
});

test("a client that disconnects during authentication leaves nothing behind", async (t) => {
  const acme = await org(t);
  const { http, send } = await listening(t, acme);
  const { queues } = acme.server.app;
  const { queue_id, last_event_id } = await registered(acme);
  const before = queues.waiting;
  for (let round = 0; round < 50; round++) {
    const socket = send([`GET /api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id} HTTP/1.1`]);
    await new Promise((resolve) => setTimeout(resolve, round % 5));
    socket.destroy();
  }
  await until(async () => (await connections(http)) === 0 && queues.waiting === before);
});

test("a client that disconnects while others poll does not affect them", async (t) => {
  const acme = await org(t);
  const { send } = await listening(t, acme);
  const { queues } = acme.server.app;
  const before = queues.waiting;
  const registrations = await Promise.all([registered(acme), registered(acme)]);
  const [gone, stays] = registrations.map(({ queue_id, last_event_id }) =>
    send([`GET /api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id} HTTP/1.1`]),
  ) as [Socket, Socket];
  await until(() => queues.waiting === before + 2);
  gone.destroy();
  await until(() => queues.waiting === before + 1);
  await acme.owner.writes(acme.owner, "Hello");
  await until(() => queues.waiting === before);
  stays.end();
  assert.match(await heardFrom(stays), /Hello/);
});

test("HEAD has no body", async (t) => {
  const acme = await org(t);
  const { send } = await listening(t, acme);
  const heard = await heardFrom(send(["HEAD /api/v1/server_settings HTTP/1.1", "Connection: close"]));
  assert.match(heard, /^HTTP\/1\.1 200 OK\r\n/);
  assert.match(heard, /content-length: [1-9]/i);
  assert.ok(heard.endsWith("\r\n\r\n"));
});

test("input that is not HTTP is refused in JSON, and the connection is closed", async (t) => {
  const acme = await org(t);
  const { raw } = await listening(t, acme);
  const malformed: [string, RegExp][] = [
    ["hello\r\n\r\n", /^HTTP\/1\.1 400 Bad Request\r\n/],
    ["GET /api/v1/server_settings HTTP/1.1\r\n\r\n", /^HTTP\/1\.1 400 Bad Request\r\n/],
    [`GET / HTTP/1.1\r\nHost: x\r\nX: ${"a".repeat(20_000)}\r\n\r\n`, /^HTTP\/1\.1 431 /],
    ["GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", /^HTTP\/1\.1 400 /],
  ];
  for (const [text, expected] of malformed) assert.match(await heardFrom(raw(text)), expected, text.slice(0, 40));
  const heard = await heardFrom(raw("hello\r\n\r\n"));
  assert.deepEqual(JSON.parse(heard.split("\r\n\r\n")[1] as string), {
    result: "error",
    msg: "Malformed request",
    code: "BAD_REQUEST",
  });
});

test("a request of an old client without a host goes to the default organization", async (t) => {
  const acme = await org(t);
  const { raw } = await listening(t, acme);
  assert.match(await heardFrom(raw("GET /api/v1/server_settings HTTP/1.0\r\n\r\n")), /^HTTP\/1\.1 200 /);
});

test("a host in the request target takes precedence over the header, on both paths through the server", async (t) => {
  const [acme, rival] = [await org(t), await org(t)];
  const { raw } = await listening(t, acme);
  const asks = (target: string, ...more: string[]) =>
    heardFrom(raw([`GET ${target} HTTP/1.1`, ...more, "Connection: close", "", ""].join("\r\n")));
  // A query keeps the second off the fast path; the third is a page.
  for (const path of ["/api/v1/server_settings", "/api/v1/server_settings?a=b", "/login/"]) {
    for (const scheme of ["http", "HTTPS"]) {
      const heard = await asks(`${scheme}://${rival.realm.host}${path}`, `Host: ${acme.realm.host}`);
      assert.match(heard, /^HTTP\/1\.1 200 /);
      if (path.startsWith("/api")) assert.ok(heard.includes(`"realm_url":"${rival.realm.url}"`), path);
    }
  }
  assert.match(await asks(`http://${rival.realm.host}`, "Host: x"), /^HTTP\/1\.1 302 /);
  const { realm, owner } = acme;
  const authorization = `Authorization: ${basic(owner.email, owner.apiKey)}`;
  const elsewhere = await asks(`http://${rival.realm.host}/api/v1/users/me`, `Host: ${realm.host}`, authorization);
  assert.match(elsewhere, /^HTTP\/1\.1 401 /, "credentials are for their own organization");
});

test("duplicate, unreadable and missing hosts are refused on both paths through the server", async (t) => {
  const acme = await org(t);
  const { raw } = await listening(t, acme);
  const { host } = acme.realm;
  const requests = [
    [`Host: ${host}`, `Host: ${host}`],
    [`Host: ${host}`, "hOST: elsewhere.example"],
    ["Host:"],
    ["Host: a b"],
    ["Host: user@host"],
    [`Host: ${host}, elsewhere.example`.replace(",", "/")],
    [`Host: ${host}:port`],
    ["Host: [::1"],
    [],
  ];
  const upgrade = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: eA=="];
  for (const hosts of requests)
    for (const [path, ...more] of [
      ["/api/v1/server_settings"],
      ["/login/"],
      [`http://${host}/api/v1/server_settings`],
      ["/api/v1/events/socket", ...upgrade],
    ]) {
      const heard = await heardFrom(raw([`GET ${path} HTTP/1.1`, ...hosts, ...more, "", ""].join("\r\n")));
      assert.match(heard, /^HTTP\/1\.1 400 Bad Request\r\n/, `${path} ${hosts}`);
      assert.match(heard, /"code":"BAD_REQUEST"/);
    }
  for (const target of ["http:///api/v1/server_settings", "http://u@h/", "ftp://h/", "elsewhere"])
    assert.match(await heardFrom(raw(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)), /^HTTP\/1\.1 400 /, target);
});

test("slow clients are disconnected", async (t) => {
  const acme = await org(t);
  const { http } = await listening(t, acme);
  assert.ok(http.server.requestTimeout > 0 && http.server.requestTimeout <= 30 * 60_000);
  assert.ok(http.server.headersTimeout > 0 && http.server.headersTimeout <= http.server.requestTimeout);
  assert.ok(http.server.keepAliveTimeout > 0);
});

test("a body that is not a file must arrive within a minute", async (t) => {
  const acme = await org(t);
  const { send } = await listening(t, acme);
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const slow = send(["POST /api/v1/messages HTTP/1.1", FORM, "Content-Length: 100"]);
  const form = send(["POST /api/v1/user_uploads HTTP/1.1", FORM, "Content-Length: 100"]);
  const file = send([
    "POST /api/v1/user_uploads HTTP/1.1",
    "Content-Type: multipart/form-data; boundary=x",
    "Content-Length: 100",
  ]);
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  for (let turn = 0; turn < 50; turn++) {
    t.mock.timers.tick(2_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const each of [slow, form]) assert.match(await heardFrom(each), /^HTTP\/1\.1 408 Request Timeout/);
  assert.equal(file.destroyed, false);
  file.destroy();
});

test("a user deactivated while the body is arriving is refused when it has arrived", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("design", [ada]);
  const { raw } = await listening(t, acme);
  const body = "type=channel&to=design&topic=logo&content=too+late";
  const head = [
    "POST /api/v1/messages HTTP/1.1",
    `Host: ${acme.realm.host}`,
    `Authorization: ${basic(ada.email, ada.apiKey)}`,
    FORM,
    `Content-Length: ${body.length}`,
    "Connection: close",
  ];
  const socket = raw(`${head.join("\r\n")}\r\n\r\n${body.slice(0, 10)}`);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await acme.deactivate(ada);
  // However late the head was read: the caller is identified again when that was a while ago.
  await new Promise((resolve) => setTimeout(resolve, 100));
  socket.write(body.slice(10));
  assert.match(await heardFrom(socket), /^HTTP\/1\.1 401 .*Account is deactivated/s);
});

test("a form from a web page is refused, whatever credentials the browser adds", async (t) => {
  const acme = await org(t);
  const { send } = await listening(t, acme);
  const socket = send(["POST /api/v1/messages HTTP/1.1", FORM, "Sec-Fetch-Mode: navigate", "Connection: close"], "a=1");
  assert.match(await heardFrom(socket), /^HTTP\/1\.1 403 .*"code":"CSRF_FAILED"/s);
});

test("an account that sends large bodies slowly delays only itself", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const { send, raw } = await listening(t, acme);
  const slow = Array.from({ length: 2 }, () =>
    send(["POST /api/v1/messages/render HTTP/1.1", FORM, "Content-Length: 100000"]),
  );
  try {
    let heard = "";
    const login = `Host: ${acme.realm.host}\r\nAuthorization: ${basic(ada.email, ada.apiKey)}\r\nConnection: close\r\n\r\n`;
    await until(async () => {
      heard = "";
      send(["GET /api/v1/users/me HTTP/1.1", "Connection: close"]).on("data", (bytes) => {
        heard += bytes;
      });
      assert.match(await heardFrom(raw(`GET /api/v1/users/me HTTP/1.1\r\n${login}`)), /^HTTP\/1.1 200/);
      // Until the server waits for both bodies, the account's own request gets a response too.
      return heard === "";
    });
    slow.pop()?.destroy();
    await until(() => heard.startsWith("HTTP/1.1 200"));
  } finally {
    for (const socket of slow) socket.destroy();
  }
});

test("of one account, 128 large bodies wait, and further ones are refused", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const { send, raw } = await listening(t, acme);
  const post = ["POST /api/v1/messages/render HTTP/1.1", FORM];
  const form = `content=hi&padding=${"x".repeat(100_000)}`;
  const [running, waiting, further] = [2, 128, 3];
  let refused = 0;
  const sockets = Array.from({ length: running + waiting + further }, () => send([...post, "Content-Length: 100000"]));
  for (const socket of sockets) socket.once("data", () => refused++);
  try {
    await until(() => refused === further);
    const next = `GET /api/v1/users/me HTTP/1.1\r\nHost: ${acme.realm.host}\r\nConnection: close\r\n\r\n`;
    const another = send(post, form);
    another.write(next);
    const answer = await heardFrom(another);
    assert.match(answer, /^HTTP\/1\.1 429 .*"code":"RATE_LIMIT_HIT","retry-after":5/s);
    assert.match(answer, /HTTP\/1\.1 401 /, "the connection is used again");
    const login = `Authorization: ${basic(ada.email, ada.apiKey)}\r\nConnection: close`;
    const lines = [...post, `Host: ${acme.realm.host}`, login, `Content-Length: ${form.length}`];
    assert.match(await heardFrom(raw(`${lines.join("\r\n")}\r\n\r\n${form}`)), /^HTTP\/1\.1 200/, "others do not wait");
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});

test("a body in chunks of one byte is refused, and its connection is closed", async (t) => {
  const acme = await org(t);
  const { send } = await listening(t, acme);
  const chunks = "1\r\na\r\n".repeat(5000);
  for (const type of [FORM, "Content-Type: multipart/form-data; boundary=x"]) {
    const socket = send(["POST /api/v1/messages HTTP/1.1", type, "Transfer-Encoding: chunked"]);
    socket.write(chunks);
    const answer = await heardFrom(socket);
    assert.match(answer, /^HTTP\/1\.1 400 .*"msg":"The body is sent in too many small chunks"/s);
  }
});

test("the rest of a refused body is read slowly, and the connection stays open", async (t) => {
  const acme = await org(t);
  const { send } = await listening(t, acme);
  const socket = send(["POST /api/v1/messages HTTP/1.1", FORM], `content=${"a".repeat(16 * 1024 * 1024)}`);
  const began = performance.now();
  socket.write(`GET /api/v1/users/me HTTP/1.1\r\nHost: ${acme.realm.host}\r\nConnection: close\r\n\r\n`);
  const answers = (await heardFrom(socket)).match(/HTTP\/1\.1 \d+/g);
  assert.deepEqual(answers, ["HTTP/1.1 413", "HTTP/1.1 401"]);
  assert.ok(performance.now() - began > 200, "at 64 MiB a second");
});

test("of refused bodies from one address, the one with the least left is read first", async (t) => {
  const acme = await org(t);
  const { send } = await listening(t, acme);
  const read: number[] = [];
  const refused = async (mebibytes: number) => {
    const socket = send(["POST /api/v1/messages HTTP/1.1", FORM], `content=${"a".repeat(mebibytes * 1024 * 1024)}`);
    socket.write(`GET /api/v1/users/me HTTP/1.1\r\nHost: ${acme.realm.host}\r\nConnection: close\r\n\r\n`);
    assert.match(await heardFrom(socket), /HTTP\/1\.1 413 .*HTTP\/1\.1 401 /s);
    read.push(mebibytes);
  };
  await Promise.all([refused(4), refused(12), refused(12), refused(12)]);
  assert.equal(read[0], 4);
});

test("a connection on which very many requests wait for their responses is closed", async (t) => {
  const acme = await org(t);
  const { raw } = await listening(t, acme);
  const request = `GET /api/v1/server_settings HTTP/1.1\r\nHost: ${acme.realm.host}\r\n\r\n`;
  const some = raw(`${request.repeat(19)}${request.replace("Host", "Connection: close\r\nHost")}`);
  assert.equal((await heardFrom(some)).match(/HTTP\/1\.1 200/g)?.length, 20);
  const many = raw(request.repeat(1000));
  const answers = await heardFrom(many).catch(() => "");
  assert.ok((answers.match(/HTTP\/1\.1 200/g)?.length ?? 0) < 100);
});

const ALL_ROOM_BYTES = 64 * 1024 * 1024;
/** What Node reads from a socket at once. */
const ONE_READ_BYTES = 64 * 1024;

test("a large body that waits for its turn is left on its connection, but for what came with its head", async (t) => {
  const acme = await org(t);
  const { http, send } = await listening(t, acme);
  const opened: Socket[] = [];
  http.server.on("connection", (socket: Socket) => opened.push(socket));
  const change = (form: string) => send(["PATCH /api/v1/realm HTTP/1.1", FORM, "Connection: close"], form);
  assert.equal(bodyRoom.take(ALL_ROOM_BYTES, acme.clock), undefined);
  let large: Socket;
  try {
    large = change(`name=Large&padding=${"x".repeat(1_000_000)}`);
    await until(() => bodyRoom.waiting === 1);
    // What else would be read of it has been read when the server has read other requests.
    for (let n = 0; n < 3; n++) await heardFrom(change(`name=Small ${n}`));
  } finally {
    bodyRoom.giveBack(ALL_ROOM_BYTES);
  }
  const bytesRead = opened[0]?.bytesRead ?? 0;
  assert.match(await heardFrom(large), /^HTTP\/1.1 200/);
  assert.ok(bytesRead > 0 && bytesRead <= ONE_READ_BYTES, `${bytesRead} bytes`);
});

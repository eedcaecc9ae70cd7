import assert from "node:assert/strict";
import { createSocket, type RemoteInfo } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { isIPv4 } from "node:net";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { TestClock } from "../../../test/clock.ts";
import { Receiver } from "../../../test/receiver.ts";
import { scratch } from "../../../test/scratch.ts";
import { guardOf } from "./addresses.ts";
import { OutgoingClient } from "./client.ts";
import { namesOfThisMachine } from "./local-names.ts";
import { resolveNames } from "./resolve.ts";

const receiver = await Receiver.open();
after(() => receiver.close());

type Addresses = Readonly<Record<string, readonly string[]>>;

/** Knows these names and no others; without any, it never responds. */
async function dnsServer(t: TestContext, known?: Addresses) {
  const asked: string[] = [];
  const socket = createSocket("udp4", (query: Buffer, { port, address }: RemoteInfo) => {
    const { name, type, end } = questionIn(query);
    asked.push(name);
    if (known) socket.send(responseTo(query.subarray(0, end), known[name], type), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  t.after(() => socket.close());
  return { server: `127.0.0.1:${socket.address().port}`, asked };
}

const [A, AAAA] = [1, 28];

function questionIn(query: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] as number; length > 0; length = query[at] as number) {
    labels.push(query.toString("ascii", at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function responseTo(question: Buffer, addresses: readonly string[] | undefined, type: number): Buffer {
  const records = (addresses ?? []).filter((address) => type === (isIPv4(address) ? A : AAAA)).map(recordOf);
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(addresses ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, question.subarray(12), ...records]);
}

/** Its name is that of the question. */
function recordOf(address: string): Buffer {
  const bytes = isIPv4(address)
    ? Buffer.from(address.split(".").map(Number))
    : Buffer.from([0x20, 1, 0xd, 0xb8, ...Array<number>(11).fill(0), 1]);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(isIPv4(address) ? A : AAAA, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([head, bytes]);
}

/** What the machine itself would know. */
function localNames({ hosts = "", settings = "" } = {}) {
  const directory = mkdtempSync(join(scratch, "parley-names-"));
  const write = (name: string, text: string) => {
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };
  return namesOfThisMachine({ hosts: write("hosts", hosts), settings: write("resolv.conf", settings) });
}

test("a name has its addresses of both families, from the DNS", async (t) => {
  const { server } = await dnsServer(t, { "chat.example": ["192.0.2.1", "192.0.2.2", "2001:db8::1"] });
  const resolve = resolveNames({ local: localNames(), servers: [server] });
  assert.deepEqual(await resolve("Chat.Example."), [
    { address: "192.0.2.1", family: 4 },
    { address: "192.0.2.2", family: 4 },
    { address: "2001:db8::1", family: 6 },
  ]);
  assert.deepEqual(await resolve("nobody.example"), []);
});

test("the hosts file comes first, and localhost is this machine", async (t) => {
  const { server, asked } = await dnsServer(t, { "wiki.example": ["192.0.2.1"], localhost: ["192.0.2.9"] });
  const hosts = "# ours\n10.0.0.7\tWiki.example wiki # the old one\n::1 wiki.example\nnonsense other.example\n";
  const resolve = resolveNames({ local: localNames({ hosts }), servers: [server] });
  assert.deepEqual(await resolve("wiki.example"), [
    { address: "10.0.0.7", family: 4 },
    { address: "::1", family: 6 },
  ]);
  assert.deepEqual(await resolve("wiki"), [{ address: "10.0.0.7", family: 4 }]);
  for (const name of ["localhost", "app.localhost."])
    assert.deepEqual(
      (await resolve(name)).map(({ address }) => address),
      ["127.0.0.1", "::1"],
    );
  assert.deepEqual(asked, []);
});

test("a short name is completed with the domains of the machine", async (t) => {
  const { server, asked } = await dnsServer(t, {
    "hooks.team.example": ["192.0.2.1"],
    hooks: ["192.0.2.9"],
    "a.b.team.example": ["192.0.2.2"],
  });
  const settings = "search elsewhere.example\nnameserver 192.0.2.53\nsearch other.example team.example\n";
  const resolve = resolveNames({ local: localNames({ settings }), servers: [server] });
  assert.deepEqual(await resolve("hooks"), [{ address: "192.0.2.1", family: 4 }]);
  assert.deepEqual(await resolve("a.b"), [{ address: "192.0.2.2", family: 4 }]);
  assert.deepEqual(await resolve("a.b."), []);
  assert.ok(!asked.includes("hooks") && !asked.includes("hooks.elsewhere.example"));
});

test("what the DNS says is held against the guard", async (t) => {
  const { server } = await dnsServer(t, {
    "inside.example": ["127.0.0.1"],
    "mixed.example": ["127.0.0.1", "10.0.0.1"],
  });
  const resolve = resolveNames({ local: localNames({ hosts: "10.0.0.1 listed.example" }), servers: [server] });
  const endpoint = receiver.endpoint({});
  const get = async (name: string, allowed: string[]) => {
    const guard = guardOf({ allowed, allowsLoopback: () => false });
    const client = new OutgoingClient({ guard, clock: new TestClock(), resolve });
    const url = Object.assign(new URL(endpoint.url), { hostname: name }).href;
    return (await client.send({ method: "GET", url, timeoutMs: 10_000, maxBytes: 1000, redirects: 0 })).status;
  };
  assert.equal(await get("inside.example", ["127.0.0.1"]), 200);
  for (const name of ["inside.example", "listed.example"]) await assert.rejects(get(name, []), { reason: "forbidden" });
  await assert.rejects(get("mixed.example", ["127.0.0.1"]), { reason: "forbidden" });
  await assert.rejects(get("nobody.example", []), { reason: "unreachable", code: "ENOTFOUND" });
});

test("names whose servers never respond hold up nothing else, and are given up", async (t) => {
  const { server, asked } = await dnsServer(t);
  const resolve = resolveNames({ local: localNames(), servers: [server] });
  const waiting = Array.from({ length: 20 }, (_, n) => resolve(`silent-${n}.example`));
  let isOver = false;
  const all = Promise.allSettled(waiting).finally(() => {
    isOver = true;
  });
  while (new Set(asked).size < 20) await readFile(import.meta.filename);
  assert.equal(isOver, false);
  for (const each of await all) assert.equal(each.status === "rejected" && each.reason.code, "ETIMEOUT");
});

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { org, test } from "../../server/test/index.ts";
import { portOf } from "../../server/test/streams.ts";
import { firstFrame } from "../load/socket.ts";
import { aboutDay } from "./day.ts";
import { measureLoad } from "./measure.ts";
import { givenTarget } from "./target.ts";

test("the load generator drives a running server", async (t) => {
  const acme = await org(t);
  const people = [acme.owner, await acme.member("Ben"), await acme.member("Chiara")];
  const directory = await mkdtemp(join(tmpdir(), "parley-load-"));
  t.after(() => rm(directory, { recursive: true }));
  const loginsFile = join(directory, "logins");
  await writeFile(loginsFile, people.map(({ email, apiKey }) => `${email}:${apiKey}\n`).join(""));
  const url = `http://127.0.0.1:${await portOf(acme.server)}`;
  const target = await givenTarget({ url, loginsFile, hostName: acme.realm.host, pid: process.pid });

  const report = await measureLoad(target, { warmUpSeconds: 0, seconds: 0.1 });
  const { figures, memory, bytesPerMessage } = report;
  assert.deepEqual(
    figures.map(({ what }) => what),
    [
      "sends, 1 connection",
      "sends, 16 connections",
      "sends, 64 connections",
      "sends into 3 members, 16",
      "deliveries to 3 polls",
      "deliveries to 3 sockets",
      "reads of 100 messages, 16",
      "registrations, 1",
      "searches, 4",
    ],
  );
  for (const { what, perSecond, cpuMicros } of figures) {
    assert.ok(perSecond > 0, what);
    assert.ok(cpuMicros !== undefined && cpuMicros >= 0, what);
  }
  assert.ok((memory.idle ?? 0) > 0 && (memory.after ?? 0) > 0);
  assert.match(aboutDay(report).join(" "), /A working day of 3 people takes .* of processor time/);
  assert.equal(bytesPerMessage, undefined, "it did not start the server, so it does not know its files");
});

test("a server that only speaks https is refused", async () => {
  await assert.rejects(givenTarget({ url: "https://chat.example.com", loginsFile: "none" }), /only http/);
});

test("frames of a WebSocket are read when they are whole", async () => {
  const frame = (length: number, head: number[]) =>
    Buffer.concat([Buffer.from([0x81, ...head]), Buffer.alloc(length, 97)]);
  for (const [length, head] of [
    [5, [5]],
    [300, [126, 1, 44]],
    [70_000, [127, 0, 0, 0, 0, 0, 1, 17, 112]],
  ] as const) {
    const bytes = frame(length, [...head]);
    assert.equal(firstFrame(bytes.subarray(0, -1)), undefined);
    const read = firstFrame(Buffer.concat([bytes, Buffer.from([0x89, 0])]));
    assert.deepEqual([read?.opcode, read?.payload.length, read?.end], [1, length, bytes.length]);
  }
  assert.equal(firstFrame(Buffer.from([0x81])), undefined);
});

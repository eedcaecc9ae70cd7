/**
 * One attack of each kind from `npm run bench -- hostile`, eight at once, while another user works: all of that user's
 * requests succeed, and the server uses few resources and keeps running.
 */
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { messages } from "@parley/server/contract";
import type { Person } from "./support/person.ts";
import { engines, newServer, type Server } from "./support/server.ts";
import { until } from "./support/until.ts";

const AT_ONCE = 8;
const MIB = 1024 * 1024;
/** What an attack may cost the server: ten times what it cost on an idle machine, and never more memory than this. */
const MOST_CPU_SECONDS = 20;
const MOST_MEMORY_MB = 300;
const TICKS_PER_SECOND = 100;

type Form = Record<string, string>;

const list = (item: string, bytes: number) => `[${`${item},`.repeat(Math.floor(bytes / (item.length + 1)))}${item}]`;
const words = (count: number) => Array.from({ length: count }, (_, number) => `w${number}`);
const search = (operand: string) => JSON.stringify([{ operator: "search", operand }]);
const terms = (count: number) =>
  JSON.stringify(Array.from({ length: count }, (_, n) => ({ operator: "sender", operand: n, negated: true })));
const page = { method: "GET", anchor: "newest", num_before: "100", num_after: "0" };

/** Either rendered or told to retry: an account can have only a few heavy texts in progress. */
const RENDERED = [200, 429];
const TOO_MUCH = [400, 413];

const ATTACKS: readonly [what: string, statuses: readonly number[], path: string, form: Form][] = [
  [
    "formulas of macros",
    RENDERED,
    "/messages/render",
    { content: `$$\\def\\a{${"x".repeat(9000)}}${"\\a".repeat(450)}$$` },
  ],
  [
    "a formula of columns",
    RENDERED,
    "/messages/render",
    { content: `$$\\begin{matrix}${"&".repeat(9900)}\\end{matrix}$$` },
  ],
  ["many formulas", RENDERED, "/messages/render", { content: "$$x$$ ".repeat(1600) }],
  ["millions of ids", TOO_MUCH, "/messages/flags", { op: "add", flag: "read", messages: list("1.5", 2 * MIB) }],
  ["a mebibyte of ids", TOO_MUCH, "/messages/flags", { op: "add", flag: "read", messages: list("1", MIB / 2) }],
  ["very many recipients", TOO_MUCH, "/messages", { type: "direct", to: list("9", MIB / 4), content: "hello" }],
  ["very many alert words", TOO_MUCH, "/users/me/alert_words", { alert_words: JSON.stringify(words(50_000)) }],
  ["very many drafts", TOO_MUCH, "/drafts", { drafts: list('{"type":"","to":[],"topic":"","content":"a"}', MIB / 4) }],
  ["a search for 50,000 words", TOO_MUCH, "/messages", { ...page, narrow: search(words(50_000).join(" ")) }],
  ["a narrow of 10,000 terms", TOO_MUCH, "/messages", { ...page, narrow: terms(10_000) }],
  ["a queue of 10,000 terms", TOO_MUCH, "/register", { event_types: '["message"]', narrow: terms(10_000) }],
];

for (const engine of engines)
  describe(`attacks, on ${engine}`, () => {
    let server: Server;
    let victim: Person;
    let attacker: Person;
    const farewells: (() => unknown)[] = [];

    before(async () => {
      server = await newServer({ after: (leave) => void farewells.push(leave) }, engine);
      [victim, attacker] = [await server.member("Ada"), await server.member("Mallory")];
      await victim.joins("work");
    });
    after(async () => {
      for (const leave of farewells.reverse()) await leave();
    });

    const authorization = () => `Basic ${btoa(`${attacker.email}:${attacker.apiKey}`)}`;
    const post = async (path: string, form: Form): Promise<number> => {
      const response = await fetch(`${server.address}/api/v1${path}`, {
        method: "POST",
        headers: { authorization: authorization() },
        body: new URLSearchParams(form),
      });
      await response.arrayBuffer();
      return response.status;
    };

    /** Ada sends and reads until the attack is over; every request must succeed. */
    async function worksDuring<T>(attack: () => Promise<T>): Promise<T> {
      let isOver = false;
      const attacked = attack().finally(() => {
        isOver = true;
      });
      do {
        await victim.call(messages.sendMessage, { type: "channel", to: "work", topic: "calm", content: "On we go." });
        await victim.call(messages.getMessages, { anchor: "newest", num_before: 10, num_after: 0 });
      } while (!isOver);
      return attacked;
    }

    async function bearable<T>(attack: () => Promise<T>): Promise<T> {
      const beforehand = await usage(server.pid);
      const outcome = await worksDuring(attack);
      const afterwards = await usage(server.pid);
      assert.ok(server.isRunning, `the server ended:\n${server.log}`);
      // Health must respond within a second, which a busy machine may not manage the first time.
      await until("the server is healthy", () => server.isHealthy());
      const cpu = afterwards.cpuSeconds - beforehand.cpuSeconds;
      assert.ok(cpu <= MOST_CPU_SECONDS, `${cpu} s of processor time`);
      const memory = afterwards.peakMb - beforehand.nowMb;
      assert.ok(memory <= MOST_MEMORY_MB, `${memory} MB of memory`);
      return outcome;
    }

    for (const [what, statuses, path, form] of ATTACKS)
      test(what, async () => {
        const answers = await bearable(() => Promise.all(Array.from({ length: AT_ONCE }, () => post(path, form))));
        for (const answer of answers) assert.ok(statuses.includes(answer), `${answer} is one of ${statuses}`);
      });

    test("pipelined reads whose responses are never read", async () => {
      const line = "GET /api/v1/messages?anchor=newest&num_before=1000&num_after=0 HTTP/1.1\r\nHost: localhost\r\n";
      await bearable(async () => {
        const sockets = Array.from({ length: AT_ONCE }, () => connect(server.port, "127.0.0.1"));
        for (const socket of sockets) {
          socket.on("error", () => {});
          socket.pause().write(`${line}Authorization: ${authorization()}\r\n\r\n`.repeat(500));
        }
        await victim.call(messages.getMessages, { anchor: "newest", num_before: 10, num_after: 0 });
        for (const socket of sockets) socket.destroy();
      });
    });

    test("bodies in chunks of a byte", async () => {
      const head = `POST /api/v1/messages HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization()}\r\n`;
      const form =
        "Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n";
      const body = `${"1\r\na\r\n".repeat(200_000)}0\r\n\r\n`;
      await bearable(() =>
        Promise.all(
          Array.from({ length: AT_ONCE }, async () => {
            const socket = connect(server.port, "127.0.0.1");
            // The server resets the connection while the rest is still being sent.
            socket.on("error", () => {});
            socket.write(`${head}${form}\r\n${body}`);
            assert.match(await text(socket), /^HTTP\/1\.1 400 .*too many small chunks/s);
          }),
        ),
      );
    });

    test("uploads of 50,000 files", async () => {
      const part = '--b\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\nb\r\n';
      const body = `${part.repeat(50_000)}--b--\r\n`;
      const headers = { authorization: authorization(), "content-type": "multipart/form-data; boundary=b" };
      await bearable(() =>
        Promise.all(
          Array.from({ length: AT_ONCE }, async () => {
            const response = await fetch(`${server.address}/api/v1/user_uploads`, { method: "POST", headers, body });
            assert.match(await response.text(), /one file/);
          }),
        ),
      );
    });

    test("bodies that never end", async () => {
      await bearable(async () => {
        const head = `POST /api/v1/messages HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization()}\r\n`;
        const sockets = Array.from({ length: 300 }, () => connect(server.port, "127.0.0.1"));
        for (const socket of sockets) {
          socket.on("error", () => {});
          socket.write(`${head}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${MIB}\r\n\r\n`);
          socket.write(Buffer.alloc(MIB - 1, "a"));
        }
        for (let round = 0; round < 10; round++)
          await victim.call(messages.getMessages, { anchor: "newest", num_before: 10, num_after: 0 });
        for (const socket of sockets) socket.destroy();
      });
    });
  });

/** Resources that a process used; peak memory counts from the last call. Zero when the system does not report it. */
async function usage(pid: number): Promise<{ cpuSeconds: number; nowMb: number; peakMb: number }> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, "utf8").catch(() => "");
  const [stat, status] = [await read("stat"), await read("status")];
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0) / 1024;
  await writeFile(`/proc/${pid}/clear_refs`, "5").catch(() => undefined);
  return {
    cpuSeconds: (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND,
    nowMb: megabytes("VmRSS"),
    peakMb: megabytes("VmHWM"),
  };
}

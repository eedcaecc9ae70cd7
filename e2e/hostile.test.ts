/**
 * Malformed, huge, truncated and hostile requests: the server always responds in JSON, and never with an internal
 * error.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Operation } from "@parley/server/contract";
import fc from "fast-check";
import { features } from "../server/src/features.ts";
import { damage, damaged, type HostileRequest, hostileText, jsonOf, requestsTo } from "./support/hostile.ts";
import type { Person } from "./support/person.ts";
import { engines, newServer, type Server } from "./support/server.ts";
import { until } from "./support/until.ts";
import { exchange, type WireResponse } from "./support/wire.ts";

/** Sends identical requests in every run; for a longer search: PARLEY_FUZZ_RUNS=2000 PARLEY_FUZZ_SEED=7. */
const runs = { numRuns: Number(process.env.PARLEY_FUZZ_RUNS ?? 40), seed: Number(process.env.PARLEY_FUZZ_SEED ?? 1) };
const operations: readonly Operation[] = features.flatMap(({ routes = [] }) =>
  routes.map(({ operation }) => operation),
);
/** Comes last, because all later requests would be refused. */
const closes = ({ path }: Operation) => path === "/realm/deactivate";
const MIB = 1024 * 1024;

for (const engine of engines)
  describe(`hostile requests, on ${engine}`, () => {
    let server: Server;
    let authorization: string;
    const farewells: (() => unknown)[] = [];

    before(async () => {
      server = await newServer({ after: (leave) => void farewells.push(leave) }, engine);
      await server.member("Ada");
      authorization = basic(server.owner as Person);
    });
    after(async () => {
      for (const leave of farewells.reverse()) await leave();
    });

    /** The log since the last call, and which of its lines report nothing but a delay. */
    const takeLog = () => {
      const lines = server.log.split("\n").filter((line) => line !== "" && !isExpected(line));
      server.log = "";
      return { lines, isOnlyLate: lines.every(isDelay) };
    };

    /** A starved machine delays something now and then; a request that is too expensive does so every time. */
    const unharmedBy = async (attack: () => Promise<unknown>) => {
      for (let attempt = 1; ; attempt++) {
        await attack();
        assert.ok(server.isRunning, `the server ended:\n${server.log}`);
        // Health must respond within a second, which a busy machine may not manage the first time.
        await until("the server is healthy", () => server.isHealthy());
        const { lines, isOnlyLate } = takeLog();
        if (lines.length > 0 && isOnlyLate && attempt < 3) continue;
        assert.deepEqual(lines, [], "nothing went wrong that the answers did not show");
        return;
      }
    };

    const tries = (operation: Operation) =>
      test(`${operation.method} ${operation.path}`, () =>
        unharmedBy(() =>
          fc.assert(
            fc.asyncProperty(requestsTo(operation), async ({ path, params, encoding, withCredentials }) => {
              if (path === "/events" && operation.method === "GET") params.push(["dont_block", "true"]);
              const url = new URL(`${server.address}/api/v1${path}`);
              const inQuery = encoding === "query" || operation.method === "GET";
              if (inQuery) for (const [name, value] of params) url.searchParams.append(name, value.slice(0, 2000));
              const response = await fetch(url, {
                method: operation.method,
                headers: {
                  ...(withCredentials ? { authorization } : {}),
                  ...(encoding === "json" && !inQuery ? { "content-type": "application/json" } : {}),
                },
                ...(inQuery ? {} : { body: bodyOf(encoding, params) }),
              });
              const body = await response.text();
              if (operation.streams === "lines" && response.ok) {
                for (const line of body.split("\n").filter(Boolean)) assert.ok(JSON.parse(line));
                return;
              }
              assertSensible({ status: response.status, headers: {}, body });
              const { api_key } = JSON.parse(body) as { api_key?: string };
              if (api_key && path.includes("regenerate"))
                authorization = basic({ ...(server.owner as Person), apiKey: api_key });
            }),
            runs,
          ),
        ));

    for (const operation of operations) if (!closes(operation)) tries(operation);

    test("requests damaged in transit", async () => {
      const form = "type=channel&to=general&topic=hi&content=text";
      const whole = Buffer.from(
        `POST /api/v1/messages HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n` +
          `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n${form}`,
      );
      await unharmedBy(() =>
        fc.assert(
          fc.asyncProperty(damage, async (wounds) => {
            const answer = await exchange(server.port, [damaged(whole, wounds)], { breakOffAfterMs: 50 });
            // A request of which nothing is left gets no response.
            if (answer) assertSensible(answer);
          }),
          { ...runs, numRuns: runs.numRuns * 3 },
        ),
      );
    });

    test("unusual paths, methods and headers", async () => {
      const word = fc.oneof(
        hostileText.map((text) => text.slice(0, 3000)),
        fc.constantFrom("messages", "users", "me", "events", "%2e%2e", "..", "%", "%ff", "1", "9".repeat(30)),
      );
      const bytes = fc.uint8Array({ maxLength: 30 }).map((raw) => Buffer.from(raw).toString("latin1"));
      const request = fc.record({
        method: fc.oneof(fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "QUERY", "PROPFIND"), bytes),
        path: fc.array(fc.oneof(word.map(encodeURI.bind(null)).filter(Boolean), bytes), { maxLength: 4 }),
        header: fc.tuple(
          fc.constantFrom(
            "Authorization",
            "Host",
            "Content-Type",
            "Content-Length",
            "Transfer-Encoding",
            "Expect",
            "X",
          ),
          fc.oneof(
            word,
            bytes,
            fc.base64String().map((text) => `Basic ${text}`),
          ),
        ),
      });
      await unharmedBy(() =>
        fc.assert(
          fc.asyncProperty(request, async ({ method, path, header: [name, value] }) => {
            const head = `${method} /api/v1/${path.join("/")} HTTP/1.1\r\nHost: localhost\r\n${name}: ${value}\r\n\r\n`;
            const answer = await exchange(server.port, [Buffer.from(head, "latin1")], { breakOffAfterMs: 50 });
            if (answer && method !== "HEAD") assertSensible(answer);
          }),
          { ...runs, numRuns: runs.numRuns * 3 },
        ),
      );
    });

    const post = (headers: string, ...body: (string | Uint8Array)[]) =>
      exchange(
        server.port,
        [
          `POST /api/v1/messages HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n${headers}\r\n\r\n`,
          ...body,
        ],
        { breakOffAfterMs: 500 },
      );
    const FORM = "Content-Type: application/x-www-form-urlencoded";
    const MULTIPART = "Content-Type: multipart/form-data; boundary=x";
    const part = (name: string, value: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const sized = (kind: string, body: string | Uint8Array) =>
      post(`${kind}\r\nContent-Length: ${Buffer.byteLength(body)}`, body);
    const get = (target: string, headers = "") =>
      exchange(server.port, [`GET ${target} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`]);

    const cases: [what: string, status: number | readonly number[], send: () => Promise<WireResponse | undefined>][] = [
      ["a form of 26 MiB", 413, () => sized(FORM, Buffer.alloc(26 * MIB, "a"))],
      [
        "26 MiB in chunks",
        413,
        () =>
          post(
            `${FORM}\r\nTransfer-Encoding: chunked`,
            `${(26 * MIB).toString(16)}\r\n`,
            Buffer.alloc(26 * MIB, "a"),
            "\r\n0\r\n\r\n",
          ),
      ],
      ["a multipart field of 26 MiB", 413, () => sized(MULTIPART, `${part("a", "b".repeat(26 * MIB))}--x--\r\n`)],
      ["1001 form fields", 400, () => sized(FORM, Array.from({ length: 1001 }, (_, n) => `a${n}=1`).join("&"))],
      [
        "1001 multipart fields",
        [400, 413],
        () => sized(MULTIPART, `${Array.from({ length: 1001 }, (_, n) => part(`a${n}`, "1")).join("")}--x--\r\n`),
      ],
      [
        "1001 query parameters",
        400,
        () => get(`/api/v1/messages?${"a&".repeat(1001)}`, `Authorization: ${authorization}\r\n`),
      ],
      ["a multipart body without a boundary", 400, () => sized("Content-Type: multipart/form-data", part("a", "b"))],
      [
        "a multipart body with another boundary",
        400,
        () => sized("Content-Type: multipart/form-data; boundary=y", part("a", "b")),
      ],
      ["a multipart body that breaks off", 400, () => sized(MULTIPART, part("a", "b").slice(0, 40))],
      ["a multipart field named __proto__", 400, () => sized(MULTIPART, `${part("__proto__", "b")}--x--\r\n`)],
      ["a body that is not UTF-8", 400, () => sized(FORM, Buffer.from([0x74, 0x6f, 0x3d, 0xff, 0xfe, 0xc0, 0x80]))],
      ["a form in another character set", 400, () => sized(`${FORM}; charset=utf-16`, "type=channel")],
      [
        "JSON without the parameters that are needed",
        400,
        () => sized("Content-Type: application/json", '{"type":"channel"}'),
      ],
      ["a body shorter than announced", 400, () => post(`${FORM}\r\nContent-Length: 100`, "type=channel")],
      ["a negative length", 400, () => post(`${FORM}\r\nContent-Length: -1`, "type=channel")],
      ["a length that is no number", 400, () => post(`${FORM}\r\nContent-Length: many`, "type=channel")],
      ["two lengths", 400, () => post(`${FORM}\r\nContent-Length: 1\r\nContent-Length: 2`, "ab")],
      [
        "a length and chunks",
        400,
        () => post(`${FORM}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked`, "0\r\n\r\n"),
      ],
      ["chunks that are none", 400, () => post(`${FORM}\r\nTransfer-Encoding: chunked`, "zz\r\nnonsense\r\n")],
      ["chunks that break off", 400, () => post(`${FORM}\r\nTransfer-Encoding: chunked`, "ff\r\nnonsense")],
      ["an encoding nobody knows", [400, 501], () => post(`${FORM}\r\nTransfer-Encoding: gzip`, "abc")],
      ["a gigantic header", 431, () => get("/api/v1/users", `X: ${"a".repeat(100_000)}\r\n`)],
      ["very many headers", [200, 401, 431], () => get("/api/v1/users", "X: a\r\n".repeat(3000))],
      ["a gigantic address", [414, 431], () => get(`/api/v1/${"a".repeat(100_000)}`)],
      ["a malformed escape in the path", [400, 404], () => get("/api/v1/users/%zz")],
      ["an escaped NUL in the path", [400, 401, 404], () => get("/api/v1/users/%00")],
      ["a path that climbs", 404, () => get("/api/v1/../../etc/passwd")],
      ["no path", [200, 302, 400, 404], () => get("*")],
      ["an unknown path", 404, () => get("/api/v1/no/such/thing")],
      [
        "a method nobody knows",
        400,
        () => exchange(server.port, ["FROB /api/v1/users HTTP/1.1\r\nHost: localhost\r\n\r\n"]),
      ],
      ["no host", 400, () => exchange(server.port, ["GET /api/v1/users HTTP/1.1\r\n\r\n"])],
      [
        "a host that is none",
        400,
        () => exchange(server.port, ["GET /api/v1/server_settings HTTP/1.1\r\nHost: [::\r\n\r\n"]),
      ],
      ["the beginning of TLS", 400, () => exchange(server.port, [Buffer.from("16030100a5010000a10303", "hex")])],
      ["the beginning of HTTP/2", 400, () => exchange(server.port, ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"])],
      ["credentials that are no Base64", 401, () => get("/api/v1/users", "Authorization: Basic %%%\r\n")],
      [
        "credentials that are no text",
        401,
        () => get("/api/v1/users", `Authorization: Basic ${Buffer.from([255, 254]).toString("base64")}\r\n`),
      ],
      ["credentials without a key", 401, () => get("/api/v1/users", `Authorization: Basic ${btoa("ada")}\r\n`)],
      ["credentials of another kind", 400, () => get("/api/v1/users", "Authorization: Bearer abc\r\n")],
      ["an expectation nobody can meet", [200, 400, 417], () => sized(`${FORM}\r\nExpect: the-best`, "type=channel")],
      [
        "an upgrade to something else",
        [200, 400, 401],
        () => get("/api/v1/users", "Connection: Upgrade\r\nUpgrade: websocket\r\n"),
      ],
    ];
    for (const [what, expected, send] of cases)
      test(`${what} gets a response`, () =>
        unharmedBy(async () => {
          const answer = await send();
          assert.ok(answer, "there is an answer");
          assertSensible(answer);
          assert.ok(
            [expected].flat().includes(answer.status),
            `${answer.status} is one of ${expected}: ${answer.body}`,
          );
        }));

    for (const operation of operations.filter(closes)) tries(operation);
  });

function assertSensible({ status, body }: WireResponse): void {
  assert.ok(status >= 200 && status < 500, `${status}: ${body.slice(0, 300)}`);
  // Outside the API there are pages for people, and redirects to them.
  if (status === 204 || (status === 302 && body === "")) return;
  if (status === 200 && body.startsWith("<!doctype html>")) return;
  const { result, msg, code } = JSON.parse(body) as Record<string, unknown>;
  assert.equal(result, status === 200 ? "success" : "error");
  assert.equal(typeof msg, "string");
  if (status !== 200) assert.match(String(code), /^[A-Z0-9_]+$/);
}

function bodyOf(encoding: HostileRequest["encoding"], params: readonly [string, string][]): BodyInit {
  if (encoding === "json") return jsonOf(params);
  return encoding === "form" ? new URLSearchParams(params.map((each) => [...each])) : multipart(params);
}

function multipart(params: readonly [string, string][]): FormData {
  const form = new FormData();
  for (const [name, value] of params) form.append(name, value);
  return form;
}

const basic = ({ email, apiKey }: Pick<Person, "email" | "apiKey">) =>
  `Basic ${Buffer.from(`${email}:${apiKey}`).toString("base64")}`;

/** Refused sign-ins are logged for whoever blocks addresses; short delays in which little was computed are the machine's. */
function isExpected(line: string): boolean {
  if (!line.startsWith("{")) return false;
  const { msg, cpu_ms } = JSON.parse(line) as { msg: string; cpu_ms: number };
  return msg === "sign-in refused" || (msg === BLOCKED && cpu_ms < 200);
}

const BLOCKED = "the event loop was blocked";

/** Something took longer than it may. */
function isDelay(line: string): boolean {
  if (!line.startsWith("{")) return false;
  const { msg, err } = JSON.parse(line) as { msg: string; err?: { type: string } };
  return msg === BLOCKED || err?.type === "TookTooLong";
}

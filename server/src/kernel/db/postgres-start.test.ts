/** What the operator sees when PostgreSQL is not usable at startup, and what the server waits for. */
import assert from "node:assert/strict";
import dns from "node:dns";
import { createServer } from "node:net";
import { type TestContext, test } from "node:test";
import { DatabaseProxy, errorMessage } from "../../../test/database-proxy.ts";
import { makeDatabase, POSTGRES } from "../../../test/databases.ts";
import { until } from "../../../test/listener.ts";
import { ExitCode, report } from "../../cli/errors.ts";
import { reachPostgres } from "./postgres-start.ts";
import { UnreachableDatabase } from "./unavailable.ts";

/** Sends the same response to every connection. */
async function answering(t: TestContext, answer: Buffer | undefined): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => (answer ? socket.end(answer) : socket.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  return `postgres://parley:hunter2@127.0.0.1:${(server.address() as { port: number }).port}/chat`;
}

const reach = (url: string, startMs = 0) => {
  const waited: string[] = [];
  const reached = reachPostgres(url, { waitMs: 2000, startMs, onWait: (sentence) => void waited.push(sentence) });
  return { reached, waited };
};

async function saidAbout(t: TestContext, url: string): Promise<string> {
  const written: string[] = [];
  const { mock } = t.mock.method(process.stderr, "write", (text: string) => written.push(text) > 0);
  try {
    await assert.rejects(reach(url).reached, (error: unknown) => {
      assert.ok(error instanceof UnreachableDatabase);
      assert.equal(report(error), ExitCode.failure);
      return true;
    });
  } finally {
    mock.restore();
  }
  const said = written.join("");
  assert.doesNotMatch(said, /bug|hunter2|at .*postgres-start/);
  return said;
}

test("a server that is still starting, refuses the user or disconnects gives a clear message, and is not reported as a bug", async (t) => {
  const faults: [Buffer | undefined, RegExp][] = [
    [errorMessage("57P03", "the database system is starting up"), /starting up/],
    [errorMessage("28P01", 'password authentication failed for user "parley"'), /rejected the user/],
    [errorMessage("28000", "no pg_hba.conf entry"), /rejected the user/],
    [errorMessage("3D000", 'database "chat" does not exist'), /has no database "chat". Create it/],
    [errorMessage("53300", "sorry, too many clients already"), /no free connections/],
    [undefined, /was lost/],
    [Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n"), /parley: /],
  ];
  for (const [answer, sentence] of faults) assert.match(await saidAbout(t, await answering(t, answer)), sentence);
  assert.match(
    await saidAbout(t, "postgres://parley:hunter2@127.0.0.1:1/chat"),
    /does not accept connections at 127.0.0.1:1/,
  );
});

test("the server waits for a host name that does not resolve yet", async (t) => {
  const url = new URL(await answering(t, errorMessage("3D000", 'database "chat" does not exist')));
  url.hostname = "database.test";
  let isKnown = false;
  t.mock.method(dns, "lookup", (_host: string, _options: unknown, answer: (...found: unknown[]) => void) => {
    const unknown = Object.assign(new Error("getaddrinfo ENOTFOUND database.test"), { code: "ENOTFOUND" });
    process.nextTick(() => (isKnown ? answer(null, [{ address: "127.0.0.1", family: 4 }]) : answer(unknown)));
  });
  const sentence = `The host name in PARLEY_DATABASE_URL (${url.host}) is unknown.`;
  await assert.rejects(reach(url.href).reached, { message: sentence });
  const { reached, waited } = reach(url.href, 600_000);
  const found = assert.rejects(reached, /has no database "chat"/);
  await Promise.race([found, until(() => waited.length > 0)]);
  isKnown = true;
  await found;
  assert.equal(waited[0], `${sentence} Trying again.`);
});

const onPostgres = POSTGRES ? test : test.skip;

onPostgres("the server waits for a PostgreSQL that does not accept connections yet", async (t) => {
  const { url, drop } = await makeDatabase();
  t.after(drop);
  const proxy = await DatabaseProxy.to("postgres://127.0.0.1:1/chat");
  t.after(() => proxy.close());
  const credentials = new URL(url);
  credentials.port = new URL(proxy.url).port;
  const { reached, waited } = reach(credentials.href, 600_000);
  while (waited.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  proxy.pointTo(url);
  await reached;
  assert.match(waited[0] as string, /Trying again/);
});

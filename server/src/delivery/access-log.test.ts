/** The access log: what it says of requests, what it does not, and how the work that a request causes is joined to it. */
import assert from "node:assert/strict";
import { after } from "node:test";
import { pino } from "pino";
import { ask, type TestRequest, type TestResponse } from "../../test/ask.ts";
import { type Organization, org, test, useServer } from "../../test/index.ts";
import { Mailbox } from "../../test/mailbox.ts";
import { Receiver } from "../../test/receiver.ts";
import { startServer } from "../../test/server.ts";
import { webhookBot } from "./outgoing-webhooks/testing.ts";
import { Receiver as Gateway } from "./push/testing.ts";

type Line = Record<string, unknown>;
const lines: Line[] = [];
const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line) as Line) });
const [mailbox, receiver, gateway] = [await Mailbox.open(), await Receiver.open(), await Gateway.open()];
after(async () => {
  await mailbox.close();
  await receiver.close();
  await gateway.close();
});
const outside = {
  smtpUrl: mailbox.url,
  outgoingAllow: ["127.0.0.1"],
  pushGateway: { url: gateway.url, secret: "a secret of the gateway" },
};
useServer((engine) => startServer(engine, { accessLog: true, ...outside }, { log }));

const idOf = ({ headers }: TestResponse): string => headers["x-request-id"] as string;
const linesOf = (id: string, msg: string): Line[] => lines.filter((line) => line.msg === msg && line.reqId === id);

async function deliveriesOf({ server }: Organization, id: string): Promise<unknown[][]> {
  await server.app.notifier.settled();
  await server.app.jobs.settled();
  return linesOf(id, "delivery").map(({ way, outcome }) => [way, outcome]);
}

const request = ({ server, realm }: Organization, what: string, given: TestRequest): Promise<TestResponse> =>
  ask(server, what, { host: realm.host, ...given });

test("a request is one line: the operation, its status, its time, and who asked from where", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const id = await ada.writes([acme.owner], "hello");
  const answer = await request(acme, `GET /messages/${id}?apply_markdown=false`, { as: ada });
  const [line, ...more] = linesOf(idOf(answer), "request");
  assert.deepEqual(more, []);
  const { level, time, pid, hostname, ms, ...rest } = line as Line;
  assert.deepEqual(
    [level, typeof time, typeof pid, typeof hostname, typeof ms],
    [30, ...Array(2).fill("number"), "string", "number"],
  );
  assert.deepEqual(rest, {
    reqId: idOf(answer),
    method: "GET",
    path: "/messages/{message_id}",
    status: 200,
    ip: "203.0.113.7",
    realm: acme.realm.id,
    user: ada.id,
    msg: "request",
  });
});

test("nothing that a client sends is in it: no query, text, name or key", async (t) => {
  const acme = await org(t);
  const secret = "xyzzy-plugh";
  lines.length = 0;
  await request(acme, "POST /messages", {
    as: acme.owner,
    form: { type: "direct", to: `[${acme.owner.id}]`, content: secret },
  });
  await request(acme, `GET /users/${secret}@example.com`, { as: acme.owner });
  await request(acme, `GET /messages?narrow=${secret}`, { as: acme.owner });
  await request(acme, `GET /${secret}`, {});
  await request(acme, `GET //accounts/password/reset/${secret}`, {});
  await request(acme, `GET //user_uploads/1/${secret}/x.png`, {});
  await request(acme, "POST /fetch_api_key", { form: { username: `${acme.owner.email}`, password: secret } });
  const paths = lines.filter(({ msg }) => msg === "request").map(({ path }) => path);
  assert.equal(paths.length, 7);
  assert.ok(paths.includes("/messages") && paths.includes("/users/{email}"));
  assert.ok(!JSON.stringify(lines).includes(secret), JSON.stringify(lines));
});

test("the webhook call that a message causes is joined to its request", async (t) => {
  const acme = await org(t);
  const oracle = receiver.endpoint();
  const bot = await webhookBot(acme, acme.owner, oracle.url);
  const form = { type: "direct", to: `[${bot.id}]`, content: "are you there?" };
  const sent = await request(acme, "POST /messages", { as: acme.owner, form });
  assert.deepEqual(await deliveriesOf(acme, idOf(sent)), [["webhook", "succeeded"]]);
  assert.equal(oracle.received.length, 1);
});

test("the email that a request causes is joined to it", async (t) => {
  const acme = await org(t);
  const form = { invitee_emails: `new-${acme.realm.string_id}@example.com`, stream_ids: "[]" };
  const invited = await request(acme, "POST /invites", { as: acme.owner, form });
  assert.equal(invited.status, 200, invited.text);
  assert.deepEqual(await deliveriesOf(acme, idOf(invited)), [["email", "succeeded"]]);
});

test("the push notification about a message is joined to the request that sent it, and so is its failure", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await ben.asks("POST", "/users/me/android_gcm_reg_id", { token: `token of ${ben.id}` });
  const form = { type: "direct", to: `[${ben.id}]`, content: "hello" };
  gateway.answers("/notify", 200);
  const sent = await request(acme, "POST /messages", { as: ada, form });
  assert.deepEqual(await deliveriesOf(acme, idOf(sent)), [["push", "succeeded"]]);
  gateway.answers("/notify", 500);
  const again = await request(acme, "POST /messages", { as: ada, form });
  assert.deepEqual(await deliveriesOf(acme, idOf(again)), [["push", "failed"]]);
  assert.equal(linesOf(idOf(again), "a job failed").length, 1);
  gateway.answers("/notify", 200);
});

test("without the setting there is no line for a request", async (t) => {
  const own: Line[] = [];
  const ownLog = pino({ level: "info" }, { write: (line: string) => void own.push(JSON.parse(line) as Line) });
  const server = await startServer("sqlite", {}, { log: ownLog });
  t.after(() => server.close());
  await ask(server, "GET /server_settings");
  assert.deepEqual(
    own.filter(({ msg }) => msg === "request"),
    [],
  );
});

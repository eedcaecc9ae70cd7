import assert from "node:assert/strict";
import { ask, type TestResponse, told } from "../../../test/ask.ts";
import { auditOf } from "../../../test/audit.ts";
import { Browser } from "../../../test/browser.ts";
import { type Organization, org, test, useServer } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import { readConfig } from "../../kernel/config.ts";
import { PASSWORD, withPassword } from "./testing.ts";

const { rateLimits } = readConfig({
  PARLEY_RATE_LIMITS: "sign_in_failures_by_ip=8/1800,sends_email_by_ip=1000/60,api_by_ip=100000/60",
});
useServer((engine) => startServer(engine, { rateLimits }));

const fetchKey = (
  { server, realm }: Organization,
  username: string,
  password: string,
  ip: string,
): Promise<TestResponse> =>
  ask(server, "POST /fetch_api_key", { host: realm.host, form: { username, password }, remoteAddress: ip });

/** Each test has its own IP address, so that failures do not count for the next one. */
const addressOf = ({ realm }: Organization, n = 1) => `2001:db8::${realm.id}:${n}`;

test("after five wrong passwords, an account is locked for half an hour, for every way to sign in", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  for (let n = 0; n < 5; n++) assert.equal((await fetchKey(acme, ada.email, "wrong", addressOf(acme))).status, 401);
  const refused = await fetchKey(acme, ada.email.toUpperCase(), PASSWORD, addressOf(acme, 2));
  const { "retry-after": wait, ...rest } = told(refused) as Record<string, unknown>;
  assert.deepEqual(rest, {
    status: 429,
    result: "error",
    msg: "API usage exceeded rate limit",
    code: "RATE_LIMIT_HIT",
  });
  assert.ok((wait as number) > 1700 && (wait as number) <= 1800);
  const page = await new Browser(acme).signsIn(ada.email, PASSWORD);
  assert.equal(page.status, 429);
  assert.match(page.text, /Too many tries\. Wait 30 minutes\./);

  await acme.clock.leap({ minutes: 31 });
  assert.equal((await fetchKey(acme, ada.email, PASSWORD, addressOf(acme))).status, 200);
});

test("a successful sign-in clears the account's earlier failures", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  for (let round = 0; round < 2; round++) {
    for (let n = 0; n < 4; n++) await fetchKey(acme, ada.email, "wrong", addressOf(acme, round));
    assert.equal((await fetchKey(acme, ada.email, PASSWORD, addressOf(acme, round))).status, 200);
  }
});

test("one IP address cannot try many accounts, but can sign in successfully without limit", async (t) => {
  const acme = await org(t);
  const ada = await withPassword(acme, await acme.member("Ada"));
  for (let n = 0; n < 12; n++) assert.equal((await fetchKey(acme, ada.email, PASSWORD, addressOf(acme))).status, 200);
  const statuses: number[] = [];
  for (let n = 0; n < 10; n++) statuses.push((await fetchKey(acme, `a${n}@example.com`, "x", addressOf(acme))).status);
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 401, 401, 401, 429, 429]);
  assert.equal((await fetchKey(acme, ada.email, PASSWORD, addressOf(acme))).status, 429);
  assert.equal((await fetchKey(acme, ada.email, PASSWORD, addressOf(acme, 2))).status, 200);
});

test("refused attempts are recorded as far as the limit admits them", async (t) => {
  const acme = await org(t);
  const { email } = await withPassword(acme, await acme.member("Ada"));
  const attempt = (password: string) => new Browser(acme).signsIn(email, password);
  const entries = await auditOf(acme, async () => {
    const answers: number[] = [];
    for (let count = 0; count < 12; count++) answers.push((await attempt(`wrong ${count}`)).status);
    assert.equal(answers.at(-1), 429);
  });
  assert.ok(entries.length > 0 && entries.length <= 8, String(entries.length));
});

/** Guessing codes is limited, for one account and from one IP address. */
import assert from "node:assert/strict";
import { Browser } from "../../../test/browser.ts";
import { org, test, useServer } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import { readConfig } from "../../kernel/config.ts";
import { PASSWORD } from "../sign-in/testing.ts";
import { signsInWithCode, withAuthenticator, withPasskey } from "./testing.ts";

const STEP = "/login/second-factor/";
const REPLACED = "turning two-factor authentication on replaces the API key of their client";

const { rateLimits } = readConfig({ PARLEY_RATE_LIMITS: "sign_in_failures_by_ip=23/1800,api_by_ip=100000/60" });
useServer((engine) => startServer(engine, { rateLimits }));

test("after five wrong codes an account is locked, from everywhere, and a success starts anew", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  const ada = await acme.member("Ada");
  const { phone, recoveryCodes } = await withAuthenticator(acme, ada);
  const browser = new Browser(acme);
  await browser.signsIn(ada.email, PASSWORD);
  for (let n = 0; n < 4; n++) assert.equal((await browser.fills(STEP, { code: `00000${n}` })).status, 403);
  assert.equal((await signsInWithCode(new Browser(acme), ada.email, await phone.nextCode())).status, 302);
  for (let n = 0; n < 5; n++) assert.equal((await browser.fills(STEP, { code: `00000${n}` })).status, 403);
  const locked = await browser.fills(STEP, { code: await phone.nextCode() });
  assert.equal(locked.status, 429);
  assert.match(locked.text, /Too many tries\. Wait/);
  assert.equal((await signsInWithCode(new Browser(acme), ada.email, recoveryCodes[0] ?? "")).status, 429);
  await acme.clock.leap({ minutes: 31 });
  assert.equal((await signsInWithCode(new Browser(acme), ada.email, phone.code())).status, 302);
});

test("one IP address cannot guess codes of many accounts", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  await acme.clock.leap({ minutes: 31 });
  const statuses: number[] = [];
  for (let n = 0; n < 5; n++) {
    const person = await acme.member(`Person ${n}`);
    await withAuthenticator(acme, person);
    const browser = new Browser(acme);
    await browser.signsIn(person.email, PASSWORD);
    for (let code = 0; code < 5; code++) {
      const sent = { csrfmiddlewaretoken: browser.csrfToken, code: `00000${code}` };
      statuses.push((await browser.asks(`POST /${STEP}`, sent)).status);
      if (statuses.at(-1) === 429) break;
    }
    if (statuses.at(-1) === 429) break;
  }
  assert.deepEqual([statuses.filter((status) => status === 403).length, statuses.at(-1)], [23, 429]);
  await acme.clock.leap({ minutes: 31 });
});

test("five refused passkeys lock the confirmation of one's identity", async (t) => {
  const acme = await org(t);
  acme.stopFollowing(REPLACED);
  await acme.clock.leap({ minutes: 31 });
  const { browser } = await withPasskey(acme, await acme.member("Ada"));
  const statuses: number[] = [];
  for (let n = 0; n < 6; n++) {
    const sent = { passkey_request: "x", credential: "{}" };
    statuses.push((await browser.calls("POST /users/me/identity_confirmation", sent)).status);
  }
  assert.deepEqual(statuses, [400, 400, 400, 400, 400, 429]);
});

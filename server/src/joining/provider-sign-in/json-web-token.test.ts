/** Signing in with JSON web tokens, and what does not count as one. */
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { SignJWT, UnsecuredJWT } from "jose";
import { ask } from "../../../test/ask.ts";
import { auditOf } from "../../../test/audit.ts";
import { Browser } from "../../../test/browser.ts";
import { type Organization, org, test, useServer } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import * as api from "../../contract.ts";
import {
  allowTokens,
  SHARED_SECRET,
  secondsOf,
  signedToken,
  TOKENS_ALLOWED,
} from "../../people/json-web-tokens/testing.ts";
import { withAuthenticator } from "../../people/second-factors/testing.ts";

useServer((engine) => startServer(engine, { signIn: TOKENS_ALLOWED }));

const CONFIRM = "/login/confirm/";

const fetchesKey = ({ server, realm }: Organization, token: string, more: Record<string, string> = {}) =>
  ask(server, "POST /jwt/fetch_api_key", { host: realm.host, form: { token, ...more } });

test("a token gets the API key of the account that it names, and its profile if asked", async (t) => {
  const acme = await org(t);
  allowTokens(acme);
  const ada = await acme.member("Ada");
  const entries = await auditOf(acme, async () => {
    const { status, body } = await fetchesKey(acme, await signedToken(acme, { email: "ADA@example.com" }));
    assert.equal(status, 200);
    const { result: _, msg: __, ...rest } = body;
    assert.deepEqual(rest, { api_key: ada.apiKey, email: ada.email, user_id: ada.id });
  });
  assert.deepEqual(
    entries.map(({ action, actor_id }) => [action, actor_id]),
    [["api_key_fetched", ada.id]],
  );
  const { body } = await fetchesKey(acme, await signedToken(acme, { email: ada.email }), { include_profile: "true" });
  const user = body.user as Record<string, unknown>;
  assert.deepEqual([user.user_id, user.full_name, user.delivery_email], [ada.id, "Ada", ada.email]);
});

test("it is off unless the operator has set up a key for this organization", async (t) => {
  const [acme, other] = [await org(t), await org(t)];
  allowTokens(acme);
  const ada = await other.member("Ada");
  const token = await signedToken(acme, { email: ada.email });
  const { status, body } = await fetchesKey(other, token);
  assert.deepEqual([status, body.msg], [400, "This organization does not use JSON web tokens."]);
  const page = await new Browser(other).asks("POST //accounts/login/jwt/", { token });
  assert.deepEqual([page.status, page.headers.location], [302, "/login/"]);
});

test("other algorithms, other keys, unsigned and expired tokens are refused", async (t) => {
  const acme = await org(t);
  allowTokens(acme);
  const ada = await acme.member("Ada");
  const claims = { email: ada.email };
  const [header, payload, signature = ""] = (await signedToken(acme, claims)).split(".");
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const tokens = {
    none: new UnsecuredJWT({ ...claims, exp: secondsOf(acme) + 60 }).encode(),
    "no signature": `${header}.${payload}.`,
    "changed signature": `${header}.${payload}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`,
    "another algorithm": await signedToken(acme, claims, { alg: "HS512", key: Buffer.from(SHARED_SECRET.repeat(2)) }),
    "another kind of key": await signedToken(acme, claims, { alg: "RS256", key: privateKey }),
    "another key": await signedToken(acme, claims, { key: Buffer.from("x".repeat(40)) }),
    expired: await signedToken(acme, claims, { lasts: -60 }),
    "valid too long": await signedToken(acme, claims, { lasts: 7200 }),
    "without expiry": await new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(Buffer.from(SHARED_SECRET)),
    "for somebody else": await signedToken(acme, { ...claims, aud: "another service" }),
    "without address": await signedToken(acme, { user: "ada" }),
    "not an address": await signedToken(acme, { email: ["ada@example.com"] as unknown as string }),
    nonsense: "a.b.c",
    nothing: "",
  };
  for (const [why, token] of Object.entries(tokens)) {
    const { status, body } = await fetchesKey(acme, token);
    assert.deepEqual([status, body.msg], [400, "The JSON web token is not valid."], why);
    const browser = new Browser(acme);
    assert.equal((await browser.asks("POST //accounts/login/jwt/", { token })).status, 403, why);
    assert.equal((await browser.calls("GET /users/me")).status, 401, why);
  }
});

test("a public key is never a shared secret; issuer and audience count if they are configured", async (t) => {
  const acme = await org(t);
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const key = publicKey.export({ type: "spki", format: "pem" }) as string;
  allowTokens(acme, { key, algorithms: ["ES256"], issuer: "https://portal.example.com", audience: "parley" });
  const ada = await acme.member("Ada");
  const claims = { email: ada.email, iss: "https://portal.example.com", aud: "parley" };
  const how = { alg: "ES256", key: privateKey };
  assert.equal((await fetchesKey(acme, await signedToken(acme, claims, how))).status, 200);
  for (const token of [
    await signedToken(acme, claims, { key: Buffer.from(key) }),
    await signedToken(acme, { ...claims, iss: "https://evil.test" }, how),
    await signedToken(acme, { ...claims, aud: "another" }, how),
    await signedToken(acme, { email: ada.email }, how),
  ])
    assert.equal((await fetchesKey(acme, token)).status, 400);
});

test("only people who could sign in get a key", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("a new second factor replaces the API key of their client");
  allowTokens(acme);
  const [ada, ben, cleo] = [await acme.member("Ada"), await acme.member("Ben"), await acme.member("Cleo")];
  const bot = await acme.bot("Robin", ada);
  await acme.owner.call(api.users.deactivateUser, { user_id: ben.id });
  await acme.alter((tx) =>
    tx.updateTable("user").set({ is_email_verified: false }).where("id", "=", cleo.id).execute(),
  );
  const coded = async (email: string) => (await fetchesKey(acme, await signedToken(acme, { email }))).body.code;
  assert.equal(await coded("nobody@example.com"), "AUTHENTICATION_FAILED");
  assert.equal(await coded(bot.email), "AUTHENTICATION_FAILED");
  const entries = await auditOf(acme, async () => {
    assert.equal(await coded(ben.email), "USER_DEACTIVATED");
    assert.equal(await coded(cleo.email), "AUTHENTICATION_FAILED");
  });
  assert.deepEqual(
    entries.map(({ action, user_id, details }) => [action, user_id, details]),
    [
      ["sign_in_refused", ben.id, { reason: "deactivated" }],
      ["sign_in_refused", cleo.id, { reason: "unconfirmed_address" }],
    ],
  );
  await withAuthenticator(acme, ada);
  assert.equal(await coded(ada.email), "SECOND_FACTOR_REQUIRED");
});

test("another site signs its user in with a form, once, and newcomers join under the rules", async (t) => {
  const acme = await org(t);
  allowTokens(acme);
  const ada = await acme.member("Ada");
  const browser = new Browser(acme);
  browser.headers = { origin: "https://portal.example.com", "sec-fetch-site": "cross-site" };
  const token = await signedToken(acme, { email: ada.email });
  const answer = await browser.asks("POST //accounts/login/jwt/", { token });
  assert.deepEqual([answer.status, answer.headers.location], [302, CONFIRM]);
  browser.headers = {};
  // Any site can send a token of its own account: nobody is signed in before they have seen whose it is.
  assert.equal((await browser.calls("GET /users/me")).status, 401);
  const page = await browser.opens(CONFIRM);
  assert.match(page.text, /signed in as Ada \(ada@example\.com\)/);
  assert.equal((await browser.asks(`POST /${CONFIRM}`, {}, { origin: "https://portal.example.com" })).status, 403);
  assert.equal((await browser.sends(page, {})).headers.location, "/");
  assert.equal((await browser.calls("GET /users/me")).body.user_id, ada.id);
  assert.equal((await new Browser(acme).asks("POST //accounts/login/jwt/", { token })).status, 403, "used");

  const join = async () => {
    const newcomer = new Browser(acme);
    const sent = await signedToken(acme, { email: "nora@example.com", name: "Nora" });
    const { status } = await newcomer.asks("POST //accounts/login/jwt/", { token: sent });
    if (status === 302) await newcomer.fills(CONFIRM, {});
    return [status, (await newcomer.calls("GET /users/me")).body.full_name];
  };
  assert.deepEqual(await join(), [403, undefined]);
  await acme.owner.call(api.realms.updateRealm, { invite_required: false });
  assert.deepEqual(await join(), [302, "Nora"]);
});

test("whoever must set up a second factor says first that the account is theirs", async (t) => {
  const acme = await org(t);
  allowTokens(acme);
  const ada = await acme.member("Ada");
  acme.stopFollowing("a second factor is required of their clients");
  const { browser: owners } = await withAuthenticator(acme, acme.owner);
  assert.equal((await owners.calls("PATCH /realm", { two_factor_required_for: "members" })).status, 200);
  const browser = new Browser(acme);
  const token = await signedToken(acme, { email: ada.email });
  const step = await browser.asks("POST //accounts/login/jwt/", { token });
  assert.equal(step.headers.location, CONFIRM, step.text);
  assert.equal((await browser.opens("/login/set-up/")).headers.location, "/login/", "not yet");
  assert.equal((await browser.fills(CONFIRM, {})).headers.location, "/login/set-up/");
  assert.equal((await browser.opens("/login/set-up/")).status, 200);
});

import assert from "node:assert/strict";
import { ask, basic, type TestResponse } from "../../../test/ask.ts";
import { org, test } from "../../../test/index.ts";
import type { TestServer } from "../../../test/server.ts";
import { changeUser } from "../../people/users/store.ts";
import { raiseVersion } from "../access/store.ts";

const BASIC = 'Basic realm="zulip"';
const UNKNOWN_KEY = "a".repeat(32);
const encoded = (text: string | Buffer) => `Basic ${Buffer.from(text).toString("base64")}`;

function assertUnauthorized({ status, headers, body }: TestResponse, msg: string): void {
  assert.deepEqual({ status, ...body }, { status: 401, result: "error", msg, code: "UNAUTHORIZED" });
  assert.equal(headers["www-authenticate"], BASIC);
}

const hostOf = (organization: { realm: { url: string } }) => new URL(organization.realm.url).host;

async function deactivateRealm({ app }: TestServer, id: number): Promise<void> {
  await app.database.transaction(async (tx) => {
    await tx.updateTable("realm").set({ is_active: false }).where("id", "=", id).execute();
    await raiseVersion(tx, id);
  });
}

test("an account's email address and key are its credentials", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const { email, apiKey } = ada;
  const good = [
    basic(email, apiKey),
    basic(email.toUpperCase(), apiKey),
    basic(` ${email} `, ` ${apiKey}\t`),
    basic(email, apiKey).replace("Basic", "bAsIc"),
    basic(email, apiKey).replace(" ", "  \t"),
    `  ${basic(email, apiKey)} `,
    basic(email, apiKey).replace(/=+$/, ""),
  ];
  for (const authorization of good) {
    const answer = await ask(acme.server, "GET /users/me", { host: hostOf(acme), headers: { authorization } });
    assert.equal(answer.status, 200, authorization);
    assert.equal(answer.body.user_id, ada.id);
  }
});

test("email addresses are compared regardless of case, in every script", async (t) => {
  const acme = await org(t);
  const élise = await acme.member("Élise Ωmega");
  assert.equal(élise.email, "élise.ωmega@example.com");
  for (const email of ["ÉLISE.ΩMEGA@EXAMPLE.COM", "e\u0301lise.ωmega@example.com"]) {
    const { status } = await ask(acme.server, "GET /users/me", {
      host: hostOf(acme),
      as: { email, apiKey: élise.apiKey },
    });
    assert.equal(status, 200, email);
  }
});

test("requests without credentials learn nothing", async (t) => {
  const acme = await org(t);
  for (const headers of [{}, { authorization: "" }, { authorization: "   " }, { cookie: "sessionid=1" }])
    assertUnauthorized(
      await ask(acme.server, "GET /users/me", { headers: headers as Record<string, string> }),
      "Not logged in: API authentication or user session required",
    );
});

test("a scheme other than Basic is a bad request", async (t) => {
  const { server } = await org(t);
  for (const authorization of ["Bearer abc", "Digest a b c", "Basic64 abc", `basic:${UNKNOWN_KEY}`]) {
    const { status, headers, body } = await ask(server, "GET /users/me", { headers: { authorization } });
    assert.equal(status, 400);
    assert.deepEqual(body, {
      result: "error",
      msg: "This endpoint requires HTTP basic authentication.",
      code: "BAD_REQUEST",
    });
    assert.equal(headers["www-authenticate"], undefined);
  }
});

test("a malformed header is refused", async (t) => {
  const { server, owner } = await org(t);
  const malformed = [
    "Basic",
    `${basic(owner.email, owner.apiKey)} more`,
    "Basic !!!!",
    "Basic YWJj*",
    encoded(Buffer.from([0xff, 0xfe, 0x3a, 0x61])),
    encoded("no colon"),
    encoded(""),
    encoded(`${owner.email}:${owner.apiKey}:`),
    encoded(`a:b:${owner.apiKey}`),
    // The URL-safe alphabet of base64 is a different one.
    encoded(Buffer.from("??>>:ÿÿ~")).replaceAll("+", "-").replaceAll("/", "_"),
  ];
  for (const authorization of malformed)
    assertUnauthorized(
      await ask(server, "GET /users/me", { headers: { authorization } }),
      "Invalid authorization header for basic auth",
    );
});

test("a key that cannot exist is malformed, and this is checked before its owner", async (t) => {
  const { server, owner } = await org(t);
  const keys = [
    "",
    "short",
    "a".repeat(31),
    "a".repeat(33),
    `${"a".repeat(31)}-`,
    `${"a".repeat(31)}é`,
    "ａ".repeat(32),
  ];
  for (const apiKey of keys)
    assertUnauthorized(await ask(server, "GET /users/me", { as: { email: owner.email, apiKey } }), "Malformed API key");
});

test("an unknown key, an unknown address and another user's key get the same error", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const wrong = [
    { email: ada.email, apiKey: UNKNOWN_KEY },
    { email: "nobody@example.com", apiKey: UNKNOWN_KEY },
    { email: "nobody@example.com", apiKey: ada.apiKey },
    { email: ben.email, apiKey: ada.apiKey },
    { email: "", apiKey: ada.apiKey },
    { email: ada.email, apiKey: ada.apiKey.toLowerCase() },
  ];
  for (const as of wrong)
    assertUnauthorized(await ask(acme.server, "GET /users/me", { host: hostOf(acme), as }), "Invalid API key");
});

test("the email address shown by the API cannot be used to sign in", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const as = { email: `user${ada.id}@${acme.realm.host}`, apiKey: ada.apiKey };
  assertUnauthorized(await ask(acme.server, "GET /users/me", { host: hostOf(acme), as }), "Invalid API key");
});

test("a deactivated account, a deactivated organization and another organization are refused in this order", async (t) => {
  const [first, acme] = [await org(t), await org(t)];
  acme.stopFollowing("rows are changed past the API");
  const ada = await acme.member("Ada");
  const elsewhere = { host: hostOf(first), as: ada };
  const there = { host: hostOf(acme), as: ada };
  const { server } = acme;
  assertUnauthorized(await ask(server, "GET /users/me", elsewhere), "Account is not associated with this subdomain");

  await acme.alter((tx) => changeUser(tx, ada.id, { is_active: false }));
  for (const request of [elsewhere, there])
    assertUnauthorized(await ask(server, "GET /users/me", request), "Account is deactivated");

  await deactivateRealm(server, acme.realm.id);
  for (const request of [elsewhere, there])
    assertUnauthorized(await ask(server, "GET /users/me", request), "This organization has been deactivated");
  assertUnauthorized(
    await ask(server, "GET /users/me", { ...there, as: { ...ada, email: "ben@example.com" } }),
    "Invalid API key",
  );
});

test("the host determines the organization, regardless of spelling", async (t) => {
  const first = await org(t);
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const { host } = acme.realm;
  for (const same of [host, host.toUpperCase(), `${host}:8080`, `${host}.`, `${host}.:443`])
    assert.equal((await ask(acme.server, "GET /users/me", { host: same, as: ada })).status, 200, same);
  for (const other of [
    "chat.test",
    "localhost:9800",
    "10.0.0.1",
    "[::1]:9800",
    `x${host}`,
    `x.${host}`,
    first.realm.host,
  ])
    assertUnauthorized(
      await ask(acme.server, "GET /users/me", { host: other, as: ada }),
      "Account is not associated with this subdomain",
    );
});

test("an incoming-webhook bot can only post, and cannot override the method", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("design", [ada]);
  const [hook, bot] = [await acme.bot("Hook", ada, 2), await acme.bot("Bot", ada, 1)];
  const host = hostOf(acme);
  const refusal = "This API is not available to incoming webhook bots.";
  assertUnauthorized(await ask(acme.server, "GET /users/me", { host, as: hook }), refusal);
  assertUnauthorized(await ask(acme.server, "GET /messages", { host, as: hook }), refusal);
  assertUnauthorized(
    await ask(acme.server, "POST /messages", { host, as: hook, form: { method: "GET", anchor: "newest" } }),
    refusal,
  );
  const form = { type: "channel", to: "design", topic: "build", content: "It is green." };
  assert.equal((await ask(acme.server, "POST /messages", { host, as: hook, form })).status, 200);
  assert.equal((await ask(acme.server, "GET /users/me", { host, as: bot })).status, 200);
});

test("operations that need no credentials ignore wrong ones", async (t) => {
  const { server } = await org(t);
  for (const authorization of ["Bearer x", basic("nobody@example.com", UNKNOWN_KEY)])
    assert.equal((await ask(server, "GET /server_settings", { headers: { authorization } })).status, 200);
});

test("a new key works at once, and the old one stops working", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const host = hostOf(acme);
  const { status, body } = await ask(acme.server, "POST /users/me/api_key/regenerate", { host, as: ada });
  assert.equal(status, 200);
  assert.match(body.api_key as string, /^[A-Za-z0-9]{32}$/);
  assert.notEqual(body.api_key, ada.apiKey);
  assertUnauthorized(await ask(acme.server, "GET /users/me", { host, as: ada }), "Invalid API key");
  const as = { email: ada.email, apiKey: body.api_key as string };
  assert.equal((await ask(acme.server, "GET /users/me", { host, as })).status, 200);
});

test("a bot can replace its own key too", async (t) => {
  const acme = await org(t);
  const bot = await acme.bot("Bot", acme.owner);
  const host = hostOf(acme);
  assert.equal((await ask(acme.server, "POST /users/me/api_key/regenerate", { host, as: bot })).status, 200);
});

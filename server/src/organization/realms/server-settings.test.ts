import assert from "node:assert/strict";
import { ask } from "../../../test/ask.ts";
import { org, test } from "../../../test/index.ts";
import { PRODUCT_VERSION } from "../../kernel/version.ts";

const METHODS = "password dev email ldap remoteuser github azuread gitlab google apple saml".split(" ");

test("a client gets what it needs before signing in", async (t) => {
  const acme = await org(t);
  const { status, body } = await ask(acme.server, "GET /server_settings", { host: acme.realm.host });
  assert.equal(status, 200);
  const { realm_icon, realm_description, authentication_methods, ...rest } = body;
  assert.deepEqual(rest, {
    result: "success",
    msg: "",
    zulip_version: "11.0",
    zulip_merge_base: "",
    zulip_feature_level: 421,
    server_version: "11.0",
    feature_level: 421,
    parley_version: PRODUCT_VERSION,
    push_notifications_enabled: false,
    is_incompatible: false,
    external_authentication_methods: [],
    email_auth_enabled: true,
    require_email_format_usernames: true,
    realm_url: acme.realm.url,
    realm_uri: acme.realm.url,
    realm_name: "Acme",
    realm_web_public_access_enabled: false,
  });
  assert.equal(typeof realm_description, "string");
  assert.ok((realm_icon as string).startsWith("/") || URL.canParse(realm_icon as string));
  const on = { password: true, email: true };
  const all = Object.fromEntries([...METHODS, "openid connect"].map((method) => [method, false]));
  assert.deepEqual(authentication_methods, { ...all, ...on });
});

test("the description is rendered", async (t) => {
  const { server, owner, realm } = await org(t);
  await ask(server, "PATCH /realm", { host: realm.host, as: owner, form: { description: "We **ship** <b>" } });
  const { body } = await ask(server, "GET /server_settings", { host: realm.host });
  assert.match(body.realm_description as string, /<strong>ship<\/strong> &lt;b&gt;/);
});

test("only the deliberately incompatible client is incompatible", async (t) => {
  const { server } = await org(t);
  const asked = async (agent: string) =>
    (await ask(server, "GET /server_settings", { headers: { "user-agent": agent } })).body.is_incompatible;
  assert.equal(await asked("ZulipInvalid/1.0"), true);
  assert.equal(await asked("ZulipMobile/1.0"), false);
});

test("HEAD succeeds: clients use it to check whether they are online", async (t) => {
  const { server } = await org(t);
  assert.equal((await ask(server, "HEAD /server_settings")).status, 200);
});

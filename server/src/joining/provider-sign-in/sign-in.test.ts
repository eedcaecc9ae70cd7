/** Signing in with identity providers: which account people get, and which they never get. */
import assert from "node:assert/strict";
import { createHmac, createPublicKey, generateKeyPairSync } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { auditOf } from "../../../test/audit.ts";
import { type DecodedToken, signedWith, tokenOf } from "../../../test/identity-provider.ts";
import { type Organization, org, test } from "../../../test/index.ts";
import * as api from "../../contract.ts";
import { completed } from "../../people/identity-providers/claims.ts";
import { providers as knownProviders } from "../../people/identity-providers/providers.ts";
import { waitingAccount } from "../sign-up/testing.ts";
import { headingOf, LOGIN, leadOf, ProviderVisitor, useProviders, VERIFIED } from "./testing.ts";

const providers = useProviders();

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const PUBLIC = "/accounts/login/social/oidc/public/";
const reasonsIn = (entries: Awaited<ReturnType<typeof auditOf>>) =>
  entries.map(({ action, user_id, details }) => [action, user_id, (details as { reason?: string }).reason ?? null]);

async function opensDoors(acme: Organization): Promise<void> {
  await acme.owner.call(api.realms.updateRealm, { invite_required: false });
}

test("the settings and the pages name the providers, and the sign-in page leads to them", async (t) => {
  const acme = await org(t);
  const browser = new ProviderVisitor(acme);
  const { body } = await browser.asks("GET //api/v1/server_settings");
  const methods = body.authentication_methods as Record<string, boolean>;
  assert.deepEqual([methods.email, methods["openid connect"], methods.ldap], [true, true, false]);
  assert.deepEqual((body.external_authentication_methods as unknown[])[0], {
    name: "oidc:company",
    display_name: "The company",
    display_icon: null,
    login_url: LOGIN,
    signup_url: "/accounts/register/social/oidc/company/",
  });
  const page = await browser.opens("/login/?next=/%23recent");
  assert.match(
    page.text,
    /href="\/accounts\/login\/social\/oidc\/company\/\?next=%2F%23recent">Sign in with The company</,
  );
  assert.match(page.text, />Sign in with The public</);
  const url = new URL(await browser.leaves());
  const { company } = await providers;
  assert.equal(url.origin, company.issuer);
  assert.deepEqual(
    ["response_type", "client_id", "redirect_uri", "scope", "code_challenge_method"].map((name) =>
      url.searchParams.get(name),
    ),
    ["code", "parley", `${acme.realm.url}/complete/oidc/company/`, "openid email profile groups", "S256"],
  );
  const cookie = (await browser.opens(LOGIN)).headers["set-cookie"];
  assert.match(String(cookie), /providersignin=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax/);
});

test("people get the account with their confirmed address, and keep it when the address changes there", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const browser = new ProviderVisitor(acme);
  const entries = await auditOf(acme, async () => {
    const answer = await browser.signsInWith(
      company,
      "a-1",
      { email: "ADA@example.com", ...VERIFIED },
      `${LOGIN}?next=/api/`,
    );
    assert.equal(answer.status, 302, answer.text);
    assert.equal(answer.headers.location, "/api/");
  });
  assert.equal(await browser.whoAmI(), ada.id);
  assert.deepEqual(reasonsIn(entries), [
    ["identity_linked", ada.id, null],
    ["signed_in", ada.id, null],
  ]);
  assert.equal(entries[0]?.actor_id, ada.id);

  // She marries, and her old address, or somebody else's, is at the provider now.
  const later = new ProviderVisitor(acme);
  const again = await auditOf(acme, () => later.signsInWith(company, "a-1", { email: ben.email, ...VERIFIED }));
  assert.equal(await later.whoAmI(), ada.id);
  assert.deepEqual(reasonsIn(again), [["signed_in", ada.id, null]]);
  const last = new ProviderVisitor(acme);
  await last.signsInWith(company, "a-1", { email: "ada@example.com", email_verified: false });
  assert.equal(await last.whoAmI(), ada.id, "the link decides, and not the address");
});

test("people get the account that waits for their confirmed address", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  const id = await waitingAccount(acme, "ben@example.com");
  const refused = new ProviderVisitor(acme);
  await refused.signsInWith(company, "b-0", { email: "ben@example.com", email_verified: false, name: "Ben" });
  await refused.signsInWith(company, "b-1", { email: "ben@example.com", ...VERIFIED, name: "Ben" });
  assert.equal(await refused.whoAmI(), undefined, "nobody has invited him");
  await opensDoors(acme);
  const browser = new ProviderVisitor(acme);
  await browser.signsInWith(company, "b-1", { email: "ben@example.com", ...VERIFIED, name: "Ben Riley" });
  assert.equal(await browser.whoAmI(), id);
});

test("an address that the provider has not confirmed opens nothing", async (t) => {
  const { company, public: other } = await providers;
  const acme = await org(t);
  await opensDoors(acme);
  const ada = await acme.member("Ada");
  for (const claims of [
    { email: ada.email, email_verified: false },
    { email: ada.email },
    { email: ada.email, email_verified: "true" },
    { email: "new@example.com", email_verified: false },
  ]) {
    const browser = new ProviderVisitor(acme);
    const answer = await browser.signsInWith(company, "u-1", claims);
    assert.equal(answer.status, 403);
    assert.match(leadOf(answer) ?? "", /isn&#39;t confirmed|isn't confirmed/);
    assert.equal(await browser.whoAmI(), undefined);
  }
  const browser = new ProviderVisitor(acme);
  assert.equal((await browser.signsInWith(other, "u-2", { name: "Nameless" }, PUBLIC)).status, 403);
  assert.match(
    leadOf(await browser.signsInWith(other, "u-2", { name: "Nameless" }, PUBLIC)) ?? "",
    /email address for you/,
  );
});

test("nobody takes over an account by having its address", async (t) => {
  const { company, public: other } = await providers;
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await new ProviderVisitor(acme).signsInWith(company, "t-1", { email: ada.email, ...VERIFIED });

  // Her address is given to somebody else there.
  const heir = new ProviderVisitor(acme);
  const entries = await auditOf(acme, async () => {
    const answer = await heir.signsInWith(company, "t-2", { email: ada.email, ...VERIFIED });
    assert.equal(answer.status, 403);
    assert.match(leadOf(answer) ?? "", /belongs to a different sign-in/);
  });
  assert.deepEqual(reasonsIn(entries), [["sign_in_refused", ada.id, "other_identity"]]);
  assert.equal(await heir.whoAmI(), undefined);

  // Whoever has her subject at another provider is somebody else, without an account.
  const namesake = new ProviderVisitor(acme);
  const answer = await namesake.signsInWith(other, "t-1", { email: "other@example.com", ...VERIFIED }, PUBLIC);
  assert.match(leadOf(answer) ?? "", /invitation-only/);

  // Someone else has signed up with the address, unconfirmed, and waits for its owner to come.
  const squatter = await acme.member("Squatter");
  await acme.alter((tx) =>
    tx.updateTable("user").set({ is_email_verified: false }).where("id", "=", squatter.id).execute(),
  );
  const owner = new ProviderVisitor(acme);
  const refused = await auditOf(acme, () => owner.signsInWith(company, "t-3", { email: squatter.email, ...VERIFIED }));
  assert.deepEqual(reasonsIn(refused), [["sign_in_refused", squatter.id, "unconfirmed_address"]]);
  assert.equal(await owner.whoAmI(), undefined);

  // Bots have addresses too.
  const bot = await acme.bot("Robin", ada);
  const machine = new ProviderVisitor(acme);
  assert.equal((await machine.signsInWith(company, "t-4", { email: bot.email, ...VERIFIED })).status, 403);
});

test("deactivated people stay outside, linked or not", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  await opensDoors(acme);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await new ProviderVisitor(acme).signsInWith(company, "d-1", { email: ada.email, ...VERIFIED });
  await acme.owner.call(api.users.deactivateUser, { user_id: ada.id });
  await acme.owner.call(api.users.deactivateUser, { user_id: ben.id });
  for (const [subject, person] of [
    ["d-1", ada],
    ["d-2", ben],
  ] as const) {
    const browser = new ProviderVisitor(acme);
    const entries = await auditOf(acme, async () => {
      const answer = await browser.signsInWith(company, subject, { email: person.email, ...VERIFIED });
      assert.match(leadOf(answer) ?? "", /deactivated/);
    });
    assert.deepEqual(reasonsIn(entries), [["sign_in_refused", person.id, "deactivated"]]);
    assert.equal(await browser.whoAmI(), undefined);
  }
});

test("a sign-in cannot be moved to another browser, provider or person", async (t) => {
  const { company, public: other } = await providers;
  const acme = await org(t);
  const [ada, eve] = [await acme.member("Ada"), await acme.member("Eve")];
  company.people.set("s-ada", { email: ada.email, ...VERIFIED });
  company.people.set("s-eve", { email: eve.email, ...VERIFIED });
  other.people.set("s-eve", { email: ada.email, ...VERIFIED });
  const isOutside = async (browser: ProviderVisitor, url: string, why: string) => {
    const answer = await browser.opens(url);
    assert.ok([403, 502].includes(answer.status), `${why}: ${answer.status}`);
    assert.equal(await browser.whoAmI(), undefined, why);
  };
  const returning = () => new ProviderVisitor(acme).isSentBack(company, "s-eve");

  await isOutside(new ProviderVisitor(acme), await returning(), "a browser that began nothing");
  const begun = new ProviderVisitor(acme);
  await begun.leaves();
  await isOutside(begun, await returning(), "another browser's state, nonce and code");

  const swapped = new ProviderVisitor(acme);
  const own = new URL(await swapped.isSentBack(company, "s-ada"));
  const foreign = new URL(await returning());
  own.searchParams.set("code", foreign.searchParams.get("code") as string);
  await isOutside(swapped, own.href, "another browser's code with its own state");

  const forged = new ProviderVisitor(acme);
  const changed = new URL(await forged.isSentBack(company, "s-ada"));
  changed.searchParams.set("state", "x".repeat(43));
  await isOutside(forged, changed.href, "a forged state");

  const mixed = new ProviderVisitor(acme);
  const back = new URL(await mixed.isSentBack(company, "s-ada"));
  back.pathname = "/complete/oidc/public/";
  await isOutside(mixed, back.href, "another provider's page");

  const mixedIssuer = new ProviderVisitor(acme);
  const claimed = new URL(await mixedIssuer.isSentBack(company, "s-ada"));
  claimed.searchParams.set("iss", other.issuer);
  await isOutside(mixedIssuer, claimed.href, "another issuer's response");

  const twice = new ProviderVisitor(acme);
  const url = await twice.isSentBack(company, "s-ada");
  const cookie = twice.cookies.get("providersignin") as string;
  assert.equal((await twice.opens(url)).status, 302);
  assert.equal(twice.cookies.get("providersignin"), undefined, "it is over");
  const replay = new ProviderVisitor(acme);
  replay.cookies.set("providersignin", cookie);
  await isOutside(replay, url, "a code and a cookie that were used");

  const late = new ProviderVisitor(acme);
  const lateUrl = await late.isSentBack(company, "s-ada");
  await acme.clock.leap({ minutes: 11 });
  await isOutside(late, lateUrl, "too late");

  const elsewhere = await org(t);
  const neighbour = new ProviderVisitor(elsewhere);
  const theirs = new ProviderVisitor(acme);
  const theirUrl = new URL(await theirs.isSentBack(company, "s-ada"));
  neighbour.cookies.set("providersignin", theirs.cookies.get("providersignin") as string);
  const moved = await neighbour.opens(theirUrl.pathname + theirUrl.search);
  assert.equal(moved.status, 403, "another organization");
});

test("another session's nonce is refused, although everything else belongs to the sign-in", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  const [ada, eve] = [await acme.member("Ada"), await acme.member("Eve")];
  company.people.set("n-ada", { email: ada.email, ...VERIFIED });
  company.people.set("n-eve", { email: eve.email, ...VERIFIED });
  /** The person's way to the provider, but with what another session has sent there in place of its own. */
  const goesWith = async (browser: ProviderVisitor, foreign: Record<string, string>) => {
    const url = new URL(await browser.leaves());
    company.returns.add(url.searchParams.get("redirect_uri") as string);
    for (const [name, value] of Object.entries(foreign)) url.searchParams.set(name, value);
    return browser.opens(await company.signsIn(url.href, "n-eve"));
  };
  const nonce = new URL(await new ProviderVisitor(acme).leaves()).searchParams.get("nonce") as string;
  assert.ok(nonce);
  // State, verifier, code, cookie and signature are right: only the token names another session.
  const browser = new ProviderVisitor(acme);
  const refused = await goesWith(browser, { nonce });
  assert.deepEqual([refused.status, headingOf(refused)], [502, "You are not signed in"]);
  assert.equal(await browser.whoAmI(), undefined);
  assert.equal((await goesWith(new ProviderVisitor(acme), {})).status, 302, "with its own nonce");
});

test("forged ID tokens are refused: unsigned, signed with another key, or meant for another client, time or provider", async (t) => {
  const { company, public: other } = await providers;
  t.after(() => {
    company.forges = undefined;
  });
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const eve = { email: "eve@example.org", ...VERIFIED };
  const { privateKey } = company;
  const own = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const publicPem = createPublicKey(privateKey).export({ type: "spki", format: "pem" }) as string;
  const hmac = (key: string) => (text: string) => createHmac("sha256", key).update(text).digest();
  const now = () => Math.floor(Date.now() / 1000);
  /** Signed with the provider's own key, so that only the claims are wrong. */
  const genuinely = (changes: object) => (token: DecodedToken) =>
    tokenOf({ header: token.header, claims: { ...token.claims, ...changes } }, signedWith(privateKey));
  // Where the signature is wrong, Eve's token says that she is Ada.
  const asAda = ({ claims }: DecodedToken) => ({ ...claims, sub: "v-ada", email: ada.email, email_verified: true });
  const forgeries: Record<string, (token: DecodedToken) => string> = {
    "no algorithm": (token) => tokenOf({ header: { alg: "none" }, claims: asAda(token) }, ""),
    "no algorithm, in other letters": (token) => tokenOf({ header: { alg: "nOnE" }, claims: asAda(token) }, ""),
    "no algorithm, with the signature": (token) =>
      tokenOf({ header: { ...token.header, alg: "none" }, claims: asAda(token) }, token.signature),
    "no signature": (token) => tokenOf({ header: token.header, claims: asAda(token) }, ""),
    "the signature of other claims": (token) =>
      tokenOf({ header: token.header, claims: asAda(token) }, token.signature),
    "another key by the same name": (token) => tokenOf({ header: token.header, claims: asAda(token) }, signedWith(own)),
    "another key without a name": (token) =>
      tokenOf({ header: { alg: "RS256" }, claims: asAda(token) }, signedWith(own)),
    "a key that the token brings along": (token) => {
      const jwk = createPublicKey(own).export({ format: "jwk" });
      return tokenOf({ header: { alg: "RS256", jwk }, claims: asAda(token) }, signedWith(own));
    },
    "another provider's key": (token) =>
      tokenOf({ header: token.header, claims: asAda(token) }, signedWith(other.privateKey)),
    "the public key as a shared secret": (token) =>
      tokenOf({ header: { ...token.header, alg: "HS256" }, claims: asAda(token) }, hmac(publicPem)),
    "the client's secret as a shared secret": (token) =>
      tokenOf({ header: { alg: "HS256" }, claims: asAda(token) }, hmac(company.client.client_secret)),
    "another audience": genuinely({ aud: "another-client" }),
    "another audience beside ours": genuinely({ aud: ["parley", "another-client"], azp: "another-client" }),
    "no audience": genuinely({ aud: undefined }),
    "another issuer": genuinely({ iss: "https://id.example.com" }),
    "another configured issuer": genuinely({ iss: other.issuer }),
    "no issuer": genuinely({ iss: undefined }),
    expired: genuinely({ iat: now() - 7200, exp: now() - 3600 }),
    "no expiry": genuinely({ exp: undefined }),
    "not valid yet": genuinely({ nbf: now() + 3600 }),
    "no subject": genuinely({ sub: undefined }),
    "no nonce": genuinely({ nonce: undefined }),
    nonsense: () => "nonsense",
  };
  for (const [name, forge] of Object.entries(forgeries)) {
    company.forges = forge;
    const browser = new ProviderVisitor(acme);
    const answer = await browser.signsInWith(company, "v-eve", eve);
    assert.deepEqual([answer.status, headingOf(answer)], [502, "You are not signed in"], name);
    assert.equal(await browser.whoAmI(), undefined, name);
  }
  const linked = await acme.server.app.database.reader
    .selectFrom("provider_identity")
    .select("id")
    .where("realm_id", "=", acme.realm.id)
    .execute();
  assert.deepEqual(linked, [], "no account was linked");
  // A token that goes the same way and has nothing wrong with it.
  company.forges = genuinely({});
  const browser = new ProviderVisitor(acme);
  await browser.signsInWith(company, "v-ada", { email: ada.email, ...VERIFIED });
  assert.equal(await browser.whoAmI(), ada.id);
});

test("nobody is led to another site", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  const ada = await acme.member("Ada");
  for (const next of ["https://evil.test/", "//evil.test/", "/\\evil.test/", "/.//evil.test", "javascript:alert(1)"]) {
    const browser = new ProviderVisitor(acme);
    const start = `${LOGIN}?next=${encodeURIComponent(next)}`;
    const answer = await browser.signsInWith(company, "n-1", { email: ada.email, ...VERIFIED }, start);
    assert.ok(["/", "/evil.test/"].includes(answer.headers.location as string), `${next} ${answer.headers.location}`);
  }
  assert.equal(
    (await new ProviderVisitor(acme).opens("/accounts/login/social/oidc/unknown/")).headers.location,
    "/login/",
  );
});

test("newcomers join under the organization's rules", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  const nora = { email: "nora@example.com", name: "Nora Newcomer", ...VERIFIED };
  const uninvited = new ProviderVisitor(acme);
  assert.match(leadOf(await uninvited.signsInWith(company, "j-1", nora)) ?? "", /invitation-only/);

  // Invited by address: the provider has confirmed it.
  await acme.owner.call(api.invites.sendInvites, { invitee_emails: nora.email, invite_as: 600, stream_ids: [] });
  const invited = new ProviderVisitor(acme);
  const entries = await auditOf(acme, async () => {
    assert.equal((await invited.signsInWith(company, "j-1", nora)).status, 302);
  });
  assert.deepEqual(
    entries.map(({ action }) => action),
    ["user_created", "identity_linked", "signed_in"],
  );
  const { body } = await invited.calls("GET /users/me");
  assert.deepEqual([body.full_name, body.delivery_email, body.role], ["Nora Newcomer", nora.email, 600]);
  const { invites } = await acme.owner.call(api.invites.getInvites, {});
  assert.deepEqual(invites, [], "the invitation is used");

  // With a link.
  const { invite_link } = await acme.owner.call(api.invites.createInviteLink, { invite_as: 300, stream_ids: [] });
  const page = await new ProviderVisitor(acme).opens(invite_link);
  const link = /href="([^"]*multiuse_object_key[^"]*)">Sign up with The company/.exec(page.text)?.[1];
  assert.ok(link, page.text);
  const linked = new ProviderVisitor(acme);
  const lou = { email: "lou@example.com", name: "*", given_name: "Lou", family_name: "Linked", ...VERIFIED };
  await linked.signsInWith(company, "j-2", lou, link);
  const { body: moderator } = await linked.calls("GET /users/me");
  assert.deepEqual([moderator.full_name, moderator.role], ["Lou Linked", 300]);

  // Open to some.
  await acme.owner.call(api.realms.updateRealm, { invite_required: false, emails_restricted_to_domains: true });
  await acme.owner.call(api.domains.addDomain, { domain: "example.org", allow_subdomains: false });
  const outside = new ProviderVisitor(acme);
  const answer = await outside.signsInWith(company, "j-3", { email: "kim@example.com", ...VERIFIED });
  assert.match(leadOf(answer) ?? "", /from its own domains/);
  const inside = new ProviderVisitor(acme);
  await inside.signsInWith(company, "j-3", { email: "kim@example.org", ...VERIFIED });
  assert.equal((await inside.calls("GET /users/me")).body.full_name, "kim");
  assert.match((await new ProviderVisitor(acme).opens("/register/")).text, /Sign up with The company/);
});

test("owners turn providers on and off, and one way in must stay", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const off = { Email: true, "OpenID Connect": false };
  await acme.owner.call(api.realms.updateRealm, { authentication_methods: off });
  const { realm_authentication_methods } = (await ada.call(api.registration.register, {})) as Record<string, unknown>;
  assert.deepEqual(realm_authentication_methods, {
    Email: { enabled: true, available: true },
    "OpenID Connect": { enabled: false, available: true },
  });
  const browser = new ProviderVisitor(acme);
  assert.equal((await browser.opens(LOGIN)).headers.location, "/login/");
  assert.doesNotMatch((await browser.opens("/login/")).text, /Sign in with The/);
  const { body } = await browser.asks("GET //api/v1/server_settings");
  assert.deepEqual(body.external_authentication_methods, []);

  await acme.owner.call(api.realms.updateRealm, { authentication_methods: { Email: false, "OpenID Connect": true } });
  const page = await browser.opens("/login/");
  assert.doesNotMatch(page.text, /name="password"/);
  assert.match(page.text, /Sign in with The company/);
  await browser.signsInWith(company, "o-1", { email: ada.email, ...VERIFIED });
  assert.equal(await browser.whoAmI(), ada.id);
  for (const authentication_methods of [{ Email: false }, { SAML: true }] as Record<string, boolean>[])
    await assert.rejects(acme.owner.call(api.realms.updateRealm, { authentication_methods }), /authentication method/);
});

test("a provider that cannot be reached, or that refuses, keeps nobody from another", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const browser = new ProviderVisitor(acme);
  const gone = await browser.opens("/accounts/login/social/oidc/gone/");
  assert.equal(gone.status, 502);
  assert.match(leadOf(gone) ?? "", /couldn/);
  const denied = await browser.signsInWith(company, "nobody");
  assert.match(leadOf(denied) ?? "", /cancelled/);
  await browser.signsInWith(company, "r-1", { email: ada.email, ...VERIFIED });
  assert.equal(await browser.whoAmI(), ada.id);
});

test("a provider that could not be asked is left alone for some seconds, whoever tries", async (t) => {
  const acme = await org(t);
  let asked = 0;
  const broken = createServer((_, response) => {
    asked++;
    response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => broken.listen(0, "127.0.0.1", resolve));
  t.after(() => broken.close());
  const known = knownProviders.of(acme.server.app);
  const { company } = await providers;
  const provider = { ...company.configured(`broken-${acme.realm.id}`), issuer: urlOf(broken) };
  for (let attempt = 0; attempt < 5; attempt++) await assert.rejects(known.configurationOf(provider));
  const first = asked;
  assert.ok(first > 0);
  await acme.clock.leap({ seconds: 11 });
  await assert.rejects(known.configurationOf(provider));
  assert.equal(asked, 2 * first);
});

test("addresses that only look or fold alike are different people's", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  const mike = await acme.member("Mike");
  for (const email of ["m\u0131ke@example.com", "mi\u212Ae@example.com"]) {
    const stranger = new ProviderVisitor(acme);
    const answer = await stranger.signsInWith(company, `f-${email}`, { email, ...VERIFIED });
    assert.match(leadOf(answer) ?? "", /invitation-only/, email);
    assert.equal(await stranger.whoAmI(), undefined);
  }
  const own = new ProviderVisitor(acme);
  await own.signsInWith(company, "f-1", { email: "MIKE@Example.com", ...VERIFIED });
  assert.equal(await own.whoAmI(), mike.id);
});

test("an address that an administrator entered is not confirmed: no identity is linked by it", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  const made = { email: "nora@example.com", password: "plum violin harbour 42", full_name: "Nora" };
  const { user_id: nora } = await acme.owner.call(api.users.createUser, made);
  const ada = await acme.member("Ada");
  await acme.owner.call(api.users.updateUser, { user_id: ada.id, new_email: "ada.typo@example.com" });
  const { user_ids } = await acme.owner.call(api.users.getUnverifiedEmails, {});
  assert.deepEqual(
    user_ids,
    [nora, ada.id].sort((one, other) => one - other),
  );
  for (const [email, id] of [
    [made.email, nora],
    ["ada.typo@example.com", ada.id],
  ] as const) {
    const browser = new ProviderVisitor(acme);
    const entries = await auditOf(acme, () => browser.signsInWith(company, `e-${id}`, { email, ...VERIFIED }));
    assert.deepEqual(reasonsIn(entries), [["sign_in_refused", id, "unconfirmed_address"]]);
    assert.equal(await browser.whoAmI(), undefined);
  }
});

test("what is not in the token is asked for", async (t) => {
  const { public: other } = await providers;
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const browser = new ProviderVisitor(acme);
  await browser.signsInWith(other, "i-1", { email: ada.email, ...VERIFIED }, PUBLIC);
  assert.equal(await browser.whoAmI(), ada.id);
  assert.deepEqual(
    completed({ sub: "1", email_verified: true }, { sub: "1", email: ada.email, email_verified: false, name: "Ada" }),
    { sub: "1", email: ada.email, email_verified: false, name: "Ada" },
    "an address is as confirmed as where it was found",
  );
});

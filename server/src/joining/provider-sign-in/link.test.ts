/** Linking one's own account to an identity provider, unlinking it, and attempts to link what is somebody else's. */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { auditOf } from "../../../test/audit.ts";
import { type Organization, org, type Person, test } from "../../../test/index.ts";
import * as api from "../../contract.ts";
import { identitiesOf } from "../../kernel/access/providers.ts";
import { change } from "../../kernel/context.ts";
import { takeTurnOf } from "../../kernel/events/log.ts";
import { operatorContext } from "../../kernel/server-context.ts";
import { unlinkAccount } from "../../people/identity-providers/actions.ts";
import { Device } from "../../people/second-factors/test-device.ts";
import { addsPasskey, confirms, setsUp } from "../../people/second-factors/testing.ts";
import { deleteSessionsOf } from "../../people/sessions/store.ts";
import { PASSWORD, withPassword } from "../../people/sign-in/testing.ts";
import { changeUser } from "../../people/users/store.ts";
import { headingOf, LOGIN, leadOf, ProviderVisitor, useProviders, VERIFIED } from "./testing.ts";

const providers = useProviders({ company: { second_factor: true } });
const ACCOUNT = "/#settings/account-and-privacy";
const PUBLIC = "/accounts/login/social/oidc/public/";

async function inside(acme: Organization, person: Person): Promise<ProviderVisitor> {
  await withPassword(acme, person);
  const browser = new ProviderVisitor(acme);
  assert.equal((await browser.signsIn(person.email, PASSWORD)).status, 302);
  return browser;
}

/** The URL that the settings lead to. */
async function starts(browser: ProviderVisitor, provider = "company"): Promise<string> {
  const confirmation = await confirms(browser);
  const { status, text, body } = await browser.calls("POST /users/me/provider_identities", { provider, confirmation });
  assert.equal(status, 200, text);
  return body.url as string;
}

interface ListedProvider {
  readonly id: string;
  readonly identity: { readonly id: number; readonly is_only_way_in: boolean } | null;
}

const methods = async (browser: ProviderVisitor) => (await browser.calls("GET /users/me/sign_in_methods")).body;
const listed = async (browser: ProviderVisitor) => (await methods(browser)).providers as ListedProvider[];
const identityAt = async (browser: ProviderVisitor, id = "company") =>
  (await listed(browser)).find((provider) => provider.id === id)?.identity;

async function unlinks(browser: ProviderVisitor, id: number | undefined, confirmation?: string) {
  const given = confirmation ?? (await confirms(browser));
  return browser.calls(`DELETE /users/me/provider_identities/${id}`, { confirmation: given });
}

test("people link their accounts to an identity that has another address, and sign in with it", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const browser = await inside(acme, ada);
  assert.deepEqual(
    (await listed(browser)).map(({ id, identity }) => [id, identity]),
    [
      ["company", null],
      ["public", null],
      ["gone", null],
    ],
  );
  const start = await starts(browser);
  assert.equal(new URL(await browser.leaves(start)).searchParams.get("prompt"), "login", "they say who they are there");
  const entries = await auditOf(acme, async () => {
    const answer = await browser.signsInWith(company, "k-1", { email: "private@elsewhere.example" }, start);
    assert.deepEqual([answer.status, answer.headers.location], [302, ACCOUNT]);
  });
  assert.deepEqual(
    entries.map(({ action, actor_kind, actor_id, user_id }) => [action, actor_kind, actor_id, user_id]),
    [["identity_linked", "user", ada.id, ada.id]],
  );
  assert.equal(browser.cookies.get("providersignin"), undefined);
  assert.equal((await identityAt(browser))?.is_only_way_in, false);
  const other = new ProviderVisitor(acme);
  await other.signsInWith(company, "k-1");
  assert.equal(await other.whoAmI(), ada.id);

  // Once more changes nothing.
  const again = await auditOf(acme, async () => {
    await browser.signsInWith(company, "k-1", {}, await starts(browser));
  });
  assert.deepEqual(again, []);
});

test("linking needs a confirmation of one's own, in the session, and a provider that there is", async (t) => {
  const acme = await org(t);
  const [ada, eve] = [await acme.member("Ada"), await acme.member("Eve")];
  const [browser, eves] = [await inside(acme, ada), await inside(acme, eve)];
  const link = (confirmation: string, provider = "company") =>
    browser.calls("POST /users/me/provider_identities", { provider, confirmation });
  for (const confirmation of ["", "x", await confirms(eves)])
    assert.equal((await link(confirmation)).body.code, "CONFIRMATION_REQUIRED");
  assert.equal((await link(await confirms(browser), "unknown")).body.msg, "Invalid identity provider");
  const withKey = await ada.asks("POST", "/users/me/provider_identities", { provider: "company", confirmation: "x" });
  assert.equal(withKey.result, "error", "not with an API key");
  await acme.owner.call(api.realms.updateRealm, { authentication_methods: { Email: true, "OpenID Connect": false } });
  assert.equal((await link(await confirms(browser))).body.msg, "Invalid identity provider", "turned off");
  assert.deepEqual(await listed(browser), []);
});

test("nobody gets another identity linked to somebody's account, or somebody's identity to theirs", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  const [ada, eve] = [await acme.member("Ada"), await acme.member("Eve")];
  const [adas, eves] = [await inside(acme, ada), await inside(acme, eve)];
  company.people.set("x-eve", { email: eve.email });
  company.people.set("x-ada", { email: ada.email });
  const isRefused = async (browser: ProviderVisitor, url: string, why: string) => {
    const answer = await browser.opens(url);
    assert.ok([403, 502].includes(answer.status), `${why}: ${answer.status}`);
    assert.equal(headingOf(answer), "You are not linked", why);
    for (const each of [adas, eves]) assert.equal(await identityAt(each), null, why);
  };

  // Eve sends Ada's browser on the way that Eve began: her ticket, her URL at the provider, her way back.
  const ticket = await starts(eves);
  assert.equal((await adas.opens(ticket)).headers.location, ACCOUNT, "another's ticket");
  assert.equal((await new ProviderVisitor(acme).opens(ticket)).headers.location, ACCOUNT, "without a session");
  const own = await starts(adas);
  const otherProvider = own.replace("/company/", "/public/");
  assert.equal((await adas.opens(otherProvider)).headers.location, ACCOUNT, "a ticket for another provider");

  const evesWayBack = await eves.isSentBack(company, "x-eve", {}, ticket);
  await adas.leaves(await starts(adas));
  await isRefused(adas, evesWayBack, "another browser's state and code, with one's own cookie");

  // Swapped: Ada's state with the code of Eve's identity.
  const foreign = new URL(await eves.isSentBack(company, "x-eve", {}, await starts(eves)));
  const swapped = new URL(await adas.isSentBack(company, "x-ada", {}, await starts(adas)));
  swapped.searchParams.set("code", foreign.searchParams.get("code") as string);
  await isRefused(adas, swapped.href, "another's code with one's own state");

  // Even with Eve's cookie in Ada's browser, the sessions differ: neither account gets the other's identity.
  const url = await eves.isSentBack(company, "x-eve", {}, await starts(eves));
  adas.cookies.set("providersignin", eves.cookies.get("providersignin") as string);
  await isRefused(adas, url, "another's cookie, state and code");

  // Signed out meanwhile, and in again as somebody else, or as oneself.
  const late = new ProviderVisitor(acme);
  await late.signsIn(ada.email, PASSWORD);
  const lateUrl = await late.isSentBack(company, "x-ada", {}, await starts(late));
  await late.asks("POST //accounts/logout/", { csrfmiddlewaretoken: late.csrfToken });
  const gone = await late.opens(lateUrl);
  assert.deepEqual([gone.status, headingOf(gone)], [403, "You are not linked"]);
  assert.equal(await late.whoAmI(), undefined, "and it signs nobody in");

  const slow = await adas.isSentBack(company, "x-ada", {}, await starts(adas));
  await acme.clock.leap({ minutes: 11 });
  assert.notEqual((await adas.opens(slow)).headers.location, ACCOUNT, "too late");
  assert.equal(await identityAt(adas), null);
});

test("what was used to sign in links nothing, and a response is used once", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  const browser = await inside(acme, ada);
  const url = await browser.isSentBack(company, "o-1", { email: "nobody@elsewhere.example" }, await starts(browser));
  const cookie = browser.cookies.get("providersignin") as string;
  assert.equal((await browser.opens(url)).headers.location, ACCOUNT);
  browser.cookies.set("providersignin", cookie);
  assert.ok((await browser.opens(url)).status >= 400, "again");

  // A sign-in that was begun outside is a sign-in, whoever is in.
  const visitor = new ProviderVisitor(acme);
  await visitor.signsInWith(company, "o-2", { email: ben.email, ...VERIFIED }, LOGIN);
  assert.equal(await visitor.whoAmI(), ben.id);
  assert.notEqual(await identityAt(visitor), null);
});

test("an identity belongs to one account, and an account to one identity at each provider", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  const [ada, eve] = [await acme.member("Ada"), await acme.member("Eve")];
  const [adas, eves] = [await inside(acme, ada), await inside(acme, eve)];
  await adas.signsInWith(company, "b-ada", { email: "a@elsewhere.example" }, await starts(adas));
  const entries = await auditOf(acme, async () => {
    const taken = await eves.signsInWith(company, "b-ada", {}, await starts(eves));
    assert.equal(taken.status, 403);
    assert.match(leadOf(taken) ?? "", /belongs to another account/);
    company.people.set("b-second", { email: "b@elsewhere.example" });
    const second = await adas.signsInWith(company, "b-second", {}, await starts(adas));
    assert.match(leadOf(second) ?? "", /already linked to a different sign-in/);
    const denied = await eves.signsInWith(company, "nobody", {}, await starts(eves));
    assert.deepEqual([headingOf(denied), denied.status], ["You are not linked", 403]);
    assert.match(leadOf(denied) ?? "", /cancelled/);
    assert.equal((await eves.opens(await starts(eves, "gone"))).status, 502);
  });
  assert.deepEqual(entries, [], "nothing happened, and nobody tried to get in");
  assert.equal(await identityAt(eves), null);
  const visitor = new ProviderVisitor(acme);
  await visitor.signsInWith(company, "b-ada");
  assert.equal(await visitor.whoAmI(), ada.id);
});

test("an unlinked provider signs nobody in, not even by a confirmed address, until it is linked again", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const browser = await inside(acme, ada);
  const claims = { email: ada.email, ...VERIFIED };
  await new ProviderVisitor(acme).signsInWith(company, "u-1", claims);
  const identity = await identityAt(browser);
  const entries = await auditOf(acme, async () => {
    assert.equal((await unlinks(browser, identity?.id)).status, 200);
  });
  assert.deepEqual(
    entries.map(({ action, actor_id, user_id }) => [action, actor_id, user_id]),
    [["identity_unlinked", ada.id, ada.id]],
  );
  assert.equal(await identityAt(browser), null);
  assert.equal(await browser.whoAmI(), ada.id, "the session stays");
  for (const subject of ["u-1", "u-2"]) {
    const visitor = new ProviderVisitor(acme);
    const refused = await auditOf(acme, async () => {
      const answer = await visitor.signsInWith(company, subject, claims);
      assert.match(leadOf(answer) ?? "", /You unlinked a sign-in provider/);
    });
    assert.deepEqual(
      refused.map(({ action, user_id, details }) => [action, user_id, details]),
      [["sign_in_refused", ada.id, { reason: "unlinked" }]],
    );
    assert.equal(await visitor.whoAmI(), undefined);
  }
  await browser.signsInWith(company, "u-1", {}, await starts(browser));
  const visitor = new ProviderVisitor(acme);
  await visitor.signsInWith(company, "u-1");
  assert.equal(await visitor.whoAmI(), ada.id);

  // The operator can undo it all.
  await unlinks(browser, (await identityAt(browser))?.id);
  await change(operatorContext(acme.server.app, acme.realm), (ctx) => unlinkAccount(ctx, ada.id));
  const anew = new ProviderVisitor(acme);
  await anew.signsInWith(company, "u-3", claims);
  assert.equal(await anew.whoAmI(), ada.id);
});

test("only one's own identity is unlinked, after confirming who one is", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  const [ada, eve] = [await acme.member("Ada"), await acme.member("Eve")];
  const [adas, eves] = [await inside(acme, ada), await inside(acme, eve)];
  await adas.signsInWith(company, "w-1", { email: "w@elsewhere.example" }, await starts(adas));
  const id = (await identityAt(adas))?.id;
  assert.equal((await unlinks(adas, id, "x")).body.code, "CONFIRMATION_REQUIRED");
  assert.equal((await unlinks(adas, id, await confirms(eves))).body.code, "CONFIRMATION_REQUIRED");
  assert.equal((await unlinks(eves, id)).body.msg, "Invalid identity ID");
  assert.equal((await identityAt(adas))?.id, id);
});

test("the only way in stays linked, and the refusal says why", async (t) => {
  const { company, public: other } = await providers;
  const acme = await org(t);
  acme.stopFollowing("a first second factor replaces the API key of their client");
  const ada = await acme.member("Ada");
  const browser = new ProviderVisitor(acme);
  await browser.signsInWith(company, "y-1", { email: ada.email, ...VERIFIED });
  assert.equal((await methods(browser)).has_password, false);
  const only = await identityAt(browser);
  assert.equal(only?.is_only_way_in, true);
  const refused = await unlinks(browser, only?.id);
  assert.deepEqual(
    [refused.body.code, refused.body.msg],
    ["ONLY_WAY_IN", "This is your only way to sign in. Set a password, add a passkey or link another provider first."],
  );

  // Another identity is another way in.
  await browser.signsInWith(
    other,
    "y-2",
    { email: "y@elsewhere.example", ...VERIFIED },
    await starts(browser, "public"),
  );
  assert.equal((await identityAt(browser))?.is_only_way_in, false);
  assert.equal((await unlinks(browser, (await identityAt(browser, "public"))?.id)).status, 200);
  assert.equal((await identityAt(browser))?.is_only_way_in, true);

  // So is a passkey of a device that knows its user, and a password.
  await addsPasskey(browser, new Device(acme.realm));
  assert.equal((await identityAt(browser))?.is_only_way_in, false);
  assert.equal((await unlinks(browser, only?.id)).status, 200);

  const ben = await acme.member("Ben");
  const bens = await inside(acme, ben);
  await bens.signsInWith(company, "y-3", { email: "z@elsewhere.example" }, await starts(bens));
  await acme.owner.call(api.realms.updateRealm, { authentication_methods: { Email: false, "OpenID Connect": true } });
  assert.equal((await identityAt(bens))?.is_only_way_in, true, "where passwords are not used");
});

test("a required second factor that the provider asks for stays, until there is another one", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  acme.stopFollowing("their own keys are refused while they lack a second factor");
  const ada = await withPassword(acme, await acme.member("Ada"));
  const browser = new ProviderVisitor(acme);
  await browser.signsInWith(company, "f-1", { email: ada.email, ...VERIFIED });
  const settings = JSON.stringify({ name: "Acme", two_factor_required_for: "everyone" });
  await acme.alter((tx) => tx.updateTable("realm").set({ settings }).where("id", "=", acme.realm.id).execute());
  const id = (await identityAt(browser))?.id;
  const refused = await unlinks(browser, id);
  assert.equal(refused.body.code, "SECOND_FACTOR_NEEDED", refused.text);
  assert.equal((await identityAt(browser))?.id, id, "nothing was deleted");
  await setsUp(acme, browser);
  assert.equal((await unlinks(browser, id)).status, 200);
});

test("a provider without a link of one's own is not another way past a second factor", async (t) => {
  const { public: other } = await providers;
  const acme = await org(t);
  acme.stopFollowing("a first second factor replaces the API key of their client");
  const ada = await acme.member("Ada");
  const browser = await inside(acme, ada);
  await setsUp(acme, browser);
  await browser.signsInWith(
    other,
    "s-1",
    { email: "s@elsewhere.example", ...VERIFIED },
    await starts(browser, "public"),
  );
  const visitor = new ProviderVisitor(acme);
  const answer = await visitor.signsInWith(other, "s-1", {}, PUBLIC);
  assert.equal(answer.headers.location, "/login/second-factor/");
  assert.equal(await visitor.whoAmI(), undefined);
});

test("nothing is linked in a session that ends while the provider is asked", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const browser = await inside(acme, ada);
  const { database } = acme.server.app;
  const url = await browser.isSentBack(company, "e-1", { email: "e@elsewhere.example" }, await starts(browser));
  let answer: ReturnType<typeof browser.opens> | undefined;
  await database.transaction(async (tx) => {
    await takeTurnOf(tx, acme.realm.id);
    answer = browser.opens(url);
    // It was in when it came back, and waits.
    await sleep(500);
    await deleteSessionsOf(tx, ada.id);
  });
  const refused = await answer;
  assert.deepEqual([refused?.status, refused && headingOf(refused)], [403, "You are not linked"]);
  assert.deepEqual(await identitiesOf(database.reader, ada.id), []);
});

test("the provider is not asked for a stranger's return", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  const [ada, eve] = [await acme.member("Ada"), await acme.member("Eve")];
  const [adas, eves] = [await inside(acme, ada), await inside(acme, eve)];
  const url = await eves.isSentBack(company, "q-1", { email: "q@elsewhere.example" }, await starts(eves));
  const cookie = eves.cookies.get("providersignin") as string;
  adas.cookies.set("providersignin", cookie);
  const asked = company.requests.length;
  assert.equal((await adas.opens(url)).status, 403);
  assert.deepEqual(company.requests.slice(asked), []);
  assert.equal((await eves.opens(url)).headers.location, ACCOUNT, "the code was not used up");
});

/** With a second factor of their own, and on the way in with an identity that has their address. */
async function waitsForCode(acme: Organization, name: string, subject: string) {
  const { company } = await providers;
  acme.stopFollowing("a first second factor replaces the API key of their client");
  const person = await acme.member(name);
  const browser = await inside(acme, person);
  const { phone } = await setsUp(acme, browser);
  const visitor = new ProviderVisitor(acme);
  const answer = await visitor.signsInWith(company, subject, { email: person.email, ...VERIFIED });
  assert.equal(answer.headers.location, "/login/second-factor/");
  const entersCode = async () => {
    await visitor.fills("/login/second-factor/", { code: await phone.nextCode() });
    return visitor.whoAmI();
  };
  return { person, browser, entersCode };
}

test("a sign-in that waits for a code links nothing after the person has unlinked a provider", async (t) => {
  const { public: other } = await providers;
  const acme = await org(t);
  const { person, browser, entersCode } = await waitsForCode(acme, "Ada", "p-1");
  const claims = { email: "p@elsewhere.example" };
  await browser.signsInWith(other, "p-2", claims, await starts(browser, "public"));
  assert.equal((await unlinks(browser, (await identityAt(browser, "public"))?.id)).status, 200);
  assert.equal(await entersCode(), undefined);
  assert.deepEqual(await identitiesOf(acme.server.app.database.reader, person.id), []);
});

test("a sign-in that waits for a code does not take an identity that another account has linked meanwhile", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  const { person, entersCode } = await waitsForCode(acme, "Ada", "p-3");
  const ben = await acme.member("Ben");
  const bens = await inside(acme, ben);
  assert.equal((await bens.signsInWith(company, "p-3", {}, await starts(bens))).headers.location, ACCOUNT);
  const entries = await auditOf(acme, async () => assert.equal(await entersCode(), undefined));
  assert.deepEqual(
    entries.filter(({ action }) => action === "identity_linked"),
    [],
  );
  const { reader } = acme.server.app.database;
  assert.deepEqual(await identitiesOf(reader, person.id), []);
  assert.equal((await identitiesOf(reader, ben.id)).length, 1);
});

test("a sign-in with an identity that is unlinked meanwhile is void", async (t) => {
  const { public: other } = await providers;
  const acme = await org(t);
  acme.stopFollowing("a first second factor replaces the API key of their client");
  const ada = await acme.member("Ada");
  const browser = await inside(acme, ada);
  const { phone } = await setsUp(acme, browser);
  await browser.signsInWith(other, "v-1", { email: "v@elsewhere.example" }, await starts(browser, "public"));
  const visitor = new ProviderVisitor(acme);
  await visitor.signsInWith(other, "v-1", {}, PUBLIC);
  assert.equal((await unlinks(browser, (await identityAt(browser, "public"))?.id)).status, 200);
  await change(operatorContext(acme.server.app, acme.realm), (ctx) => unlinkAccount(ctx, ada.id));
  await visitor.fills("/login/second-factor/", { code: await phone.nextCode() });
  assert.equal(await visitor.whoAmI(), undefined);
});

test("a second factor at a provider that is not configured any more does not count", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  acme.stopFollowing("their own keys are refused while they lack a second factor");
  const ada = await withPassword(acme, await acme.member("Ada"));
  const browser = new ProviderVisitor(acme);
  await browser.signsInWith(company, "g-1", { email: ada.email, ...VERIFIED });
  await acme.alter((tx) =>
    tx
      .insertInto("provider_identity")
      .values({
        realm_id: acme.realm.id,
        user_id: ada.id,
        issuer: "https://removed.example",
        subject: "g-2",
        linked_at: 1,
        has_second_factor: true,
      })
      .execute(),
  );
  const settings = JSON.stringify({ name: "Acme", two_factor_required_for: "everyone" });
  await acme.alter((tx) => tx.updateTable("realm").set({ settings }).where("id", "=", acme.realm.id).execute());
  const id = (await identityAt(browser))?.id;
  assert.equal((await unlinks(browser, id)).body.code, "SECOND_FACTOR_NEEDED");
  assert.equal((await identityAt(browser))?.id, id);
});

test("the last passkey of somebody who has unlinked their provider stays, whoever would remove it", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  acme.stopFollowing("a first second factor replaces the API key of their client");
  const ada = await acme.member("Ada");
  const browser = new ProviderVisitor(acme);
  await browser.signsInWith(company, "l-1", { email: ada.email, ...VERIFIED });
  const first = await addsPasskey(browser, new Device(acme.realm), "Laptop");
  const second = await addsPasskey(browser, new Device(acme.realm), "Phone");
  assert.equal((await unlinks(browser, (await identityAt(browser))?.id)).status, 200);
  const removes = async (id: number) =>
    browser.calls(`DELETE /users/me/passkeys/${id}`, { confirmation: await confirms(browser) });
  assert.equal((await removes(first.id)).status, 200);
  const refused = await removes(second.id);
  assert.deepEqual(
    [refused.body.code, refused.body.msg],
    ["ONLY_WAY_IN", "This is your only way to sign in. Set a password, add a passkey or link another provider first."],
  );
  const { owner } = acme;
  const remove = () => owner.call(api.secondFactors.removeSecondFactors, { user_id: ada.id });
  await assert.rejects(remove(), {
    code: "ONLY_WAY_IN",
    message: "This person would have no way to sign in. Ask them to reset their password first.",
  });
  const { body } = await browser.calls("GET /users/me/second_factors");
  assert.equal((body.passkeys as unknown[]).length, 1, "nothing was removed");

  // Another way in: then it can go.
  await acme.alter((tx) => changeUser(tx, ada.id, { has_unlinked_provider: false }));
  await remove();
  const anew = new ProviderVisitor(acme);
  await anew.signsInWith(company, "l-1", { email: ada.email, ...VERIFIED });
  assert.equal(await anew.whoAmI(), ada.id, "their address lets them in");
});

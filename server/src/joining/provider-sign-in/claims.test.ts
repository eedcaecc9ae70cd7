/** Roles, groups and second factors that a provider answers for. */
import assert from "node:assert/strict";
import { auditOf } from "../../../test/audit.ts";
import { type Organization, org, test } from "../../../test/index.ts";
import * as api from "../../contract.ts";
import { change } from "../../kernel/context.ts";
import { operatorContext } from "../../kernel/server-context.ts";
import { unlinkAccount } from "../../people/identity-providers/actions.ts";
import { keepIdentity } from "../../people/identity-providers/store.ts";
import { setsUp } from "../../people/second-factors/testing.ts";
import { PASSWORD, withPassword } from "../../people/sign-in/testing.ts";
import { changeUser } from "../../people/users/store.ts";
import { headingOf, ProviderVisitor, useProviders, VERIFIED } from "./testing.ts";

const providers = useProviders({
  company: {
    second_factor: true,
    roles: { claim: "realm_access.roles", values: { boss: "owner", admin: "administrator" }, otherwise: "member" },
    groups: {
      claim: "groups",
      values: { dev: "engineers", ops: "engineers", art: "designers", ghosts: "nobody here" },
    },
  },
});
const PUBLIC = "/accounts/login/social/oidc/public/";

async function withGroups(acme: Organization) {
  const ids: number[] = [];
  for (const name of ["engineers", "designers"]) {
    const { group_id } = await acme.owner.call(api.groups.createUserGroup, { name, description: "", members: [] });
    ids.push(group_id);
  }
  return ids as [number, number];
}

test("roles and groups follow the claims at every sign-in, and are recorded", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  const ada = await acme.moderator("Ada");
  const [engineers, designers] = await withGroups(acme);
  const signsIn = (claims: object) =>
    auditOf(acme, () =>
      new ProviderVisitor(acme).signsInWith(company, "c-1", { email: ada.email, ...VERIFIED, ...claims }),
    );
  const now = async () => {
    const { role } = (await acme.owner.call(api.users.getUser, { user_id: ada.id })).user;
    const { user_groups } = await acme.owner.call(api.groups.getUserGroups, {});
    const holds = (id: number) => user_groups.find((group) => group.id === id)?.members.includes(ada.id);
    return [role, holds(engineers), holds(designers)];
  };
  const first = await signsIn({ groups: ["dev", "art", "unmapped"], realm_access: { roles: ["admin", "unmapped"] } });
  assert.deepEqual(await now(), [200, true, true]);
  assert.deepEqual(
    first.map(({ action, actor_kind }) => [action, actor_kind]),
    [
      ["identity_linked", "user"],
      ["user_role_changed", "server"],
      ["group_member_added", "server"],
      ["group_member_added", "server"],
      ["signed_in", "user"],
    ],
  );
  assert.equal((await signsIn({ groups: "ops", realm_access: { roles: ["admin"] } })).length, 2);
  assert.deepEqual(await now(), [200, true, false]);
  await signsIn({ groups: [], realm_access: { roles: ["boss", "admin"] } });
  assert.deepEqual(await now(), [100, false, false], "explicitly mapped");
  await signsIn({ groups: [] });
  assert.deepEqual(await now(), [400, false, false], "otherwise a member");
});

test("the last owner stays one, and newcomers get the mapped role at once", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  await acme.owner.call(api.realms.updateRealm, { invite_required: false });
  const owner = new ProviderVisitor(acme);
  await owner.signsInWith(company, "l-1", { email: acme.owner.email, ...VERIFIED });
  assert.equal((await owner.calls("GET /users/me")).body.role, 100);
  const admin = new ProviderVisitor(acme);
  const entries = await auditOf(acme, () =>
    admin.signsInWith(company, "l-2", { email: "nora@example.com", ...VERIFIED, realm_access: { roles: ["admin"] } }),
  );
  assert.equal((await admin.calls("GET /users/me")).body.role, 200);
  assert.ok(entries.every(({ action }) => action !== "user_role_changed"));
});

test("a provider that asks for a second factor is enough where one is required; others are not", async (t) => {
  const { company, public: other } = await providers;
  const acme = await org(t);
  acme.stopFollowing("their own keys are refused while they lack a second factor");
  const [ada, ben] = [await withPassword(acme, await acme.member("Ada")), await acme.member("Ben")];
  await acme.alter((tx) =>
    tx
      .updateTable("realm")
      .set({ settings: JSON.stringify({ name: "Acme", two_factor_required_for: "everyone" }) })
      .where("id", "=", acme.realm.id)
      .execute(),
  );
  const lax = new ProviderVisitor(acme);
  const claims = { email: ben.email, ...VERIFIED };
  assert.equal((await lax.signsInWith(other, "f-1", claims, PUBLIC)).headers.location, "/login/set-up/");
  assert.equal(await lax.whoAmI(), undefined);

  await assert.rejects(ada.call(api.users.getOwnUser, {}), { code: "SECOND_FACTOR_REQUIRED" });
  const strict = new ProviderVisitor(acme);
  await strict.signsInWith(company, "f-2", { email: ada.email, ...VERIFIED });
  assert.equal(await strict.whoAmI(), ada.id);
  assert.equal((await ada.call(api.users.getOwnUser, {})).user_id, ada.id, "keys of apps work too");

  // Her password alone neither opens the account nor sets up a factor for it.
  const thief = new ProviderVisitor(acme);
  assert.equal((await thief.signsIn(ada.email, PASSWORD)).headers.location, "/login/provider/");
  const page = await thief.opens("/login/provider/");
  assert.equal(headingOf(page), "Sign in another way");
  assert.match(page.text, /Sign in with The company/);
  assert.equal((await thief.opens("/login/set-up/")).headers.location, "/login/");
  assert.equal(await thief.whoAmI(), undefined);
  await assert.rejects(ada.call(api.users.fetchApiKey, { username: ada.email, password: PASSWORD }), {
    code: "SECOND_FACTOR_REQUIRED",
  });
});

test("a provider's second factor counts only while the provider is configured and turned on", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  acme.stopFollowing("keys of people who lack a second factor are refused");
  const [ada, ben] = [
    await withPassword(acme, await acme.member("Ada")),
    await withPassword(acme, await acme.member("Ben")),
  ];
  const set = (changes: object) => {
    const settings = JSON.stringify({ name: "Acme", two_factor_required_for: "everyone", ...changes });
    return acme.alter((tx) => tx.updateTable("realm").set({ settings }).where("id", "=", acme.realm.id).execute());
  };
  // The operator has removed Ada's provider since.
  const at = { issuer: "https://removed.example", subject: "r-1", linked_at: 1, has_second_factor: true };
  await acme.alter(async (tx) => {
    await keepIdentity(tx, { realm_id: acme.realm.id, user_id: ada.id, ...at });
    await changeUser(tx, ada.id, { has_provider_factor: true });
  });
  const session = new ProviderVisitor(acme);
  await session.signsIn(ada.email, PASSWORD);
  await set({});
  assert.equal(await session.whoAmI(), undefined);
  await assert.rejects(ada.call(api.users.getOwnUser, {}), { code: "SECOND_FACTOR_REQUIRED" });
  const again = new ProviderVisitor(acme);
  assert.equal((await again.signsIn(ada.email, PASSWORD)).headers.location, "/login/set-up/");
  assert.equal((await again.opens("/login/set-up/")).status, 200);

  // An owner turns providers off: what Ben's has asked for does not count until they are on again.
  const browser = new ProviderVisitor(acme);
  await browser.signsInWith(company, "r-2", { email: ben.email, ...VERIFIED });
  assert.equal(await browser.whoAmI(), ben.id);
  await set({ authentication_methods: { Email: true, "OpenID Connect": false } });
  assert.equal(await browser.whoAmI(), undefined);
  assert.equal((await new ProviderVisitor(acme).signsIn(ben.email, PASSWORD)).headers.location, "/login/set-up/");
  await set({});
  assert.equal(await browser.whoAmI(), ben.id);
  assert.equal((await new ProviderVisitor(acme).signsIn(ben.email, PASSWORD)).headers.location, "/login/provider/");
});

test("owners whose second factor is at a provider do not turn providers off before they have another", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  acme.stopFollowing("keys of people who lack a second factor are refused");
  const owner = new ProviderVisitor(acme);
  const claims = { email: acme.owner.email, ...VERIFIED, realm_access: { roles: ["boss"] } };
  await owner.signsInWith(company, "r-3", claims);
  const settings = JSON.stringify({ name: "Acme", two_factor_required_for: "administrators" });
  await acme.alter((tx) => tx.updateTable("realm").set({ settings }).where("id", "=", acme.realm.id).execute());
  const methods = (value: object) => owner.calls("PATCH /realm", { authentication_methods: JSON.stringify(value) });
  const refused = await methods({ Email: true });
  assert.deepEqual(
    [refused.status, refused.body.msg],
    [400, "Set up two-factor authentication for your own account first."],
  );
  assert.equal((await methods({ "OpenID Connect": true })).status, 200, "passwords can go");
});

test("the operator unlinks an account: then the address decides once more, and the provider's factor no longer counts", async (t) => {
  const { company } = await providers;
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const claims = { email: ada.email, ...VERIFIED };
  await new ProviderVisitor(acme).signsInWith(company, "x-1", claims);
  const factorOf = () =>
    acme.server.app.database.reader
      .selectFrom("user")
      .select("has_provider_factor")
      .where("id", "=", ada.id)
      .executeTakeFirstOrThrow();
  assert.equal((await factorOf()).has_provider_factor, true);
  assert.equal((await new ProviderVisitor(acme).signsInWith(company, "x-2", claims)).status, 403);
  const entries = await auditOf(acme, () =>
    change(operatorContext(acme.server.app, acme.realm), (ctx) => unlinkAccount(ctx, ada.id)),
  );
  assert.deepEqual(
    entries.map(({ action, actor_kind, user_id }) => [action, actor_kind, user_id]),
    [["identities_unlinked", "operator", ada.id]],
  );
  assert.equal((await factorOf()).has_provider_factor, false);
  const again = new ProviderVisitor(acme);
  await again.signsInWith(company, "x-2", claims);
  assert.equal(await again.whoAmI(), ada.id);
});

test("an account's own second factor is asked for, until the account belongs to a provider that asks for one", async (t) => {
  const { company, public: other } = await providers;
  const acme = await org(t);
  acme.stopFollowing("a new second factor replaces the API key of their client");
  const ada = await withPassword(acme, await acme.member("Ada"));
  const first = new ProviderVisitor(acme);
  await first.signsIn(ada.email, PASSWORD);
  const { phone } = await setsUp(acme, first);
  const claims = { email: ada.email, ...VERIFIED };

  const linked = () =>
    acme.server.app.database.reader
      .selectFrom("provider_identity")
      .select("subject")
      .where("user_id", "=", ada.id)
      .execute();
  const stranger = new ProviderVisitor(acme);
  const refused = await stranger.signsInWith(company, "o-0", claims);
  assert.equal(refused.headers.location, "/login/second-factor/", "an address alone does not replace it");
  assert.deepEqual(await linked(), [], "and nothing is linked before it is given");

  const lax = new ProviderVisitor(acme);
  const answer = await lax.signsInWith(other, "o-1", claims, `${PUBLIC}?next=/api/`);
  assert.equal(answer.headers.location, "/login/second-factor/");
  assert.equal(await lax.whoAmI(), undefined);
  const entered = await lax.fills("/login/second-factor/", { code: await phone.nextCode() });
  assert.equal(entered.headers.location, "/api/");
  assert.equal(await lax.whoAmI(), ada.id);

  assert.deepEqual(await linked(), [{ subject: "o-1" }]);

  const strict = new ProviderVisitor(acme);
  await strict.signsInWith(company, "o-2", claims);
  await strict.fills("/login/second-factor/", { code: await phone.nextCode() });
  assert.equal(await strict.whoAmI(), ada.id);
  const later = new ProviderVisitor(acme);
  await later.signsInWith(company, "o-2", claims);
  assert.equal(await later.whoAmI(), ada.id);
});

import assert from "node:assert/strict";
import { type Organization, org, test } from "../../../test/index.ts";
import { addDomain } from "../../organization/domains/contract.ts";
import { updateRealm } from "../../organization/realms/contract.ts";
import { ADDRESS_FAULTS, addressFaults } from "./addresses.ts";

const PASSWORD = "correct horse battery staple";

async function faults({ server: { app }, realm }: Organization, ...emails: string[]) {
  const { reader: db } = app.database;
  const found = await addressFaults({ db, realm: await app.identities.realmById(db, realm.id) }, emails);
  return emails.map((email) => found.get(email));
}

test("an address must be valid, not disposable, and not taken", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.deactivate(await acme.member("Dora"));
  const { host } = new URL(acme.realm.url);
  assert.deepEqual(
    await faults(
      acme,
      "new@example.com",
      "new+tag@example.com",
      "nonsense",
      "bell\u0007@example.com",
      "x@mailinator.com",
      "x@sub.MAILINATOR.com",
      ada.email.toUpperCase(),
      "dora@example.com",
      `Welcome-Bot@${host}`,
      `emailgateway@${host}`,
      "welcome-bot@elsewhere.example",
    ),
    [
      undefined,
      undefined,
      "invalid",
      "invalid",
      "disposable",
      "disposable",
      "has_account",
      "deactivated",
      "reserved",
      "reserved",
      undefined,
    ],
  );
  await acme.owner.call(updateRealm, { disallow_disposable_email_addresses: false });
  assert.deepEqual(await faults(acme, "x@mailinator.com"), [undefined]);
  assert.equal(String(ADDRESS_FAULTS.deactivated), "Account has been deactivated.");
});

test("nobody can choose the address of an erased account", async (t) => {
  const acme = await org(t);
  const { host } = new URL(acme.realm.url);
  const chosen = ["erased-users", "Erased-Users", "erased-users-2", "erased-user-17"].map((name) => `${name}@${host}`);
  assert.deepEqual(await faults(acme, ...chosen), Array(4).fill("reserved"));
  assert.deepEqual(await faults(acme, `not-erased-users@${host}`, "erased-users@elsewhere.example"), [
    undefined,
    undefined,
  ]);
});

test("if addresses are restricted to domains, only those are accepted, without plus signs", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  await owner.call(updateRealm, { emails_restricted_to_domains: true });
  assert.deepEqual(await faults(acme, "a@example.com"), ["outside_domains"]);
  await owner.call(addDomain, { domain: "example.com", allow_subdomains: false });
  await owner.call(addDomain, { domain: "example.org", allow_subdomains: true });
  await owner.call(addDomain, { domain: "mailinator.com", allow_subdomains: false });
  assert.deepEqual(
    await faults(
      acme,
      "a@Example.com",
      "a@sub.example.com",
      "a@notexample.com",
      "a@deep.sub.example.org",
      "a@anexample.org",
      "a+b@example.com",
      "a+b@elsewhere.net",
      "a@mailinator.com",
      owner.email,
    ),
    [
      undefined,
      "outside_domains",
      "outside_domains",
      undefined,
      "outside_domains",
      "has_plus",
      "has_plus",
      undefined,
      "has_account",
    ],
  );
});

test("creating an account for someone else reports what is wrong with the address", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const create = async (email: string, password = PASSWORD) =>
    (await owner.asks("POST", "/users", { email, full_name: "Eve", password })).msg;
  assert.equal(await create("nonsense"), "Bad name or username");
  assert.equal(await create("eve@mailinator.com"), "Disposable email addresses are not allowed in this organization");
  assert.equal(await create(`Welcome-Bot@${new URL(acme.realm.url).host}`), "Email is already in use.");
  assert.equal(await create(owner.email, "weak"), "Email is already in use.");
  assert.equal(await create("eve@example.com", "weak"), "The password is too weak.");

  await owner.call(addDomain, { domain: "example.org", allow_subdomains: false });
  await owner.call(updateRealm, { emails_restricted_to_domains: true });
  assert.equal(await create("eve@example.com"), "Email 'eve@example.com' not allowed in this organization");
  assert.equal(await create("eve+x@example.org"), "Email addresses containing + are not allowed.");
  assert.equal(await create("eve@example.org"), "");
});

import assert from "node:assert/strict";
import { org, test } from "../../../test/index.ts";
import { updateRealm } from "../realms/contract.ts";
import { addDomain, changeDomain, getDomains, removeDomain } from "./contract.ts";

test("owners can add, change and remove domains, and everyone is notified", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const gil = await acme.guest("Gil");

  let id = 0;
  const added = await gil.eventsDuring(async () => {
    const { new_domain } = await owner.call(addDomain, { domain: "Example.COM", allow_subdomains: false });
    assert.equal(new_domain[1], "example.com");
    id = new_domain[0];
  });
  assert.ok(id > 0);
  const realm_domain = { domain: "example.com", allow_subdomains: false };
  assert.deepEqual(added, [{ type: "realm_domains", op: "add", realm_domain }]);
  assert.deepEqual((await gil.call(getDomains, {})).domains, [realm_domain]);

  const changed = await gil.eventsDuring(() =>
    owner.call(changeDomain, { domain: "EXAMPLE.com", allow_subdomains: true }),
  );
  const wider = { domain: "example.com", allow_subdomains: true };
  assert.deepEqual(changed, [{ type: "realm_domains", op: "change", realm_domain: wider }]);
  assert.deepEqual(
    await gil.eventsDuring(() => owner.call(changeDomain, { domain: "example.com", allow_subdomains: true })),
    [],
  );

  const removed = await gil.eventsDuring(() => owner.call(removeDomain, { domain: "example.com" }));
  assert.deepEqual(removed, [{ type: "realm_domains", op: "remove", domain: "example.com" }]);
  assert.deepEqual((await gil.call(getDomains, {})).domains, []);
});

test("removing the last domain ends the restriction to domains", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  for (const domain of ["example.com", "example.org"]) await owner.call(addDomain, { domain, allow_subdomains: false });
  await owner.call(updateRealm, { emails_restricted_to_domains: true });

  const first = await owner.eventsDuring(() => owner.call(removeDomain, { domain: "example.com" }));
  assert.deepEqual(first, [{ type: "realm_domains", op: "remove", domain: "example.com" }]);
  const last = await owner.eventsDuring(() => owner.call(removeDomain, { domain: "example.org" }));
  assert.deepEqual(last, [
    { type: "realm", op: "update", property: "emails_restricted_to_domains", value: false },
    { type: "realm_domains", op: "remove", domain: "example.org" },
  ]);
});

test("invalid, duplicate and unknown domains are rejected", async (t) => {
  const [acme, other] = [await org(t), await org(t)];
  const { owner } = acme;
  const add = async (domain: string) =>
    (await owner.asks("POST", "/realm/domains", { domain, allow_subdomains: "false" })).msg;
  for (const [domain, reason] of [
    ["", "it is empty."],
    ["localhost", "it has no dot."],
    [`${"a".repeat(252)}.com`, "it is longer than 255 characters."],
    [".example.com", "it begins or ends with a dot."],
    ["example.com.", "it begins or ends with a dot."],
    ["example..com", "two dots follow each other."],
    ["-example.com", "a part of it begins or ends with a dash."],
    ["exa_mple.com", "only letters, digits, dots and dashes are allowed."],
  ] as const)
    assert.equal(await add(domain), `Invalid domain: ${reason}`);
  assert.equal(await add("example.com"), "");
  assert.equal(await add("EXAMPLE.com"), "The domain example.com is already a part of your organization.");
  assert.equal((await owner.asks("POST", "/realm/domains", {})).msg, "Missing 'domain' argument");

  // Each organization has its own list.
  const none = "No entry found for domain example.com.";
  assert.equal((await other.owner.asks("DELETE", "/realm/domains/example.com")).msg, none);
  const change = await other.owner.asks("PATCH", "/realm/domains/example.com", { allow_subdomains: "true" });
  assert.equal(change.msg, none);

  const admin = await acme.administrator("Adam");
  for (const [method, path] of [
    ["POST", "/realm/domains"],
    ["PATCH", "/realm/domains/example.com"],
    ["DELETE", "/realm/domains/example.com"],
  ] as const) {
    const { code, msg } = await admin.asks(method, path);
    assert.deepEqual([code, msg], ["UNAUTHORIZED_PRINCIPAL", "Must be an organization owner"]);
  }
});

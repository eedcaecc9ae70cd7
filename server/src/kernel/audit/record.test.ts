import assert from "node:assert/strict";
import { auditOf, entriesOf } from "../../../test/audit.ts";
import { type Organization, org, test } from "../../../test/index.ts";
import { domains, operations, users } from "../../contract.ts";
import { features } from "../../features.ts";
import { AUDIT_ACTIONS, auditActions } from "../api/audit.ts";
import { strictObject } from "../api/fields.ts";
import { change, partOf, type Writing } from "../context.ts";
import { operatorContext, serverContext } from "../server-context.ts";
import { record } from "./record.ts";

const CANARY = "Ada Lovelace <ada@example.com>";

test("every operation and page that changes something declares what it records, or why nothing", async () => {
  const changing = Object.entries(operations).filter(([, { method }]) => method !== "GET");
  assert.ok(changing.length > 120, "the operations were found");
  const forms = features.flatMap(({ pages = [] }) => pages).filter((page) => page.submit !== undefined);
  assert.ok(forms.length > 8, "the pages were found");
  const declared = [
    ...changing.map(([id, { audit }]) => ({ id, audit })),
    ...forms.map(({ path: id, audit }) => ({ id, audit })),
  ];
  for (const { id, audit } of declared) {
    assert.ok(audit, id);
    if ("reason" in audit) assert.ok(audit.reason.length >= 10, `${id} gives a reason`);
    else assert.ok(audit.length > 0 && new Set(audit).size === audit.length, `${id} lists actions`);
  }
});

test("no detail of an entry accepts a text", async () => {
  for (const action of AUDIT_ACTIONS) {
    const { details } = auditActions[action];
    for (const [name, field] of Object.entries(details))
      for (const text of [
        CANARY,
        CANARY.toLowerCase(),
        "Ada",
        "x".repeat(61),
        "a@b",
        [CANARY],
        { direct_members: [CANARY] },
      ])
        assert.equal(field.schema().safeParse(text).success, false, `${action} ${name} ${JSON.stringify(text)}`);
    const more = strictObject(details).schema().safeParse({ text: CANARY });
    assert.equal(more.success, false, `${action} with more than it declares`);
  }
});

const entry = { user: 1, from: 400, to: 300 };

const inChange = ({ server, realm }: Organization, work: (ctx: Writing) => Promise<unknown>) =>
  change(serverContext(server.app, realm), work);

test("a change that is rolled back leaves no entry, nor does a part of one", async (t) => {
  const acme = await org(t);
  const entries = await auditOf(acme, async () => {
    const failing = inChange(acme, async (ctx) => {
      record(ctx, "user_role_changed", entry);
      throw new Error("no");
    });
    await assert.rejects(failing);
    await inChange(acme, async (ctx) => {
      record(ctx, "user_deactivated", { user: 1 });
      const part = partOf(ctx, async (writing) => {
        record(writing, "user_role_changed", entry);
        throw new Error("no");
      });
      await assert.rejects(part);
    });
    // The address has an account already, which is found out after the name was accepted.
    await assert.rejects(acme.owner.call(domains.changeDomain, { domain: "no.example", allow_subdomains: true }));
  });
  assert.deepEqual(
    entries.map(({ action }) => action),
    ["user_deactivated"],
  );
});

test("an operation that records what it does not declare fails under test", async (t) => {
  const acme = await org(t);
  const { app } = acme.server;
  const ctx = { ...serverContext(app, acme.realm), audit: operations.addDomain?.audit };
  const undeclared = change(ctx, async (writing) => record(writing, "user_role_changed", entry));
  await assert.rejects(undeclared, /user_role_changed is recorded by an operation or page that does not declare it/);
  const incomplete = inChange(acme, async (writing) => record(writing, "user_role_changed", { user: 1 } as never));
  await assert.rejects(incomplete, /other than declared/);
});

test("an entry says who did what to whom, when and from where", async (t) => {
  const acme = await org(t);
  const ben = await acme.member("Ben");
  const [made, ...others] = await auditOf(acme, () =>
    acme.owner.call(users.updateUser, { user_id: ben.id, role: 300 }),
  );
  assert.deepEqual(others, []);
  assert.deepEqual(
    { ...made, id: 0 },
    {
      id: 0,
      realm_id: acme.realm.id,
      created_at: Math.floor(acme.clock.now() / 1000),
      actor_kind: "user",
      actor_id: acme.owner.id,
      action: "user_role_changed",
      user_id: ben.id,
      channel_id: null,
      group_id: null,
      message_id: null,
      details: { from: 400, to: 300 },
      ip_address: "127.0.0.1",
      client: "ParleyTest",
    },
  );
  const { app } = acme.server;
  for (const [context, kind] of [
    [serverContext, "server"],
    [operatorContext, "operator"],
  ] as const) {
    const [by] = await auditOf(acme, () =>
      change(context(app, acme.realm), async (ctx) => record(ctx, "realm_reactivated", {})),
    );
    assert.deepEqual([by?.actor_kind, by?.actor_id, by?.ip_address, by?.client], [kind, null, null, null]);
  }
});

test("the database refuses to change or delete entries, but lets their origin be erased", async (t) => {
  const acme = await org(t);
  await acme.owner.call(domains.addDomain, { domain: "acme.example", allow_subdomains: true });
  const { database } = acme.server.app;
  const before = await entriesOf(acme);
  const ofRealm = { realm_id: acme.realm.id };
  const refused = (work: Parameters<typeof database.transaction>[0]) =>
    assert.rejects(database.transaction(work), /append-only/);
  await refused((tx) =>
    tx.updateTable("audit_log").set({ details: "{}" }).where("realm_id", "=", acme.realm.id).execute(),
  );
  await refused((tx) =>
    tx.updateTable("audit_log").set({ actor_id: 1 }).where("realm_id", "=", acme.realm.id).execute(),
  );
  await refused((tx) =>
    tx.updateTable("audit_log").set({ ip_address: "192.0.2.1" }).where("realm_id", "=", ofRealm.realm_id).execute(),
  );
  await refused((tx) =>
    tx
      .updateTable("audit_log")
      .set({ ip_address: null, action: "signed_in" })
      .where("realm_id", "=", acme.realm.id)
      .execute(),
  );
  await refused((tx) => tx.deleteFrom("audit_log").where("realm_id", "=", acme.realm.id).execute());
  assert.deepEqual(await entriesOf(acme), before);
  await database.transaction((tx) =>
    tx.updateTable("audit_log").set({ ip_address: null, client: null }).where("realm_id", "=", acme.realm.id).execute(),
  );
  assert.deepEqual(
    await entriesOf(acme),
    before.map((row) => ({ ...row, ip_address: null, client: null })),
  );
});

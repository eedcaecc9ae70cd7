/** Cached data of an organization never outlives a transaction that was rolled back. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { org, test, useServer } from "../../../test/index.ts";
import { startServer } from "../../../test/server.ts";
import { getMessages } from "../../messages/contract.ts";
import { usersAlertedBy } from "../../messages/preferences.ts";
import { addLinkifier } from "../../organization/linkifiers/contract.ts";
import { insertLinkifier } from "../../organization/linkifiers/store.ts";
import { getServerSettings, updateRealm } from "../../organization/realms/contract.ts";
import { storeSettings } from "../../organization/realms/store.ts";
import { insertAlertWords } from "../../people/alert-words/store.ts";
import { updateGroupMembers } from "../../people/groups/contract.ts";
import { makeGroup } from "../../people/groups/test-groups.ts";
import { accountsWithRights } from "../../people/users/rights.ts";
import type { UserId } from "../api/ids.ts";
import { change, type Writing } from "../context.ts";
import { isPostgres } from "../db/dialect.ts";
import type { Tx } from "../db/handles.ts";
import { enqueue, jobKind } from "../jobs/job-kind.ts";
import { serverContext } from "../server-context.ts";
import { addMembers } from "./store.ts";

/** Reads everything that is cached, as of this transaction. */
async function lookAround(ctx: Writing, userId: UserId): Promise<void> {
  await usersAlertedBy(ctx, "anything");
  await accountsWithRights(ctx, [userId]);
}

const look = jobKind<{ user_id: UserId }>("look_around");
const runners = [look.inside((ctx, { user_id }) => lookAround(ctx, user_id))];

useServer((engine) => startServer(engine, {}, { jobs: runners }));

/** Every statement of the transaction succeeds, but its commit fails. */
async function failAtCommit(tx: Tx): Promise<void> {
  if (!isPostgres(tx)) {
    await sql`pragma defer_foreign_keys = on`.execute(tx);
    await tx.insertInto("realm_position").values({ realm_id: 999_999, position: 0, pruned_upto: 0 }).execute();
    return;
  }
  await sql`create function refuse() returns trigger language plpgsql as
    'begin raise exception ''commit refused''; end'`.execute(tx);
  await sql`create constraint trigger refuse after update on realm deferrable initially deferred
    for each row execute function refuse()`.execute(tx);
  await sql`update realm set version = version`.execute(tx);
}

test("a change whose commit fails is not cached, and the next one with the same version is seen", async (t) => {
  const acme = await org(t);
  acme.stopFollowing("rows are changed past the API");
  const { app } = acme.server;
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.channel("design", [ada, ben]);
  const [first, second] = [await makeGroup(acme.owner, "first"), await makeGroup(acme.owner, "second")];
  const ctx = serverContext(app, acme.realm);
  const versionNow = () =>
    app.database.reader
      .selectFrom("realm")
      .select(["version", "markup_version", "wishes_version"])
      .where("id", "=", acme.realm.id)
      .executeTakeFirstOrThrow();
  const nameSeen = async () => (await ada.call(getServerSettings, {})).realm_name;
  const before = { name: await nameSeen(), versions: await versionNow() };

  await change(ctx, async (writing) =>
    enqueue(writing, look({ user_id: ben.id }), { runAtMs: acme.clock.now() + 1000 }),
  );
  await acme.clock.leap({ seconds: 2 });
  const failing = change(ctx, async (writing) => {
    const { db } = writing;
    await storeSettings(db, acme.realm.id, { name: "Rolled back" });
    await insertLinkifier(db, acme.realm.id, { pattern: "OLD-(?P<n>[0-9]+)", url_template: "https://old.example/{n}" });
    await insertAlertWords(db, { id: ben.id, realm_id: acme.realm.id }, ["deploy"]);
    await addMembers(db, first, [ben.id]);
    await lookAround({ ...writing, realm: await app.identities.realmWithin(db, acme.realm.id) }, ben.id);
    await failAtCommit(db);
  });
  // On SQLite the job joins the transaction that will fail, and sees its changes so far.
  app.jobs.wake();
  await assert.rejects(failing, /FOREIGN KEY|commit refused/);
  await app.jobs.settled();
  assert.deepEqual(await versionNow(), before.versions);
  assert.equal(await nameSeen(), before.name);
  const benSees = async (content: string) => {
    const id = await ada.sends("#design > launch", content);
    const [message] = (await ben.call(getMessages, { message_ids: [id], apply_markdown: true })).messages;
    return { flags: message?.flags, content: message?.content };
  };
  const isMember = async (group: number) => {
    const realm = await app.identities.realmById(app.database.reader, acme.realm.id);
    return (await accountsWithRights({ ...ctx, realm }, [ben.id])).get(ben.id)?.user.groups.has(group);
  };
  assert.deepEqual(await benSees("deploy OLD-1"), { flags: [], content: "<p>deploy OLD-1</p>" });
  assert.equal(await isMember(first), false);

  // Each raises the version to a number that the failed change used.
  await acme.owner.call(updateRealm, { name: "Next" });
  assert.equal(await nameSeen(), "Next");
  await acme.owner.call(addLinkifier, { pattern: "NEW-(?P<n>[0-9]+)", url_template: "https://new.example/{n}" });
  await acme.owner.call(updateGroupMembers, { user_group_id: second, add: [ben.id] });
  await change(ctx, ({ db }) => insertAlertWords(db, { id: ben.id, realm_id: acme.realm.id }, ["release"]));
  assert.deepEqual(await benSees("release NEW-1"), {
    flags: ["has_alert_word"],
    content: '<p>release <a href="https://new.example/1">NEW-1</a></p>',
  });
  assert.deepEqual([await isMember(first), await isMember(second), await nameSeen()], [false, true, "Next"]);
});

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { ask, basic } from "../../test/ask.ts";
import { auditOf } from "../../test/audit.ts";
import { type Organization, org, type Person, test } from "../../test/index.ts";
import { editMessage } from "../messages/edit/contract.ts";
import { updateRealm } from "../organization/realms/contract.ts";
import {
  deleteRealmExport,
  EXPORT_FORMATS,
  exportRealm,
  getExportConsents,
  getRealmExports,
  LIMIT_SECONDS,
  MOST_EXPORTS,
} from "./contract.ts";
import { EVERYWHERE, OF_ADA, OF_OTHERS, worldOfSecrets } from "./testing.ts";

const settled = ({ server }: Organization) => server.app.jobs.settled();

/** Downloads the organization's last export. Returns its rows by table. */
async function download(acme: Organization, person: Person) {
  const { exports } = await person.call(getRealmExports, {});
  const { pathname } = new URL(exports.at(-1)?.export_url as string);
  const answer = await acme.server.fetch(`${acme.realm.url}${pathname}`, {
    headers: { authorization: basic(person.email, person.apiKey) },
  });
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get("content-disposition") ?? "", /^attachment; filename="parley-export-.*\.jsonl\.gz"/);
  const text = gunzipSync(Buffer.from(await answer.arrayBuffer())).toString();
  return { text, rows: rowsIn(text) };
}

function rowsIn(text: string): Record<string, Record<string, unknown>[]> {
  const tables: Record<string, Record<string, unknown>[]> = {};
  let current: Record<string, unknown>[] = [];
  for (const line of text.trim().split("\n").slice(1, -1)) {
    const value = JSON.parse(line) as Record<string, unknown>;
    if (typeof value.table === "string" && Object.keys(value).length === 1) {
      current = [];
      tables[value.table] = current;
    } else if (value.file === undefined) current.push(value);
  }
  return tables;
}

test("an export runs in the background; human administrators get events, and can download and delete it", async (t) => {
  const acme = await org(t);
  const [admin, ada] = [await acme.administrator("Alma"), await acme.member("Ada")];
  const robot = await acme.bot("Robot", acme.owner);
  await acme.alter((tx) => tx.updateTable("user").set({ role: 200 }).where("id", "=", robot.id).execute());
  for (const each of [admin, ada, robot]) await each.catchesUp();

  const { id } = await admin.call(exportRealm, {});
  await settled(acme);

  const heard = await admin.catchesUp();
  assert.deepEqual(
    heard.map(({ type }) => type),
    ["realm_export", "realm_export", "message"],
  );
  const [asked, done] = heard.map(({ exports }) => exports as Record<string, unknown>[]);
  const row = { id, acting_user_id: admin.id, deleted_timestamp: null, failed_timestamp: null };
  const kind = { export_type: 1, export_format: "parley" };
  const export_time = asked?.[0]?.export_time;
  assert.deepEqual(asked, [{ ...row, ...kind, export_time, export_url: null, pending: true }]);
  const export_url = done?.[0]?.export_url as string;
  assert.deepEqual(done, [{ ...row, ...kind, export_time, export_url, pending: false }]);
  const [told] = heard.slice(2) as unknown as { message: { content: string } }[];
  assert(told?.message.content.includes(export_url));
  assert.deepEqual(await ada.catchesUp(), []);
  assert.deepEqual(await robot.catchesUp(), []);
  assert.deepEqual((await admin.call(getRealmExports, {})).exports, done);

  assert((await download(acme, acme.owner)).rows.user?.length);
  const path = new URL(export_url).pathname;
  const get = (as?: Person) => ask(acme.server, `GET /${path}`, { host: acme.realm.host, ...(as ? { as } : {}) });
  assert.equal((await get()).status, 401);
  assert.equal((await get(ada)).body.msg, "Must be an organization administrator");
  const other = await org(t);
  const elsewhere = await ask(acme.server, `GET /${path}`, { host: other.realm.host, as: other.owner });
  assert.equal(elsewhere.status, 404);

  await admin.call(deleteRealmExport, { export_id: id });
  await settled(acme);
  const [deleted] = await admin.catchesUp();
  const [gone] = (deleted as unknown as { exports: Record<string, unknown>[] }).exports;
  assert.deepEqual([gone?.export_url, gone?.pending, typeof gone?.deleted_timestamp], [null, false, "number"]);
  assert.equal((await get(admin)).status, 404);
  await assert.rejects(admin.call(deleteRealmExport, { export_id: id }), { message: "Export already deleted" });
});

test("only administrators can export, and only existing exports can be deleted", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const requests = [
    ["POST", "/export/realm"],
    ["GET", "/export/realm"],
    ["GET", "/export/realm/consents"],
    ["DELETE", "/export/realm/1"],
  ] as const;
  for (const [method, path] of requests) {
    const { code, msg } = await ada.asks(method, path);
    assert.deepEqual([code, msg], ["UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator"]);
  }
  const remove = (export_id: number) => acme.owner.call(deleteRealmExport, { export_id });
  await assert.rejects(remove(999_999), { message: "Invalid data export ID" });
  const { id } = await acme.owner.call(exportRealm, {});
  await settled(acme);
  const other = await org(t);
  await assert.rejects(other.owner.call(deleteRealmExport, { export_id: id }), { message: "Invalid data export ID" });
  for (const export_type of ["3", "x", "0"])
    assert.equal((await acme.owner.asks("POST", "/export/realm", { export_type })).result, "error");
  for (const export_format of ["slack", "", "Zulip"])
    assert.equal((await acme.owner.asks("POST", "/export/realm", { export_format })).result, "error");

  await acme.alter((tx) => tx.updateTable("realm_export").set({ size: null }).where("id", "=", id).execute());
  await assert.rejects(remove(id), { message: "Export still in progress" });
  await acme.alter((tx) => tx.updateTable("realm_export").set({ failed_at: 1 }).where("id", "=", id).execute());
  await assert.rejects(remove(id), { message: "Export failed, nothing to delete" });
});

test("exports are limited to five in seven days, and to organizations that are not too large", async (t) => {
  const acme = await org(t);
  for (let count = 0; count < MOST_EXPORTS; count++) await acme.owner.call(exportRealm, {});
  await assert.rejects(acme.owner.call(exportRealm, {}), { code: "BAD_REQUEST", message: "Exceeded rate limit." });
  await settled(acme);
  // A week later, without moving the clock: it would run every job on the way.
  await acme.alter((tx) =>
    tx
      .updateTable("realm_export")
      .set((eb) => ({ requested_at: eb("requested_at", "-", LIMIT_SECONDS) }))
      .where("realm_id", "=", acme.realm.id)
      .execute(),
  );
  await acme.owner.call(exportRealm, {});
  await settled(acme);
  await acme.alter(async (tx) => {
    await tx.deleteFrom("upload_space").where("realm_id", "=", acme.realm.id).execute();
    await tx
      .insertInto("upload_space")
      .values({ realm_id: acme.realm.id, used_bytes: 21 * 1024 ** 3 })
      .execute();
  });
  await assert.rejects(acme.owner.call(exportRealm, {}), { message: /too large to export/ });
});

test("an export needs an owner who can administer the imported organization", async (t) => {
  const acme = await org(t);
  await assert.rejects(acme.owner.call(exportRealm, { export_type: 2 }), { message: /owner who allows this/ });
  await acme.owner.asks("PATCH", "/settings", { email_address_visibility: "4" });
  await assert.rejects(acme.owner.call(exportRealm, {}), { message: /owner whose email address/ });
  await acme.owner.asks("PATCH", "/settings", { allow_private_data_export: "true" });
  await acme.owner.call(exportRealm, { export_type: 2 });
  await settled(acme);
});

test("human administrators can list who allows private data to be exported, and get events about changes", async (t) => {
  const acme = await org(t);
  const [ada, ben] = [await acme.member("Ada"), await acme.member("Ben")];
  await acme.bot("Robot", ada);
  await acme.deactivate(await acme.member("Gone"));
  await ben.catchesUp();
  const heard = await acme.owner.eventsDuring(() =>
    ada.asks("PATCH", "/settings", { allow_private_data_export: "true" }),
  );
  assert.deepEqual(heard, [{ type: "realm_export_consent", user_id: ada.id, consented: true }]);
  assert.deepEqual(await ben.catchesUp(), []);
  const { export_consents } = await acme.owner.call(getExportConsents, {});
  assert.deepEqual(export_consents, [
    { user_id: acme.owner.id, consented: false },
    { user_id: ada.id, consented: true },
    { user_id: ben.id, consented: false },
  ]);
});

const encoded = (text: string) => Buffer.from(text).toString("base64").replace(/=+$/, "").slice(0, -1);

test("a public export contains what every member can see, and no private data", async (t) => {
  const acme = await org(t);
  const { ada, cem } = await worldOfSecrets(acme);
  await acme.owner.call(exportRealm, {});
  await settled(acme);
  const { text, rows } = await download(acme, acme.owner);
  for (const word of EVERYWHERE) assert(text.includes(word), word);
  for (const word of [...OF_ADA, ...OF_OTHERS, "team", "closed", "vault"]) assert(!text.includes(word), word);
  assert(text.includes(encoded("file-in-open")));
  for (const word of [
    "file-in-team",
    "file-in-closed",
    "file-to-cem",
    "kept-by-ada",
    "kept-by-cem",
    "file-planned-by-ada",
  ])
    assert(!text.includes(encoded(word)), word);
  const users = rows.user ?? [];
  const find = (person: Person) => users.find((user) => user.id === person.id);
  assert.equal(find(ada)?.delivery_email, "ada@example.com");
  assert.equal(find(cem)?.delivery_email, `user${cem.id}@${acme.realm.host}`, "administrators cannot see it either");
  for (const user of users)
    for (const secret of ["password_hash", "api_key", "api_key_hash", "api_key_encrypted"])
      assert(!(secret in user), secret);
  assert.deepEqual(rows.user_message, []);
  assert.deepEqual(rows.direct_participant, []);
  assert(!text.includes(ada.apiKey));
});

test("an export has no more of how messages were before than members see", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("open", [ada]);
  const message_id = await ada.sends("#open > first-topic", "first-text");
  await ada.call(editMessage, { message_id, content: "second-text" });
  await acme.owner.call(editMessage, { message_id, topic: "second-topic", send_notification_to_new_thread: false });
  for (const [policy, texts, topics] of [
    ["all", true, true],
    ["moves", false, true],
    ["none", false, false],
  ] as const) {
    await acme.owner.call(updateRealm, { message_edit_history_visibility_policy: policy });
    for (const export_format of EXPORT_FORMATS) {
      await acme.owner.call(exportRealm, { export_format });
      await settled(acme);
      const { exports } = await acme.owner.call(getRealmExports, {});
      const url = exports.at(-1)?.export_url as string;
      const headers = { authorization: basic(acme.owner.email, acme.owner.apiKey) };
      const content = Buffer.from(await (await acme.server.fetch(url, { headers })).arrayBuffer());
      const text = gunzipSync(content).toString();
      assert(text.includes("second-text"));
      assert.deepEqual([text.includes("first-text"), text.includes("first-topic")], [texts, topics], policy);
      await acme.alter((tx) => tx.deleteFrom("realm_export").where("realm_id", "=", acme.realm.id).execute());
    }
  }
});

test("an export with consent adds what the consenting users can see", async (t) => {
  const acme = await org(t);
  await worldOfSecrets(acme);
  await acme.owner.call(exportRealm, { export_type: 2 });
  await settled(acme);
  const { text, rows } = await download(acme, acme.owner);
  for (const word of [...EVERYWHERE, ...OF_ADA]) assert(text.includes(word), word);
  for (const word of OF_OTHERS) assert(!text.includes(word), word);
  for (const word of ["file-in-open", "file-in-team", "kept-by-ada", "file-planned-by-ada"])
    assert(text.includes(encoded(word)), word);
  for (const word of ["file-in-closed", "file-to-cem", "kept-by-cem", "file-planned-by-cem"])
    assert(!text.includes(encoded(word)), word);
  assert(rows.user?.every((user) => !("password_hash" in user) && !("api_key" in user)));
});

test("an interrupted export resumes after the restart, and one that cannot be completed fails", async (t) => {
  const acme = await org(t);
  const { server } = acme;
  const { storage } = server.app;
  const { adopt } = storage;
  // The process ends while the archive is being written.
  let isReached = () => {};
  const reached = new Promise<void>((resolve) => {
    isReached = resolve;
  });
  storage.adopt = async (file) => {
    writeFileSync(join(server.app.config.dataDirectory, "trace"), file);
    isReached();
    await new Promise(() => {});
  };
  await acme.owner.call(exportRealm, {});
  await reached;
  server.app.jobs.close = async () => {};
  await server.restart({ crash: true });
  storage.adopt = adopt;
  await acme.clock.advance({ seconds: 121 });
  await settled(acme);
  const { exports } = await acme.owner.call(getRealmExports, {});
  assert.deepEqual(
    exports.map(({ pending, failed_timestamp, export_url }) => [pending, failed_timestamp, export_url !== null]),
    [[false, null, true]],
  );
  await download(acme, acme.owner);

  server.app.storage.adopt = async () => {
    throw new Error("No space left.");
  };
  const { id } = await acme.owner.call(exportRealm, {});
  await settled(acme);
  delete (server.app.storage as Partial<typeof storage>).adopt;
  const all = (await acme.owner.call(getRealmExports, {})).exports;
  const failed = all.find((each) => each.id === id);
  assert.deepEqual([failed?.pending, typeof failed?.failed_timestamp, failed?.export_url], [false, "number", null]);
  // The operator finds it in the log.
  assert(server.faults.splice(0).some(({ message }) => message === "No space left."));
});

for (const export_format of EXPORT_FORMATS)
  test(`the end of the server does not wait for an export in ${export_format}'s format: the next one makes it`, async (t) => {
    const acme = await org(t);
    const { server } = acme;
    const { database, jobs, storage } = server.app;
    const [reached, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const [snapshot, close] = [database.snapshot.bind(database), jobs.close.bind(jobs)];
    database.snapshot = (work) =>
      snapshot(async (db) => {
        reached.resolve();
        await ending.promise;
        return work(db);
      });
    jobs.close = () => {
      const closed = close();
      ending.resolve();
      return closed;
    };
    let isWritten = false;
    storage.adopt = async () => {
      isWritten = true;
      throw new Error("The store is closed.");
    };
    await acme.owner.call(exportRealm, { export_format });
    await reached.promise;
    await server.restart();
    assert(!isWritten, "it is not written to its end");
    await settled(acme);
    const { exports } = await acme.owner.call(getRealmExports, {});
    assert.deepEqual(
      exports.map(({ pending, failed_timestamp, export_url }) => [pending, failed_timestamp, export_url !== null]),
      [[false, null, true]],
    );
    const row = await server.app.database.reader
      .selectFrom("realm_export")
      .select("attempts")
      .where("realm_id", "=", acme.realm.id)
      .executeTakeFirstOrThrow();
    assert.equal(row.attempts, 1, "only attempts count that crash the process");
  });

test("downloading an export is in the audit log, once for each download", async (t) => {
  const acme = await org(t);
  await acme.owner.call(exportRealm, {});
  await acme.server.app.jobs.settled();
  const entries = await auditOf(acme, () => download(acme, acme.owner));
  assert.deepEqual(
    entries.map(({ action, actor_id }) => ({ action, actor_id })),
    [{ action: "export_downloaded", actor_id: acme.owner.id }],
  );
});

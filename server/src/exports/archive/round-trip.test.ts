/**
 * Exports organizations built by random steps, imports them into another installation on the other engine, and compares
 * everything a client can request. PARLEY_MODEL_RUNS sets the number of runs.
 */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { org, Person, type TestServer, test } from "../../../test/index.ts";
import type { Realm } from "../../kernel/context.ts";
import * as messages from "../../messages/contract.ts";
import { asFile, uploads } from "../../messages/uploads/testing.ts";
import { storeSettings } from "../../organization/realms/store.ts";
import { makeGroup } from "../../people/groups/test-groups.ts";
import { MovedIds } from "./ids.ts";
import { importOrganization } from "./import.ts";
import { archivedTable, type Table } from "./tables.ts";
import { compare, elsewhere, fileSeenBy, soundness } from "./test-comparing.ts";
import { type ArchiveStep, STEP_KINDS, take, worldOf } from "./testing.ts";
import { writeArchive } from "./write.ts";

const { PARLEY_MODEL_RUNS: runs = "3", PARLEY_MODEL_SEED: seed = "421" } = process.env;

let count = 0;

async function exported({ server, realm }: { server: TestServer; realm: Realm }): Promise<string> {
  const file = join(server.app.config.dataDirectory, `export-${++count}.gz`);
  await server.app.jobs.settled();
  await writeArchive(server.app, realm, file, "everything");
  return file;
}

test("an exported organization is the same after an import, on the other engine too", async (t) => {
  const step = fc.tuple(fc.nat(STEP_KINDS.length - 1), fc.nat(9), fc.nat(9));
  const life = fc.array(step, { minLength: 20, maxLength: 60, size: "max" });
  const isEqual = fc.asyncProperty(life, async (steps: ArchiveStep[]) => {
    const acme = await org(t);
    const world = await worldOf(acme);
    for (const each of steps) await take(world, each);
    const target = await elsewhere(t, acme);
    const { realm } = await importOrganization(target.app, await exported(acme), {});
    await compare(world, target, realm);
  });
  await fc.assert(isEqual, { numRuns: Number(runs), seed: Number(seed), endOnFailure: true });
});

/** The rows of an archive by table, with their ids moved. */
function rowsIn(file: string, ids: MovedIds): Record<string, object[]> {
  const tables: Record<string, object[]> = {};
  let name = "";
  for (const line of gunzipSync(readFileSync(file)).toString().trim().split("\n").slice(1, -1)) {
    const value = JSON.parse(line) as Record<string, unknown>;
    const table = archivedTable(name);
    if (typeof value.table === "string" && Object.keys(value).length === 1) {
      name = value.table;
      tables[name] = [];
    } else if (value.file === undefined && table) tables[name]?.push(ids.row(table, value));
  }
  return tables;
}

test("next to another organization, ids are moved in rows, texts and paths", async (t) => {
  const acme = await org(t);
  const world = await worldOf(acme);
  const steps: ArchiveStep[] = STEP_KINDS.flatMap((kind, index) =>
    kind === "leaves" ? [] : Array.from({ length: 7 }, (_, n): ArchiveStep => [index, n, (n * 3 + 1) % 8]),
  );
  for (const each of steps) await take(world, each);
  const ada = world.people[1] as Person;
  await ada.sends("#town > files", `[f](/user_uploads/${await uploads(ada, asFile("here it is"))}) @**Ada**`);
  const file = await exported(acme);

  const target = await elsewhere(t, acme);
  const resident = await org(t, target);
  await worldOf(resident);
  const offsets = new Map<Table, number>();
  const { reader } = target.app.database;
  for (const table of [
    "realm",
    "user",
    "user_group",
    "recipient",
    "channel",
    "channel_folder",
    "default_channel_group",
    "topic",
    "message",
    "reaction",
    "submessage",
    "attachment",
  ] as const) {
    const { last } = await reader
      .selectFrom(table)
      .select((eb) => eb.fn.max("id").as("last"))
      .executeTakeFirstOrThrow();
    offsets.set(table, Number(last ?? 0));
  }
  const { realm } = await importOrganization(target.app, file, { shortName: "moved" });
  assert.deepEqual(await soundness(target), []);
  assert.equal(realm.string_id, "moved");

  const moved = new MovedIds(acme.realm.id, offsets);
  const again = await exported({ server: target, realm });
  const [expected, found] = [rowsIn(file, moved), rowsIn(again, new MovedIds(realm.id, new Map()))];
  const own = (rows: Record<string, object[]>): Record<string, object[] | undefined> => ({
    ...rows,
    realm: rows.realm?.map((row) => ({ ...row, string_id: "", is_default: false, version: 0 })),
  });
  for (const table of Object.keys(expected)) assert.deepEqual(own(found)[table], own(expected)[table], table);

  const there = new Person(target, realm.url, {
    ...ada,
    id: moved.of("user", ada.id),
    name: "Ada",
    email: ada.email,
    apiKey: ada.apiKey,
  });
  const { messages: read } = await there.call(messages.getMessages, {
    anchor: "newest",
    num_before: 1000,
    num_after: 0,
  });
  const text = read.map((message) => message.content).join("\n");
  const mentioned = [...text.matchAll(/data-user-id="(\d+)"/g)].map(([, id]) => Number(id));
  const users = new Set(
    (await reader.selectFrom("user").select("id").where("realm_id", "=", realm.id).execute()).map(({ id }) => id),
  );
  assert(
    mentioned.length > 0 && mentioned.every((id) => users.has(id)),
    "mentions refer to people in the organization",
  );
  const [path] = /(?<=user_uploads\/)[^"]+(?=" title="notes|">f<)/.exec(text) ?? [];
  assert(path?.startsWith(`${realm.id}/`));
  assert.equal((await fileSeenBy(target, realm, there, path as string)).text, "here it is");
  await there.sends("#town > logo", "and life goes on");
});

test("an export is imported as a whole or not at all", async (t) => {
  const acme = await org(t);
  await worldOf(acme);
  const file = await exported(acme);
  const target = await elsewhere(t, acme);
  await importOrganization(target.app, file, { shortName: "first" });
  const countRows = async () => (await target.app.database.reader.selectFrom("user").select("id").execute()).length;
  const before = await countRows();
  await assert.rejects(
    importOrganization(target.app, file, { shortName: "first" }),
    /organization named first already exists/,
  );
  await assert.rejects(importOrganization(target.app, file, { shortName: "Not so!" }), /short name may have/);

  const whole = readFileSync(file);
  const text = gunzipSync(whole).toString();
  const damaged: [Buffer, RegExp][] = [
    [whole.subarray(0, whole.length - 50), /its end is missing/],
    [Buffer.from("hello"), /is not a Parley export/],
    [gzipSync('{"a":1}\n'), /is not a Parley export/],
    [gzipSync(text.replace('"parley_export":1', '"parley_export":2')), /newer format/],
    [gzipSync(text.replace(/\n[^\n]*\n$/, "\n")), /its end is missing/],
    [gzipSync(text.replace('{"table":"reaction"}', '{"table":"future"}')), /does not know: future/],
    [gzipSync(text.replace('"full_name":"Ada"', '"shoe_size":7,"full_name":"Ada"')), /newer version.*shoe_size/],
    [gzipSync(text.replace(/\n\{[^\n]*"full_name":"Ada"[^\n]*/, "")), /do not match its trailer|is missing/],
  ];
  for (const [bytes, sentence] of damaged) {
    const bad = join(target.app.config.dataDirectory, "bad.gz");
    writeFileSync(bad, bytes);
    await assert.rejects(importOrganization(target.app, bad, { shortName: "second" }), sentence);
  }
  assert.equal(await countRows(), before);

  // Imports the same people again: their API keys belong to the first accounts.
  const { realm } = await importOrganization(target.app, file, { shortName: "second" });
  const ada = { id: 0, name: "Ada", email: "ada@example.com" };
  const keys = await target.app.database.reader
    .selectFrom("user")
    .select("api_key_encrypted")
    .where("realm_id", "=", realm.id)
    .where("full_name", "=", "Ada")
    .execute();
  const apiKey = target.app.secrets.decrypt(keys[0]?.api_key_encrypted as string);
  assert.equal((await new Person(target, realm.url, { ...ada, apiKey }).asks("GET", "/users/me")).result, "success");
});

test("names in an archive are cleaned, and those that then look the same are numbered", async (t) => {
  const acme = await org(t);
  const { owner } = acme;
  const ada = await acme.member("Ada");
  await acme.channel("ops", [owner, ada]);
  const twin = await acme.channel("twin", [owner, ada]);
  const group = await makeGroup(owner, "crew", { members: [ada.id] });
  await acme.alter(async (tx) => {
    // An installation could have such names before there were rules for names.
    await tx.updateTable("channel").set({ name: "ops\u200B", name_key: "ops\u200B" }).where("id", "=", twin).execute();
    await tx.updateTable("user").set({ full_name: "Ada\u202E  L" }).where("id", "=", ada.id).execute();
    await tx.updateTable("user_group").set({ name: " crew\u2060" }).where("id", "=", group).execute();
  });
  await acme.alter((tx) => storeSettings(tx, acme.realm.id, { name: "Ac\u200Bme \u00A0 Ltd" }));
  const target = await elsewhere(t, acme);
  const { realm } = await importOrganization(target.app, await exported(acme), { shortName: "clean" });
  assert.equal(realm.settings.name, "Acme Ltd");
  const names = async (table: "channel" | "user_group", among: readonly string[]) => {
    const rows = await target.app.database.reader
      .selectFrom(table)
      .select("name")
      .where("realm_id", "=", realm.id)
      .orderBy("id")
      .execute();
    return rows.flatMap(({ name }) => (among.some((each) => name?.startsWith(each)) ? [name] : []));
  };
  assert.deepEqual(await names("channel", ["ops"]), ["ops", "ops (2)"]);
  assert.deepEqual(await names("user_group", ["crew"]), ["crew"]);
  const people = await target.app.database.reader
    .selectFrom("user")
    .select(["full_name", "full_name_key"])
    .where("realm_id", "=", realm.id)
    .execute();
  assert.ok(people.some((each) => each.full_name === "Ada L" && each.full_name_key === "ada l"));
});

test("an export by an administrator gives an organization that its owner can run", async (t) => {
  const acme = await org(t);
  const world = await worldOf(acme);
  const ada = world.people[1] as Person;
  await ada.asks("PATCH", "/settings", { allow_private_data_export: "true" });
  const target = await elsewhere(t, acme);
  for (const kind of ["public", "consented"] as const) {
    const file = join(acme.server.app.config.dataDirectory, `${kind}.gz`);
    await acme.server.app.jobs.settled();
    await writeArchive(acme.server.app, acme.realm, file, kind);
    const { realm } = await importOrganization(target.app, file, { shortName: kind });
    assert.deepEqual(await soundness(target), []);
    const row = await target.app.database.reader
      .selectFrom("user")
      .selectAll()
      .where("realm_id", "=", realm.id)
      .where("delivery_email", "=", acme.owner.email)
      .executeTakeFirstOrThrow();
    assert.equal(row.password_hash, null);
    const apiKey = target.app.secrets.decrypt(row.api_key_encrypted);
    assert.notEqual(apiKey, acme.owner.apiKey);
    const owner = new Person(target, realm.url, { id: row.id, name: "Olivia", email: acme.owner.email, apiKey });
    assert.equal((await owner.asks("PATCH", "/realm", { description: "Ours" })).result, "success");
    await owner.sends("#town > logo", "hello again");
  }
});

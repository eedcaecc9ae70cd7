/** An organization goes out in Zulip's format and comes back: nothing is lost, and nothing in a file can do harm. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { TestContext } from "node:test";
import { type Organization, org, type Person, type TestServer, test } from "../../../test/index.ts";
import { createDefaultGroup } from "../../channels/default-channels/contract.ts";
import { unpackTar } from "../../imports/archives/tar.ts";
import { importFrom } from "../../imports/import.ts";
import { openSource } from "../../imports/open.ts";
import { fingerprintOf, recognise } from "../../imports/recognise.ts";
import type { Realm } from "../../kernel/context.ts";
import { DamagedFile } from "../../kernel/json-lines.ts";
import { unobserved } from "../../kernel/progress.ts";
import { asFile, picture, uploads } from "../../messages/uploads/testing.ts";
import { fileKey } from "../../messages/uploads/thumbnails.ts";
import { addCustomEmoji } from "../../organization/custom-emoji/contract.ts";
import { setRealmIcon } from "../../organization/realms/pictures/contract.ts";
import { setAvatar } from "../../people/avatars/contract.ts";
import { createOrganization } from "../../set-up/create.ts";
import { importRows } from "../archive/import.ts";
import { ConsideredRows } from "../archive/pages.ts";
import { compare, elsewhere } from "../archive/test-comparing.ts";
import { type ArchiveStep, type ArchiveWorld, STEP_KINDS, take, worldOf } from "../archive/testing.ts";
import { TarWriter } from "../own/tar.ts";
import { carriedBy, carriedIn, nameThere } from "./carried.ts";
import { RecipientType } from "./format.ts";
import { JsonTables } from "./json-file.ts";
import { Outward } from "./outward.ts";
import { ZulipOrganization } from "./read.ts";
import { writeZulipArchive, type ZulipExport } from "./write.ts";

type Json = Record<string, unknown>;
type Tables = Record<string, Json[]>;

let count = 0;

async function exported(server: TestServer, realm: Realm): Promise<ZulipExport & { file: string }> {
  const file = join(server.app.config.dataDirectory, `zulip-${++count}.tar.gz`);
  await server.app.jobs.settled();
  return { file, ...(await writeZulipArchive(server.app, realm, file)) };
}

async function imported({ app }: TestServer, file: string, shortName?: string): Promise<Realm> {
  const workFolder = join(app.config.dataDirectory, "imports");
  const archive = await ZulipOrganization.open(file, workFolder, 0);
  try {
    return (await importRows(app, archive, { shortName })).realm;
  } finally {
    await archive.close();
    assert.deepEqual(readdirSync(workFolder), [], "nothing is left behind");
  }
}

/** Everything that people can do, several times, and what `testing.ts` has no step for. */
async function fullWorld(acme: Organization): Promise<ArchiveWorld> {
  const world = await worldOf(acme);
  for (const [index, kind] of STEP_KINDS.entries())
    for (let n = 0; n < (kind === "leaves" ? 0 : 7); n++)
      await take(world, [index, n, (n * 3 + 1) % 8] satisfies ArchiveStep);
  const [owner, ada, ben, gus] = world.people as [Person, Person, Person, Person];
  await ada.connection.call(setAvatar, {}, { file: await picture(300, 120) });
  await owner.connection.call(setRealmIcon, {}, { file: await picture(200, 200) });
  await owner.connection.call(addCustomEmoji, { emoji_name: "party parrot" }, { file: await picture(80, 80) });
  const long = `${"a long name ".repeat(9)}.txt`;
  world.paths.push(await uploads(ada, asFile("far", long)), await uploads(ada, await picture(900, 600)));
  const [text, image] = world.paths.slice(-2) as [string, string];
  const message = await ada.sends("#town > files", `[f](/user_uploads/${text}) [i](/user_uploads/${image}) @**topic**`);
  world.messages.push(message);
  await ben.asks("POST", `/messages/${message}/reactions`, { emoji_name: "party_parrot" });
  for (const to of [[ben.id, gus.id], [ada.id]])
    await ada.asks("POST", "/messages", { type: "direct", to: JSON.stringify(to), content: "only us" });
  const plan = { type: "direct", content: "later", scheduled_delivery_timestamp: "4000000000" };
  await owner.asks("POST", "/scheduled_messages", { ...plan, to: JSON.stringify([ada.id, ben.id, gus.id]) });
  const vote = {
    message_id: "",
    msg_type: "widget",
    content: JSON.stringify({ type: "vote", key: "canned,0", vote: 1 }),
  };
  const poll = await ada.sends("#town > lunch", "/poll Lunch?\nSoup\nBread");
  await ben.asks("POST", "/submessage", { ...vote, message_id: String(poll) });
  await owner.call(createDefaultGroup, {
    group_name: "for designers",
    description: "",
    stream_names: ["town"],
  } as never);
  await ben.asks("POST", "/mark_all_as_read");
  await ada.sends("#town > lunch", "unread to Ben");
  return world;
}

/** What the format does not hold, and what depends on it: Zulip has two recipients for two people. */
function comparable(seen: object): object {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    const { recipient_id, ...rest } = value as Json;
    const kept = rest.type === "private" || recipient_id === undefined ? rest : { ...rest, recipient_id };
    return Object.fromEntries(Object.entries(kept).map(([name, each]) => [name, walk(each)]));
  };
  return walk(seen) as object;
}

async function unpacked(t: TestContext, file: string): Promise<{ root: string; read: (name: string) => Tables }> {
  const folder = mkdtempSync(join(dirname(file), "unpacked-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const [first] = await unpackTar(file, folder);
  const root = join(folder, dirname(first as string));
  return { root, read: (name) => JSON.parse(readFileSync(join(root, name), "utf8")) as Tables };
}

const filesIn = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();

test("an organization that was exported in Zulip's format is the same when it comes back, on the other engine too", async (t) => {
  const acme = await org(t);
  const world = await fullWorld(acme);
  const first = await exported(acme.server, acme.realm);
  assert.equal(await recognise(first.file), "parley-in-zulip-format");
  assert.equal(statSync(first.file).mode & 0o777, 0o600);
  const target = await elsewhere(t, acme);
  const realm = await imported(target, first.file);
  const again = await exported(target, realm);
  await compare(world, target, realm, comparable);
  assert.deepEqual(whatCame(again), whatCame(first));
  const [before, after] = [await unpacked(t, first.file), await unpacked(t, again.file)];
  assert.deepEqual(filesIn(after.root), filesIn(before.root));
  for (const name of filesIn(before.root).filter((path) => path.endsWith(".json") && path !== "parley.json"))
    assert.deepEqual(
      withoutTimes(after.read(name), realm.host),
      withoutTimes(before.read(name), acme.realm.host),
      name,
    );
});

/** Without what stays on a server. */
const whatCame = ({ messages, files, left_behind }: ZulipExport) => ({
  ...{ messages, files, left_behind: left_behind.filter(({ in_archive }) => in_archive) },
});

/** When it was exported, the host, and numbers that only Zulip has. */
function withoutTimes(tables: Tables, host: string): unknown {
  const same = JSON.parse(JSON.stringify(tables).replaceAll(host, "our host")) as Tables;
  if (Array.isArray(same)) return same;
  const dropped = new Set([
    ...["timestamp", "event_time", "id", "string_id"],
    ...["sending_client", "client", "recipient", "recipient_id"],
  ]);
  // Groups of people that only drafts and scheduled messages name have new numbers in each archive.
  for (const row of same.zerver_recipient ?? []) if (row.type === RecipientType.group) row.type_id = 0;
  return Object.fromEntries(
    Object.entries(same).map(([name, rows]) => [
      name,
      Array.isArray(rows) ? rows.map((row) => without(row, dropped)).sort(byText) : rows,
    ]),
  );
}

const without = (row: Json, names: ReadonlySet<string>): Json =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.has(name)));
const byText = (a: Json, b: Json): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

test("the archive has the files and tables that Zulip's import reads, and says what Zulip does not take", async (t) => {
  const acme = await org(t);
  const world = await fullWorld(acme);
  const { file, messages, left_behind } = await exported(acme.server, acme.realm);
  const { root, read } = await unpacked(t, file);
  const paths = filesIn(root);
  for (const path of ["attachment.json", "realm.json", "migration_status.json", "messages-000001.json"])
    assert(paths.includes(path), path);
  for (const folder of ["uploads", "avatars", "emoji", "realm_icons"]) {
    const records = read(`${folder}/records.json`) as unknown as { path: string; realm_id: number }[];
    assert(records.length > 0, folder);
    for (const record of records) {
      assert(paths.includes(`${folder}/${record.path}`), record.path);
      assert.equal(record.realm_id, acme.realm.id);
    }
  }
  const realm = read("realm.json");
  const people = realm.zerver_userprofile as Json[];
  const ada = people.find(({ full_name }) => full_name === "Ada") as Json;
  assert.deepEqual([ada.groups, ada.user_permissions, ada.last_login, ada.is_mirror_dummy], [[], [], null, false]);
  const personal = new Map(
    realm.zerver_recipient?.filter(({ type }) => type === 1).map((row) => [row.type_id, row.id]),
  );
  assert(
    people.every(({ id }) => personal.has(id)),
    "everyone has a recipient",
  );
  const recipients = new Set(realm.zerver_recipient?.map(({ id }) => id));
  assert.equal(recipients.size, realm.zerver_recipient?.length, "each has an id of its own");
  const told = read("messages-000001.json");
  assert.equal(told.zerver_message?.length, messages);
  assert(told.zerver_message?.every((row) => recipients.has(row.recipient)));
  const clients = new Set(realm.zerver_client?.map(({ id }) => id));
  assert(told.zerver_message?.every((row) => clients.has(row.sending_client)));
  const ids = new Set(told.zerver_message?.map(({ id }) => id));
  assert(told.zerver_usermessage?.every((row) => ids.has(row.message)));
  const kinds = new Set(left_behind.map(({ what }) => what));
  for (const what of ["API keys", "drafts", "votes and entries of polls and lists", "entries of the audit log"])
    assert(kinds.has(what), what);
  assert.deepEqual((read("parley.json") as unknown as ZulipExport).left_behind, left_behind);
  assert(world.messages.length > 0);
});

test("a file that the server has lost is empty in the archive, and counted", async (t) => {
  const acme = await org(t);
  await worldOf(acme);
  const path = await uploads(acme.owner, asFile("lost", "lost.txt"));
  await acme.owner.sends("#town > files", `[f](/user_uploads/${path})`);
  await acme.server.app.storage.remove([fileKey(path)]);
  const { file, left_behind } = await exported(acme.server, acme.realm);
  assert.deepEqual(
    left_behind.filter(({ what }) => what === "uploaded files").map(({ count }) => count),
    [1],
  );
  const { root, read } = await unpacked(t, file);
  const records = read("uploads/records.json") as unknown as { path: string }[];
  const empty = records.filter((record) => readFileSync(join(root, "uploads", record.path), "utf8") === "");
  assert.deepEqual(
    empty.map((record) => record.path),
    [path],
  );
});

test("an archive of Zulip's kind that Parley wrote can also go into another organization", async (t) => {
  const acme = await org(t);
  await fullWorld(acme);
  const { file, messages } = await exported(acme.server, acme.realm);
  const target = await elsewhere(t, acme);
  const owner = { email: acme.owner.email, fullName: "Olivia", password: null };
  const { realm } = await createOrganization(target.app, { name: "Other", owner });
  const source = await openSource("zulip", file, { workFolder: join(target.app.config.dataDirectory, "imports") });
  try {
    const { tally } = await importFrom(target.app, realm, source, { fingerprint: await fingerprintOf(file) });
    assert.equal(tally.taken.messages + tally.taken.direct_messages, messages);
  } finally {
    await source.close();
  }
});

test("rows of a table that Zulip has nothing like are carried as they are, and counted", async (t) => {
  const acme = await org(t);
  const { app } = acme.server;
  await acme.owner.asks("POST", "/realm/domains", { domain: "acme.example", allow_subdomains: "false" });
  const file = join(app.config.dataDirectory, "carried.json");
  const left = await app.database.snapshot(async (db) => {
    const out = await Outward.of(app, db, acme.realm, new ConsideredRows(new Map(), unobserved));
    await JsonTables.write(file, async (tables) => {
      tables.begin(nameThere("realm_domain"));
      for await (const row of out.rows("realm_domain")) await tables.row(row);
    });
    return carriedBy(out, ["realm_domain"]);
  });
  assert.deepEqual(
    left.map(({ what, count, in_archive }) => [what, count, in_archive]),
    [["rows of realm_domain", 1, true]],
  );
  const tables = JSON.parse(readFileSync(file, "utf8")) as Tables;
  const [[table, row] = []] = [...carriedIn({ rows: (name) => tables[name] ?? [] }, ["realm_domain"])];
  assert.deepEqual([table, row?.domain, row?.realm_id], ["realm_domain", "acme.example", acme.realm.id]);
});

/** The archive with some of its files changed. */
async function tampered(t: TestContext, file: string, change: (name: string, tables: Tables) => void): Promise<string> {
  const { root } = await unpacked(t, file);
  const bad = join(dirname(file), `bad-${++count}.tar.gz`);
  const tar = new TarWriter(bad, 0);
  for (const path of filesIn(root)) {
    const content = readFileSync(join(root, path));
    if (!path.endsWith(".json") || path.includes("/")) {
      await tar.addFile(`x/${path}`, join(root, path));
      continue;
    }
    const tables = JSON.parse(content.toString()) as Tables;
    change(path, tables);
    await tar.addText(`x/${path}`, JSON.stringify(tables));
  }
  await tar.end();
  return bad;
}

test("a file in an archive cannot leave its directory, and rows that do not fit are refused as a whole", async (t) => {
  const acme = await org(t);
  const world = await worldOf(acme);
  const path = await uploads(acme.owner, asFile("mine", "mine.txt"));
  await acme.owner.sends("#town > files", `[f](/user_uploads/${path})`);
  const { file } = await exported(acme.server, acme.realm);
  const target = await elsewhere(t, acme);
  const outside = join(target.app.config.dataDirectory, "outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "secret.txt"), "secret");
  const first = (tables: Tables, table: string) => (tables[table] as Json[])[0] as Json;
  const changes: readonly [string, (tables: Tables) => void][] = [
    ["attachment.json", (tables) => (first(tables, "zerver_attachment").path_id = `${acme.realm.id}/../../secret.txt`)],
    ["attachment.json", (tables) => (first(tables, "zerver_attachment").path_id = "/etc/passwd")],
    ["attachment.json", (tables) => (first(tables, "zerver_attachment").owner = 999_999)],
    ["realm.json", (tables) => (first(tables, "zerver_stream").id = -1)],
    ["realm.json", (tables) => (first(tables, "zerver_userprofile").delivery_email = "nobody")],
    [
      "realm.json",
      (tables) => (first(tables, "zerver_userprofile").password = "argon2$argon2id$v=19$m=9999999,t=9,p=9$a$b"),
    ],
    ["messages-000001.json", (tables) => (first(tables, "zerver_message").recipient = 12_345)],
    ["messages-000001.json", (tables) => (first(tables, "zerver_usermessage").message = 12_345)],
    ["messages-000001.json", (tables) => (first(tables, "zerver_message").sender = "1 or 1")],
  ];
  for (const [name, change] of changes) {
    const bad = await tampered(t, file, (each, tables) => {
      if (each === name) change(tables);
    });
    await assert.rejects(imported(target, bad), DamagedFile, `${name} ${change}`);
  }
  assert.deepEqual(await target.app.database.reader.selectFrom("user").select("id").execute(), []);
  await imported(target, await tampered(t, file, () => {}));
  assert(world.people.length > 0);
});

import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { type Organization, org, test } from "../../../test/index.ts";
import { linesOf } from "../../kernel/json-lines.ts";
import { asFile, uploads } from "../../messages/uploads/testing.ts";
import { importOrganization } from "./import.ts";
import { type Tamper, tampered, worldOf } from "./testing.ts";
import { trusted } from "./trust.ts";
import { writeArchive } from "./write.ts";

let count = 0;

const archiveOf = async ({ server: { app }, realm }: Organization): Promise<string> => {
  const file = join(app.config.dataDirectory, `honest-${++count}.gz`);
  await app.jobs.settled();
  await writeArchive(app, realm, file, "everything");
  return file;
};

/** Changes one column in a table's rows. */
const setting =
  (table: string, column: string, value: unknown): Tamper =>
  (row, of) =>
    of === table ? { ...row, [column]: value } : row;

const imported = ({ server }: Organization, file: string) =>
  importOrganization(server.app, file, { shortName: `guest-${++count}` });

async function countsIn({ server }: Organization): Promise<Record<string, number>> {
  const { reader } = server.app.database;
  const counts: Record<string, number> = {};
  for (const table of ["realm", "user", "user_group_member", "subscription", "message", "attachment"] as const)
    counts[table] = (await reader.selectFrom(table).selectAll().execute()).length;
  return counts;
}

test("no row of an archive ends up in an existing organization, or refers to its rows [A4]", async (t) => {
  const acme = await org(t);
  await worldOf(acme);
  const edited = await acme.owner.writes(acme.owner, "before");
  await acme.owner.asks("PATCH", `/messages/${edited}`, { content: "after" });
  const file = await archiveOf(acme);
  const before = await countsIn(acme);
  const here = acme.realm.id;
  const groups = acme.realm.systemGroups as Readonly<Record<string, number>>;
  for (const tamper of [
    // As text: a database would convert it to a number, but the import would not have moved it.
    setting("user", "realm_id", String(here)),
    setting("message", "realm_id", [here]),
    setting("user_group_member", "group_id", String(groups["role:owners"])),
    setting("user_group_member", "group_id", -1),
    setting("user_group_member", "group_id", 0),
    setting("subscription", "channel_id", 1.5),
    setting("user", "id", -5),
    setting("user", "id", undefined),
    setting("user", "id", 2 ** 52),
    setting("channel", "first_message_id", 1e15),
    setting("recipient", "direct_key", "1,-2"),
    setting("recipient", "direct_key", "9,3"),
    setting("realm", "settings", { can_create_groups: -3 }),
    setting("realm", "settings", null),
    setting("user", "settings", "none"),
    setting("user", "role", "100"),
    setting("user", "is_active", "yes"),
    setting("user", "full_name", 7),
    setting("user", "full_name", "zero\0"),
    setting("message", "edit_history", [{ user_id: -1, timestamp: 1 }]),
    setting("message", "edit_history", "none"),
    setting("message_edit", "user_id", -1),
    setting("message_edit", "message_id", 0),
    setting("message_edit", "prev_channel_id", -1),
    setting("message_edit", "prev_content", 7),
  ] satisfies Tamper[])
    await assert.rejects(imported(acme, tampered(file, tamper)), /The export is damaged/);
  const twins: Tamper = (row, table) => (table === "realm" ? [row, { ...row, id: (row.id as number) + 1 }] : row);
  await assert.rejects(imported(acme, tampered(file, twins)), /more than one organization/);
  assert.deepEqual(await countsIn(acme), before);
});

test("no file of an archive is stored or found outside its place", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  const path = await uploads(ada, asFile("mine"));
  await ada.sends("#town > files", `[f](/user_uploads/${path})`).catch(() => undefined);
  const file = await archiveOf(acme);
  const other = path.replace(/^\d+/, "77");
  for (const [table, column, value] of [
    ["attachment", "path_id", `${acme.realm.id}/../${path}`],
    ["attachment", "path_id", other],
    ["attachment", "path_id", `${acme.realm.id}/ab/abc/..`],
    ["attachment", "path_id", `${acme.realm.id}/../../../secret.key`],
    ["attachment", "size", -1],
    ["user", "avatar_path", "../../secret"],
    ["user", "avatar_path", `${acme.realm.id}/../../files/${path}`],
    ["realm", "settings", { pictures: { icon: "../../../outside" } }],
    ["realm", "settings", { pictures: "x" }],
  ] as const)
    await assert.rejects(imported(acme, tampered(file, setting(table, column, value))), /The export is damaged/);
  assert.throws(() => trusted("custom_emoji", { file_name: "../x" }, acme.realm.id), /The export is damaged/);
  assert(!existsSync(join(acme.server.app.config.dataDirectory, "outside.png")));
});

test("an archive cannot import password hashes that are expensive to check, or API keys that are in use", async (t) => {
  const acme = await org(t);
  await acme.member("Ada");
  const file = await archiveOf(acme);
  for (const password_hash of [
    "$argon2id$v=19$m=4194304,t=3,p=4$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
    "$argon2id$v=19$m=65536,t=4000000,p=4$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
    "md5$secret",
  ])
    await assert.rejects(
      imported(acme, tampered(file, setting("user", "password_hash", password_hash))),
      /unknown hash format/,
    );
  await assert.rejects(imported(acme, tampered(file, setting("user", "system_bot", "root"))), /built-in bot/);
  await assert.rejects(imported(acme, tampered(file, setting("user", "delivery_email", "a\nBcc: b"))), /address/);

  // One key for everyone, an invalid one, and forged hashes.
  const forged: Tamper = (row, table) =>
    table === "user" ? { ...row, api_key: "A".repeat(32), api_key_hash: "x", api_key_encrypted: "y" } : row;
  const { realm } = await imported(acme, tampered(file, forged));
  const { reader } = acme.server.app.database;
  const keys = await reader.selectFrom("user").select("api_key_hash").where("realm_id", "=", realm.id).execute();
  assert.equal(new Set(keys.map((row) => row.api_key_hash)).size, keys.length);
  assert(!keys.some((row) => row.api_key_hash === "x"));
  const nonsense = await imported(acme, tampered(file, setting("user", "api_key", "short")));
  assert.equal(nonsense.realm.is_active, true);
});

test("invalid settings get their defaults", async (t) => {
  const acme = await org(t);
  const file = await archiveOf(acme);
  const { realm } = await imported(
    acme,
    tampered(file, (row, table) =>
      table === "realm"
        ? { ...row, settings: { ...(row.settings as object), default_language: 7, invite_required: "maybe" } }
        : row,
    ),
  );
  assert.deepEqual([realm.settings.default_language, realm.settings.invite_required], ["en", true]);
});

test("ids that an archive mentions are never assigned to other rows later", async (t) => {
  const acme = await org(t);
  const file = await archiveOf(acme);
  const { realm } = await imported(
    acme,
    tampered(file, (row, table) =>
      table === "realm" ? { ...row, settings: { ...(row.settings as object), can_create_groups: 500 } } : row,
    ),
  );
  const { group_id } = (await acme.owner.asks("POST", "/user_groups/create", {
    name: "crew",
    description: "",
    members: "[]",
  })) as never as { group_id: number };
  assert(group_id > realm.settings.can_create_groups);
});

test("the short name in the header must be valid like any other", async (t) => {
  const acme = await org(t);
  const file = await archiveOf(acme);
  const text = gunzipSync(readFileSync(file)).toString();
  const heading = JSON.parse(text.slice(0, text.indexOf("\n"))) as { realm: object };
  for (const [string_id, sentence] of [
    ["../x", /short name may have/],
    ["", /needs a short name/],
    [7, /header is incomplete/],
  ] as const) {
    const changed = JSON.stringify({ ...heading, realm: { ...heading.realm, string_id } });
    const bad = `${file}.heading`;
    writeFileSync(bad, gzipSync(changed + text.slice(text.indexOf("\n"))));
    await assert.rejects(importOrganization(acme.server.app, bad, {}), sentence);
  }
});

test("an endless line is not read into memory", async (t) => {
  const acme = await org(t);
  const file = join(acme.server.app.config.dataDirectory, "endless.gz");
  writeFileSync(file, gzipSync(`short\n${"a".repeat(200_000)}\n`));
  const read: string[] = [];
  await assert.rejects(async () => {
    for await (const line of linesOf(file, "export", { longestLine: 100_000 })) read.push(line);
  }, /lines is incomplete/);
  assert.deepEqual(read, ["short"]);
  const whole: number[] = [];
  for await (const line of linesOf(file, "export")) whole.push(line.length);
  assert.deepEqual(whole, [5, 200_000]);
});

test("HTML that our renderer cannot have produced is shown as text", async (t) => {
  const acme = await org(t);
  const ada = await acme.member("Ada");
  await acme.channel("town", [ada]);
  await ada.sends("#town > logo", "hello $$x^2$$ **there**");
  const file = await archiveOf(acme);
  for (const [html, shown] of [
    ["<p><script>alert(1)</script></p>", "&lt;script&gt;"],
    ['<p><img src="x" onerror="alert(1)"></p>', "&lt;img"],
    ['<p><a href="javascript:alert(1)">a</a></p>', "&lt;a href="],
    ['<p><span style="background:url(https://evil.example)">a</span></p>', "&lt;span"],
    ["<p>never closed", "&lt;p&gt;"],
  ] as const) {
    const { realm } = await imported(acme, tampered(file, setting("message", "rendered_content", html)));
    const { reader } = acme.server.app.database;
    const rows = await reader
      .selectFrom("message")
      .select("rendered_content")
      .where("realm_id", "=", realm.id)
      .execute();
    assert(rows.length > 0);
    for (const { rendered_content } of rows)
      assert(rendered_content.startsWith("<p>") && rendered_content.includes(shown), rendered_content);
  }
  const honest = await imported(acme, file);
  const rows = await acme.server.app.database.reader
    .selectFrom("message")
    .select("rendered_content")
    .where("realm_id", "=", honest.realm.id)
    .execute();
  assert(rows.some((row) => row.rendered_content.includes('class="katex"')));
});

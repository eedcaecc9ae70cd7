import assert from "node:assert/strict";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "kysely";
import pg from "pg";
import { pino } from "pino";
import { openApp } from "../../app.ts";
import { type Config, readConfig } from "../../kernel/config.ts";
import { type App, change } from "../../kernel/context.ts";
import { takeTurnOf } from "../../kernel/events/log.ts";
import { hashPassword, secretKeyFile } from "../../kernel/secrets.ts";
import { serverContext } from "../../kernel/server-context.ts";
import { unfinishedFile } from "../../kernel/storage/unfinished.ts";
import { insertAttachment, takeSpace } from "../../messages/uploads/store.ts";
import { fileKey } from "../../messages/uploads/thumbnails.ts";
import { insertEmoji } from "../../organization/custom-emoji/store.ts";
import { newPicturePath, putPictures } from "../../organization/pictures/store.ts";
import { changeAvatar } from "../../people/avatars/actions.ts";
import { createUser } from "../../people/users/actions.ts";
import { createOrganization } from "../../set-up/create.ts";
import { play } from "../demo/play.ts";
import { diagnose } from "../doctor/command.ts";
import { installation } from "../testing.ts";
import { restoreBackup } from "./restore.ts";
import { writeBackup } from "./write.ts";

const log = pino({ level: "silent" });

/** Writes a backup and returns its lines. */
async function backUp(config: Config, file: string): Promise<string[]> {
  const app = await openApp(config, { log });
  try {
    await writeBackup(app, file);
  } finally {
    await app.stop();
  }
  const lines = gunzipSync(readFileSync(file)).toString().split("\n");
  // The header contains the time, and a restored organization starts a new log.
  return lines.slice(1).map((line) => line.replace(/^(\[\d+,\d+),\d+(,"\d+\.\d+ \d+")?\]$/, "$1$2]"));
}

const UPLOADED: [string, Buffer][] = [
  ["empty.txt", Buffer.alloc(0)],
  ["large.bin", Buffer.from(Uint8Array.from({ length: 300_000 }, (_, index) => index % 251))],
];

/** A custom emoji's image: a file without an attachment row. */
const IMAGE: [string, Buffer] = ["emoji/1/0123.webp", Buffer.from("an image")];
const EMOJI = { realm_id: 1, name: "blob", author_id: null, file_name: "0123", is_animated: false };

async function store(app: App, key: string, content: Buffer): Promise<void> {
  const file = await unfinishedFile(app.config.dataDirectory);
  writeFileSync(file, content);
  await app.storage.adopt(file, key, "application/octet-stream");
}

async function upload(app: App, realm_id: number, owner_id: number, name: string, content: Buffer): Promise<void> {
  const path_id = `${realm_id}/7/token/${name}`;
  await store(app, fileKey(path_id), content);
  const size = content.length;
  await app.database.transaction(async (tx) => {
    const facts = { file_name: name, content_type: "text/plain", created_at: 0, image: null };
    await insertAttachment(await takeTurnOf(tx, realm_id), { ...facts, realm_id, owner_id, path_id, size });
    await takeSpace(tx, realm_id, size);
  });
}

/** The stored files, by name. */
async function storedIn(config: Config): Promise<[string, Buffer][]> {
  const app = await openApp(config, { log });
  const found: [string, Buffer][] = [];
  const keys = UPLOADED.map(([name]) => [name, fileKey(`1/7/token/${name}`)] as const);
  for (const [name, key] of [...keys, [IMAGE[0], IMAGE[0]] as const]) {
    const content = await app.storage.read(key);
    if (content) found.push([name, await buffer(content)]);
  }
  await app.stop();
  return found;
}

async function demoInstallation(t: TestContext) {
  const { directory, env } = installation(t);
  const config = readConfig(env);
  const app = await openApp(config, { log });
  const owner = { email: "o@example.com", fullName: "Olivia Marsh", password: null };
  const { realm, userId } = await createOrganization(app, { name: "Acme", owner });
  const passwordHash = await hashPassword("demo");
  await play({ app, realm, ownerId: userId, passwordHash, now: Math.floor(app.clock.now() / 1000), seed: 1 });
  // Some parsers treat these characters as line breaks.
  await change(serverContext(app, realm), (ctx) =>
    createUser(ctx, { email: "x@example.com", full_name: "Line\u2028End", role: 400, password_hash: null }),
  );
  await app.database.transaction((tx) =>
    tx.insertInto("job").values({ kind: "none", payload: "null", run_at_ms: 0, attempts: 0, failed: true }).execute(),
  );
  for (const [name, content] of UPLOADED) await upload(app, realm.id, userId, name, content);
  const path = newPicturePath(realm.id);
  await putPictures(app, path, Buffer.from("a picture"), Buffer.from("and a larger one"));
  await change(serverContext(app, realm), (ctx) => changeAvatar(ctx, userId, path));
  await store(app, ...IMAGE);
  await change(serverContext(app, realm), ({ db }) => insertEmoji(db, EMOJI));
  await app.stop();
  return { directory, config };
}

test("a backup restores everything or nothing", async (t) => {
  const { directory, config } = await demoInstallation(t);
  const file = join(directory, "backup.gz");
  const lines = await backUp(config, file);
  for (const content of ["a picture", "and a larger one"])
    assert.ok(
      lines.some((line) => line.endsWith(`"${Buffer.from(content).toString("base64")}"]`)),
      content,
    );
  assert.equal(statSync(file).mode & 0o777, 0o600);

  await t.test("into an empty installation", async (t) => {
    const restored = readConfig(installation(t).env);
    const { rows } = await restoreBackup(restored, file);
    assert.ok(rows > 1000);
    assert.deepEqual(await backUp(restored, join(restored.dataDirectory, "again.gz")), lines);
    assert.deepEqual(await storedIn(restored), [...UPLOADED, IMAGE], "the files are restored");
    const key = secretKeyFile(restored.dataDirectory);
    assert.equal(readFileSync(key, "utf8"), readFileSync(secretKeyFile(config.dataDirectory), "utf8"));
    assert.equal(statSync(key).mode & 0o777, 0o600);
    assert.deepEqual(
      (await diagnose(restored)).filter((finding) => !finding.ok),
      [],
    );
  });

  await t.test("into one where a server was started before", async (t) => {
    const started = readConfig(installation(t).env);
    await (await openApp(started, { log })).stop();
    await restoreBackup(started, file);
    assert.deepEqual(
      (await diagnose(started)).filter((finding) => !finding.ok),
      [],
    );
  });

  await t.test("not over an organization", async () => {
    await assert.rejects(restoreBackup(config, file), /There is already an organization here/);
  });

  await t.test("not from a damaged file, which changes nothing", async (t) => {
    const target = readConfig(installation(t).env);
    await (await openApp(target, { log })).stop();
    const key = readFileSync(secretKeyFile(target.dataDirectory));
    const whole = readFileSync(file);
    const text = gunzipSync(whole).toString();
    const damaged: [Buffer, RegExp][] = [
      [whole.subarray(0, whole.length - 100), /its end is missing/],
      [Buffer.from("hello"), /is not a Parley backup/],
      [gzipSync('{"a":1}\n'), /is not a Parley backup/],
      [gzipSync(text.slice(0, -30)), /not JSON|end/],
      [gzipSync(text.replace(/^\[\d+,(1,)?"o@.*\n/m, "")), /is missing|do not match/],
      [gzipSync(text.replace(/"secret_key":"[0-9a-f]{4}/, '"secret_key":"0000')), /secret key does not match/],
      [gzipSync(text.replace('"0001-organizations"', '"9999-future"')), /newer version/],
    ];
    for (const [bytes, sentence] of damaged) {
      const bad = join(directory, "bad.gz");
      writeFileSync(bad, bytes);
      await assert.rejects(restoreBackup(target, bad), sentence);
    }
    assert.deepEqual(readFileSync(secretKeyFile(target.dataDirectory)), key);
    await restoreBackup(target, file);
  });

  const server = process.env.PARLEY_TEST_POSTGRES;
  for (const engine of ["sqlite", "postgres"] as const)
    await t.test(
      `not if what is read back differs (${engine})`,
      { skip: engine === "postgres" && !server },
      async (t) => {
        const url = engine === "postgres" ? await freshDatabase(t, server as string) : undefined;
        const target = readConfig(installation(t, url ? { PARLEY_DATABASE_URL: url } : {}).env);
        const app = await openApp(target, { log });
        await app.database.transaction(async (tx) => {
          for (const statement of SPOILING[engine]) await sql.raw(statement).execute(tx);
        });
        await app.stop();
        await assert.rejects(
          restoreBackup(target, file),
          /differs from the backup: the table reaction has other contents\. Nothing was restored/,
        );
        const again = await openApp(target, { log });
        assert.equal(await again.database.reader.selectFrom("realm").select("id").executeTakeFirst(), undefined);
        await again.stop();
      },
    );

  await t.test("from one engine to the other and back", { skip: !server }, async (t) => {
    const url = await freshDatabase(t, server as string);
    const onPostgres = readConfig(installation(t, { PARLEY_DATABASE_URL: url }).env);
    await restoreBackup(onPostgres, file);
    const fromPostgres = join(directory, "postgres.gz");
    assert.deepEqual(await backUp(onPostgres, fromPostgres), lines);
    assert.deepEqual(
      (await diagnose(onPostgres)).filter((finding) => !finding.ok),
      [],
    );
    const back = readConfig(installation(t).env);
    await restoreBackup(back, fromPostgres);
    assert.deepEqual(await backUp(back, join(back.dataDirectory, "again.gz")), lines);

    const app = await openApp(onPostgres, { log });
    const realm = await app.identities.realmById(app.database.reader, 1);
    const account = { email: "new@example.com", full_name: "New", role: 400, password_hash: null };
    const { user } = await change(serverContext(app, realm), (ctx) => createUser(ctx, account));
    await app.stop();
    assert.ok(user.id > 20, "ids continue after the highest one");
  });
});

/** A database that changes what is written. */
const SPOILING = {
  sqlite: [
    "create trigger spoil after insert on reaction when new.id = 7 begin update reaction set emoji_name = 'other' where id = 7; end",
  ],
  postgres: [
    "create function spoil() returns trigger as $$ begin new.emoji_name = 'other'; return new; end $$ language plpgsql",
    "create trigger spoil before insert on reaction for each row when (new.id = 7) execute function spoil()",
  ],
};

async function freshDatabase(t: TestContext, server: string): Promise<string> {
  const name = `parley_cli_${process.pid}_${Date.now()}`;
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await administer(`create database ${name}`);
  t.after(() => administer(`drop database ${name} with (force)`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

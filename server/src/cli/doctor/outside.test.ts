/** The doctor does not call "ok" what it could not reach. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import pg from "pg";
import { makeDatabase, POSTGRES } from "../../../test/databases.ts";
import { Mailbox } from "../../../test/mailbox.ts";
import { installation, parley, parleyAlone, serve } from "../testing.ts";
import type { Finding } from "./check.ts";

async function doctor(env: NodeJS.ProcessEnv, program = parley) {
  const { code, stdout, stderr } = await program(env, ["doctor", "--json"]);
  assert.equal(stderr, "");
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: Finding[] };
  assert.equal(code, ok ? 0 : 1);
  return {
    wrong: checks.filter((finding) => !finding.ok).map(({ check, problems }) => `${check}: ${problems.join(" ")}`),
    notes: checks.flatMap(({ notes }) => notes),
    names: checks.map(({ check }) => check),
  };
}

async function listening(t: TestContext, respond: RequestListener): Promise<string> {
  const server = createServer(respond).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const SECRET = "a-secret-of-the-gateway";

test("what is set up outside is really asked", async (t) => {
  const { directory, env } = installation(t);
  assert.equal((await parley(env, ["organization", "list"])).code, 0);
  const plain = await doctor(env, parleyAlone);
  assert.deepEqual(plain.wrong, []);
  for (const sentence of [/PARLEY_URL is not set/, /PARLEY_SMTP_URL is not set/, /PARLEY_PUSH_GATEWAY is not set/])
    assert.ok(plain.notes.some((note) => sentence.test(note)));
  for (const sentence of [/PARLEY_MAIL_IN_ADDRESS is not set/, /PARLEY_BACKUP_TO is not set/])
    assert.ok(plain.notes.some((note) => sentence.test(note)));

  const mailbox = await Mailbox.open();
  t.after(() => mailbox.close());
  const gateway = await listening(t, (request, response) => {
    response.writeHead(request.headers.authorization === `Bearer ${SECRET}` ? 200 : 403).end("{}");
  });
  const late = await listening(t, (_request, response) => {
    response
      .setHeader("date", new Date(Date.now() - 3_600_000).toUTCString())
      .writeHead(403)
      .end();
  });
  const well = {
    PARLEY_SMTP_URL: mailbox.url,
    PARLEY_PUSH_GATEWAY: gateway,
    PARLEY_PUSH_GATEWAY_SECRET: SECRET,
    PARLEY_BACKUP_TO: join(directory, "kept"),
    PARLEY_BACKUP_EVERY: "6h",
  };
  const good = await doctor({ ...env, ...well });
  assert.deepEqual(good.wrong, []);
  assert.ok(good.notes.some((note) => /There is no backup yet/.test(note)));
  assert.deepEqual(readdirSync(join(directory, "kept")), ["unfinished"], "nothing is left there");
  // A mail server, but not this one.
  const mailIn = { PARLEY_MAIL_IN_ADDRESS: "*@in.example.com", PARLEY_MAIL_IN_PORT: new URL(mailbox.url).port };
  const missing = { PARLEY_MAIL_IN_TLS_CERTIFICATE: join(directory, "none"), PARLEY_MAIL_IN_TLS_KEY: "none" };
  mkdirSync(join(directory, "kept", "backups"));
  writeFileSync(join(directory, "kept", "backups", "2026-01-05T00-00-00Z-0a1b2c.parley"), "");
  const { wrong: wrongMail } = await doctor({ ...env, ...well, ...mailIn, ...missing });
  assert.match(wrongMail.join(), /backups can be kept: The last backup is from 2026-01-05T00:00:00\.000Z\./);
  assert.match(wrongMail.join(), /Another program listens on port \d+: 220 .*certificate .* cannot be read/s);

  const file = join(env.PARLEY_DATA as string, "parley.env");
  writeFileSync(file, `PARLEY_S3_ENDPOINT=${late}\nPARLEY_S3_BUCKET=files\n`, { mode: 0o600 });
  chmodSync(file, 0o644);
  const badly = {
    PARLEY_SMTP_URL: "smtp://127.0.0.1:1",
    PARLEY_PUSH_GATEWAY: gateway,
    PARLEY_PUSH_GATEWAY_SECRET: "not-the-secret-of-it",
    PARLEY_S3_ACCESS_KEY_ID: "id",
    PARLEY_S3_SECRET_ACCESS_KEY: "key",
    PARLEY_BACKUP_TO: file,
    TMPDIR: directory,
  };
  const { wrong } = await doctor({ ...env, ...badly });
  const expected = [
    /^nobody else can read or change the files with settings: Others can read or change .*parley\.env/,
    /^the clock agrees with other machines: This machine's clock is off by 3\d{3} seconds/,
    /^the mail server lets Parley in: The mail server 127\.0\.0\.1:1 cannot be used/,
    /^the push gateway takes notifications: The push gateway rejected PARLEY_PUSH_GATEWAY_SECRET/,
    /^uploaded files can be stored: The S3 store cannot be used: .*403/,
    /^backups can be kept: .*parley\.env cannot be used: (?:ENOTDIR|EEXIST)/,
  ];
  assert.equal(wrong.length, expected.length, wrong.join("\n"));
  for (const [index, sentence] of expected.entries()) assert.match(wrong[index] ?? "", sentence);
});

test("the address is tried while a server runs", async (t) => {
  const { env } = installation(t);
  const url = await serve(t, env);
  const { port } = new URL(url);
  const running = { ...env, PARLEY_PORT: port };
  const other = await listening(t, (_request, response) => void response.writeHead(502).end("Bad gateway"));
  const [right, wrong, none] = await Promise.all([
    doctor({ ...running, PARLEY_URL: url }),
    doctor({ ...running, PARLEY_URL: other }),
    doctor({ ...running, PARLEY_URL: "https://127.0.0.1:1" }),
  ]);
  assert.deepEqual(right.wrong, []);
  assert.match(wrong.wrong.join(), /^people can open PARLEY_URL: .* responds with status 502, and not as Parley/);
  assert.match(none.wrong.join(), /^people can open PARLEY_URL: This machine cannot open https:\/\/127\.0\.0\.1:1/);
});

test("a PostgreSQL that cannot be reached or used is wrong", { skip: !POSTGRES }, async (t) => {
  const { env } = installation(t);
  const unreachable = await doctor({ ...env, PARLEY_DATABASE_URL: "postgres://127.0.0.1:1/none" });
  assert.ok(unreachable.wrong.some((line) => /^the database can be reached: .*does not accept connections/.test(line)));
  assert.ok(!unreachable.names.includes("the database is up to date"), "it was not looked at");

  const { url, drop } = await makeDatabase();
  t.after(drop);
  const used = { ...env, PARLEY_DATABASE_URL: url };
  assert.equal((await parley(used, ["organization", "list"])).code, 0);
  assert.deepEqual((await doctor(used, parleyAlone)).wrong, []);
  const listens = await doctor({ ...used, PARLEY_DATABASE_LISTEN_URL: "postgres://127.0.0.1:1/none" });
  assert.match(listens.wrong.join(), /^the database can be reached: .*is PARLEY_DATABASE_LISTEN_URL right/);

  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("update pg_index set indisvalid = false where indexrelid = 'reaction_unique'::regclass");
  await client.end();
  const damaged = await doctor({ ...used, PARLEY_DATABASE_READERS: "1000" });
  assert.deepEqual(
    damaged.wrong.map((line) => line.split(":")[0]),
    ["the database can be used", "the database is not damaged"],
  );
  assert.match(damaged.wrong.join(), /The index reaction_unique is not valid/);
});

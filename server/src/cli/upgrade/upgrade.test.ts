/** What an upgrade would do is told without doing it. */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeDatabase, POSTGRES } from "../../../test/databases.ts";
import { appliedMigrations } from "../../kernel/db/migrate.ts";
import { type MigrationName, migrations } from "../../kernel/db/migrations/index.ts";
import { openPostgres } from "../../kernel/db/postgres.ts";
import { openSqlite } from "../../kernel/db/sqlite.ts";
import { PRODUCT_VERSION } from "../../kernel/version.ts";
import { installation, parley, parleyAlone } from "../testing.ts";

const NAMES = Object.keys(migrations) as MigrationName[];
const OLDER = NAMES.at(-4) as MigrationName;
const PENDING = NAMES.slice(-3);

interface Report {
  version: string;
  migrations: string[];
  measured: { bytes: number; seconds: number; migrations: { name: string; seconds: number }[] } | null;
}

const check = async (env: NodeJS.ProcessEnv, ...args: string[]): Promise<Report> => {
  const { code, stdout, stderr } = await parleyAlone(env, ["upgrade", "--check", "--json", ...args]);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as Report;
};

test("--version prints the version", async (t) => {
  const { env } = installation(t);
  assert.deepEqual(await parleyAlone(env, ["--version"]), { code: 0, stdout: `${PRODUCT_VERSION}\n`, stderr: "" });
});

test("on SQLite, pending migrations are measured on a copy, which is removed", async (t) => {
  const { directory, env } = installation(t);
  const nothing = await parley(env, ["upgrade", "--check"]);
  assert.match(nothing.stdout, /There is no database yet/);
  assert.deepEqual(readdirSync(directory), [], "nothing was created");

  mkdirSync(env.PARLEY_DATA as string, { mode: 0o700 });
  const file = join(env.PARLEY_DATA as string, "parley.db");
  const old = openSqlite(file);
  await old.migrate(OLDER);
  await old.close();
  const copies = join(directory, "copies");
  mkdirSync(copies);
  const { version, migrations: pending, measured } = await check(env, "--directory", copies);
  assert.deepEqual([version, pending], [PRODUCT_VERSION, PENDING]);
  assert.deepEqual(
    measured?.migrations.map(({ name }) => name),
    PENDING,
  );
  assert.ok(measured.bytes > 0 && measured.seconds > 0);
  assert.deepEqual(readdirSync(copies), []);

  const still = openSqlite(file);
  assert.equal((await appliedMigrations(still.reader)).at(-1), OLDER, "the database is as it was");
  await still.migrate();
  await still.close();
  assert.deepEqual(await check(env), { version: PRODUCT_VERSION, migrations: [], measured: null });
});

test("on PostgreSQL, pending migrations are listed, and measured only on a copy that is given", {
  skip: !POSTGRES,
}, async (t) => {
  const [used, copy, other] = await Promise.all([makeDatabase(), makeDatabase(), makeDatabase()]);
  t.after(() => Promise.all([used, copy, other].map((each) => each.drop())));
  for (const { url } of [used, copy]) {
    const old = openPostgres(url);
    await old.migrate(OLDER);
    await old.close();
  }
  const { env } = installation(t, { PARLEY_DATABASE_URL: used.url });
  assert.deepEqual(await check(env), { version: PRODUCT_VERSION, migrations: PENDING, measured: null });

  const refused = async (address: string) => (await parley(env, ["upgrade", "--check", "--copy-url", address])).stderr;
  assert.match(await refused(used.url), /leads to the database that is in use/);
  const sameByAnotherName = used.url.replace("127.0.0.1", "localhost");
  assert.match(await refused(sameByAnotherName), /leads to the database that is in use/);
  assert.match(await refused(other.url), /not a copy/);
  assert.match(await refused("postgres://127.0.0.1:1/none"), /is --copy-url right\?/);
  assert.match(await refused("elsewhere"), /--copy-url must be an address/);

  const { measured } = await check(env, "--copy-url", copy.url);
  assert.deepEqual(
    measured?.migrations.map(({ name }) => name),
    PENDING,
  );
  const still = openPostgres(used.url);
  assert.equal((await appliedMigrations(still.reader)).at(-1), OLDER, "the database is as it was");
  await still.close();
});

test("upgrade refuses what it cannot mean", async (t) => {
  const { env } = installation(t);
  const outcomes = await Promise.all([
    parley(env, ["upgrade"]),
    parley(env, ["upgrade", "--check", "--copy-url", "postgres://127.0.0.1/x"]),
  ]);
  assert.deepEqual(
    outcomes.map(({ code }) => code),
    [2, 2],
  );
  assert.match(outcomes[0].stderr, /Migrations run when the server starts/);
  assert.match(outcomes[1].stderr, /--copy-url is for PostgreSQL/);
});

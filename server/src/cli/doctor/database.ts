/** Checks the database itself: reachable, up to date, undamaged, and matching the secret key. */
import { sql } from "kysely";
import type { Config } from "../../kernel/config.ts";
import { isPostgres } from "../../kernel/db/dialect.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { appliedMigrations } from "../../kernel/db/migrate.ts";
import { migrations } from "../../kernel/db/migrations/index.ts";
import { danglingReferences } from "../../kernel/db/references.ts";
import { readSecretKey, Secrets } from "../../kernel/secrets.ts";
import { fingerprintOf, WrongSecretKey } from "../../kernel/secrets-check.ts";
import type { Check } from "./check.ts";

const OLDEST_POSTGRES = 150_000;

export const databaseChecks = (config: Config): readonly Check<Db>[] => [
  {
    name: "the database can be reached",
    async problems(db) {
      await sql`select 1`.execute(db);
      if (!isPostgres(db)) return [];
      const { rows } = await sql<{ server_version_num: string }>`show server_version_num`.execute(db);
      const version = Number(rows[0]?.server_version_num);
      return version >= OLDEST_POSTGRES ? [] : ["PostgreSQL is too old: Parley needs version 15 or newer."];
    },
  },
  {
    name: "the database is up to date",
    async problems(db) {
      const applied = new Set(await appliedMigrations(db));
      const known = Object.keys(migrations);
      const missing = known.filter((name) => !applied.has(name));
      const unknown = [...applied].filter((name) => !known.includes(name));
      return [
        ...missing.map((name) => `The migration ${name} is missing; starting the server applies it.`),
        ...unknown.map((name) => `The migration ${name} is unknown: a newer version of Parley has used this database.`),
      ];
    },
  },
  {
    name: "the secret key matches the database",
    async problems(db) {
      const stored = await db.selectFrom("installation").select("secret_fingerprint").executeTakeFirst();
      const own = fingerprintOf(new Secrets(readSecretKey(config.dataDirectory)));
      return stored && stored.secret_fingerprint !== own ? [new WrongSecretKey().message] : [];
    },
  },
  {
    name: "the database is not damaged",
    async problems(db) {
      if (isPostgres(db)) return [];
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(20)`.execute(db);
      return rows.map((row) => row.integrity_check).filter((line) => line !== "ok");
    },
  },
  { name: "every reference points to a row", problems: danglingReferences },
];

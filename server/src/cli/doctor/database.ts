/** Checks the database itself: usable, up to date, undamaged, and matching the secret key. */
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
import { damageInPostgres, unusable } from "./postgres.ts";

/** Authenticator apps allow for thirty seconds; whatever is off by some will soon be off by more. */
const MOST_SECONDS_APART = 10;

export const databaseChecks = (config: Config): readonly Check<Db>[] => [
  {
    name: "the database can be used",
    problems: async (db) => (isPostgres(db) ? unusable(db, config) : []),
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
    async problems(db, note) {
      if (isPostgres(db)) return damageInPostgres(db, note);
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(20)`.execute(db);
      return rows.map((row) => row.integrity_check).filter((line) => line !== "ok");
    },
  },
  { name: "the clock agrees with the database", problems: wrongTime },
  { name: "every reference points to a row", problems: danglingReferences },
];

async function wrongTime(db: Db): Promise<string[]> {
  const now = Date.now() / 1000;
  const newest = await db.selectFrom("message").select("sent_at").orderBy("id", "desc").limit(1).executeTakeFirst();
  const apart = newest ? newest.sent_at - now : 0;
  const ahead =
    apart > MOST_SECONDS_APART
      ? [
          `The newest message is from ${Math.round(apart)} seconds in the future: this machine's clock is behind, or was ahead.`,
        ]
      : [];
  if (!isPostgres(db)) return ahead;
  const { rows } = await sql<{ now: number }>`
    select extract(epoch from clock_timestamp())::double precision as now`.execute(db);
  const behind = Math.abs(Number(rows[0]?.now) - Date.now() / 1000);
  return behind > MOST_SECONDS_APART
    ? [...ahead, `The clock here and the one of PostgreSQL are ${Math.round(behind)} seconds apart.`]
    : ahead;
}

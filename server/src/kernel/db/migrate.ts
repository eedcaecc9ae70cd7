import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { hasTable } from "./dialect.ts";
import type { Db } from "./handles.ts";
import { type MigrationName, migrations } from "./migrations/index.ts";
import type { Schema } from "./schema.ts";

/** A newer release has used this database. */
export class NewerDatabase extends Error {
  constructor(unknown: readonly string[]) {
    super(`This data was written by a newer version of Parley (${unknown.join(", ")}). Start that version instead.`);
  }
}

/** Applies missing migrations: all, or up to one. */
export async function migrate(db: Kysely<Schema>, upto?: MigrationName): Promise<void> {
  const applied = await appliedMigrations(db);
  const unknown = applied.filter((name) => !(name in migrations));
  if (unknown.length > 0) throw new NewerDatabase(unknown);
  // At most starts. The migrator would read the columns of all tables first.
  if (upto === undefined && applied.length === Object.keys(migrations).length) return;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await (upto ? migrator.migrateTo(upto) : migrator.migrateToLatest());
  if (error) throw error;
}

/** The recorded migrations, including those of a newer release; empty for a new database. */
export async function appliedMigrations(db: Db): Promise<string[]> {
  if (!(await hasTable(db, "kysely_migration"))) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
}

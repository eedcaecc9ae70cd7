import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import type { Db } from "./handles.ts";
import { type MigrationName, migrations } from "./migrations/index.ts";
import type { Schema } from "./schema.ts";

/** A newer release has written here, in ways that this one does not know. */
export class NewerDatabase extends Error {
  constructor(unknown: readonly string[]) {
    super(`This data was written by a newer version of Parley (${unknown.join(", ")}). Start that version instead.`);
  }
}

/** Applies what is missing: everything, or no further than one migration. */
export async function migrate(db: Kysely<Schema>, upto?: MigrationName): Promise<void> {
  const unknown = (await appliedMigrations(db)).filter((name) => !(name in migrations));
  if (unknown.length > 0) throw new NewerDatabase(unknown);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await (upto ? migrator.migrateTo(upto) : migrator.migrateToLatest());
  if (error) throw error;
}

/** The names that the database has recorded, those of a newer release included; none when it is empty. */
export async function appliedMigrations(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === "kysely_migration")) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
}

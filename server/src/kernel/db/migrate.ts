import { setImmediate as nextTurn } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { type Progress, unobserved } from "../progress.ts";
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

export interface MigrateOptions {
  readonly progress?: Progress;
  /** The data is committed, and only waits for being brought up to date. */
  readonly mustFinish?: boolean;
}

/** Applies missing migrations: all, or up to one. */
export async function migrate(
  db: Kysely<Schema>,
  upto?: MigrationName,
  { progress = unobserved, mustFinish = false }: MigrateOptions = {},
): Promise<void> {
  const applied = await appliedMigrations(db);
  const unknown = applied.filter((name) => !(name in migrations));
  if (unknown.length > 0) throw new NewerDatabase(unknown);
  // At most starts. The migrator would read the columns of all tables first.
  if (upto === undefined && applied.length === Object.keys(migrations).length) return;
  const names = Object.keys(migrations);
  const pending = names.slice(0, upto && names.indexOf(upto) + 1).filter((name) => !applied.includes(name));
  // One of them may take long; but creating a database does not.
  progress.begin("Migrating the database", pending.length, { mustFinish, isAnnounced: applied.length > 0 });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => reporting(progress) } });
  const { error } = await (upto ? migrator.migrateTo(upto) : migrator.migrateToLatest());
  if (error) throw error;
}

function reporting(progress: Progress): Record<string, Migration> {
  const reported = Object.entries(migrations).map(([name, { up }]: [string, Migration]): [string, Migration] => [
    name,
    {
      async up(db) {
        await up(db);
        // On SQLite a signal would not be noticed otherwise.
        await nextTurn();
        progress.add(1);
      },
    },
  ]);
  return Object.fromEntries(reported);
}

/** The recorded migrations, including those of a newer release; empty for a new database. */
export async function appliedMigrations(db: Db): Promise<string[]> {
  if (!(await hasTable(db, "kysely_migration"))) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
}

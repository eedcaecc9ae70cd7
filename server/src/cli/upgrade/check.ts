/** What starting this version would do to the database, and how long that takes on a copy of it. */
import { randomInt } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { DATABASE_DEFAULTS } from "../../kernel/db/config.ts";
import type { Database, Db } from "../../kernel/db/handles.ts";
import { appliedMigrations, NewerDatabase } from "../../kernel/db/migrate.ts";
import { type MigrationName, migrations } from "../../kernel/db/migrations/index.ts";
import { openPostgres } from "../../kernel/db/postgres.ts";
import { reachPostgres } from "../../kernel/db/postgres-start.ts";
import { openSqlite } from "../../kernel/db/sqlite.ts";
import { Refusal } from "../errors.ts";

export interface TimedMigration {
  readonly name: MigrationName;
  readonly seconds: number;
}

export interface Measured {
  /** The size of the copy. */
  readonly bytes: number;
  readonly seconds: number;
  readonly migrations: readonly TimedMigration[];
}

/** The migrations that the next start runs, in order. */
export async function pendingMigrations(db: Db): Promise<MigrationName[]> {
  const applied = await appliedMigrations(db);
  const unknown = applied.filter((name) => !(name in migrations));
  if (unknown.length > 0) throw new NewerDatabase(unknown);
  return (Object.keys(migrations) as MigrationName[]).filter((name) => !applied.includes(name));
}

/** One after the other, so that each has its time. At a start they run together, which is not slower. */
async function timed(database: Database, pending: readonly MigrationName[]): Promise<TimedMigration[]> {
  const measured: TimedMigration[] = [];
  for (const name of pending) {
    const began = performance.now();
    await database.migrate(name);
    measured.push({ name, seconds: (performance.now() - began) / 1000 });
  }
  return measured;
}

const totalOf = (measured: readonly TimedMigration[]): number =>
  measured.reduce((sum, { seconds }) => sum + seconds, 0);

/** The copy has every message in it: only its owner can read it, and it is removed however this ends. */
export async function measureOnSqlite(
  file: string,
  pending: readonly MigrationName[],
  parent: string,
): Promise<Measured> {
  const bytes = [file, `${file}-wal`].reduce((sum, each) => sum + (existsSync(each) ? statSync(each).size : 0), 0);
  demandRoom(parent, bytes);
  const directory = mkdtempSync(join(parent, "parley-upgrade-"));
  const remove = () => rmSync(directory, { recursive: true, force: true });
  const interrupted = () => {
    remove();
    process.exit(130);
  };
  process.once("SIGINT", interrupted).once("SIGTERM", interrupted);
  try {
    const copy = join(directory, "parley.db");
    await copySqlite(file, copy);
    const database = openSqlite(copy);
    try {
      const measured = await timed(database, pending);
      return { bytes, seconds: totalOf(measured), migrations: measured };
    } finally {
      await database.close();
    }
  } finally {
    process.off("SIGINT", interrupted).off("SIGTERM", interrupted);
    remove();
  }
}

/** For the copy, and for what migrations write anew before they delete. */
function demandRoom(directory: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(directory);
  if (bavail * bsize > 2.5 * bytes) return;
  throw new Refusal(
    `${directory} has too little room for a copy of the database. Name another directory with --directory.`,
  );
}

/** In one step: in several, each change by a running server would begin it anew. */
async function copySqlite(file: string, copy: string): Promise<void> {
  const source = new DatabaseSync(file, { readOnly: true });
  try {
    await backup(source, copy, { rate: 2 ** 31 - 1 });
    chmodSync(copy, 0o600);
  } finally {
    source.close();
  }
}

/** The migrations stay applied to the copy. */
export async function measureOnPostgres(
  original: Database,
  copyUrl: string,
  pending: readonly MigrationName[],
): Promise<Measured> {
  const { waitMs } = DATABASE_DEFAULTS;
  await reachPostgres(copyUrl, { waitMs, startMs: 0, onWait() {}, name: "--copy-url" });
  const copy = openPostgres(copyUrl, { startMs: 0, statementMs: 0 });
  try {
    if (await areSame(original, copy))
      throw new Refusal("--copy-url leads to the database that is in use. Give the address of a copy.");
    const missing = await pendingMigrations(copy.reader);
    if (missing.join() !== pending.join())
      throw new Refusal("--copy-url leads to a database that is not a copy: its migrations differ. Copy it again.");
    const { rows } = await sql<{ bytes: number }>`
      select pg_database_size(current_database())::bigint as bytes`.execute(copy.reader);
    const measured = await timed(copy, pending);
    return { bytes: Number(rows[0]?.bytes), seconds: totalOf(measured), migrations: measured };
  } finally {
    await copy.close();
  }
}

/** A lock in the one is a lock in the other only if they are the same, whatever their addresses are. */
async function areSame(one: Database, other: Database): Promise<boolean> {
  const key = randomInt(2 ** 47);
  return one.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(${key}::bigint)`.execute(tx);
    return other.transaction(async (there) => {
      const { rows } = await sql<{ isFree: boolean }>`
        select pg_try_advisory_xact_lock(${key}::bigint) as "isFree"`.execute(there);
      return rows[0]?.isFree !== true;
    });
  });
}

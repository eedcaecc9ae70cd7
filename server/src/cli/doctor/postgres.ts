/** What only PostgreSQL can say about itself: whether it can be used as it is set up, and whether it has noticed damage. */
import { sql } from "kysely";
import type { Config } from "../../kernel/config.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { CONNECTIONS_OF_THREAD } from "../../kernel/reading/task.ts";

export async function unusable(db: Db, { database, readingThreads }: Config): Promise<string[]> {
  const { rows } = await sql<{
    encoding: string;
    schema: string | null;
    may_create: boolean | null;
    connections: number;
    is_read_only: boolean;
  }>`
    select
      current_setting('server_encoding') as encoding,
      current_schema() as schema,
      has_schema_privilege(current_schema(), 'create') as may_create,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
      exists (
        select 1 from pg_db_role_setting, unnest(setconfig) as entry
        where entry = 'default_transaction_read_only=on'
          and setdatabase in (0, (select oid from pg_database where datname = current_database()))
          and setrole in (0, (select oid from pg_roles where rolname = current_user))
      ) as is_read_only`.execute(db);
  const [found] = rows;
  if (!found) return ["PostgreSQL did not answer."];
  const needed = database.readers + database.writers + database.deliverers + 1 + readingThreads * CONNECTIONS_OF_THREAD;
  const problems: string[] = [];
  if (found.encoding !== "UTF8") problems.push(`The database's encoding is ${found.encoding}; Parley needs UTF8.`);
  if (found.schema === null) problems.push("The search_path of the user in PARLEY_DATABASE_URL has no schema.");
  else if (!found.may_create)
    problems.push(`The user in PARLEY_DATABASE_URL may not create tables in ${found.schema}, which migrations do.`);
  if (found.is_read_only) problems.push("default_transaction_read_only is on for the database or its user.");
  if (found.connections < needed)
    problems.push(
      `PostgreSQL admits ${found.connections} connections (max_connections), and a node opens up to ${needed} (PARLEY_DATABASE_READERS, _WRITERS, _DELIVERERS, PARLEY_READING_THREADS).`,
    );
  return problems;
}

/** Pages are not read to find damage: that is what checksums and the database's own tools are for. */
export async function damageInPostgres(db: Db, note: (sentence: string) => void): Promise<string[]> {
  const { rows } = await sql<{ has_checksums: boolean; is_synced: boolean; failures: number | null }>`
    select
      current_setting('data_checksums') = 'on' as has_checksums,
      current_setting('fsync') = 'on' and current_setting('full_page_writes') = 'on' as is_synced,
      (select checksum_failures::int from pg_stat_database where datname = current_database()) as failures`.execute(db);
  const invalid = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index
    join pg_class on pg_class.oid = indexrelid
    where not indisvalid and relnamespace = current_schema()::regnamespace`.execute(db);
  const { has_checksums = false, is_synced = true, failures = null } = rows[0] ?? {};
  if (!has_checksums)
    note(
      "PostgreSQL keeps no checksums (data_checksums is off), so damage on its disk is not noticed. See pg_checksums.",
    );
  if (!is_synced) note("fsync or full_page_writes is off: a power failure can destroy the database.");
  return [
    ...(failures ? [`PostgreSQL found ${failures} damaged pages (pg_stat_database). Restore a backup.`] : []),
    ...invalid.rows.map(({ name }) => `The index ${name} is not valid. Run: reindex index ${name}`),
  ];
}

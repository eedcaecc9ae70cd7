/**
 * On SQLite: no statistics, so that the plan of a query is the same whatever the tables held when they were counted last
 * (decision 032), and no merging of the search index inside somebody's transaction: the indexer merges when it is quiet.
 */
import { type Kysely, sql } from "kysely";
import { onPostgres } from "./columns.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  if (onPostgres(db)) return;
  await sql`drop table if exists sqlite_stat1`.execute(db);
  await sql`drop table if exists sqlite_stat4`.execute(db);
  await sql`insert into search_index (search_index, rank) values ('automerge', 0)`.execute(db);
}

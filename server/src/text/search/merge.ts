import { sql } from "kysely";
import { isPostgres } from "../../kernel/db/dialect.ts";
import type { Tx } from "../../kernel/db/handles.ts";

/** Takes some milliseconds. A batch of messages takes about five pages, and each page is merged a few times. */
const PAGES = 32;

/**
 * On SQLite each batch is a separate segment, and a search reads all of them: this merges some segments, a few pages at
 * a time. Otherwise FTS5 would merge any amount in the transaction that fills its buffer.
 */
export async function mergeSome(tx: Tx): Promise<void> {
  if (!isPostgres(tx)) await sql`insert into search_index (search_index, rank) values ('merge', ${PAGES})`.execute(tx);
}

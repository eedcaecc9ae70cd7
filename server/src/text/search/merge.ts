import { sql } from "kysely";
import { isPostgres } from "../../kernel/db/dialect.ts";
import type { Tx } from "../../kernel/db/handles.ts";

/** Some milliseconds. A batch that was indexed takes about five pages, and each of them is merged a few times. */
const PAGES = 32;

/**
 * On SQLite each batch is a list of its own, and a search looks into all of them: this merges some, a bit at a time.
 * Left to itself, FTS5 merges as much as it likes inside the transaction that fills its buffer.
 */
export async function mergeSome(tx: Tx): Promise<void> {
  if (!isPostgres(tx)) await sql`insert into search_index (search_index, rank) values ('merge', ${PAGES})`.execute(tx);
}

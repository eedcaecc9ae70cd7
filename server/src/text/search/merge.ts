import { sql } from "kysely";
import { isPostgres } from "../../kernel/db/dialect.ts";
import type { Tx } from "../../kernel/db/handles.ts";

/** Takes some milliseconds. A batch of messages takes about five pages, and each page is merged a few times. */
const PAGES = 32;

/**
 * On SQLite each batch is a separate segment, and a search reads all of them: this merges some segments, a few pages at
 * a time, after each batch. Otherwise FTS5 merges all segments of a size in the transaction that adds the sixteenth: the
 * 256th batch then takes 250 ms, and the 4,096th seconds.
 */
export async function mergeSome(tx: Tx): Promise<void> {
  if (!isPostgres(tx)) await sql`insert into search_index (search_index, rank) values ('merge', ${PAGES})`.execute(tx);
}

/** Others wait while so many pages of the index are written. */
const PAGES_AT_ONCE = 500;
const WORDS_AT_ONCE = 2000;

/** Merges a part of the whole index into one segment, without what deleted and changed messages left. Returns whether there may be more to merge. */
export async function mergeIndex(tx: Tx, { isFirst }: { isFirst: boolean }): Promise<boolean> {
  const before = await totalChanges(tx);
  // A negative number begins a merge of everything, a positive one goes on with it.
  const pages = isFirst ? -PAGES_AT_ONCE : PAGES_AT_ONCE;
  await sql`insert into search_index (search_index, rank) values ('merge', ${pages})`.execute(tx);
  // FTS5 documents this as the sign that there was nothing to do.
  return (await totalChanges(tx)) - before >= 2;
}

async function totalChanges(tx: Tx): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(tx);
  return rows[0]?.changes ?? 0;
}

/** Looks at the words after so many. Returns how many are still used up to there, or undefined at the end. */
export async function deleteUnusedWords(tx: Tx, after: number): Promise<number | undefined> {
  await sql`create virtual table if not exists temp.search_vocabulary
    using fts5vocab('main', 'search_index', 'row')`.execute(tx);
  const { rows } = await sql<{ word: string; is_used: number }>`
    select word, exists (select 1 from temp.search_vocabulary where term = word) as is_used
    from (select word from search_word order by word limit ${WORDS_AT_ONCE} offset ${after})`.execute(tx);
  const unused = rows.filter((row) => !row.is_used).map((row) => row.word);
  await sql`delete from search_word where word in (select value from json_each(${JSON.stringify(unused)}))`.execute(tx);
  return rows.length < WORDS_AT_ONCE ? undefined : after + rows.length - unused.length;
}

/** Queries the search index, on both engines. */
import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { MessageId, RealmId } from "../../kernel/api/ids.ts";
import { isPostgres } from "../../kernel/db/dialect.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { fts5Query, type SearchPlace, tsquery } from "./engines.ts";
import type { Query } from "./query.ts";

/** For a query on `message`: its index entry is outdated. */
const isOutdated = sql<SqlBool>`exists (select 1 from search_dirty where search_dirty.message_id = message.id)`;

const isFound = (db: Db, query: Query, place: SearchPlace) =>
  isPostgres(db)
    ? sql<SqlBool>`search_index.words @@ ${tsquery(query, place)}::tsquery`
    : sql<SqlBool>`search_index match ${fts5Query(query, place)}`;

const indexedId = (db: Db) => (isPostgres(db) ? sql`search_index.message_id` : sql`search_index.rowid`);

/** For a query on `message`: the index matches it, and the entry is current. */
export const isIndexed = (db: Db, query: Query): Expression<SqlBool> =>
  sql<SqlBool>`(message.id in (select ${indexedId(db)} from search_index where ${isFound(db, query, {})})
    and not ${isOutdated})`;

export interface IndexedPage {
  readonly realmId: RealmId;
  readonly query: Query;
  /** The conversation, if all results are in one. Only speeds up the search: the condition implies it. */
  readonly place: SearchPlace;
  /** A further condition on `message`. */
  readonly condition: Expression<SqlBool>;
  readonly range: readonly ["<" | ">" | ">=", MessageId];
  readonly limit: number;
}

/** The matching messages next to an id, nearest first. Reads no further than necessary. */
export async function indexedIds(db: Db, page: IndexedPage): Promise<MessageId[]> {
  return isPostgres(db) ? widening(db, page) : idsOf(db, walk(db, page));
}

async function idsOf(db: Db, query: RawBuilder<{ id: MessageId }>): Promise<MessageId[]> {
  return (await query.execute(db)).rows.map((row) => row.id);
}

/**
 * Reads the index entries in order, from the anchor on. SQLite stores a word's entries in that order, so it scans
 * nothing else. The cross join fixes the order of tables: the other way round, each message would be a search.
 */
export function walk(db: Db, page: IndexedPage) {
  const { query, place, range, limit } = page;
  const [operator, anchor] = range;
  return sql<{
    id: MessageId;
  }>`select message.id from search_index cross join message on message.id = search_index.rowid
    where ${isFound(db, query, place)} and search_index.rowid ${sql.raw(operator)} ${anchor} and ${isCounted(page)}
    order by search_index.rowid ${direction(page)} limit ${limit}`;
}

/** For a query on `message`. */
const isCounted = ({ realmId, condition }: IndexedPage) =>
  sql<SqlBool>`message.realm_id = ${realmId} and ${condition} and not ${isOutdated}`;

const direction = ({ range: [operator] }: IndexedPage) => sql.raw(operator === "<" ? "desc" : "asc");

/**
 * PostgreSQL stores no order: it must read all entries of a word, or scan messages without it, and estimates badly
 * which is cheaper. So for a common word, the nearest messages fill the page; if they do not, the word is rare enough
 * to read all its entries.
 */
const WINDOWS = [1000, 4000];

async function widening(db: Db, page: IndexedPage): Promise<MessageId[]> {
  const isBackward = page.range[0] === "<";
  const ids: MessageId[] = [];
  let rest = page;
  for (const size of WINDOWS) {
    ids.push(...(await idsOf(db, amongNearest(db, rest, size))));
    if (ids.length >= page.limit) return ids;
    const end = await windowEnd(db, rest, size);
    if (end === undefined) return ids;
    rest = { ...page, range: [isBackward ? "<" : ">", end], limit: page.limit - ids.length };
  }
  return [...ids, ...(await idsOf(db, lookUp(db, rest)))];
}

/**
 * Checks this many entries from the anchor on. The limit inside keeps PostgreSQL from reading the entries of the words
 * instead, which it would choose once it plans the statement for any words.
 */
export function amongNearest(db: Db, page: IndexedPage, size: number) {
  const { query, place, range, limit } = page;
  const [operator, anchor] = range;
  return sql<{ id: MessageId }>`select message.id
    from (select message_id, words from search_index where message_id ${sql.raw(operator)} ${anchor}
        order by message_id ${direction(page)} limit ${size}) as search_index
      join message on message.id = search_index.message_id
    where ${isFound(db, query, place)} and ${isCounted(page)}
    order by search_index.message_id ${direction(page)} limit ${limit}`;
}

/** The last of this many entries from the anchor on; undefined if there are fewer. */
async function windowEnd(db: Db, page: IndexedPage, size: number): Promise<MessageId | undefined> {
  const [operator, anchor] = page.range;
  const { rows } = await sql<{ message_id: MessageId }>`
    select message_id from search_index where message_id ${sql.raw(operator)} ${anchor}
    order by message_id ${direction(page)} offset ${size - 1} limit 1`.execute(db);
  return rows[0]?.message_id;
}

/**
 * Reads all entries of the words, then their messages from the nearest on, until the page is full. The range is applied
 * afterwards: PostgreSQL, which keeps one plan for any words, would look up all entries in it as well.
 */
export function lookUp(db: Db, page: IndexedPage) {
  const { query, place, range, limit } = page;
  const [operator, anchor] = range;
  return sql<{ id: MessageId }>`
    with hits as materialized (
      select message_id from search_index where ${isFound(db, query, place)})
    select message.id
    from (select message_id from hits where message_id ${sql.raw(operator)} ${anchor}
        order by message_id ${direction(page)} offset 0) as hit
      join message on message.id = hit.message_id
    where ${isCounted(page)}
    order by hit.message_id ${direction(page)} limit ${limit}`;
}

/** With more words than this, the prefix itself is searched. */
const MOST_COMPLETIONS = 1000;
const LAST_CHARACTER = "\u{10ffff}";

/**
 * Expands a prefix to the words it may stand for. SQLite can read the entries of several words in order, but would have
 * to collect those of a prefix first. PostgreSQL has to do that for any word.
 */
export async function completed(db: Db, query: Query): Promise<Query> {
  if (isPostgres(db)) return query;
  return Promise.all(
    query.map(async (part) => {
      if (part.kind !== "word" || !part.isPrefix) return part;
      const { word } = part;
      const { rows } = await sql<{ word: string }>`
        select word from search_word where word >= ${word} and word < ${word + LAST_CHARACTER}
        limit ${MOST_COMPLETIONS + 1}`.execute(db);
      if (rows.length > MOST_COMPLETIONS) return part;
      return { ...part, completions: [...new Set([word, ...rows.map((row) => row.word)])] };
    }),
  );
}

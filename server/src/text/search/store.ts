/** How the search index is asked, on both engines. */
import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { MessageId, RealmId } from "../../kernel/api/ids.ts";
import { isPostgres } from "../../kernel/db/dialect.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { fts5Query, type SearchPlace, tsquery } from "./engines.ts";
import type { Query } from "./query.ts";

/** In a query with `message`: its entry in the index is of an older text. */
const isOutdated = sql<SqlBool>`exists (select 1 from search_dirty where search_dirty.message_id = message.id)`;

const isFound = (db: Db, query: Query, place: SearchPlace) =>
  isPostgres(db)
    ? sql<SqlBool>`search_index.words @@ ${tsquery(query, place)}::tsquery`
    : sql<SqlBool>`search_index match ${fts5Query(query, place)}`;

const indexedId = (db: Db) => (isPostgres(db) ? sql`search_index.message_id` : sql`search_index.rowid`);

/** In a query with `message`: the index finds it, and what it found is still there. */
export const isIndexed = (db: Db, query: Query): Expression<SqlBool> =>
  sql<SqlBool>`(message.id in (select ${indexedId(db)} from search_index where ${isFound(db, query, {})})
    and not ${isOutdated})`;

export interface IndexedPage {
  readonly realmId: RealmId;
  readonly query: Query;
  /** Where all of it stands, if that is known: it says nothing that the condition does not say. */
  readonly place: SearchPlace;
  /** On `message`: what else must hold. */
  readonly condition: Expression<SqlBool>;
  readonly range: readonly ["<" | ">" | ">=", MessageId];
  readonly limit: number;
}

/** The found messages next to an id, nearest first. No further is looked than must be. */
export async function indexedIds(db: Db, page: IndexedPage): Promise<MessageId[]> {
  return isPostgres(db) ? widening(db, page) : idsOf(db, walk(db, page));
}

async function idsOf(db: Db, query: RawBuilder<{ id: MessageId }>): Promise<MessageId[]> {
  return (await query.execute(db)).rows.map((row) => row.id);
}

/**
 * The entries of the index in their order, from the anchor on. SQLite keeps those of a word in that order, so it passes
 * over nothing else; the order of its tables is meant, because the other way round each message would be a search.
 */
export function walk(db: Db, page: IndexedPage, upto?: Expression<SqlBool>) {
  const { realmId, query, place, condition, range, limit } = page;
  const [operator, anchor] = range;
  const id = indexedId(db);
  return sql<{ id: MessageId }>`
    select message.id from search_index ${sql.raw(isPostgres(db) ? "join" : "cross join")} message on message.id = ${id}
    where ${isFound(db, query, place)} and ${id} ${sql.raw(operator)} ${anchor} and ${upto ?? sql`1 = 1`}
      and message.realm_id = ${realmId} and ${condition} and not ${isOutdated}
    order by ${id} ${direction(page)} limit ${limit}`;
}

const direction = ({ range: [operator] }: IndexedPage) => sql.raw(operator === "<" ? "desc" : "asc");

/**
 * PostgreSQL keeps no order: it has to read all entries of a word, or pass over the messages without it, and guesses badly
 * which is less. A page of a common word is filled by the nearest messages; what is not, is rare enough to be read whole.
 */
const WINDOWS = [1000, 4000];

async function widening(db: Db, page: IndexedPage): Promise<MessageId[]> {
  const isBackward = page.range[0] === "<";
  const ids: MessageId[] = [];
  let rest = page;
  for (const size of WINDOWS) {
    const end = await windowEnd(db, rest, size);
    const upto = end === undefined ? undefined : sql<SqlBool>`message_id ${sql.raw(isBackward ? ">=" : "<=")} ${end}`;
    ids.push(...(await idsOf(db, walk(db, rest, upto))));
    if (end === undefined || ids.length >= page.limit) return ids;
    rest = { ...page, range: [isBackward ? "<" : ">", end], limit: page.limit - ids.length };
  }
  return [...ids, ...(await idsOf(db, lookUp(db, rest)))];
}

/** The last of so many entries from the anchor on; undefined when there are fewer. */
async function windowEnd(db: Db, page: IndexedPage, size: number): Promise<MessageId | undefined> {
  const [operator, anchor] = page.range;
  const { rows } = await sql<{ message_id: MessageId }>`
    select message_id from search_index where message_id ${sql.raw(operator)} ${anchor}
    order by message_id ${direction(page)} offset ${size - 1} limit 1`.execute(db);
  return rows[0]?.message_id;
}

/** All entries of the words, then their messages from the nearest on until the page is full. */
export function lookUp(db: Db, page: IndexedPage) {
  const { realmId, query, place, condition, range, limit } = page;
  const [operator, anchor] = range;
  return sql<{ id: MessageId }>`
    with hits as materialized (
      select message_id from search_index where ${isFound(db, query, place)} and message_id ${sql.raw(operator)} ${anchor})
    select message.id
    from (select message_id from hits order by message_id ${direction(page)} offset 0) as hit
      join message on message.id = hit.message_id
    where message.realm_id = ${realmId} and ${condition} and not ${isOutdated}
    order by hit.message_id ${direction(page)} limit ${limit}`;
}

/** More words with one beginning than this are no longer asked for one by one. */
const MOST_COMPLETIONS = 1000;
const LAST_CHARACTER = "\u{10ffff}";

/**
 * With the words that its last one may be the beginning of. SQLite walks through the messages of several words in their
 * order; those of a beginning it would all have to collect first. PostgreSQL has to do that for every word.
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

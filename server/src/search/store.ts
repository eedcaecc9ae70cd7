/** The search index of both engines: what is in it, what is not in it yet, and how it is asked. */
import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { MessageId, RealmId } from "../api/ids.ts";
import { compiled } from "../db/compiled.ts";
import { isAnyOf, isPostgres, json } from "../db/dialect.ts";
import type { Db, Tx } from "../db/handles.ts";
import { analyseMessage } from "./analyse.ts";
import { fts5Query, fts5Row, tsquery, tsvector } from "./engines.ts";
import type { Query } from "./query.ts";

/** What is indexed of a message. */
export interface SearchedText {
  readonly id: MessageId;
  readonly subject: string;
  readonly rendered_content: string;
}

/** In a query with `message`: its entry in the index is of an older text. */
const isOutdated = sql<SqlBool>`exists (select 1 from search_dirty where search_dirty.message_id = message.id)`;

const isFound = (db: Db, query: Query) =>
  isPostgres(db)
    ? sql<SqlBool>`search_index.words @@ ${tsquery(query)}::tsquery`
    : sql<SqlBool>`search_index match ${fts5Query(query)}`;

const indexedId = (db: Db) => (isPostgres(db) ? sql`search_index.message_id` : sql`search_index.rowid`);

/** In a query with `message`: the index finds it, and what it found is still there. */
export const isIndexed = (db: Db, query: Query): Expression<SqlBool> =>
  sql<SqlBool>`(message.id in (select ${indexedId(db)} from search_index where ${isFound(db, query)})
    and not ${isOutdated})`;

export interface IndexedPage {
  readonly realmId: RealmId;
  readonly query: Query;
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
  const { realmId, query, condition, range, limit } = page;
  const [operator, anchor] = range;
  const id = indexedId(db);
  return sql<{ id: MessageId }>`
    select message.id from search_index ${sql.raw(isPostgres(db) ? "join" : "cross join")} message on message.id = ${id}
    where ${isFound(db, query)} and ${id} ${sql.raw(operator)} ${anchor} and ${upto ?? sql`1 = 1`}
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
  const { realmId, query, condition, range, limit } = page;
  const [operator, anchor] = range;
  return sql<{ id: MessageId }>`
    with hits as materialized (
      select message_id from search_index where ${isFound(db, query)} and message_id ${sql.raw(operator)} ${anchor})
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

export async function cursorOf(db: Db, realmId: RealmId): Promise<MessageId> {
  const [row] = await storedCursor(db, { realmId });
  return row?.upto_message_id ?? 0;
}

const storedCursor = compiled((db, { realmId }: { realmId: RealmId }) =>
  db.selectFrom("search_cursor").select("upto_message_id").where("realm_id", "=", realmId),
);

/** The newest messages that the index does not hold as they are now, at most so many. */
export async function unindexed(db: Db, realmId: RealmId, limit: number): Promise<SearchedText[]> {
  const upto = await cursorOf(db, realmId);
  return [...(await newerThan(db, { realmId, upto, limit })), ...(await changedUpto(db, { realmId, upto, limit }))];
}

const newerThan = compiled((db, given: { realmId: RealmId; upto: MessageId; limit: number }) =>
  db
    .selectFrom("message")
    .select(["id", "subject", "rendered_content"])
    .where("realm_id", "=", given.realmId)
    .where("id", ">", given.upto)
    .orderBy("id", "desc")
    .limit(given.limit),
);

const changedUpto = compiled((db, given: { realmId: RealmId; upto: MessageId; limit: number }) =>
  db
    .selectFrom("message")
    .select(["message.id", "message.subject", "message.rendered_content"])
    .where("message.id", "in", (changed) =>
      changed.selectFrom("search_dirty").select("message_id").where("search_dirty.realm_id", "=", given.realmId),
    )
    .where("message.id", "<=", given.upto)
    .orderBy("message.id", "desc")
    .limit(given.limit),
);

/** Whether more than so many messages are missing from the index or outdated in it. */
export async function isBehind(db: Db, realmId: RealmId, tolerated: number): Promise<boolean> {
  const upto = await cursorOf(db, realmId);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select * from (select 1 from message where realm_id = ${realmId} and id > ${upto} limit ${tolerated + 1}) as missing
      union all
      select * from (select 1 from search_dirty where realm_id = ${realmId} limit ${tolerated + 1}) as changed
    ) as waiting`.execute(db);
  return (rows[0]?.count ?? 0) > tolerated;
}

/** Organizations with something to index. One look at the end of each one's messages. */
export async function realmsBehind(db: Db): Promise<RealmId[]> {
  const { rows } = await sql<{ id: RealmId }>`
    select realm.id from realm left join search_cursor on search_cursor.realm_id = realm.id
    where (select max(message.id) from message where message.realm_id = realm.id)
        > coalesce(search_cursor.upto_message_id, 0)
      or exists (select 1 from search_dirty where search_dirty.realm_id = realm.id)`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Brings the index forward by at most so many messages; answers whether there may be more. Message ids of an
 * organization become visible in order (M1), so nothing can still appear at or below the cursor.
 */
export async function indexSome(tx: Tx, realmId: RealmId, limit: number): Promise<boolean> {
  const upto = await holdCursor(tx, realmId);
  // Read before the texts: a change that is committed in between has a row of its own, which stays.
  const dirty = await tx
    .selectFrom("search_dirty")
    .select(["id", "message_id"])
    .where("realm_id", "=", realmId)
    .orderBy("id")
    .limit(limit)
    .execute();
  const changed = await texts(
    tx,
    sql`${isAnyOf(
      tx,
      "message.id",
      dirty.map((row) => row.message_id),
    )}`,
    limit,
  );
  const missing = await texts(tx, sql`message.realm_id = ${realmId} and message.id > ${upto}`, limit);
  await writeEntries(tx, [...new Map([...changed, ...missing].map((text) => [text.id, text])).values()]);
  await tx
    .deleteFrom("search_dirty")
    .where(
      isAnyOf(
        tx,
        "id",
        dirty.map((row) => row.id),
      ),
    )
    .execute();
  const newest = missing.at(-1)?.id;
  if (newest !== undefined)
    await tx.updateTable("search_cursor").set({ upto_message_id: newest }).where("realm_id", "=", realmId).execute();
  return dirty.length === limit || missing.length === limit;
}

/** One at a time moves an organization's cursor. */
async function holdCursor(tx: Tx, realmId: RealmId): Promise<MessageId> {
  await tx
    .insertInto("search_cursor")
    .values({ realm_id: realmId, upto_message_id: 0 })
    .onConflict((conflict) => conflict.column("realm_id").doNothing())
    .execute();
  const { rows } = await sql<{ upto_message_id: MessageId }>`
    select upto_message_id from search_cursor where realm_id = ${realmId}
    ${isPostgres(tx) ? sql`for update` : sql``}`.execute(tx);
  return rows[0]?.upto_message_id ?? 0;
}

/** On PostgreSQL held until the entries are written: a message that is deleted meanwhile would leave its entry behind. */
async function texts(tx: Tx, condition: Expression<unknown>, limit: number): Promise<SearchedText[]> {
  const { rows } = await sql<SearchedText>`
    select message.id, message.subject, message.rendered_content from message where ${condition}
    order by message.id limit ${limit} ${isPostgres(tx) ? sql`for key share` : sql``}`.execute(tx);
  return rows;
}

async function writeEntries(tx: Tx, messages: readonly SearchedText[]): Promise<void> {
  if (!isPostgres(tx)) {
    const words = new Set<string>();
    for (const { id, ...text } of messages) {
      const analysed = analyseMessage(text);
      for (const { word } of [...analysed.subject, ...analysed.content]) words.add(word);
      await writeEntry(tx, { id, words: fts5Row(analysed) });
    }
    await sql`insert or ignore into search_word (word) select value from json_each(${json([...words])})`.execute(tx);
    return;
  }
  const ids = messages.map((message) => message.id);
  const vectors = messages.map((message) => tsvector(analyseMessage(message)));
  await sql`insert into search_index (message_id, words)
    select given.id, given.words::tsvector from unnest(${ids}::bigint[], ${vectors}::text[]) as given (id, words)
    on conflict (message_id) do update set words = excluded.words`.execute(tx);
}

interface Fts5Entry {
  id: MessageId;
  words: string;
}

const writeEntry = compiled((db, { id, words }: Fts5Entry) => {
  const statement = sql`insert or replace into search_index (rowid, words) values (${id}, ${words})`;
  return { compile: () => statement.compile(db) };
});

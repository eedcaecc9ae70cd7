/** The search index of both engines: what is in it, what is not in it yet, and how it is asked. */
import { type Expression, type SqlBool, sql } from "kysely";
import type { MessageId, RealmId } from "../api/ids.ts";
import { compiled } from "../db/compiled.ts";
import { isAnyOf, isPostgres } from "../db/dialect.ts";
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

/** The found messages next to an id, nearest first. The index is walked from there, and no further than it must be. */
export async function indexedIds(
  db: Db,
  { realmId, query, condition, range, limit }: IndexedPage,
): Promise<MessageId[]> {
  const [operator, anchor] = range;
  const id = indexedId(db);
  // On SQLite the order of the tables is meant: the other way round each message would be a search of its own.
  const { rows } = await sql<{ id: MessageId }>`
    select message.id from search_index ${sql.raw(isPostgres(db) ? "join" : "cross join")} message on message.id = ${id}
    where ${isFound(db, query)} and ${id} ${sql.raw(operator)} ${anchor}
      and message.realm_id = ${realmId} and ${condition} and not ${isOutdated}
    order by ${id} ${sql.raw(operator === "<" ? "desc" : "asc")} limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
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
  for (const { id, ...text } of messages) {
    const analysed = analyseMessage(text);
    if (isPostgres(tx))
      await sql`insert into search_index (message_id, words) values (${id}, ${tsvector(analysed)}::tsvector)
        on conflict (message_id) do update set words = excluded.words`.execute(tx);
    else {
      const { words, stems } = fts5Row(analysed);
      await sql`insert or replace into search_index (rowid, words, stems) values (${id}, ${words}, ${stems})`.execute(
        tx,
      );
    }
  }
}

/** The progress of the search index: what it does not contain yet, and how it is extended, on both engines. */
import { type Expression, type SqlBool, sql } from "kysely";
import type { MessageId, RealmId } from "../../kernel/api/ids.ts";
import { compiled } from "../../kernel/db/compiled.ts";
import { isAnyOf, isPostgres, json } from "../../kernel/db/dialect.ts";
import type { Db, Tx } from "../../kernel/db/handles.ts";
import { analyseMessage } from "./analyse.ts";
import { fts5Row, type SearchPlace, tsvector } from "./engines.ts";

/** The parts of a message that are indexed. */
export interface SearchedText {
  readonly id: MessageId;
  readonly subject: string;
  readonly rendered_content: string;
}

/** Up to this message, an organization is indexed. */
const cursorOf = (realmId: RealmId) =>
  sql<MessageId>`coalesce((select upto_message_id from search_cursor where realm_id = ${realmId}), 0)`;

/** The newest messages whose current text is not in the index, up to a limit. */
export async function unindexed(db: Db, realmId: RealmId, most: BatchSize): Promise<SearchedText[]> {
  const given = { realmId, limit: most.messages };
  const sizes = (await Promise.all([newerThanIndexed(db, given), changedSince(db, given)])).flat();
  const { ids } = upToSize(sizes, most);
  if (ids.length === 0) return [];
  return db
    .selectFrom("message")
    .select(["id", "subject", "rendered_content"])
    .where(isAnyOf(db, "id", ids))
    .execute();
}

/** The engines know the number of bytes without reading the text, but not the number of characters. */
const bytes = sql<number>`octet_length(message.rendered_content)`;

const newerThanIndexed = compiled((db, given: { realmId: RealmId; limit: number }) =>
  db
    .selectFrom("message")
    .select(["id", bytes.as("bytes")])
    .where("realm_id", "=", given.realmId)
    .where("id", ">", cursorOf(given.realmId))
    .orderBy("id", "desc")
    .limit(given.limit),
);

const changedSince = compiled((db, given: { realmId: RealmId; limit: number }) =>
  db
    .selectFrom("message")
    .select(["message.id", bytes.as("bytes")])
    .where("message.id", "in", (changed) =>
      changed.selectFrom("search_dirty").select("message_id").where("search_dirty.realm_id", "=", given.realmId),
    )
    .where("message.id", "<=", cursorOf(given.realmId))
    .orderBy("message.id", "desc")
    .limit(given.limit),
);

/** Whether more than `tolerated` messages are missing or outdated in the index. */
export async function isBehind(db: Db, realmId: RealmId, tolerated: number): Promise<boolean> {
  // Written out: PostgreSQL keeps a plan only if it knows how little is read.
  const most = sql.lit(tolerated + 1);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select * from (select 1 from message where realm_id = ${realmId} and id > ${cursorOf(realmId)} order by id limit ${most}) as missing
      union all
      select * from (select 1 from search_dirty where realm_id = ${realmId} limit ${most}) as changed
    ) as waiting`.execute(db);
  return (rows[0]?.count ?? 0) > tolerated;
}

/** How many ids are left to pass. No more messages than that are left, and usually fewer; counting them would take long. */
export async function idsToPass(db: Db, realmId: RealmId): Promise<number> {
  const { rows } = await sql<{ newest: MessageId | null; indexed: MessageId }>`
    select max(id) as newest, ${cursorOf(realmId)} as indexed from message where realm_id = ${realmId}`.execute(db);
  return Math.max(0, (rows[0]?.newest ?? 0) - (rows[0]?.indexed ?? 0));
}

/** All messages are indexed again, soon. Searches do not miss any meanwhile. */
export async function forgetIndexed(tx: Tx): Promise<void> {
  await tx.deleteFrom("search_cursor").execute();
}

/** Organizations with messages to index. Reads only the newest message of each. */
export async function realmsBehind(db: Db): Promise<RealmId[]> {
  const { rows } = await sql<{ id: RealmId }>`
    select realm.id from realm left join search_cursor on search_cursor.realm_id = realm.id
    where (select max(message.id) from message where message.realm_id = realm.id)
        > coalesce(search_cursor.upto_message_id, 0)
      or exists (select 1 from search_dirty where search_dirty.realm_id = realm.id)`.execute(db);
  return rows.map((row) => row.id);
}

export interface BatchSize {
  readonly messages: number;
  /** Of the rendered text. */
  readonly bytes: number;
}

/** The limits for one transaction, which then takes some milliseconds. */
const USUAL: BatchSize = { messages: 100, bytes: 100_000 };
/** The limit on change records that one transaction reads. */
const MOST_CHANGES = 5000;

/**
 * Indexes a batch. Returns whether there may be more. Message ids of an organization become visible in order (M1), so
 * none can appear at or below the cursor later.
 */
export async function indexSome(tx: Tx, realmId: RealmId, most = USUAL): Promise<boolean> {
  const upto = await holdCursor(tx, realmId);
  // Read before the texts: a change committed in between has its own row, which is kept.
  const dirty = await tx
    .selectFrom("search_dirty")
    .select(["id", "message_id"])
    // All rows of a message, so that many edits do not index it many times.
    .where("message_id", "in", (oldest) =>
      oldest
        .selectFrom("search_dirty")
        .select("message_id")
        .where("realm_id", "=", realmId)
        .orderBy("id")
        .limit(most.messages),
    )
    .limit(MOST_CHANGES)
    .execute();
  const isDirty = isAnyOf(tx, "message.id", [...new Set(dirty.map((row) => row.message_id))]);
  const changed = await batchOf(tx, isDirty, most);
  const isNew = sql<SqlBool>`message.realm_id = ${realmId} and message.id > ${upto}`;
  const missing = await batchOf(tx, isNew, { ...most, bytes: most.bytes - changed.bytes });
  await writeEntries(tx, await texts(tx, [...new Set([...changed.ids, ...missing.ids])]));
  const left = new Set(changed.left);
  const done = dirty.filter((row) => !left.has(row.message_id)).map((row) => row.id);
  await tx
    .deleteFrom("search_dirty")
    .where(isAnyOf(tx, "id", done))
    .execute();
  const newest = missing.ids.at(-1);
  if (newest !== undefined)
    await tx.updateTable("search_cursor").set({ upto_message_id: newest }).where("realm_id", "=", realmId).execute();
  const isFull = dirty.length >= most.messages || missing.ids.length === most.messages;
  return isFull || changed.left.length + missing.left.length > 0;
}

interface Batch {
  readonly ids: readonly MessageId[];
  readonly left: readonly MessageId[];
  readonly bytes: number;
}

async function batchOf(db: Db, condition: Expression<SqlBool>, most: BatchSize): Promise<Batch> {
  const { rows } = await sql<{ id: MessageId; bytes: number }>`
    select message.id, ${bytes} as bytes from message where ${condition}
    order by message.id limit ${most.messages}`.execute(db);
  return upToSize(rows, most);
}

/** The first messages, up to the limit on bytes; at least one, unless the limit is zero. */
function upToSize(messages: readonly { id: MessageId; bytes: number }[], most: BatchSize): Batch {
  let [count, bytes] = [0, 0];
  while (count < messages.length && bytes < most.bytes) bytes += messages[count++]?.bytes ?? 0;
  const ids = messages.map((message) => message.id);
  return { ids: ids.slice(0, count), left: ids.slice(count), bytes };
}

/** Locks the cursor: only one process at a time can advance it. */
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

type IndexedText = SearchedText & Required<SearchPlace>;

/**
 * On PostgreSQL, locks the messages until their entries are written: otherwise the entry of a deleted message could
 * remain.
 */
async function texts(tx: Tx, ids: readonly MessageId[]): Promise<IndexedText[]> {
  const { rows } = await sql<IndexedText>`
    select message.id, message.subject, message.rendered_content, message.recipient_id, message.topic_id
    from message where ${isAnyOf(tx, "message.id", ids)}
    order by message.id ${isPostgres(tx) ? sql`for key share` : sql``}`.execute(tx);
  return rows;
}

async function writeEntries(tx: Tx, messages: readonly IndexedText[]): Promise<void> {
  if (!isPostgres(tx)) {
    const words = new Set<string>();
    for (const message of messages) {
      const analysed = analyseMessage(message);
      for (const { word } of [...analysed.subject, ...analysed.content]) words.add(word);
      await writeEntry(tx, { id: message.id, words: fts5Row(analysed, message) });
    }
    await sql`insert or ignore into search_word (word) select value from json_each(${json([...words])})`.execute(tx);
    return;
  }
  const ids = messages.map((message) => message.id);
  const vectors = messages.map((message) => tsvector(analyseMessage(message), message));
  await sql`insert into search_index (message_id, words)
    select given.id, given.words::tsvector from unnest(${ids}::bigint[], ${vectors}::text[]) as given (id, words)
    on conflict (message_id) do update set words = excluded.words`.execute(tx);
}

interface Fts5Entry {
  id: MessageId;
  words: string;
}

const writeEntry = compiled((tx: Tx, { id, words }: Fts5Entry) => {
  const statement = sql`insert or replace into search_index (rowid, words) values (${id}, ${words})`;
  return { compile: () => statement.compile(tx) };
});

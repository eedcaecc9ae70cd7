/**
 * The search index with what says how far it has come, and indexes for narrows to few messages among many. The index is
 * kept up by whoever has time for it: sending writes nothing here. Triggers note what is changed and deleted, so that no
 * way of changing a message can forget it.
 */
import { type Kysely, sql } from "kysely";
import { onPostgres, withId } from "./columns.ts";

/** As bits were numbered when this was written. */
const TRAITS = { links: 1, images: 2, attachments: 4, wildcards: 8 };
const FLAGS = { mentioned: 8 | 64, alerted: 16 };

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("search_cursor")
    .addColumn("realm_id", "bigint", (c) => c.primaryKey().references("realm.id").onDelete("cascade"))
    .addColumn("upto_message_id", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("search_dirty")
    .$call(withId(db))
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("message_id", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("search_dirty_by_realm").on("search_dirty").columns(["realm_id", "id"]).execute();
  await db.schema.createIndex("search_dirty_by_message").on("search_dirty").columns(["message_id"]).execute();

  for (const statement of onPostgres(db) ? POSTGRES : SQLITE) await sql.raw(statement).execute(db);

  for (const [name, bit] of Object.entries(TRAITS))
    await sql
      .raw(`create index message_with_${name} on message (realm_id, id) where (traits & ${bit}) <> 0`)
      .execute(db);
  for (const [name, bits] of Object.entries(FLAGS))
    await sql
      .raw(`create index user_message_${name} on user_message (user_id, message_id) where (flags & ${bits}) <> 0`)
      .execute(db);
}

const SQLITE = [
  `create virtual table search_index using fts5(words, content = '', contentless_delete = 1, tokenize = 'ascii')`,
  // Which words there are, to find those with a certain beginning: FTS5's own way reads all entries of all of them.
  "create table search_word (word text primary key) without rowid",
  `create trigger message_text_changed after update of subject, rendered_content on message
    when old.subject <> new.subject or old.rendered_content <> new.rendered_content
    begin insert into search_dirty (realm_id, message_id) values (new.realm_id, new.id); end`,
  `create trigger message_deleted after delete on message
    begin delete from search_index where rowid = old.id; end`,
];

const POSTGRES = [
  "create table search_index (message_id bigint primary key, words tsvector not null)",
  "create index search_index_words on search_index using gin (words)",
  `create function note_message_text() returns trigger language plpgsql as $$
    begin
      insert into search_dirty (realm_id, message_id) values (new.realm_id, new.id);
      return null;
    end $$`,
  `create trigger message_text_changed after update of subject, rendered_content on message for each row
    when (old.subject <> new.subject or old.rendered_content <> new.rendered_content)
    execute function note_message_text()`,
  `create function forget_message_text() returns trigger language plpgsql as $$
    begin
      delete from search_index where message_id = old.id;
      return null;
    end $$`,
  "create trigger message_deleted after delete on message for each row execute function forget_message_text()",
];

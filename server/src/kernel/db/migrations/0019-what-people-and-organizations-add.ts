/**
 * When people were here, the words they want to be told of and whom they do not want to hear; and what an organization adds
 * to texts: emoji, linkifiers and playgrounds for code.
 */
import { type Kysely, sql } from "kysely";
import { withId } from "./columns.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await presence(db);
  await wishes(db);
  await additions(db);
  // Caches of the two are renewed by themselves: they are larger than what the organization's own version stands for.
  for (const column of ["markup_version", "wishes_version"])
    await db.schema
      .alterTable("realm")
      .addColumn(column, "bigint", (c) => c.notNull().defaultTo(0))
      .execute();
}

async function presence(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("user_presence")
    .addColumn("user_id", "bigint", (c) => c.primaryKey().references("user.id").onDelete("cascade"))
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("last_connected_at", "bigint", (c) => c.notNull())
    .addColumn("last_active_at", "bigint")
    .addColumn("last_update_id", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("user_presence_by_update")
    .on("user_presence")
    .columns(["realm_id", "last_update_id"])
    .execute();
  await db.schema
    .createTable("presence_counter")
    .addColumn("realm_id", "bigint", (c) => c.primaryKey().references("realm.id").onDelete("cascade"))
    .addColumn("last_update_id", "bigint", (c) => c.notNull())
    .execute();
}

async function wishes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("alert_word")
    .$call(withId(db))
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("word", "text", (c) => c.notNull())
    .addColumn("word_key", "text", (c) => c.notNull())
    .addUniqueConstraint("alert_word_unique", ["user_id", "word_key"])
    .execute();
  await db.schema
    .createTable("muted_user")
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("muted_user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("muted_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("muted_user_pk", ["user_id", "muted_user_id"])
    .execute();
  await db.schema.createIndex("muted_user_by_muted").on("muted_user").columns(["muted_user_id"]).execute();
}

async function additions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("custom_emoji")
    .$call(withId(db))
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("author_id", "bigint", (c) => c.references("user.id"))
    .addColumn("file_name", "text", (c) => c.notNull())
    .addColumn("is_animated", "boolean", (c) => c.notNull())
    .addColumn("deactivated", "boolean", (c) => c.notNull())
    .execute();
  // A name is free again when its emoji is deactivated.
  await sql`create unique index custom_emoji_in_use on custom_emoji (realm_id, name) where not deactivated`.execute(db);
  await db.schema.createIndex("custom_emoji_by_realm").on("custom_emoji").columns(["realm_id"]).execute();

  await db.schema
    .createTable("linkifier")
    .$call(withId(db))
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("pattern", "text", (c) => c.notNull())
    .addColumn("url_template", "text", (c) => c.notNull())
    .addColumn("place", "bigint", (c) => c.notNull())
    .addUniqueConstraint("linkifier_unique", ["realm_id", "pattern"])
    .execute();

  await db.schema
    .createTable("playground")
    .$call(withId(db))
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("pygments_language", "text", (c) => c.notNull())
    .addColumn("url_template", "text", (c) => c.notNull())
    .addUniqueConstraint("playground_unique", ["realm_id", "pygments_language", "name"])
    .execute();
}

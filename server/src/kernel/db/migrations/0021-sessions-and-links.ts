/** Sessions of browsers, and links that are mailed to be opened once. Only hashes of their tokens are stored. */
import type { Kysely } from "kysely";
import { withId } from "./columns.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("session")
    .$call(withId(db))
    .addColumn("token_hash", "text", (c) => c.notNull().unique())
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("begun_at", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("session_user").on("session").column("user_id").execute();
  await db.schema.createIndex("session_expiry").on("session").column("expires_at").execute();

  await db.schema
    .createTable("one_time_link")
    .$call(withId(db))
    .addColumn("key_hash", "text", (c) => c.notNull().unique())
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("purpose", "text", (c) => c.notNull())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("one_time_link_user").on("one_time_link").column("user_id").execute();
  await db.schema.createIndex("one_time_link_expiry").on("one_time_link").column("expires_at").execute();
}

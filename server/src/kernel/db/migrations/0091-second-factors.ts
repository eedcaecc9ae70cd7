/** Authenticator apps and recovery codes, and values that can be used once (decision 091). */
import type { Kysely } from "kysely";
import { withId } from "./columns.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("user")
    .addColumn("has_second_factor", "boolean", (c) => c.notNull().defaultTo(false))
    .execute();

  await db.schema
    .createTable("authenticator")
    .addColumn("user_id", "bigint", (c) => c.primaryKey().references("user.id").onDelete("cascade"))
    .addColumn("secret_encrypted", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("last_used_at", "bigint")
    .addColumn("last_step", "bigint", (c) => c.notNull())
    .execute();

  await db.schema
    .createTable("recovery_code")
    .$call(withId(db))
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("code_hash", "text", (c) => c.notNull())
    .addUniqueConstraint("recovery_code_unique", ["user_id", "code_hash"])
    .execute();

  await db.schema
    .createTable("spent_value")
    .addColumn("value_id", "text", (c) => c.primaryKey())
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("spent_value_user").on("spent_value").column("user_id").execute();
  await db.schema.createIndex("spent_value_expiry").on("spent_value").column("expires_at").execute();
}

/** Accounts made without a confirmed email address, and links that an administrator made for somebody (decision 080). */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("user")
    .addColumn("is_email_verified", "boolean", (c) => c.notNull().defaultTo(true))
    .execute();
  await db.schema
    .alterTable("one_time_link")
    .addColumn("made_by", "bigint", (c) => c.references("user.id").onDelete("cascade"))
    .execute();
}

/** Legal holds: people and channels whose messages must be kept (decision 094). */
import type { Kysely } from "kysely";
import { withId } from "./columns.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("legal_hold")
    .$call(withId(db))
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("user_id", "bigint", (c) => c.references("user.id").onDelete("cascade"))
    .addColumn("channel_id", "bigint", (c) => c.references("channel.id").onDelete("cascade"))
    .addColumn("reason", "text", (c) => c.notNull())
    .addColumn("placed_at", "bigint", (c) => c.notNull())
    // Not a reference: the account may be erased, and the id says enough.
    .addColumn("placed_by", "bigint", (c) => c.notNull())
    .addUniqueConstraint("legal_hold_user", ["user_id"])
    .addUniqueConstraint("legal_hold_channel", ["channel_id"])
    .execute();
  await db.schema.createIndex("legal_hold_realm").on("legal_hold").column("realm_id").execute();
}

/** Passkeys: public keys whose private half stays on a person's device (decision 091). */
import type { Kysely } from "kysely";
import { jsonText, withId } from "./columns.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("passkey")
    .$call(withId(db))
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("credential_id", "text", (c) => c.notNull().unique())
    .addColumn("public_key", "text", (c) => c.notNull())
    .addColumn("counter", "bigint", (c) => c.notNull())
    .addColumn("transports", jsonText, (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("last_used_at", "bigint")
    .execute();
  await db.schema.createIndex("passkey_user").on("passkey").column("user_id").execute();
}

/** What became of the requests to the URLs of incoming webhook bots (decision 120). */
import type { Kysely } from "kysely";
import { jsonText, withId } from "./columns.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("webhook_delivery")
    .$call(withId(db))
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("integration", "text", (c) => c.notNull())
    .addColumn("event", "text")
    .addColumn("received_at", "bigint", (c) => c.notNull())
    .addColumn("outcome", "text", (c) => c.notNull())
    // Without a reference: deleting messages need not look here.
    .addColumn("message_id", "bigint")
    .addColumn("code", "text")
    .addColumn("reason", jsonText)
    .execute();
  await db.schema.createIndex("webhook_delivery_bot").on("webhook_delivery").columns(["user_id", "id"]).execute();
  await db.schema.createIndex("webhook_delivery_time").on("webhook_delivery").column("received_at").execute();
}

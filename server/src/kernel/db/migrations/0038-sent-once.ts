/** Which messages were sent under an id of the client's own: whoever sends again, not knowing, is answered with the first. */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("sent_once")
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    // Of the client's id and of what was sent: only the very same request is a repetition.
    .addColumn("request_key", "text", (c) => c.notNull())
    .addColumn("message_id", "bigint", (c) => c.notNull().references("message.id").onDelete("cascade"))
    .addColumn("sent_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("sent_once_pk", ["user_id", "request_key"])
    .execute();
  for (const column of ["message_id", "sent_at"])
    await db.schema.createIndex(`sent_once_by_${column}`).on("sent_once").column(column).execute();
}

/**
 * Telling very many people of one message is done in portions, so how far that has come is written down with a user. And
 * what is asked for with every mail and every delivery is found by an index: who else has an address, and what waits to be
 * sent, without passing over what was sent or could not be.
 */
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["told_message_id", "told_user_id"])
    await db.schema.alterTable("notification_progress").addColumn(column, "bigint").execute();
  await db.schema.createIndex("user_by_delivery_email_key").on("user").column("delivery_email_key").execute();
  await db.schema.dropIndex("scheduled_message_due").execute();
  await db.schema.createIndex("scheduled_message_by_realm_id").on("scheduled_message").column("realm_id").execute();
  await sql`
    create index scheduled_message_due on scheduled_message (realm_id, scheduled_delivery_timestamp, id)
    where sent_at is null and failure is null`.execute(db);
}

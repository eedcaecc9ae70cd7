/** The event log, the queues that read it, and work that waits for its time. */
import { type Kysely, sql } from "kysely";
import { jsonText, withId } from "./columns.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("event")
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("position", "bigint", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("body", jsonText, (c) => c.notNull())
    .addColumn("audience", jsonText, (c) => c.notNull())
    .addColumn("personal", jsonText)
    .addColumn("has_effects", "boolean", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("event_pk", ["realm_id", "position"])
    .execute();
  // Few events change who hears later ones; a queue that was away looks only at those.
  await sql`create index event_with_effects on event (realm_id, position) where has_effects`.execute(db);

  await db.schema
    .createTable("event_queue")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("options", jsonText, (c) => c.notNull())
    .addColumn("position", "bigint", (c) => c.notNull())
    .addColumn("lifespan_seconds", "bigint", (c) => c.notNull())
    .addColumn("last_seen_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("event_queue_by_realm").on("event_queue").columns(["realm_id", "position"]).execute();

  await db.schema
    .createTable("job")
    .$call(withId(db))
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("realm_id", "bigint", (c) => c.references("realm.id").onDelete("cascade"))
    .addColumn("payload", jsonText, (c) => c.notNull())
    .addColumn("unique_key", "text", (c) => c.unique())
    .addColumn("run_at_ms", "bigint", (c) => c.notNull())
    .addColumn("attempts", "bigint", (c) => c.notNull())
    .addColumn("last_error", "text")
    .addColumn("failed", "boolean", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("job_due").on("job").columns(["failed", "run_at_ms"]).execute();
}

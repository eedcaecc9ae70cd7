/** Slash commands that bots declare, and calls of them until a day later (decision 122). */
import type { Kysely } from "kysely";
import { jsonText, withId } from "./columns.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("bot_command")
    .$call(withId(db))
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("bot_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("description", "text", (c) => c.notNull())
    .addColumn("hint", "text", (c) => c.notNull())
    .addColumn("arguments", jsonText, (c) => c.notNull())
    .addUniqueConstraint("bot_command_unique", ["realm_id", "name"])
    .execute();
  await db.schema.createIndex("bot_command_bot").on("bot_command").column("bot_id").execute();

  await db.schema
    .createTable("bot_command_call")
    .$call(withId(db))
    .addColumn("bot_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("command", "text", (c) => c.notNull())
    .addColumn("arguments", "text", (c) => c.notNull())
    .addColumn("argument_values", jsonText, (c) => c.notNull())
    // Without a reference: it is where the caller was, whatever became of it.
    .addColumn("channel_id", "bigint")
    .addColumn("topic", "text")
    .addColumn("user_ids", jsonText)
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .addColumn("answer_message_id", "bigint", (c) => c.references("message.id").onDelete("cascade"))
    .execute();
  for (const column of ["bot_id", "user_id", "expires_at", "answer_message_id"])
    await db.schema.createIndex(`bot_command_call_${column}`).on("bot_command_call").column(column).execute();
}

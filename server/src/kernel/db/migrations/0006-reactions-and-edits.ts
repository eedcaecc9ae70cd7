/** What happens to a message after it is sent: reactions, and edits with what was there before. */
import type { Kysely } from "kysely";
import { jsonText, withId } from "./columns.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("reaction")
    .$call(withId(db))
    .addColumn("message_id", "bigint", (c) => c.notNull().references("message.id").onDelete("cascade"))
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("reaction_type", "text", (c) => c.notNull())
    .addColumn("emoji_code", "text", (c) => c.notNull())
    .addColumn("emoji_name", "text", (c) => c.notNull())
    // The code is what makes a row unique and not the name, because a custom emoji may be renamed.
    .addUniqueConstraint("reaction_unique", ["message_id", "user_id", "reaction_type", "emoji_code"])
    .execute();

  await db.schema.alterTable("message").addColumn("edit_history", jsonText).execute();
  await db.schema.alterTable("message").addColumn("last_edit_at", "bigint").execute();
}

/** Whether an invitation's link was given to somebody else than the owner of its address (decision 111). */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // Nothing says it of older invitations, so those prove nothing.
  await db.schema
    .alterTable("invitation")
    .addColumn("is_passed_on", "boolean", (c) => c.notNull().defaultTo(true))
    .execute();
}

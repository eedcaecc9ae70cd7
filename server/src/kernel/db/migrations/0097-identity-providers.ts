/** Who an account is at an identity provider (decision 093). */
import type { Kysely } from "kysely";
import { withId } from "./columns.ts";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("provider_identity")
    .$call(withId(db))
    .addColumn("realm_id", "bigint", (c) => c.notNull().references("realm.id").onDelete("cascade"))
    .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addColumn("issuer", "text", (c) => c.notNull())
    .addColumn("subject", "text", (c) => c.notNull())
    .addColumn("has_second_factor", "boolean", (c) => c.notNull())
    .addColumn("linked_at", "bigint", (c) => c.notNull())
    .addUniqueConstraint("provider_identity_subject", ["realm_id", "issuer", "subject"])
    .addUniqueConstraint("provider_identity_user", ["user_id", "issuer"])
    .execute();
  await db.schema
    .alterTable("user")
    .addColumn("has_provider_factor", "boolean", (c) => c.notNull().defaultTo(false))
    .execute();
}

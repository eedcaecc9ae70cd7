/**
 * Which link a confirmation of an address came by: it is over when the link is taken back. And which version has served an
 * organization last: whoever still listens is told when it is another one.
 */
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("invitation")
    .addColumn("link_id", "bigint", (c) => c.references("invitation.id").onDelete("cascade"))
    .execute();
  await db.schema.createIndex("invitation_by_link").on("invitation").columns(["link_id"]).execute();
  await db.schema.alterTable("realm_position").addColumn("served_by", "text").execute();
}

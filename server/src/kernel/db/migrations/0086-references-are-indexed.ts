/**
 * Deleting a row looks for references to it: without an index by reading the whole table, once for each of an
 * organization's users when it is deleted.
 */
import type { Kysely } from "kysely";

const REFERENCES = {
  attachment: ["realm_id"],
  channel: ["creator_id"],
  channel_folder: ["creator_id"],
  custom_emoji: ["author_id"],
  default_channel: ["channel_id"],
  job: ["realm_id"],
  one_time_link: ["made_by"],
  reaction: ["user_id"],
  realm_export: ["acting_user_id"],
  submessage: ["sender_id"],
  subscription_period: ["channel_id"],
  user_group: ["creator_id"],
} as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, columns] of Object.entries(REFERENCES))
    for (const column of columns)
      await db.schema
        .createIndex(`${table}_by_${column.replace(/_id$/, "")}`)
        .on(table)
        .column(column)
        .execute();
}

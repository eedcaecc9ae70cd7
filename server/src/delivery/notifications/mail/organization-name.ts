/**
 * Whether the subject of an email names the organization: always, never, or if the reader's email address is used in
 * several.
 */
import type { ReadingContext } from "./reader.ts";

const Policy = { automatic: 1, always: 2, never: 3 } as const;

export async function namesOrganization({ db, user }: ReadingContext): Promise<boolean> {
  const policy = user.settings.realm_name_in_email_notifications_policy;
  if (policy !== Policy.automatic) return policy === Policy.always;
  const elsewhere = await db
    .selectFrom("user")
    .innerJoin("realm", "realm.id", "user.realm_id")
    .select("user.id")
    .where("delivery_email_key", "=", (own) =>
      own.selectFrom("user as self").select("self.delivery_email_key").where("self.id", "=", user.id),
    )
    .where("user.realm_id", "!=", user.realm_id)
    .where("user.is_active", "=", true)
    .where("realm.is_active", "=", true)
    .limit(1)
    .executeTakeFirst();
  return elsewhere !== undefined;
}

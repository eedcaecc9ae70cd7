/** Acts as the recipient of an email, so that it contains only what they can see now. */
import type { UserId } from "../../../kernel/api/ids.ts";
import type { Context, OpenContext, TxContext } from "../../../kernel/context.ts";

export type ReadingContext = TxContext;

/** Returns undefined if the account is deactivated. */
export async function readingAs<C extends OpenContext>(ctx: C, userId: UserId): Promise<(C & Context) | undefined> {
  const { db, realm, app } = ctx;
  const row = await db
    .selectFrom("user")
    .selectAll()
    .where("realm_id", "=", realm.id)
    .where("id", "=", userId)
    .where("is_active", "=", true)
    .executeTakeFirst();
  if (!row || !realm.is_active) return undefined;
  return { ...ctx, user: await app.identities.userWithin(db, row, realm.version) };
}

/** The language of the user's emails. */
export const languageOf = ({ user }: Context): string => user.settings.default_language;

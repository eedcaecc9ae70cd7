/** Somebody as they would be if they asked themselves: what is mailed to them is what they may see now. */
import type { UserId } from "../../../kernel/api/ids.ts";
import type { Context, OpenContext, TxContext } from "../../../kernel/context.ts";

export type ReadingContext = TxContext;

/** Undefined for whoever has no account any more. */
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

/** What they are written to in. */
export const languageOf = ({ user }: Context): string => user.settings.default_language;

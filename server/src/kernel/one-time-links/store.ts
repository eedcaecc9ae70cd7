/** Links that are mailed or handed to somebody and do one thing, once, within their time. */
import type { UserId } from "../api/ids.ts";
import { seconds } from "../clock.ts";
import type { OpenContext, Writing } from "../context.ts";
import type { Db, TurnTx } from "../db/handles.ts";
import { recurringJob } from "../jobs/job-kind.ts";
import { randomToken } from "../secrets.ts";

export type Purpose = "password_reset" | "password_reset_link" | "email_change" | "email_confirmation";

export interface Link {
  readonly user_id: UserId;
  /** The address it is about: where it was sent. */
  readonly email: string;
  /** Who made it for somebody else. */
  readonly made_by?: UserId | null;
}

type Hashing = Pick<OpenContext, "app">;

const hashOf = ({ app }: Hashing, key: string) => app.secrets.keyedHash("link", key);

/** Makes a link and answers with its key; of several for one purpose only the newest is good. */
export async function makeLink(
  ctx: Writing,
  purpose: Purpose,
  { user_id, email, made_by = null }: Link,
  validSeconds: number,
): Promise<string> {
  await deleteLinks(ctx.db, user_id, purpose);
  const key = randomToken();
  await ctx.db
    .insertInto("one_time_link")
    .values({ key_hash: hashOf(ctx, key), user_id, purpose, email, made_by, expires_at: ctx.now + validSeconds })
    .execute();
  return key;
}

/** What a key is for; undefined when it was never given out, is used, or its time is over. */
export function linkFor(
  ctx: Hashing & { db: Db; realm: { id: number }; now: number },
  purposes: readonly Purpose[],
  key: string,
) {
  return ctx.db
    .selectFrom("one_time_link")
    .innerJoin("user", "user.id", "one_time_link.user_id")
    .select(["user_id", "purpose", "email", "made_by", "user.delivery_email", "user.full_name", "user.role"])
    .where("key_hash", "=", hashOf(ctx, key))
    .where("purpose", "in", purposes)
    .where("expires_at", ">", ctx.now)
    .where("user.realm_id", "=", ctx.realm.id)
    .where("user.is_active", "=", true)
    .executeTakeFirst();
}

/** Uses a link up; answers whether it was still there, so that of two who use it at once only one has. */
export async function takeLink(ctx: Hashing & { db: TurnTx }, key: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom("one_time_link")
    .where("key_hash", "=", hashOf(ctx, key))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Those somebody has are good no longer: for a purpose, or all of them. */
export async function deleteLinks(tx: TurnTx, userId: UserId, purpose?: Purpose): Promise<void> {
  const all = tx.deleteFrom("one_time_link").where("user_id", "=", userId);
  await (purpose === undefined ? all : all.where("purpose", "=", purpose)).execute();
}

export const sweepLinks = recurringJob("sweep_one_time_links", 86_400, ({ database, clock }) =>
  database.transaction(async (tx) => {
    await tx.deleteFrom("one_time_link").where("expires_at", "<=", seconds(clock)).execute();
  }),
);

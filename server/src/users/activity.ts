/** Who has been here lately, to the day: written once a day for each user, when a client registers. */
import type { UserId } from "../api/ids.ts";
import { type Context, change } from "../context.ts";
import type { Db } from "../db/handles.ts";

const DAY = 24 * 3600;

export async function noteActivity(ctx: Context): Promise<void> {
  const last_day = Math.floor(ctx.now / DAY);
  const known = await lastDay(ctx.db, ctx.user.id);
  if (known !== undefined && known >= last_day) return;
  await change(ctx, ({ db }) =>
    db
      .insertInto("user_activity")
      .values({ user_id: ctx.user.id, last_day })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ last_day }))
      .execute(),
  );
}

async function lastDay(db: Db, userId: UserId): Promise<number | undefined> {
  const row = await db.selectFrom("user_activity").select("last_day").where("user_id", "=", userId).executeTakeFirst();
  return row?.last_day;
}

/** The first day that counts as lately. A queue that is still there counts by itself: it may have been made long ago. */
export const recentSince = (now: number, days: number): number => Math.floor(now / DAY) - days;

/** Tracks the last day a user was active: written at most once a day, when a client registers. */
import type { RealmId, UserId } from "../../kernel/api/ids.ts";
import type { App, Context } from "../../kernel/context.ts";
import { compiled } from "../../kernel/db/compiled.ts";
import type { Db } from "../../kernel/db/handles.ts";

const DAY = 24 * 3600;

export async function noteActivity(ctx: Context): Promise<void> {
  const last_day = Math.floor(ctx.now / DAY);
  const known = await lastDay(ctx.db, ctx.user.id);
  if (known !== undefined && known >= last_day) return;
  // Part of registering, which does not wait for other writers.
  await ctx.app.database.delivery.transaction((tx) =>
    tx
      .insertInto("user_activity")
      .values({ user_id: ctx.user.id, last_day })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ last_day }))
      .execute(),
  );
  if (known === undefined || known < recentSince(ctx.now, LONG_ABSENCE_DAYS))
    returns.set(ctx.app, (returns.get(ctx.app) ?? 0) + 1);
}

/** How many users have come back here after a long absence. */
const returns = new WeakMap<App, number>();

/** Another one when `absenceIn` may say something else; returns that another node has noted are seen a day later. */
export const absenceStamp = (app: App, now: number): string =>
  `${recentSince(now, LONG_ABSENCE_DAYS)}/${returns.get(app) ?? 0}`;

async function lastDay(db: Db, userId: UserId): Promise<number | undefined> {
  const [row] = await activityOf(db, { userId });
  return row?.last_day;
}

const activityOf = compiled((db, { userId }: { userId: UserId }) =>
  db.selectFrom("user_activity").select("last_day").where("user_id", "=", userId),
);

/** Start of the "recently active" window. An existing queue counts by itself: it may have been registered long ago. */
export const recentSince = (now: number, days: number): number => Math.floor(now / DAY) - days;

/** Users who are absent for longer are hardly ever shown, so their pictures can be left out. */
const LONG_ABSENCE_DAYS = 28;

type Member = { readonly id: UserId; readonly bot_type: number | null; readonly date_joined: number };

/** Finds long-absent users. Bots do not count, because they need not register, nor do newcomers. */
export async function absenceIn(db: Db, realmId: RealmId, now: number): Promise<(user: Member) => boolean> {
  const since = recentSince(now, LONG_ABSENCE_DAYS);
  const rows = await db
    .selectFrom("user_activity")
    .innerJoin("user", "user.id", "user_activity.user_id")
    .select("user.id")
    .where("user.realm_id", "=", realmId)
    .where("user_activity.last_day", ">=", since)
    .execute();
  const around = new Set(rows.map((row) => row.id));
  return ({ id, bot_type, date_joined }) => bot_type === null && date_joined < since * DAY && !around.has(id);
}

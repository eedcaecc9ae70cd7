import type { Insertable, Selectable, Updateable } from "kysely";
import type { RealmId, UserId } from "../../../kernel/api/ids.ts";
import type { Db, TurnTx } from "../../../kernel/db/handles.ts";
import type { Schema } from "../../../kernel/db/schema.ts";

export type FeedRow = Selectable<Schema["feed"]>;

/** In the order in which they were added. */
export const feedsOf = (db: Db, bot: UserId): Promise<FeedRow[]> =>
  db.selectFrom("feed").selectAll().where("user_id", "=", bot).orderBy("id").execute();

export const feedById = (db: Db, realmId: RealmId, id: number): Promise<FeedRow | undefined> =>
  db.selectFrom("feed").selectAll().where("id", "=", id).where("realm_id", "=", realmId).executeTakeFirst();

export async function insertFeed(tx: TurnTx, feed: Insertable<Schema["feed"]>): Promise<number> {
  const { id } = await tx.insertInto("feed").values(feed).returning("id").executeTakeFirstOrThrow();
  return id;
}

export async function changeFeed(tx: TurnTx, id: number, changed: Updateable<Schema["feed"]>): Promise<void> {
  await tx.updateTable("feed").set(changed).where("id", "=", id).execute();
}

export async function deleteFeed(tx: TurnTx, id: number): Promise<void> {
  await tx.deleteFrom("feed").where("id", "=", id).execute();
}

export interface DueFeed {
  readonly id: number;
  readonly realm_id: RealmId;
  readonly user_id: UserId;
}

/** Those to fetch by then, the longest overdue first. Bots and organizations that are deactivated fetch nothing. */
export const feedsDue = (db: Db, moment: number, limit: number): Promise<DueFeed[]> =>
  db
    .selectFrom("feed")
    .innerJoin("user", "user.id", "feed.user_id")
    .innerJoin("realm", "realm.id", "feed.realm_id")
    .select(["feed.id", "feed.realm_id", "feed.user_id"])
    .where("feed.is_paused", "=", false)
    .where("feed.next_fetch_at", "<=", moment)
    .where("user.is_active", "=", true)
    .where("realm.is_active", "=", true)
    .orderBy("feed.next_fetch_at")
    .limit(limit)
    .execute();

export interface DueReminder {
  readonly id: number;
  readonly realm_id: RealmId;
  readonly next_reminder_at: number;
}

/** Calendars with a reminder by then, the earliest first. */
export async function remindersDue(db: Db, moment: number, limit: number): Promise<DueReminder[]> {
  const rows = await db
    .selectFrom("feed")
    .innerJoin("user", "user.id", "feed.user_id")
    .innerJoin("realm", "realm.id", "feed.realm_id")
    .select(["feed.id", "feed.realm_id", "feed.next_reminder_at"])
    .where("feed.is_paused", "=", false)
    .where("feed.next_reminder_at", "<=", moment)
    .where("user.is_active", "=", true)
    .where("realm.is_active", "=", true)
    .orderBy("feed.next_reminder_at")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, next_reminder_at: row.next_reminder_at ?? 0 }));
}

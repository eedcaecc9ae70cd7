import { raisePreferencesVersion } from "../../kernel/access/store.ts";
import type { RealmId, UserId } from "../../kernel/api/ids.ts";
import { compiled } from "../../kernel/db/compiled.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx } from "../../kernel/db/handles.ts";

/** In the API's format, ordered by id. */
export async function mutedBy(db: Db, userId: UserId): Promise<{ id: UserId; timestamp: number }[]> {
  const rows = await ownMuted(db, { userId });
  return rows.map((row) => ({ id: row.muted_user_id, timestamp: row.muted_at }));
}

const ownMuted = compiled((db, { userId }: { userId: UserId }) =>
  db
    .selectFrom("muted_user")
    .select(["muted_user_id", "muted_at"])
    .where("user_id", "=", userId)
    .orderBy("muted_user_id"),
);

export async function isMutedBy(db: Db, userId: UserId, mutedId: UserId): Promise<boolean> {
  return (await mutedSince(db, userId, mutedId)) !== undefined;
}

/** Undefined if they are not muted. */
export async function mutedSince(db: Db, userId: UserId, mutedId: UserId): Promise<number | undefined> {
  const muted = db.selectFrom("muted_user").select("muted_at").where("user_id", "=", userId);
  return (await muted.where("muted_user_id", "=", mutedId).executeTakeFirst())?.muted_at;
}

export const mutedByAll = (db: Db, users: readonly UserId[]): Promise<{ user_id: UserId; muted_user_id: UserId }[]> =>
  db
    .selectFrom("muted_user")
    .select(["user_id", "muted_user_id"])
    .where(isAnyOf(db, "user_id", users))
    .execute();

interface Muter {
  readonly id: UserId;
  readonly realm_id: RealmId;
}

/** Returns false if the user was already muted. */
export async function insertMute(tx: TurnTx, muter: Muter, muted_user_id: UserId, muted_at: number): Promise<boolean> {
  const inserted = await tx
    .insertInto("muted_user")
    .values({ user_id: muter.id, muted_user_id, muted_at })
    .onConflict((conflict) => conflict.columns(["user_id", "muted_user_id"]).doNothing())
    .returning("muted_user_id")
    .executeTakeFirst();
  if (inserted) await raisePreferencesVersion(tx, muter);
  return inserted !== undefined;
}

/** Those that are muted already stay as they are. */
export async function insertMutes(
  tx: TurnTx,
  muter: Muter,
  mutes: readonly { readonly muted_user_id: UserId; readonly muted_at: number }[],
): Promise<void> {
  if (mutes.length === 0) return;
  for (let start = 0; start < mutes.length; start += BATCH)
    await tx
      .insertInto("muted_user")
      .values(mutes.slice(start, start + BATCH).map((each) => ({ user_id: muter.id, ...each })))
      .onConflict((conflict) => conflict.columns(["user_id", "muted_user_id"]).doNothing())
      .execute();
  await raisePreferencesVersion(tx, muter);
}

/** A statement takes a limited number of values. */
const BATCH = 1000;

/** Returns false if the user was not muted. */
export async function deleteMute(tx: TurnTx, muter: Muter, mutedId: UserId): Promise<boolean> {
  const deleted = await tx
    .deleteFrom("muted_user")
    .where("user_id", "=", muter.id)
    .where("muted_user_id", "=", mutedId)
    .returning("muted_user_id")
    .executeTakeFirst();
  if (deleted) await raisePreferencesVersion(tx, muter);
  return deleted !== undefined;
}

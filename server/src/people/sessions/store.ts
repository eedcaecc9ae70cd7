import { raiseVersion } from "../../kernel/access/store.ts";
import type { RealmId, SessionId, UserId } from "../../kernel/api/ids.ts";
import type { Db, Tx } from "../../kernel/db/handles.ts";

export interface NewSession {
  token_hash: string;
  user_id: UserId;
  begun_at: number;
  seen_at: number;
  expires_at: number;
  device: string;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx.insertInto("session").values(session).execute();
}

/** Ends the user's oldest sessions, except for the newest `kept`. */
export async function endOldestSessions(tx: Tx, realmId: RealmId, userId: UserId, kept: number): Promise<void> {
  const gone = await tx
    .deleteFrom("session")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("session as old")
        .select("old.id")
        .where("old.user_id", "=", userId)
        .orderBy("old.id", "desc")
        // SQLite requires a limit with an offset.
        .limit(1_000_000)
        .offset(kept),
    )
    .executeTakeFirst();
  if (gone.numDeletedRows > 0n) await raiseVersion(tx, realmId);
}

/** Raises the organization's version to invalidate caches of the session. */
export async function deleteSession(tx: Tx, realmId: RealmId, token_hash: string): Promise<void> {
  const gone = await tx.deleteFrom("session").where("token_hash", "=", token_hash).executeTakeFirst();
  if (gone.numDeletedRows > 0n) await raiseVersion(tx, realmId);
}

/** Ends all of the user's sessions, except for `kept`. Returns whether there were any. */
export async function deleteSessionsOf(tx: Tx, userId: UserId, kept?: SessionId): Promise<boolean> {
  const all = tx.deleteFrom("session").where("user_id", "=", userId);
  const gone = await (kept === undefined ? all : all.where("id", "!=", kept)).executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

export async function deleteSessionsIn(tx: Tx, realmId: RealmId): Promise<void> {
  await tx
    .deleteFrom("session")
    .where("user_id", "in", (eb) => eb.selectFrom("user").select("user.id").where("realm_id", "=", realmId))
    .execute();
  await raiseVersion(tx, realmId);
}

export async function prolongSession(
  tx: Tx,
  id: SessionId,
  { seen_at, expires_at }: { seen_at: number; expires_at: number },
): Promise<void> {
  await tx.updateTable("session").set({ seen_at, expires_at }).where("id", "=", id).execute();
}

/** The user's sessions that have not expired, newest first. */
export function sessionsOf(db: Db, userId: UserId, now: number) {
  return db
    .selectFrom("session")
    .select(["id", "device", "begun_at", "seen_at", "expires_at"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .orderBy("id", "desc")
    .execute();
}

/** Returns whether the user had this session. */
export async function deleteSessionWithId(
  tx: Tx,
  { realmId, userId, id }: { realmId: RealmId; userId: UserId; id: SessionId },
): Promise<boolean> {
  const gone = await tx.deleteFrom("session").where("id", "=", id).where("user_id", "=", userId).executeTakeFirst();
  if (gone.numDeletedRows === 0n) return false;
  await raiseVersion(tx, realmId);
  return true;
}

export async function deleteExpiredSessions(tx: Tx, now: number): Promise<void> {
  await tx.deleteFrom("session").where("expires_at", "<=", now).execute();
}

/** When the session began; `undefined` if it no longer exists. */
export async function beginningOf(db: Db, id: SessionId): Promise<number | undefined> {
  const row = await db.selectFrom("session").select("begun_at").where("id", "=", id).executeTakeFirst();
  return row?.begun_at;
}

/** `undefined` if the session no longer exists. */
export async function expiryOf(db: Db, id: SessionId): Promise<number | undefined> {
  const row = await db.selectFrom("session").select("expires_at").where("id", "=", id).executeTakeFirst();
  return row?.expires_at;
}

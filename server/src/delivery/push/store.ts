import type { Insertable, Selectable } from "kysely";
import { sql } from "kysely";
import type { MessageId, RecipientId, UserId } from "../../kernel/api/ids.ts";
import { compiled } from "../../kernel/db/compiled.ts";
import { isAnyOf, numberRows } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx, Tx } from "../../kernel/db/handles.ts";
import type { Schema } from "../../kernel/db/schema.ts";

export type Device = Selectable<Schema["push_device"]>;
export type StoredToken = Selectable<Schema["push_token"]>;

export async function saveToken(tx: TurnTx, token: Insertable<Schema["push_token"]>): Promise<void> {
  const { app_id, registered_at } = token;
  await tx
    .insertInto("push_token")
    .values(token)
    .onConflict((conflict) => conflict.columns(["user_id", "kind", "token_key"]).doUpdateSet({ app_id, registered_at }))
    .execute();
}

export async function hasToken(db: Db, userId: UserId, kind: "apns" | "fcm", tokenKey: string): Promise<boolean> {
  const found = db.selectFrom("push_token").select("id").where("user_id", "=", userId).where("kind", "=", kind);
  return (await found.where("token_key", "=", tokenKey).executeTakeFirst()) !== undefined;
}

/** Returns whether it existed. */
export async function deleteToken(
  tx: TurnTx,
  userId: UserId,
  kind: "apns" | "fcm",
  tokenKey: string,
): Promise<boolean> {
  const deleted = await tx
    .deleteFrom("push_token")
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .where("token_key", "=", tokenKey)
    .returning("id")
    .execute();
  return deleted.length > 0;
}

export async function deleteTokensOf(tx: TurnTx, userId: UserId): Promise<void> {
  await tx.deleteFrom("push_token").where("user_id", "=", userId).execute();
}

export async function deleteTokens(tx: TurnTx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom("push_token")
    .where(isAnyOf(tx, "id", ids))
    .execute();
}

export function tokensOf(db: Db, userIds: readonly UserId[]): Promise<StoredToken[]> {
  return db
    .selectFrom("push_token")
    .selectAll()
    .where(isAnyOf(db, "user_id", userIds))
    .orderBy("id")
    .execute();
}

export function tokensById(db: Db, ids: readonly number[]): Promise<StoredToken[]> {
  return db
    .selectFrom("push_token")
    .selectAll()
    .where(isAnyOf(db, "id", ids))
    .orderBy("id")
    .execute();
}

export function deviceOf(db: Db, userId: UserId, push_account_id: string): Promise<Device | undefined> {
  return db
    .selectFrom("push_device")
    .selectAll()
    .where("user_id", "=", userId)
    .where("push_account_id", "=", push_account_id)
    .executeTakeFirst();
}

export const devicesOf = (db: Db, userId: UserId): Promise<Device[]> => ownDevices(db, { userId });

const ownDevices = compiled((db, { userId }: { userId: UserId }) =>
  db.selectFrom("push_device").selectAll().where("user_id", "=", userId).orderBy("id"),
);

/** A device that the gateway knows, with a key to encrypt for. */
export type ActiveDevice = Device & { readonly push_public_key: string; readonly gateway_device_id: string };

const active = (db: Db) =>
  db
    .selectFrom("push_device")
    .selectAll()
    .where("error_code", "is", null)
    .where("gateway_device_id", "is not", null)
    .orderBy("id");

export async function activeDevicesOf(db: Db, userIds: readonly UserId[]): Promise<ActiveDevice[]> {
  const devices = await active(db)
    .where(isAnyOf(db, "user_id", userIds))
    .execute();
  return devices as ActiveDevice[];
}

export async function activeDevicesById(db: Db, ids: readonly number[]): Promise<ActiveDevice[]> {
  const devices = await active(db)
    .where(isAnyOf(db, "id", ids))
    .execute();
  return devices as ActiveDevice[];
}

type NewDevice = Omit<Insertable<Schema["push_device"]>, "gateway_device_id" | "error_code">;

/** Replaces a failed registration. */
export async function saveDevice(tx: TurnTx, device: NewDevice): Promise<number> {
  const { token_kind, push_public_key, registered_at } = device;
  const fresh = { gateway_device_id: null, error_code: null };
  const { id } = await tx
    .insertInto("push_device")
    .values({ ...device, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "push_account_id"])
        .doUpdateSet({ token_kind, push_public_key, registered_at, ...fresh }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** A registration that waits for the gateway; undefined if it was replaced. */
export function pendingDevice(db: Db, id: number, registered_at: number): Promise<Device | undefined> {
  return db
    .selectFrom("push_device")
    .selectAll()
    .where("id", "=", id)
    .where("registered_at", "=", registered_at)
    .where("error_code", "is", null)
    .where("gateway_device_id", "is", null)
    .executeTakeFirst();
}

export function activateDevice(tx: TurnTx, id: number, gateway_device_id: string): Promise<Device> {
  return tx
    .updateTable("push_device")
    .set({ gateway_device_id })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Keeps only the reason of an ended registration. Returns those that had not ended before. */
export function endDevices(tx: TurnTx, ids: readonly number[], error_code: string): Promise<Device[]> {
  return tx
    .updateTable("push_device")
    .set({ error_code, gateway_device_id: null, push_public_key: null })
    .where(isAnyOf(tx, "id", ids))
    .where("error_code", "is", null)
    .returningAll()
    .execute();
}

export async function endDevicesOf(tx: TurnTx, userId: UserId, error_code: string): Promise<Device[]> {
  const devices = await devicesOf(tx, userId);
  return endDevices(
    tx,
    devices.map((device) => device.id),
    error_code,
  );
}

export interface Notice {
  readonly user_id: UserId;
  readonly message_id: MessageId;
}

/** The number of parameters of a statement is limited. */
const BATCH = 1000;

/** Returns the new ones. */
export async function insertNotices(
  tx: TurnTx,
  told_at: number,
  notices: readonly (Notice & { readonly trigger: string })[],
): Promise<Notice[]> {
  const inserted: Notice[] = [];
  for (let start = 0; start < notices.length; start += BATCH) {
    const rows = await tx
      .insertInto("push_notice")
      .values(
        notices
          .slice(start, start + BATCH)
          .map(({ user_id, message_id, trigger }) => ({ user_id, message_id, trigger, told_at })),
      )
      .onConflict((conflict) => conflict.columns(["user_id", "message_id"]).doNothing())
      .returning(["user_id", "message_id"])
      .execute();
    inserted.push(...rows);
  }
  return inserted;
}

/** Users who have been notified about the message and have not read it. */
export async function notifiedUsers(db: Db, messageId: MessageId): Promise<Set<UserId>> {
  const rows = await db.selectFrom("push_notice").select("user_id").where("message_id", "=", messageId).execute();
  return new Set(rows.map((row) => row.user_id));
}

/** Returns the ones that existed. */
export async function deleteNotices(tx: TurnTx, notices: readonly Notice[]): Promise<Notice[]> {
  if (notices.length === 0) return [];
  const given = numberRows(
    tx,
    ["user_id", "message_id"],
    notices.map(({ user_id, message_id }) => [user_id, message_id]),
  );
  const { rows } = await sql<Notice>`
    delete from push_notice where (user_id, message_id) in (select given.user_id, given.message_id from ${given} as given)
    returning user_id, message_id`.execute(tx);
  return rows;
}

export function deleteNoticesOf(tx: TurnTx, userId: UserId): Promise<Notice[]> {
  return tx.deleteFrom("push_notice").where("user_id", "=", userId).returning(["user_id", "message_id"]).execute();
}

export function deleteNoticesAbout(tx: TurnTx, messageIds: readonly MessageId[]): Promise<Notice[]> {
  return tx
    .deleteFrom("push_notice")
    .where(isAnyOf(tx, "message_id", messageIds))
    .returning(["user_id", "message_id"])
    .execute();
}

export function noticesAbout(db: Db, messageIds: readonly MessageId[]): Promise<Notice[]> {
  return db
    .selectFrom("push_notice")
    .select(["user_id", "message_id"])
    .where(isAnyOf(db, "message_id", messageIds))
    .execute();
}

export async function deleteNoticesIn(tx: TurnTx, recipientId: RecipientId): Promise<Notice[]> {
  return tx
    .deleteFrom("push_notice")
    .where("message_id", "in", (eb) =>
      // There are far fewer notices than messages in a channel.
      eb
        .selectFrom("push_notice as notice")
        .innerJoin("message", "message.id", "notice.message_id")
        .select("notice.message_id")
        .where("message.recipient_id", "=", recipientId),
    )
    .returning(["user_id", "message_id"])
    .execute();
}

export async function deleteOldNotices(tx: Tx, before: number): Promise<void> {
  await tx.deleteFrom("push_notice").where("told_at", "<", before).execute();
}

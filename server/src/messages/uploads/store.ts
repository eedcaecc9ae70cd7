import { type Expression, type Selectable, type SqlBool, sql } from "kysely";
import type { AttachmentId, MessageId, RealmId, UserId } from "../../kernel/api/ids.ts";
import { isAnyOf, isAnyTextOf, json } from "../../kernel/db/dialect.ts";
import type { Db, TurnTx, Tx } from "../../kernel/db/handles.ts";
import type { ImageFacts, Schema } from "../../kernel/db/schema.ts";

export type Attachment = Selectable<Schema["attachment"]>;

export async function attachmentsAt(db: Db, realmId: RealmId, pathIds: readonly string[]): Promise<Attachment[]> {
  // PostgreSQL rejects text with this character.
  const possible = pathIds.filter((pathId) => !pathId.includes("\0"));
  return db
    .selectFrom("attachment")
    .selectAll()
    .where("realm_id", "=", realmId)
    .where(isAnyTextOf(db, "path_id", possible))
    .orderBy("id")
    .execute();
}

/** Newest last. */
export function attachmentsOf(db: Db, ownerId: UserId): Promise<Attachment[]> {
  return db.selectFrom("attachment").selectAll().where("owner_id", "=", ownerId).orderBy("id").execute();
}

export type NewAttachment = Pick<
  Attachment,
  "realm_id" | "owner_id" | "path_id" | "file_name" | "content_type" | "size" | "created_at" | "image"
>;

export function insertAttachment(tx: TurnTx, { image, ...row }: NewAttachment): Promise<Attachment> {
  return tx
    .insertInto("attachment")
    .values({ ...row, unclaimed_since: row.created_at, image: image && json(image) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function setImage(tx: Tx, pathId: string, image: ImageFacts | null): Promise<void> {
  await tx
    .updateTable("attachment")
    .set({ image: image && json(image) })
    .where("path_id", "=", pathId)
    .execute();
}

/** Returns the deleted row, or undefined if the user has no such file. */
export function deleteAttachment(tx: TurnTx, ownerId: UserId, id: AttachmentId): Promise<Attachment | undefined> {
  return tx
    .deleteFrom("attachment")
    .where("id", "=", id)
    .where("owner_id", "=", ownerId)
    .returningAll()
    .executeTakeFirst();
}

export interface Claim {
  attachment_id: AttachmentId;
  message_id: MessageId;
  sent_at: number;
}

/** The messages that claim these files, oldest first; optionally with a condition on `message`. */
export function claimsOf(
  db: Db,
  attachmentIds: readonly AttachmentId[],
  condition: Expression<SqlBool> = sql<SqlBool>`1 = 1`,
): Promise<Claim[]> {
  return db
    .selectFrom("attachment_message")
    .innerJoin("message", "message.id", "attachment_message.message_id")
    .select(["attachment_id", "message_id", "message.sent_at"])
    .where(isAnyOf(db, "attachment_message.attachment_id", attachmentIds))
    .where(condition)
    .orderBy("message_id")
    .execute();
}

/** Which of these files are claimed by a message that matches the condition; one is enough. */
export async function claimedWhere(
  db: Db,
  ids: readonly AttachmentId[],
  condition: Expression<SqlBool>,
): Promise<AttachmentId[]> {
  const rows = await db
    .selectFrom("attachment")
    .select("attachment.id")
    .where(isAnyOf(db, "attachment.id", ids))
    .where(
      sql<SqlBool>`exists (
        select 1 from attachment_message join message on message.id = attachment_message.message_id
        where attachment_message.attachment_id = attachment.id and ${condition})`,
    )
    .execute();
  return rows.map((row) => row.id);
}

export async function claimedBy(db: Db, messageId: MessageId): Promise<Attachment[]> {
  return db
    .selectFrom("attachment")
    .innerJoin("attachment_message", "attachment_message.attachment_id", "attachment.id")
    .selectAll("attachment")
    .where("attachment_message.message_id", "=", messageId)
    .orderBy("attachment.id")
    .execute();
}

/** All files that any of these messages claims. */
export async function filesClaimedBy(db: Db, messageIds: readonly MessageId[]): Promise<AttachmentId[]> {
  const rows = await db
    .selectFrom("attachment_message")
    .select("attachment_id")
    .distinct()
    .where(isAnyOf(db, "message_id", messageIds))
    .execute();
  return rows.map((row) => row.attachment_id);
}

/**
 * Before the claims are written: locks the rows, so a concurrent removal of unclaimed files either sees the claim, or
 * has already removed the file, which is then not returned.
 */
export async function keep(tx: TurnTx, ids: readonly AttachmentId[]): Promise<AttachmentId[]> {
  const rows = await tx
    .updateTable("attachment")
    .set({ unclaimed_since: null })
    .where(isAnyOf(tx, "id", ids))
    .returning("id")
    .execute();
  return rows.map((row) => row.id);
}

export async function insertClaims(tx: TurnTx, messageId: MessageId, ids: readonly AttachmentId[]): Promise<void> {
  await tx
    .insertInto("attachment_message")
    .values(ids.map((attachment_id) => ({ attachment_id, message_id: messageId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteClaims(tx: TurnTx, messageId: MessageId, ids: readonly AttachmentId[]): Promise<void> {
  await tx
    .deleteFrom("attachment_message")
    .where("message_id", "=", messageId)
    .where(isAnyOf(tx, "attachment_id", ids))
    .execute();
}

export async function insertScheduledClaims(
  tx: TurnTx,
  scheduledId: number,
  ids: readonly AttachmentId[],
): Promise<void> {
  await tx
    .insertInto("attachment_scheduled_message")
    .values(ids.map((attachment_id) => ({ attachment_id, scheduled_message_id: scheduledId })))
    .execute();
}

/** Returns the files that were claimed. */
export async function deleteScheduledClaims(tx: TurnTx, scheduledIds: readonly number[]): Promise<AttachmentId[]> {
  const rows = await tx
    .deleteFrom("attachment_scheduled_message")
    .where(isAnyOf(tx, "scheduled_message_id", scheduledIds))
    .returning("attachment_id")
    .execute();
  return rows.map((row) => row.attachment_id);
}

/** Of these files, or of all of an organization: those that nobody claims any more wait for their removal from now on. */
export async function markUnclaimed(
  tx: TurnTx,
  now: number,
  files: readonly AttachmentId[] | { readonly realmId: RealmId },
): Promise<AttachmentId[]> {
  const rows = await tx
    .updateTable("attachment")
    .set({ unclaimed_since: now })
    .where("unclaimed_since", "is", null)
    .where(sql<SqlBool>`not exists (select 1 from attachment_message where attachment_id = attachment.id)`)
    .where(sql<SqlBool>`not exists (select 1 from attachment_scheduled_message where attachment_id = attachment.id)`)
    .where((eb) => ("realmId" in files ? eb("realm_id", "=", files.realmId) : isAnyOf(tx, "id", files)))
    .returning("id")
    .execute();
  return rows.map((row) => row.id);
}

/** The organizations that have, or had, files. */
export async function realmsWithFiles(db: Db): Promise<RealmId[]> {
  const rows = await db.selectFrom("upload_space").select("realm_id").orderBy("realm_id").execute();
  return rows.map((row) => row.realm_id);
}

export async function spaceUsed(db: Db, realmId: RealmId): Promise<number> {
  const row = await db
    .selectFrom("upload_space")
    .select("used_bytes")
    .where("realm_id", "=", realmId)
    .executeTakeFirst();
  return row?.used_bytes ?? 0;
}

/** Returns the space used afterwards. The row is locked until the commit, so two uploads cannot use the same space. */
export async function takeSpace(tx: Tx, realmId: RealmId, bytes: number): Promise<number> {
  const { used_bytes } = await tx
    .insertInto("upload_space")
    .values({ realm_id: realmId, used_bytes: bytes })
    .onConflict((conflict) =>
      conflict.column("realm_id").doUpdateSet({ used_bytes: sql`upload_space.used_bytes + ${bytes}` }),
    )
    .returning("used_bytes")
    .executeTakeFirstOrThrow();
  return used_bytes;
}

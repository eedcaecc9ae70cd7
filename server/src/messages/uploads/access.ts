/** Who may read a file: its owner, and everyone who can see a message that claims it. */
import type { Expression, SqlBool } from "kysely";
import { channelsByRecipients } from "../../channels/store.ts";
import { allowsWebPublicChannels } from "../../kernel/access/visitors.ts";
import type { AttachmentId, RecipientId } from "../../kernel/api/ids.ts";
import type { Context, OpenContext } from "../../kernel/context.ts";
import { isAnyOf } from "../../kernel/db/dialect.ts";
import { FileNotFound } from "../../kernel/files/errors.ts";
import { NotLoggedIn } from "../../kernel/http/authenticate.ts";
import { visibleTo, visibleToVisitors } from "../visibility.ts";
import { FileNotAllowed } from "./contract.ts";
import { type Attachment, attachmentsAt, type Claim, claimedWhere, claimsOf } from "./store.ts";

/** Which of these files the user may read. */
export async function readable(ctx: Context, files: readonly Attachment[]): Promise<Attachment[]> {
  const others = files.filter((file) => file.owner_id !== ctx.user.id).map((file) => file.id);
  const open = new Set(others.length > 0 ? await claimedWhere(ctx.db, others, await visibleAmong(ctx, others)) : []);
  return files.filter((file) => file.owner_id === ctx.user.id || open.has(file.id));
}

/** The claims of messages that the user can see. */
export async function claimsSeenBy(ctx: Context, ids: readonly AttachmentId[]): Promise<Claim[]> {
  return ids.length > 0 ? claimsOf(ctx.db, ids, await visibleAmong(ctx, ids)) : [];
}

/** Visibility of the messages that claim these files: only their channels need to be known. */
async function visibleAmong(ctx: Context, ids: readonly AttachmentId[]): Promise<Expression<SqlBool>> {
  const { db, realm, user } = ctx;
  const channels = await channelsByRecipients(db, realm.id, user.id, await recipientsOf(ctx, ids));
  return visibleTo(db, user, channels);
}

async function recipientsOf({ db }: OpenContext, ids: readonly AttachmentId[]): Promise<RecipientId[]> {
  const rows = await db
    .selectFrom("attachment_message")
    .innerJoin("message", "message.id", "attachment_message.message_id")
    .select("message.recipient_id")
    .distinct()
    .where(isAnyOf(db, "attachment_message.attachment_id", ids))
    .execute();
  return rows.map((row) => row.recipient_id);
}

export async function fileFor(ctx: OpenContext, pathId: string): Promise<Attachment> {
  const [file] = await attachmentsAt(ctx.db, ctx.realm.id, [pathId]);
  const { user } = ctx;
  if (user === undefined) return fileForVisitor(ctx, file);
  if (!file) throw new FileNotFound();
  const [mine] = await readable({ ...ctx, user }, [file]);
  if (!mine) throw new FileNotAllowed();
  return mine;
}

/** Visitors learn nothing about files that are not public, not even whether they exist. */
async function fileForVisitor(ctx: OpenContext, file: Attachment | undefined): Promise<Attachment> {
  const { app, db, realm } = ctx;
  const isOpen = realm.is_active && allowsWebPublicChannels(app, realm);
  if (isOpen && file && (await claimedWhere(db, [file.id], visibleToVisitors(realm.id))).length > 0) return file;
  throw new NotLoggedIn();
}

/**
 * A message claims the uploaded files it links to: they stay as long as it does, and its readers may read them. Only
 * files that its author may read are claimed: otherwise a guessed link would open them to others.
 */
import type { MessageId } from "../../kernel/api/ids.ts";
import type { WriteContext, Writing } from "../../kernel/context.ts";
import { toUsers } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { on } from "../../kernel/moments.ts";
import { areHeld } from "../legal-holds/store.ts";
import { type Arriving, messageArrived, messageArriving } from "../moments.ts";
import { claimsSeenBy, readable } from "./access.ts";
import { attachmentUpdateEvent } from "./events.ts";
import { type PresentedAttachment, presentAttachment, presentAttachments } from "./present.ts";
import {
  type Attachment,
  attachmentsAt,
  claimedBy,
  claimsOf,
  deleteClaims,
  deleteScheduledClaims,
  insertClaims,
  insertScheduledClaims,
  keep,
  markUnclaimed,
  spaceUsed,
} from "./store.ts";

/** The linked files that the author may read: what its message will claim. */
export async function claimable(ctx: WriteContext, pathIds: readonly string[]): Promise<Attachment[]> {
  if (pathIds.length === 0) return [];
  const files = await readable(ctx, await attachmentsAt(ctx.db, ctx.realm.id, pathIds));
  if (ctx.user.system_bot === null) return files;
  // The email gateway owns what came with everybody's email: a link in another email must not open it to that one's readers.
  const claims = await claimsOf(
    ctx.db,
    files.map(({ id }) => id),
  );
  return files.filter(({ id }) => !claims.some(({ attachment_id }) => attachment_id === id));
}

export const claimingFiles = [
  on(messageArriving, (ctx, arriving) => {
    if (arriving.rendered.uploads.length > 0) return findAttached(ctx, arriving);
  }),
  on(messageArrived, (ctx, { id, attached }) => {
    if (attached.length > 0) return claim(ctx, id, attached);
  }),
];

async function findAttached(ctx: WriteContext, arriving: Arriving): Promise<void> {
  arriving.attached = await claimable(ctx, arriving.rendered.uploads);
}

export interface ChangedClaims {
  /** The acting user's files that no message links to any more; they are kept for a while. */
  readonly detached: readonly PresentedAttachment[];
  /** Whether the message claims any file now. */
  readonly hasAny: boolean;
}

/** After an edit: claims newly linked files and releases the others. */
export async function changeClaims(
  ctx: WriteContext,
  messageId: MessageId,
  pathIds: readonly string[],
): Promise<ChangedClaims> {
  const before = await claimedBy(ctx.db, messageId);
  const [kept, released] = [true, false].map((isLinked) =>
    before.filter((file) => pathIds.includes(file.path_id) === isLinked),
  ) as [Attachment[], Attachment[]];
  const added = await claimable(
    ctx,
    pathIds.filter((pathId) => !kept.some((file) => file.path_id === pathId)),
  );
  await claim(ctx, messageId, added);
  return { detached: await release(ctx, messageId, released), hasAny: kept.length + added.length > 0 };
}

async function release(
  ctx: WriteContext,
  messageId: MessageId,
  files: readonly Attachment[],
): Promise<PresentedAttachment[]> {
  if (files.length === 0) return [];
  // An earlier version of the message links to them, and must be kept whole.
  if (await areHeld(ctx.db, ctx.realm.id, [messageId])) return [];
  const ids = files.map((file) => file.id);
  await deleteClaims(ctx.db, messageId, ids);
  const unclaimed = await markUnclaimed(ctx.db, ctx.now, ids);
  return files
    .filter((file) => file.owner_id === ctx.user.id && unclaimed.includes(file.id))
    .map((file) => presentAttachment(file, []));
}

/** Claims the files for a message, and notifies its author. A message without files costs no statement. */
async function claim(ctx: WriteContext, messageId: MessageId, files: readonly Attachment[]): Promise<void> {
  if (files.length === 0) return;
  const { db, realm, user } = ctx;
  const kept = await keep(
    db,
    files.map((file) => file.id),
  );
  if (kept.length === 0) return;
  await insertClaims(db, messageId, kept);
  const claimed = files.filter((file) => kept.includes(file.id));
  const own = claimed.filter((file) => file.owner_id === user.id).map((file) => file.id);
  const foreign = kept.filter((id) => !own.includes(id));
  // The owner may know every message that links to the file; others only those they can see.
  const claims = [...(own.length > 0 ? await claimsOf(db, own) : []), ...(await claimsSeenBy(ctx, foreign))];
  const upload_space_used = await spaceUsed(db, realm.id);
  for (const attachment of presentAttachments(claimed, claims))
    append(ctx, attachmentUpdateEvent({ op: "update", attachment, upload_space_used }), toUsers(user.id));
}

/** A scheduled message keeps the files it links to, without events; it gives nobody access. */
export async function claimForScheduled(
  ctx: WriteContext,
  scheduledId: number,
  pathIds: readonly string[],
): Promise<void> {
  const files = await claimable(ctx, pathIds);
  if (files.length === 0) return;
  const kept = await keep(
    ctx.db,
    files.map((file) => file.id),
  );
  if (kept.length > 0) await insertScheduledClaims(ctx.db, scheduledId, kept);
}

/** They were deleted, changed, or sent. */
export async function releaseScheduled(ctx: Writing, scheduledIds: readonly number[]): Promise<void> {
  const released = await deleteScheduledClaims(ctx.db, scheduledIds);
  if (released.length > 0) await markUnclaimed(ctx.db, ctx.now, released);
}

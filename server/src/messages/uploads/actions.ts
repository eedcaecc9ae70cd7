import type { AttachmentId } from "../../kernel/api/ids.ts";
import { demand } from "../../kernel/api/index.ts";
import { type App, type Context, change, type WriteContext } from "../../kernel/context.ts";
import { toUsers } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { imageFacts } from "../../kernel/files/images.ts";
import { removeFiles } from "../../kernel/files/jobs.ts";
import { contentType, fileName, newPathId, withCharset } from "../../kernel/files/names.ts";
import type { ReceivedFile } from "../../kernel/http/receive.ts";
import { enqueue } from "../../kernel/jobs/job-kind.ts";
import { demandRoom } from "../../kernel/limits/room.ts";
import { UnderLegalHold } from "../legal-holds/contract.ts";
import { isFileHeld } from "../legal-holds/store.ts";
import { InvalidAttachment, UploadQuotaExceeded } from "./contract.ts";
import { attachmentAddEvent, attachmentRemoveEvent } from "./events.ts";
import { makeThumbnails } from "./jobs.ts";
import { presentAttachment } from "./present.ts";
import {
  type Attachment,
  deleteAttachment,
  insertAttachment,
  type NewAttachment,
  spaceUsed,
  takeSpace,
} from "./store.ts";
import { fileKey, keysOf } from "./thumbnails.ts";

const MIB = 1024 * 1024;

/** Whether the organization's files may have this total size. */
const fits = ({ config }: App, bytes: number) => config.uploadQuotaMib === null || bytes <= config.uploadQuotaMib * MIB;

/** The file is stored first: a file without a row is removed later; a row without its file would be broken. */
export async function uploadFile(ctx: Context, received: ReceivedFile): Promise<Attachment> {
  const { app, realm, user } = ctx;
  demand(fits(app, (await spaceUsed(ctx.db, realm.id)) + received.size), new UploadQuotaExceeded());
  const file_name = fileName(received.name);
  const path_id = newPathId(realm.id, file_name);
  const type = contentType(received.contentType, file_name);
  const content_type = await withCharset(type, received.path);
  const image = (await imageFacts(received.path, type)) ?? null;
  const row = { realm_id: realm.id, owner_id: user.id, path_id, file_name, content_type, image };
  await app.storage.adopt(received.path, fileKey(path_id), content_type);
  try {
    return await change(ctx, (writing) => recordUpload(writing, { ...row, size: received.size, created_at: ctx.now }));
  } catch (error) {
    await app.storage.remove([fileKey(path_id)]);
    throw error;
  }
}

async function recordUpload(ctx: WriteContext, row: NewAttachment): Promise<Attachment> {
  await demandRoom(ctx, "uploads", { owner_id: row.owner_id });
  const upload_space_used = await takeSpace(ctx.db, ctx.realm.id, row.size);
  demand(fits(ctx.app, upload_space_used), new UploadQuotaExceeded());
  const file = await insertAttachment(ctx.db, row);
  if (file.image) enqueue(ctx, makeThumbnails({ path_id: file.path_id }));
  const event = { op: "add" as const, attachment: presentAttachment(file, []), upload_space_used };
  append(ctx, attachmentAddEvent(event), toUsers(ctx.user.id));
  return file;
}

/** Even if messages link to it. The stored file is deleted afterwards, with retries. */
export async function removeAttachment(ctx: WriteContext, id: AttachmentId): Promise<void> {
  const { db, realm, user } = ctx;
  demand(!(await isFileHeld(db, realm.id, user.id, id)), new UnderLegalHold());
  const file = await deleteAttachment(ctx.db, ctx.user.id, id);
  if (!file) throw new InvalidAttachment();
  const upload_space_used = await takeSpace(ctx.db, ctx.realm.id, -file.size);
  enqueue(ctx, removeFiles({ keys: keysOf(file.path_id) }));
  append(ctx, attachmentRemoveEvent({ op: "remove", attachment: { id }, upload_space_used }), toUsers(ctx.user.id));
}

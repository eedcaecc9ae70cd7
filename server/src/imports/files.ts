/** Files that messages of an archive have. Each is stored once, however many messages have it. */
import type { AttachmentId, UserId } from "../kernel/api/ids.ts";
import { ApiError } from "../kernel/api/index.ts";
import { change, type OpenContext, type Writing } from "../kernel/context.ts";
import { imageFacts } from "../kernel/files/images.ts";
import { contentType, fileName, newPathId, withCharset } from "../kernel/files/names.ts";
import { demandRoom } from "../kernel/limits/room.ts";
import { insertAttachment, spaceUsed, takeSpace } from "../messages/uploads/store.ts";
import { fileKey } from "../messages/uploads/thumbnails.ts";
import { isErased } from "../people/users/store.ts";
import { erasedKey } from "./erased.ts";
import type { Ledger } from "./ledger.ts";
import { type Missing, withLocalFile } from "./local-file.ts";
import type { FileRecord } from "./records.ts";
import { insertKey, itemWith, type Origin, sourceKey } from "./store.ts";

export interface LocalFile {
  readonly id: AttachmentId;
  readonly path_id: string;
}

const MIB = 1024 * 1024;

export interface FileSurroundings {
  readonly ctx: OpenContext;
  readonly origin: Origin;
  /** Of an import: one that was cancelled, or that another process goes on with, stores no file either. */
  readonly ledger?: Ledger | undefined;
}

/** The stored file, or the reason why there is none. The content is stored before its row, as for uploads. */
export async function storeFile(
  { ctx, origin, ledger }: FileSurroundings,
  record: FileRecord,
  owner: UserId,
): Promise<LocalFile | Missing> {
  const { app, realm } = ctx;
  const store = <T>(work: (writing: Writing) => Promise<T>): Promise<T> =>
    ledger ? ledger.change(ctx, work) : change(ctx, work);
  const { reader } = app.database;
  const key = sourceKey(record.id);
  const erased = erasedKey({ secrets: app.secrets, realm_id: origin.realm_id }, key);
  const known = await itemWith(reader, origin, "file", [key, erased]);
  if (known !== undefined) {
    const row = await reader
      .selectFrom("attachment")
      .select(["id", "path_id"])
      .where("id", "=", known)
      .executeTakeFirst();
    return row ?? { missing: "the file was deleted here" };
  }
  return withLocalFile(app, record, app.config.maxUploadMib * MIB, async ({ path, size }) => {
    const quota = app.config.uploadQuotaMib;
    if (quota !== null && (await spaceUsed(reader, realm.id)) + size > quota * MIB)
      return { missing: "the organization has no space left for files" };
    const file_name = fileName(record.name);
    const path_id = newPathId(realm.id, file_name);
    const type = contentType(record.contentType, file_name);
    const content_type = await withCharset(type, path);
    const image = (await imageFacts(path, type)) ?? null;
    await app.storage.adopt(path, fileKey(path_id), content_type);
    try {
      return await store(async (writing) => {
        await demandRoom(writing, "uploads", { owner_id: owner });
        await takeSpace(writing.db, realm.id, size);
        const row = { realm_id: realm.id, owner_id: owner, path_id, file_name, content_type, image, size };
        // Now, so that it is kept until its message has come, whenever that is.
        const { id } = await insertAttachment(writing.db, { ...row, created_at: ctx.now });
        const isOfErased = await isErased(writing.db, owner);
        await insertKey(writing.db, origin, { kind: "file", key: isOfErased ? erased : key, local_id: id });
        return { id, path_id };
      });
    } catch (error) {
      await app.storage.remove([fileKey(path_id)]);
      if (error instanceof ApiError) return { missing: "its owner has too many files" };
      throw error;
    }
  });
}

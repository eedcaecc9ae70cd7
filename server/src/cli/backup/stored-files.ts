/** The uploaded files that rows refer to, by their storage keys. Thumbnails are left out, because they are made again. */

import { storageKey } from "../../exports/present.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { fileKey } from "../../messages/uploads/thumbnails.ts";
import { keysOf as keysOfEmoji } from "../../organization/custom-emoji/files.ts";
import { storedEmoji } from "../../organization/custom-emoji/store.ts";
import { keysOf, shownPaths } from "../../organization/pictures/store.ts";

const ROWS_PER_PAGE = 2000;

export interface AttachmentFile {
  readonly id: number;
  readonly path_id: string;
}

/** Attachments in pages, by their ids. */
export async function* attachmentPages(db: Db, after = 0): AsyncGenerator<AttachmentFile[]> {
  for (let last = after; ; ) {
    const page = await db
      .selectFrom("attachment")
      .select(["id", "path_id"])
      .where("id", ">", last)
      .orderBy("id")
      .limit(ROWS_PER_PAGE)
      .execute();
    const newest = page.at(-1);
    if (!newest) return;
    yield page;
    last = newest.id;
  }
}

/** Pictures of people and organizations, and custom emoji: all names that they can have, some of which do not exist. */
export async function pictureKeys(db: Db): Promise<string[]> {
  return [...(await shownPaths(db)).flatMap(keysOf), ...(await storedEmoji(db)).flatMap(keysOfEmoji)];
}

/** Everything, in batches. */
export async function* storedKeys(db: Db): AsyncGenerator<string[]> {
  for await (const page of attachmentPages(db)) yield page.map(({ path_id }) => fileKey(path_id));
  yield await pictureKeys(db);
}

/** The files of exports that can be downloaded. */
export async function exportKeys(db: Db): Promise<string[]> {
  const whole = db
    .selectFrom("realm_export")
    .select("path")
    .where("size", "is not", null)
    .where("deleted_at", "is", null);
  const personal = db.selectFrom("personal_export").select("path").where("size", "is not", null);
  return [...(await whole.execute()), ...(await personal.execute())].map(storageKey);
}

/** The files of an export to Zulip's format, with the lists that say whose they are. */
import { isAnyOf } from "../../kernel/db/dialect.ts";
import type { TableRow } from "../../kernel/db/rows.ts";
import { fileKey } from "../../messages/uploads/thumbnails.ts";
import { keysOf as keysOfEmoji } from "../../organization/custom-emoji/files.ts";
import { keysOf as keysOfPicture } from "../../organization/pictures/store.ts";
import { scheduledIdThere, type ZulipRow } from "./format.ts";
import type { JsonTables } from "./json-file.ts";
import type { Outward } from "./outward.ts";

export type FileFolder = "uploads" | "avatars" | "emoji" | "realm_icons";
export const FILE_FOLDERS: readonly FileFolder[] = ["uploads", "avatars", "emoji", "realm_icons"];

/** A stored file, and its place in the archive; without a record, Zulip's importer does not read it. */
export interface FileThere {
  readonly folder: FileFolder;
  readonly key: string;
  readonly path: string;
  readonly record?: ZulipRow;
}

export async function writeAttachments(out: Outward, tables: JsonTables, files: FileThere[]): Promise<void> {
  const { db } = out;
  tables.begin("zerver_attachment");
  for await (const page of out.pages("attachment")) {
    const ids = page.map((row) => row.id as number);
    const messages = await db
      .selectFrom("attachment_message")
      .selectAll()
      .where(isAnyOf(db, "attachment_id", ids))
      .where(out.belongs("attachment_message"))
      .orderBy("message_id")
      .execute();
    const scheduled = await db
      .selectFrom("attachment_scheduled_message")
      .selectAll()
      .where(isAnyOf(db, "attachment_id", ids))
      .where(out.belongs("attachment_scheduled_message"))
      .orderBy("scheduled_message_id")
      .execute();
    const messagesOf = Map.groupBy(messages, (claim) => claim.attachment_id as number);
    const scheduledOf = Map.groupBy(scheduled, (claim) => claim.attachment_id as number);
    for (const row of page) {
      const id = row.id as number;
      files.push(uploadThere(row));
      await tables.row({
        ...{ id, realm: row.realm_id, owner: row.owner_id, path_id: row.path_id, file_name: row.file_name },
        ...{ content_type: row.content_type, size: row.size, create_time: row.created_at },
        // Zulip finds out from the messages.
        ...{ is_realm_public: null, is_web_public: null },
        messages: (messagesOf.get(id) ?? []).map((claim) => claim.message_id),
        scheduled_messages: (scheduledOf.get(id) ?? []).map((claim) => scheduledIdThere(claim.scheduled_message_id)),
      });
    }
  }
}

const uploadThere = ({ realm_id, owner_id, path_id, size, content_type, created_at }: TableRow): FileThere => ({
  folder: "uploads",
  key: fileKey(path_id as string),
  path: path_id as string,
  record: {
    ...{ realm_id, user_profile_id: owner_id, s3_path: path_id, path: path_id },
    ...{ size, content_type, last_modified: created_at },
  },
});

/** Pictures of people, custom emoji, and the organization's own pictures. */
export async function picturesThere(out: Outward): Promise<FileThere[]> {
  const files: FileThere[] = [];
  for await (const row of out.rows("user")) files.push(...avatarThere(row));
  for await (const row of out.rows("custom_emoji")) files.push(...emojiThere(row));
  for await (const { id, settings } of out.rows("realm"))
    for (const [name, path] of Object.entries(((settings as ZulipRow).pictures ?? {}) as Record<string, string>))
      files.push(...iconThere(id as number, name, path));
  return files;
}

/** The larger picture is the original, from which Zulip makes its sizes. */
function avatarThere({ id, realm_id, avatar_path, avatar_version, delivery_email }: TableRow): FileThere[] {
  if (typeof avatar_path !== "string") return [];
  const [small, medium] = keysOfPicture(avatar_path) as [string, string];
  const there = (key: string, path: string): FileThere => ({
    ...{ folder: "avatars", key, path },
    record: {
      ...{ realm_id, user_profile_id: id, user_profile_email: delivery_email, avatar_version },
      ...{ s3_path: path, path, content_type: "image/png" },
    },
  });
  return [there(small, `${avatar_path}.png`), there(medium, `${avatar_path}.original`)];
}

function emojiThere(row: TableRow): FileThere[] {
  const { realm_id, name, author_id, deactivated } = row;
  const [image, still] = keysOfEmoji(row as never);
  const file_name = `${row.file_name}.webp`;
  const folder = `${realm_id}/emoji/images`;
  const path = `${folder}/${file_name}`;
  return [
    {
      ...{ folder: "emoji", key: image, path },
      record: { realm_id, name, file_name, author: author_id, deactivated, path, s3_path: path },
    },
    { folder: "emoji", key: still, path: `${folder}/still/${file_name}` },
  ];
}

function iconThere(realm_id: number, name: string, picture: string): FileThere[] {
  const [key] = keysOfPicture(picture) as [string];
  return [".png", ".original"].map((end): FileThere => {
    const path = `${realm_id}/${name}${end}`;
    const record = { realm_id, path, s3_path: `${realm_id}/realm/${name}${end}` };
    return { folder: "realm_icons", key, path, record };
  });
}

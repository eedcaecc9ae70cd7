/** Creates, renames and reorders channel folders. */

import { ApiError, demand, type ShapeOf, said, type UserId } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import type { WriteContext, Writing } from "../../kernel/context.ts";
import { toEveryone } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { demandRoom } from "../../kernel/limits/room.ts";
import { invisiblePosition, nameKey, tidied } from "../../kernel/names/visible.ts";
import { InvalidFolder } from "../contract.ts";
import { renderDescription } from "../description.ts";
import {
  FolderNameEmpty,
  FolderNameTaken,
  FolderNotEmpty,
  InvalidOrder,
  type updateFolder as operation,
} from "./contract.ts";
import { folderAddEvent, folderReorderEvent, folderUpdateEvent } from "./events.ts";
import { presentFolder } from "./present.ts";
import { changeFolder, type FolderRow, folderById, foldersOf, hasChannels, insertFolder } from "./store.ts";

export const createFolder = (ctx: WriteContext, name: string, description: string): Promise<number> =>
  makeFolder(ctx, { name, description, creator_id: ctx.user.id, date_created: ctx.now });

interface NewFolder {
  readonly name: string;
  readonly description: string;
  readonly creator_id: UserId | null;
  readonly date_created: number;
}

export async function makeFolder(
  ctx: Writing,
  { name: sent, description, creator_id, date_created }: NewFolder,
): Promise<number> {
  const { db, realm } = ctx;
  const name = tidied(sent);
  await checkFolderName(ctx, name);
  await demandRoom(ctx, "channel_folders", { realm_id: realm.id });
  const folder = await insertFolder(db, {
    realm_id: realm.id,
    name,
    name_key: nameKey(name),
    ...(await described(ctx, description)),
    creator_id,
    date_created,
  });
  record(ctx, "channel_folder_created", { folder_id: folder.id });
  append(ctx, folderAddEvent({ op: "add", channel_folder: presentFolder(folder) }), toEveryone);
  return folder.id;
}

/** Archived folders do not reserve their names. */
async function checkFolderName(ctx: Pick<Writing, "db" | "realm">, name: string, own?: FolderRow): Promise<void> {
  demand(name !== "", new FolderNameEmpty());
  const position = invisiblePosition(name);
  if (position !== undefined)
    throw new ApiError(said`Invalid character in channel folder name, at position ${position}.`);
  const key = nameKey(name);
  const others = (await foldersOf(ctx.db, ctx.realm.id)).filter((folder) => folder.id !== own?.id);
  demand(!others.some((folder) => !folder.is_archived && folder.name_key === key), new FolderNameTaken());
}

const described = async (ctx: Writing, description: string) => ({
  description,
  rendered_description: await renderDescription(ctx, description),
});

type FolderRequest = ShapeOf<(typeof operation)["params"]>;

export async function updateFolder(ctx: WriteContext, request: FolderRequest): Promise<void> {
  const { db, realm } = ctx;
  const folder = await folderById(db, realm.id, request.channel_folder_id);
  if (!folder) throw new InvalidFolder();
  const { description, is_archived } = request;
  // A name older than the rules for names may be sent unchanged.
  const name = request.name === undefined || request.name === folder.name ? undefined : tidied(request.name);
  const announce = (data: { name: string } | Awaited<ReturnType<typeof described>> | { is_archived: boolean }) => {
    append(ctx, folderUpdateEvent({ op: "update", channel_folder_id: folder.id, data }), toEveryone);
    record(ctx, "channel_folder_changed", { folder_id: folder.id });
  };

  if (name !== undefined && name !== folder.name) {
    await checkFolderName(ctx, name, folder);
    await changeFolder(db, folder.id, { name, name_key: nameKey(name) });
    announce({ name });
  }
  if (description !== undefined && description !== folder.description) {
    const changes = await described(ctx, description);
    await changeFolder(db, folder.id, changes);
    announce(changes);
  }
  if (is_archived !== undefined && is_archived !== folder.is_archived) {
    demand(!is_archived || !(await hasChannels(db, folder.id)), new FolderNotEmpty());
    await changeFolder(db, folder.id, { is_archived });
    announce({ is_archived });
  }
}

export async function reorderFolders(ctx: WriteContext, order: readonly number[]): Promise<void> {
  const { db, realm } = ctx;
  const known = new Set((await foldersOf(db, realm.id)).map((folder) => folder.id));
  const isComplete = order.length === known.size && new Set(order).size === known.size;
  demand(isComplete && order.every((id) => known.has(id)), new InvalidOrder());
  for (const [place, id] of order.entries()) await changeFolder(db, id, { place });
  record(ctx, "channel_folders_reordered", {});
  append(ctx, folderReorderEvent({ op: "reorder", order: [...order] }), toEveryone);
}

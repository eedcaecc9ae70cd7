/** Channel folders of an archive, with the channels in them that the import has created. */
import { checkFolderName, makeFolder } from "../../channels/channel-folders/actions.ts";
import { createFolder, MAX_FOLDER_NAME_LENGTH } from "../../channels/channel-folders/contract.ts";
import { changeFolder, foldersOf } from "../../channels/channel-folders/store.ts";
import { changeChannel } from "../../channels/store.ts";
import { ApiError } from "../../kernel/api/index.ts";
import type { Writing } from "../../kernel/context.ts";
import { limitOf } from "../../kernel/limits/room.ts";
import { invisiblePosition, nameKey, tidied } from "../../kernel/names/visible.ts";
import { nameBefore, suffixOf } from "../names.ts";
import type { FolderRecord } from "../records.ts";
import { accepted, NO_ROOM, type OrganizationPart, type PartSurroundings } from "./parts.ts";

export const folderPart: OrganizationPart<FolderRecord> = {
  kind: "folder",
  counted: "channel_folders",
  what: "channel folders",

  async fault({ app, db, realm }, record, planned) {
    const content = contentOf(record);
    if (!content) return "the name or the description is not one that a folder can have here";
    const known = await foldersOf(db, realm.id);
    if (known.some(isEqualTo(content, record))) return undefined;
    return known.length + planned < limitOf(app, "channel_folders") ? undefined : NO_ROOM;
  },

  async store(ctx, around, record) {
    const content = contentOf(record);
    if (!content) throw new Error("It has a fault.");
    const known = await foldersOf(ctx.db, ctx.realm.id);
    const id = known.find(isEqualTo(content, record))?.id ?? (await create(ctx, around, record, content));
    if (record.isArchived) return id;
    for (const each of record.channels) {
      const channel = around.channels.isOwn(each) ? around.channels.get(each) : undefined;
      if (channel) await changeChannel(ctx.db, channel.id, { folder_id: id });
    }
    return id;
  },
};

interface FolderContent {
  readonly name: string;
  readonly description: string;
}

/** An archived folder is nobody's, and reserves no name. */
const isEqualTo =
  ({ name, description }: FolderContent, { isArchived }: FolderRecord) =>
  (other: { name_key: string; description: string; is_archived: boolean }) =>
    !isArchived && !other.is_archived && other.name_key === nameKey(name) && other.description === description;

async function create(
  ctx: Writing,
  { origin, people }: PartSurroundings,
  { creator, createdAt, isArchived }: FolderRecord,
  { name: wanted, description }: FolderContent,
): Promise<number> {
  const name = await freeName(ctx, origin, wanted);
  const creator_id = (creator === undefined ? undefined : people.get(creator)?.id) ?? null;
  const isOld = createdAt !== undefined && createdAt > 0 && createdAt < ctx.now;
  const date_created = isOld ? Math.floor(createdAt) : ctx.now;
  const id = await makeFolder(ctx, { name, description, creator_id, date_created });
  if (isArchived) await changeFolder(ctx.db, id, { is_archived: true });
  return id;
}

async function freeName(ctx: Writing, origin: PartSurroundings["origin"], wanted: string): Promise<string> {
  for (let count = 1; ; count++) {
    const suffix = suffixOf(origin, count);
    const name = nameBefore(suffix, wanted, MAX_FOLDER_NAME_LENGTH);
    try {
      await checkFolderName(ctx, name);
      return name;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }
}

/** Undefined if the API would refuse it. */
function contentOf(record: FolderRecord): FolderContent | undefined {
  const name = tidied(accepted(createFolder.params.name, record.name) ?? "");
  const description = accepted(createFolder.params.description, record.description);
  if (name === "" || description === undefined || invisiblePosition(name) !== undefined) return undefined;
  return { name, description };
}

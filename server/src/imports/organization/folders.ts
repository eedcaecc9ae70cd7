/** Channel folders of an archive, with the channels in them that the import has created. */
import { makeFolder } from "../../channels/channel-folders/actions.ts";
import { createFolder, MAX_FOLDER_NAME_LENGTH } from "../../channels/channel-folders/contract.ts";
import { changeFolder, type FolderRow, foldersOf } from "../../channels/channel-folders/store.ts";
import { putIntoFolder } from "../../channels/store.ts";
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
    const same = known.find(isEqualTo(content, record));
    const id = same?.id ?? (await create(ctx, around, record, { ...content, name: freeName(around, known, content) }));
    if (record.isArchived) return id;
    const own = record.channels.filter((each) => around.channels.isOwn(each));
    await putIntoFolder(
      ctx.db,
      own.flatMap((each) => around.channels.get(each)?.id ?? []),
      id,
    );
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
  { people }: PartSurroundings,
  { creator, createdAt, isArchived }: FolderRecord,
  { name, description }: FolderContent,
): Promise<number> {
  const creator_id = (creator === undefined ? undefined : people.get(creator)?.id) ?? null;
  const isOld = createdAt !== undefined && createdAt > 0 && createdAt < ctx.now;
  const date_created = isOld ? Math.floor(createdAt) : ctx.now;
  const id = await makeFolder(ctx, { name, description, creator_id, date_created });
  if (isArchived) await changeFolder(ctx.db, id, { is_archived: true });
  return id;
}

/** Archived folders reserve no names. */
function freeName(
  { origin, tried }: PartSurroundings,
  known: readonly Pick<FolderRow, "name_key" | "is_archived">[],
  { name: wanted }: FolderContent,
): string {
  const taken = new Set(known.flatMap(({ name_key, is_archived }) => (is_archived ? [] : [name_key])));
  const key = `folder ${nameKey(wanted)}`;
  for (let count = tried.get(key) ?? 1; ; count++) {
    const name = nameBefore(suffixOf(origin, count), wanted, MAX_FOLDER_NAME_LENGTH);
    if (taken.has(nameKey(name))) continue;
    tried.set(key, count);
    return name;
  }
}

/** Undefined if the API would refuse it. */
function contentOf(record: FolderRecord): FolderContent | undefined {
  const name = tidied(accepted(createFolder.params.name, record.name) ?? "");
  const description = accepted(createFolder.params.description, record.description);
  if (name === "" || description === undefined || invisiblePosition(name) !== undefined) return undefined;
  return { name, description };
}

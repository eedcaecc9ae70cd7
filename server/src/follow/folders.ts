/** Folders of channels, their order, and which channel is in which. */
import { createFolder, reorderFolders, updateFolder } from "../channels/channel-folders/contract.ts";
import { changeChannel } from "../channels/store.ts";
import { raiseVersion } from "../kernel/access/store.ts";
import { change } from "../kernel/context.ts";
import { type Difference, isSame } from "./difference.ts";
import type { FolderState } from "./profile-state.ts";
import type { Sides } from "./sides.ts";

export function folderDifferences(sides: Sides): Difference[] {
  return [...foldersThemselves(sides), ...order(sides), ...contents(sides)];
}

function foldersThemselves(sides: Sides): Difference[] {
  const { remote, local, ids, server, owner } = sides;
  const here = new Map(local.folders.map((each) => [each.id, each]));
  return remote.folders.flatMap((folder): Difference[] => {
    const { name, description, isArchived } = folder;
    const own = here.get(ids.get("folder", folder.id) ?? 0);
    if (!own) return [{ says: `The folder ${name} is not here.`, mend: () => create(sides, folder) }];
    const changes = {
      ...(own.name === name.trim() ? {} : { name }),
      ...(own.description === description ? {} : { description }),
      ...(own.isArchived === isArchived ? {} : { is_archived: isArchived }),
    };
    if (Object.keys(changes).length === 0) return [];
    const mend = async () => void (await server.call(owner, updateFolder, { channel_folder_id: own.id, ...changes }));
    return [{ says: `The folder ${name} differs: ${Object.keys(changes).join(", ")}.`, mend }];
  });
}

/** One that a killed run has made without noting it is taken. */
async function create({ remote, local, ids, server, owner }: Sides, folder: FolderState): Promise<void> {
  const { name, description } = folder;
  const noted = new Set(
    ids.all(
      "folder",
      remote.folders.map(({ id }) => id),
    ),
  );
  const begun = local.folders.find((each) => each.name === name.trim() && !noted.has(each.id));
  const id = begun?.id ?? (await server.call(owner, createFolder, { name, description })).channel_folder_id;
  await change(await server.asOperator(), ({ db }) => ids.note(db, "folder", folder.id, id));
  ids.learn("folder", folder.id, id);
}

function order({ remote, local, ids, server, owner }: Sides): Difference[] {
  const wanted = remote.folders.flatMap(({ id }) => ids.get("folder", id) ?? []);
  const current = local.folders.map(({ id }) => id);
  if (isSame(wanted, current) || wanted.length !== current.length) return [];
  const mend = async () => void (await server.call(owner, reorderFolders, { order: wanted }));
  return [{ says: "The folders have another order.", mend }];
}

function contents({ remote, local, ids, server }: Sides): Difference[] {
  return [...remote.channels.values()].flatMap(({ id, name, folder }) => {
    const own = local.channels.get(ids.get("channel", id) ?? 0);
    const wanted = ids.get("folder", folder);
    if (!own || own.folder === wanted) return [];
    const mend = async () => {
      await change(await server.asOperator(), async ({ db, realm }) => {
        await changeChannel(db, own.id, { folder_id: wanted ?? null });
        await raiseVersion(db, realm.id);
      });
    };
    return [{ says: `#${name} is in another folder.`, mend }];
  });
}

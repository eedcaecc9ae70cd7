/** Creates a folder, or renames and describes one. */
import { channelFolders } from "@parley/server/contract";
import { useState } from "react";
import { attempt } from "../../../actions/attempt.ts";
import { useSession } from "../../../state/session.tsx";
import { t } from "../../../text/text.ts";
import { FormDialog } from "../../account/FormDialog.tsx";
import { saySaved } from "../../saved.ts";
import type { Folder } from "./order.ts";

interface FolderDialogProps {
  /** Undefined for a new one. */
  readonly folder?: Folder;
  readonly onClose: () => void;
}

export function FolderDialog({ folder, onClose }: FolderDialogProps) {
  const { connection } = useSession();
  const [name, setName] = useState(folder?.name ?? "");
  const [description, setDescription] = useState(folder?.description ?? "");
  const submit = async () => {
    if (!folder) {
      await connection.call(channelFolders.createFolder, { name, description });
      return saySaved({});
    }
    const change = (words: { readonly name: string; readonly description: string }) =>
      connection.call(channelFolders.updateFolder, { channel_folder_id: folder.id, ...words });
    await change({ name, description });
    const { name: oldName, description: oldDescription } = folder;
    return saySaved({ undo: () => void attempt(() => change({ name: oldName, description: oldDescription })) });
  };
  return (
    <FormDialog
      title={folder ? t("folders.editNamed", { name: folder.name }) : t("folders.create")}
      action={t(folder ? "bots.save" : "folders.create")}
      onSubmit={submit}
      onClose={onClose}
    >
      <label>
        {t("channelForm.name")}
        <input
          className="field"
          dir="auto"
          required
          // biome-ignore lint/a11y/noAutofocus: the dialog was opened to fill this in.
          autoFocus
          maxLength={channelFolders.MAX_FOLDER_NAME_LENGTH}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      <label>
        {t("channelForm.description")}
        <textarea
          className="field"
          dir="auto"
          rows={2}
          maxLength={channelFolders.MAX_FOLDER_DESCRIPTION_LENGTH}
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
      </label>
    </FormDialog>
  );
}

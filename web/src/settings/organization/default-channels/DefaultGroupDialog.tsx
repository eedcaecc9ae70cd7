/** Creates a set of channels for new people, or renames and describes one. */
import { defaultChannels as api } from "@parley/server/contract";
import { useState } from "react";
import { attempt } from "../../../actions/attempt.ts";
import { useSession } from "../../../state/session.tsx";
import { t } from "../../../text/text.ts";
import { FormDialog } from "../../account/FormDialog.tsx";
import { saySaved } from "../../saved.ts";
import type { ChannelSet } from "./DefaultGroup.tsx";

interface DefaultGroupDialogProps {
  /** Undefined for a new one. */
  readonly group?: ChannelSet;
  readonly onClose: () => void;
}

const MAX_DESCRIPTION_LENGTH = 1024;

export function DefaultGroupDialog({ group, onClose }: DefaultGroupDialogProps) {
  const { connection } = useSession();
  const [name, setName] = useState(group?.name ?? "");
  const [description, setDescription] = useState(group?.description ?? "");
  const submit = async () => {
    if (!group) {
      await connection.call(api.createDefaultGroup, { group_name: name, description, stream_names: [] });
      return saySaved({});
    }
    // The server refuses the name that it has already.
    const change = (from: string, to: { readonly name: string; readonly description: string }) =>
      connection.call(api.updateDefaultGroup, {
        group_id: group.id,
        new_description: to.description,
        ...(to.name.trim() === from ? {} : { new_group_name: to.name }),
      });
    await change(group.name, { name, description });
    return saySaved({ undo: () => void attempt(() => change(name.trim(), group)) });
  };
  return (
    <FormDialog
      title={group ? t("folders.editNamed", { name: group.name }) : t("defaultChannels.createGroup")}
      action={t(group ? "bots.save" : "defaultChannels.createGroup")}
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
          maxLength={api.MAX_GROUP_NAME_LENGTH}
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
          maxLength={MAX_DESCRIPTION_LENGTH}
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
      </label>
    </FormDialog>
  );
}

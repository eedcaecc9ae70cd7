/** A folder on the page: its name, its place, its channels. */
import { channelFolders, channelUpdates } from "@parley/server/contract";
import { attempt } from "../../../actions/attempt.ts";
import { openDialog } from "../../../app/dialogs.tsx";
import { byName } from "../../../inbox-order/folders.ts";
import { IconButton } from "../../../parts/buttons.tsx";
import { Icon } from "../../../parts/Icon.tsx";
import { MenuButton, type MenuRow } from "../../../parts/Menu.tsx";
import { useGo } from "../../../state/place.ts";
import { useSession } from "../../../state/session.tsx";
import { useStore } from "../../../state/store.ts";
import { t } from "../../../text/text.ts";
import { kindsToMake } from "../../channels/privacy.ts";
import { administering } from "../../channels/rights.ts";
import { saySaved } from "../../saved.ts";
import { ChannelChips } from "./ChannelChips.tsx";
import { FolderDialog } from "./FolderDialog.tsx";
import type { Folder } from "./order.ts";

interface FolderSectionProps {
  readonly folder: Folder;
  readonly mayChange: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (by: 1 | -1) => void;
}

export function FolderSection({ folder, mayChange, isFirst, isLast, onMove }: FolderSectionProps) {
  const { id, name, description } = folder;
  const { connection, store } = useSession();
  const channels = useStore((state) => state.channels.channels);
  const inside = [...channels.values()]
    .filter(({ folder_id }) => folder_id === id)
    .sort((one, other) => byName.compare(one.name, other.name));
  // Who may put a channel into a folder is up to the channel.
  const offered = [...channels.values()]
    .filter((channel) => channel.folder_id !== id && !channel.is_archived)
    .filter((channel) => administering(store.state, channel) === undefined)
    .sort((one, other) => byName.compare(one.name, other.name));
  const assign = (stream_id: number, folder_id: number | null) =>
    void attempt(async () => {
      const before = store.state.channels.channels.get(stream_id)?.folder_id ?? null;
      await connection.call(channelUpdates.updateChannel, { stream_id, folder_id });
      const back = () => connection.call(channelUpdates.updateChannel, { stream_id, folder_id: before });
      saySaved({ undo: () => void attempt(back) });
    });
  return (
    <section className="folder" aria-label={name} data-folder={id}>
      <div className="folder-head">
        <Icon name="folder" />
        <div className="folder-words">
          <h3 dir="auto">{name}</h3>
          {description !== "" && <small dir="auto">{description}</small>}
        </div>
        {mayChange && (
          <>
            <span className="folder-move">
              <IconButton
                icon="up"
                label={t("folders.moveUp", { name })}
                isDisabled={isFirst}
                onPress={() => onMove(-1)}
              />
              <IconButton
                icon="down"
                label={t("folders.moveDown", { name })}
                isDisabled={isLast}
                onPress={() => onMove(1)}
              />
            </span>
            <FolderMenu folder={folder} isEmpty={inside.length === 0} />
          </>
        )}
      </div>
      <ChannelChips channels={inside} onRemove={(channelId) => assign(channelId, null)} />
      {offered.length > 0 && (
        <select
          className="field setting-select"
          aria-label={t("folders.addChannelTo", { name })}
          value=""
          onChange={({ target }) => assign(Number(target.value), id)}
        >
          <option value="" disabled>
            {t("folders.addChannel")}
          </option>
          {offered.map((channel) => (
            <option key={channel.stream_id} value={channel.stream_id}>
              {channel.name}
            </option>
          ))}
        </select>
      )}
    </section>
  );
}

function FolderMenu({ folder, isEmpty }: { readonly folder: Folder; readonly isEmpty: boolean }) {
  const { id, name } = folder;
  const { connection } = useSession();
  const go = useGo();
  const mayMake = useStore((state) => kindsToMake(state).length > 0);
  const set = (is_archived: boolean) =>
    connection.call(channelFolders.updateFolder, { channel_folder_id: id, is_archived });
  const archive = () =>
    void attempt(async () => {
      await set(true);
      saySaved({ undo: () => void attempt(() => set(false)) });
    });
  const rows: readonly MenuRow[] = [
    {
      id: "edit",
      label: t("folders.edit"),
      icon: "compose",
      onAction: () => openDialog((close) => <FolderDialog folder={folder} onClose={close} />),
    },
    ...(mayMake
      ? [
          {
            id: "new-channel",
            label: t("directory.newChannel"),
            icon: "plus",
            onAction: () => go({ kind: "folder", folderId: id }),
          } as const,
        ]
      : []),
    {
      id: "archive",
      label: t("folders.archive"),
      icon: "archive",
      ...(isEmpty ? {} : { refusal: t("folders.notEmpty") }),
      onAction: archive,
    },
  ];
  const label = t("folders.actions", { name });
  return (
    <MenuButton label={label} rows={rows}>
      <IconButton icon="more" label={label} />
    </MenuButton>
  );
}

/** The page of channel folders: their order, their channels, creating and archiving them. */
import { holderOf } from "@parley/client";
import { channelFolders } from "@parley/server/contract";
import { isAdministrator } from "@parley/server/kernel/access/roles.ts";
import { useEffect, useState } from "react";
import { attempt } from "../../../actions/attempt.ts";
import { openDialog } from "../../../app/dialogs.tsx";
import { byName } from "../../../inbox-order/folders.ts";
import { Button } from "../../../parts/buttons.tsx";
import { Empty } from "../../../parts/states.tsx";
import { useSession } from "../../../state/session.tsx";
import { useStore } from "../../../state/store.ts";
import { t } from "../../../text/text.ts";
import { Page, Section } from "../../Page.tsx";
import type { SettingsPage } from "../../page.ts";
import { Row } from "../../SettingRow.tsx";
import { saySaved } from "../../saved.ts";
import { ChannelChips } from "./ChannelChips.tsx";
import { FolderDialog } from "./FolderDialog.tsx";
import { FolderSection } from "./FolderSection.tsx";
import { type Folder, inOrder, orderAfterMove } from "./order.ts";
import "./folders.css";

export function Folders({ page }: { readonly page: SettingsPage }) {
  const { connection, store } = useSession();
  const folders = useStore((state) => state.folders);
  const mayChange = useStore((state) => isAdministrator(holderOf(state)));
  const [moved, setMoved] = useState<{ readonly id: number; readonly by: 1 | -1 }>();
  const ordered = inOrder(folders.values());
  const shown = ordered.filter(({ is_archived }) => !is_archived);
  const archived = ordered.filter(({ is_archived }) => is_archived);
  useMovedFocus(moved, shown.map(({ id }) => id).join());
  const reorder = (order: readonly number[]) => connection.call(channelFolders.reorderFolders, { order: [...order] });
  const move = (id: number, by: 1 | -1) =>
    void attempt(async () => {
      const before = inOrder(store.state.folders.values()).map((folder) => folder.id);
      const after = orderAfterMove(store.state.folders.values(), id, by);
      if (!after) return;
      await reorder(after);
      setMoved({ id, by });
      saySaved({ undo: () => void attempt(() => reorder(before)) });
    });
  return (
    <Page page={page}>
      <Section title={t("folders.title")} help={t(mayChange ? "folders.help" : "organization.byAdministrators")}>
        {mayChange && (
          <div className="add-row" data-setting="new-folder">
            <Button icon="plus" onPress={() => openDialog((close) => <FolderDialog onClose={close} />)}>
              {t("folders.create")}
            </Button>
          </div>
        )}
        {shown.length === 0 && <Empty icon="folder" title={t("folders.none")} />}
        {shown.map((folder, at) => (
          <FolderSection
            key={folder.id}
            folder={folder}
            mayChange={mayChange}
            isFirst={at === 0}
            isLast={at === shown.length - 1}
            onMove={(by) => move(folder.id, by)}
          />
        ))}
      </Section>
      <LooseChannels />
      {archived.length > 0 && <ArchivedFolders folders={archived} mayChange={mayChange} />}
    </Page>
  );
}

/** Moving a row takes the focus from its button; it is given back, so that the key can be pressed again. */
function useMovedFocus(moved: { readonly id: number; readonly by: 1 | -1 } | undefined, order: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the new order is shown.
  useEffect(() => {
    if (!moved || (document.activeElement && document.activeElement !== document.body)) return;
    const buttons = document.querySelectorAll<HTMLButtonElement>(`[data-folder="${moved.id}"] .folder-move button`);
    const [up, down] = buttons;
    const wanted = moved.by < 0 ? up : down;
    (wanted?.disabled ? (moved.by < 0 ? down : up) : wanted)?.focus();
  }, [moved, order]);
}

/** Every channel without a folder, so that its settings are found here too. */
function LooseChannels() {
  const channels = useStore((state) => state.channels.channels);
  const folders = useStore((state) => state.folders);
  const loose = [...channels.values()]
    .filter(({ folder_id, is_archived }) => !is_archived && (folder_id === null || !folders.has(folder_id)))
    .sort((one, other) => byName.compare(one.name, other.name));
  return (
    <Section title={t("folders.loose")} name="loose-channels">
      {loose.length === 0 ? <p className="quiet">{t("folders.noneLoose")}</p> : <ChannelChips channels={loose} />}
    </Section>
  );
}

function ArchivedFolders({ folders, mayChange }: { folders: readonly Folder[]; mayChange: boolean }) {
  const { connection } = useSession();
  const set = (id: number, is_archived: boolean) =>
    connection.call(channelFolders.updateFolder, { channel_folder_id: id, is_archived });
  const unarchive = (id: number) =>
    void attempt(async () => {
      await set(id, false);
      saySaved({ undo: () => void attempt(() => set(id, true)) });
    });
  return (
    <Section title={t("folders.archived")}>
      {folders.map(({ id, name }) => (
        <Row key={id} name={`folder-${id}`} label={<span dir="auto">{name}</span>}>
          {mayChange && (
            <Button kind="plain" aria-label={t("folders.unarchiveNamed", { name })} onPress={() => unarchive(id)}>
              {t("folders.unarchive")}
            </Button>
          )}
        </Row>
      ))}
    </Section>
  );
}

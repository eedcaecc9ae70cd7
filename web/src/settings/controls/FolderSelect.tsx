/** A choice of one channel folder, or none. */
import type { State } from "@parley/client";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { Select } from "./Select.tsx";
import type { ControlProps } from "./SettingControl.tsx";

export function FolderSelect(props: ControlProps) {
  const folders = useStore((state) => state.folders);
  const offered = [...folders.values()]
    .filter(({ id, is_archived }) => !is_archived || id === props.value)
    .sort((one, other) => one.order - other.order)
    .map(({ id, name }) => ({ value: id, label: name }));
  return <Select {...props} options={[{ value: null, label: t("channelForm.noFolder") }, ...offered]} />;
}

export const folderText = (folders: State["folders"], id: unknown): string =>
  (id === null ? undefined : folders.get(Number(id))?.name) ?? t("channelForm.noFolder");

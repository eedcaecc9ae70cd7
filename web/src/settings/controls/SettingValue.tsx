/** The value of a setting in words, for those who may not change it. */
import { useStore } from "../../state/store.ts";
import type { Control } from "../setting.ts";
import { valueText } from "../value-text.ts";
import type { WhoValue } from "../who/who.ts";
import { whoText } from "../who/who-text.ts";
import { channelText } from "./ChannelSelect.tsx";
import { folderText } from "./FolderSelect.tsx";

export function SettingValue({ control, value }: { readonly control: Control; readonly value: unknown }) {
  if (control.kind === "channel") return <ChannelName id={value} />;
  if (control.kind === "folder") return <FolderName id={value} />;
  if (control.kind === "who") return <Who value={value as WhoValue} />;
  return valueText(control, value);
}

function ChannelName({ id }: { readonly id: unknown }) {
  const channels = useStore((state) => state.channels.channels);
  return channelText(channels, id);
}

function FolderName({ id }: { readonly id: unknown }) {
  const folders = useStore((state) => state.folders);
  return folderText(folders, id);
}

function Who({ value }: { readonly value: WhoValue }) {
  return useStore((state) => whoText(state, value));
}

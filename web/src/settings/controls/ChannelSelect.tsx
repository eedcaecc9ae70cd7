/** A choice of one channel, or none. */
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { Select } from "./Select.tsx";
import type { ControlProps } from "./SettingControl.tsx";

const NONE = -1;

export function ChannelSelect({ onlyPrivate, ...props }: ControlProps & { readonly onlyPrivate: boolean }) {
  const channels = useStore((state) => state.channels.channels);
  const offered = [...channels.values()]
    .filter(({ is_archived, invite_only }) => !is_archived && (invite_only || !onlyPrivate))
    .sort((one, other) => one.name.localeCompare(other.name))
    .map(({ stream_id, name }) => ({ value: stream_id, label: name }));
  const isListed = props.value === NONE || offered.some(({ value }) => value === props.value);
  const chosen = isListed ? [] : [{ value: props.value, label: channelText(channels, props.value) }];
  return <Select {...props} options={[{ value: NONE, label: t("organization.noChannel") }, ...chosen, ...offered]} />;
}

/** Its name, also if the reader cannot see it. */
export function channelText(channels: ReadonlyMap<number, { readonly name: string }>, id: unknown): string {
  if (id === NONE) return t("organization.noChannel");
  return channels.get(Number(id))?.name ?? t("organization.hiddenChannel");
}

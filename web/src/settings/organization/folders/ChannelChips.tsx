/** Channels as chips: each leads to its settings, and can be removed where the reader may. */
import type { Channel } from "@parley/client";
import { Icon } from "../../../parts/Icon.tsx";
import { Tile } from "../../../parts/Tile.tsx";
import { useHref } from "../../../state/place.ts";
import { useStore } from "../../../state/store.ts";
import { t } from "../../../text/text.ts";
import { administering } from "../../channels/rights.ts";
import "./folders.css";

interface ChannelChipsProps {
  readonly channels: readonly Channel[];
  readonly onRemove?: (channelId: number) => void;
  /** By default, who administers the channel. */
  readonly mayRemove?: boolean;
}

export function ChannelChips({ channels, ...props }: ChannelChipsProps) {
  if (channels.length === 0) return null;
  return (
    <ul className="channel-chips">
      {channels.map((channel) => (
        <ChannelChip key={channel.stream_id} channel={channel} {...props} />
      ))}
    </ul>
  );
}

function ChannelChip({ channel, onRemove, mayRemove }: Omit<ChannelChipsProps, "channels"> & { channel: Channel }) {
  const { stream_id: channelId, name } = channel;
  const href = useHref({ kind: "channel", channelId, tab: "general" });
  const isAdministered = useStore((state) => administering(state, channel) === undefined);
  return (
    <li className="channel-chip">
      <a href={href}>
        <Tile channelId={channelId} />
        <span className="trunc" dir="auto">
          {name}
        </span>
      </a>
      {onRemove && (mayRemove ?? isAdministered) && (
        <button type="button" aria-label={t("who.remove", { name })} onClick={() => onRemove(channelId)}>
          <Icon name="close" size="s" />
        </button>
      )}
    </li>
  );
}

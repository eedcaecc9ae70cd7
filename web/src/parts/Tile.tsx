/** A channel's tile: # for public, a lock for private, a globe for web-public. */
import { useStore } from "../state/store.ts";
import { hueOf, useHue } from "./hue.ts";
import { Icon } from "./Icon.tsx";

interface TileProps {
  readonly channelId: number;
  readonly size?: "l";
}

const NEUTRAL = "#c2c2c2";

export function Tile({ channelId, size }: TileProps) {
  const channel = useStore((state) => state.channels.channels.get(channelId));
  const hue = useHue(hueOf(channel?.personal?.color ?? NEUTRAL));
  const icon = channel?.is_web_public ? "globe" : channel?.invite_only ? "lock" : "hash";
  const classes = ["tile", size && `tile-${size}`, channel?.is_archived && "archived"];
  return (
    <span className={classes.filter(Boolean).join(" ")} ref={hue} aria-hidden="true">
      <Icon name={icon} />
    </span>
  );
}

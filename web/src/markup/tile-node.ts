/** A channel's tile for links inside messages, which are not components. */
import type { State } from "@parley/client";
import { hueOf } from "../parts/hue.ts";
import { iconNode, node } from "./nodes.ts";

type TileChannel = NonNullable<ReturnType<State["channels"]["channels"]["get"]>>;

const NEUTRAL = "#c2c2c2";

export function tileNode(channel: TileChannel): HTMLElement {
  const icon = channel.is_web_public ? "globe" : channel.invite_only ? "lock" : "hash";
  const tile = node("span", channel.is_archived ? "tile archived" : "tile", iconNode(icon));
  tile.setAttribute("aria-hidden", "true");
  tile.style.setProperty("--h", String(Math.round(hueOf(channel.personal?.color ?? NEUTRAL))));
  return tile;
}

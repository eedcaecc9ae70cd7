/** What visitors without an account can open: Recent, web-public channels, and help pages. */
import type { State } from "@parley/client";
import type { Address } from "./address.ts";
import { channelOf, conversationOf } from "./narrow.ts";

/** Visitors know only web-public channels. */
export function isOpenToVisitors(address: Address, { channels }: Pick<State, "channels">): boolean {
  const isOpen = (channelId: number | undefined) => channelId !== undefined && channels.channels.has(channelId);
  switch (address.kind) {
    case "recent":
      return true;
    case "topics":
      return isOpen(address.channelId);
    case "dialog":
      return address.dialog !== "invite";
    case "narrow": {
      const conversation = conversationOf(address.terms);
      return isOpen(conversation?.type === "topic" ? conversation.channelId : channelOf(address.terms));
    }
    default:
      return false;
  }
}

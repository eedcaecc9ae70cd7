/** What visitors without an account may open: Recent, the channels that are open to the web, and the pages of help. */
import type { State } from "@parley/client";
import type { Address } from "./address.ts";
import { channelOf, conversationOf } from "./narrow.ts";

/** Of the channels a visitor knows only those that are open to the web. */
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

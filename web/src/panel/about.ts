/** The subject of the panel: the open conversation or channel. */
import type { Address } from "../address/address.ts";
import { type Conversation, channelOf, conversationOf, type NarrowTerm } from "../address/narrow.ts";

export interface About {
  readonly channelId: number | undefined;
  readonly conversation: Conversation | undefined;
  /** The view's terms, if it shows messages. */
  readonly terms: readonly NarrowTerm[] | undefined;
}

export function aboutOf(address: Address): About {
  if (address.kind === "topics") return { channelId: address.channelId, conversation: undefined, terms: undefined };
  if (address.kind !== "narrow") return { channelId: undefined, conversation: undefined, terms: undefined };
  const { terms } = address;
  const conversation = conversationOf(terms);
  const channelId = conversation?.type === "topic" ? conversation.channelId : channelOf(terms);
  return { channelId, conversation, terms };
}

/** The reader's location, in the form that sidebar rows compare. */
import { type Address, addressKey } from "../address/address.ts";
import { type Conversation, channelOf, conversationOf } from "../address/narrow.ts";
import { conversationKey } from "../inbox-order/unread.ts";

export interface Here {
  /** Key of the whole address. */
  readonly key: string;
  /** The channel of the feed, topic list or topic. */
  readonly channelId: number | undefined;
  readonly isWholeChannel: boolean;
  readonly conversation: Conversation | undefined;
  /** Key of the topic or people. */
  readonly conversationKey: string | undefined;
}

export function hereOf(address: Address): Here {
  const key = addressKey(address);
  const nowhere = {
    key,
    channelId: undefined,
    isWholeChannel: false,
    conversation: undefined,
    conversationKey: undefined,
  };
  if (address.kind === "topics") return { ...nowhere, channelId: address.channelId, isWholeChannel: true };
  if (address.kind !== "narrow") return nowhere;
  const conversation = conversationOf(address.terms);
  if (conversation) {
    const channelId = conversation.type === "topic" ? conversation.channelId : undefined;
    return { ...nowhere, channelId, conversation, conversationKey: conversationKey(conversation) };
  }
  const channelId = channelOf(address.terms);
  return channelId === undefined ? nowhere : { ...nowhere, channelId, isWholeChannel: true };
}

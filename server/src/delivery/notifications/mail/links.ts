/** URLs in emails. */
import type { MessageId } from "../../../kernel/api/ids.ts";
import type { Realm } from "../../../kernel/context.ts";
import { channelFragment, fragmentPart } from "../../../text/markdown/addresses.ts";
import type { MissedConversation } from "./conversation.ts";
import type { ReadingContext } from "./reader.ts";

/** Links to the conversation at a message. */
export function addressIn(
  { realm, user }: ReadingContext,
  conversation: MissedConversation,
  messageId: MessageId,
): string {
  return `${realm.url}${fragmentOf(conversation, user.id)}/near/${messageId}`;
}

function fragmentOf(conversation: MissedConversation, readerId: number): string {
  if (conversation.channel)
    return topicFragment({ stream_id: conversation.channel.id, name: conversation.channel.name }, conversation.topic);
  const ids = [readerId, ...conversation.participants.map(({ id }) => id)].sort((a, b) => a - b);
  return `/#narrow/dm/${ids.join(",")}-${ids.length > 2 ? "group" : "dm"}`;
}

const topicFragment = (channel: { readonly stream_id: number; readonly name: string }, topic: string): string =>
  `${channelFragment(channel)}/topic/${fragmentPart(topic)}`;

export const topicAddress = (realm: Realm, channel: { readonly id: number; readonly name: string }, topic: string) =>
  `${realm.url}${topicFragment({ stream_id: channel.id, name: channel.name }, topic)}`;

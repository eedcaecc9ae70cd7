/** What opening a channel shows, by preference: its newest topic, its feed, or its topic list. */
import { type State, topicKey } from "@parley/client";
import { type Address, narrowAddress } from "../address/address.ts";
import { channelNarrow, topicNarrow } from "../address/narrow.ts";
import { isTopicMuted, type VisibilityState } from "../inbox-order/standing.ts";
import { unreadConversations } from "../inbox-order/unread.ts";

/** The values of `web_channel_default_view`. */
export const ChannelView = { newestTopic: 1, feed: 2, topics: 3, newestUnread: 4 } as const;

interface NamedTopic {
  readonly name: string;
}

/** `topics` are the channel's, newest first; undefined if they must be fetched first. */
export function channelAddress(
  state: VisibilityState & Pick<State, "unread">,
  { channelId, view, topics }: { channelId: number; view: number; topics: readonly NamedTopic[] | undefined },
): Address | undefined {
  if (view === ChannelView.topics) return { kind: "topics", channelId };
  const feed = narrowAddress(channelNarrow(channelId));
  if (view !== ChannelView.newestTopic && view !== ChannelView.newestUnread) return feed;
  if (!topics) return undefined;
  const unread = unreadConversations(state);
  const heard = topics.filter(({ name }) => !isTopicMuted(state, channelId, name));
  const isUnread = ({ name }: NamedTopic) => unread.has(topicKey(channelId, name));
  const topic = (view === ChannelView.newestUnread ? heard.find(isUnread) : undefined) ?? heard[0] ?? topics[0];
  return topic ? narrowAddress(topicNarrow(channelId, topic.name)) : feed;
}

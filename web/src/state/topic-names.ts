/** The spelling of a topic: unread ones are known in lower case only; its messages have the original. */
import type { Conversation } from "../address/narrow.ts";
import { useMaybeMessage } from "./cached-messages.ts";
import { useRealm } from "./settings.ts";
import { useStore } from "./store.ts";

type TopicConversation = Extract<Conversation, { type: "topic" }>;

export function useTopicName(conversation: TopicConversation | undefined): string {
  const emptyName = useRealm("realm_empty_topic_display_name");
  const lower = conversation?.topic.toLowerCase() ?? "";
  const unread = useStore(({ unread: { messages: known } }) => {
    if (!conversation) return undefined;
    for (const [id, place] of known)
      if (place.type === "stream" && place.stream_id === conversation.channelId && place.topic === lower) return id;
    return undefined;
  });
  const message = useMaybeMessage(unread);
  if (!conversation) return "";
  const spelled = message?.subject;
  const name = spelled?.toLowerCase() === lower ? spelled : conversation.topic;
  return name === "" ? emptyName : name;
}

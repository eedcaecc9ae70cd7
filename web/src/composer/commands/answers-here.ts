import type { CommandAnswer, State } from "@parley/client";
import { conversationOf, type NarrowTerm } from "../../address/narrow.ts";

/** Private answers that belong into this conversation, oldest first. In the one with the bot they are messages already. */
export function answersHere({ commands }: Pick<State, "commands">, terms: readonly NarrowTerm[]): CommandAnswer[] {
  const conversation = conversationOf(terms);
  if (!conversation) return [];
  const isHere = ({ stream_id, topic, user_ids, bot_id }: CommandAnswer): boolean => {
    if (conversation.type === "topic")
      return stream_id === conversation.channelId && topic?.toLowerCase() === conversation.topic.toLowerCase();
    const others = conversation.userIds.join();
    return user_ids?.toSorted((a, b) => a - b).join() === others && others !== String(bot_id);
  };
  return [...commands.answers.values()].filter(isHere).sort((a, b) => a.message_id - b.message_id);
}

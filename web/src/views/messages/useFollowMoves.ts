/** Follows the open topic when it is renamed or moved, keeping the reader's place and adding no history. */
import { isEvent, type MessageView, type ServerEvent } from "@parley/client";
import { messageEditingEvents } from "@parley/server/contract";
import { useEffect, useEffectEvent } from "react";
import { narrowAddress } from "../../address/address.ts";
import { fragmentOf } from "../../address/fragment.ts";
import { conversationOf, isSameNarrow, type NarrowTerm, topicNarrow } from "../../address/narrow.ts";
import { desk } from "../../composer/desk.ts";
import { router } from "../../state/place.ts";
import { useSession } from "../../state/session.tsx";

export function useFollowMoves(terms: readonly NarrowTerm[], view: MessageView): void {
  const { messages, store } = useSession();
  const follow = (events: readonly ServerEvent[]) => {
    const here = conversationOf(terms);
    if (here?.type !== "topic") return;
    const moved = events
      .filter((event) => isEvent(event, messageEditingEvents.updateMessageEvent))
      .findLast(
        ({ stream_id, orig_subject = "", propagate_mode }) =>
          stream_id === here.channelId &&
          orig_subject.toLowerCase() === here.topic.toLowerCase() &&
          propagate_mode === "change_all",
      );
    // If messages stay behind, so does the reader.
    if (!moved || view.state.ids.length > 0) return;
    const { new_stream_id: channelId = here.channelId, subject: topic = here.topic } = moved;
    desk.moved({ to: "channel", channelId: here.channelId, topic: here.topic }, { to: "channel", channelId, topic });
    go(topicNarrow(channelId, topic));
  };
  const go = (narrow: readonly NarrowTerm[]) => router.replace(fragmentOf(narrowAddress(narrow), store.state));
  const onEvents = useEffectEvent(follow);
  useEffect(() => messages.onChange((_, events) => onEvents(events)), [messages]);

  // A link to a message in a topic follows that message.
  const named = conversationOf(terms);
  const found = foundIn(view);
  const isElsewhere = named?.type === "topic" && found !== undefined && !isSameNarrow(found, terms);
  const onElsewhere = useEffectEvent(
    () => found && go([...found, ...terms.filter(({ operator }) => operator === "with")]),
  );
  useEffect(() => {
    if (isElsewhere) onElsewhere();
  }, [isElsewhere]);
}

function foundIn({ narrow }: MessageView): readonly NarrowTerm[] | undefined {
  const operandOf = (name: string) => narrow.find(({ operator }) => operator === name)?.operand;
  const [channel, topic] = [operandOf("channel"), operandOf("topic")];
  return typeof channel === "number" && typeof topic === "string" ? topicNarrow(channel, topic) : undefined;
}

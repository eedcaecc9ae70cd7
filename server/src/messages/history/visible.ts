/** What a reader may see of an edit history: as much as the organization shows, and only places they can read. */
import type { ChannelId } from "../../kernel/api/ids.ts";
import { shownTopic } from "../../text/topics.ts";
import { type EditHistoryEntry, HIDDEN_CHANNEL } from "../contract.ts";
import type { PlaceKnown } from "../visibility.ts";
import type { Edit, Policy } from "./store.ts";

/** What the reader may know about the channels that the message has been in; null for direct messages. */
export type Knowing = (channelId: ChannelId | null) => PlaceKnown;

export interface Showing {
  readonly policy: Policy;
  readonly knows: Knowing;
  readonly emptyTopic: boolean;
}

/** The edit as the reader sees it; undefined if they do not. */
export function shownEdit(edit: Edit, showing: Showing): EditHistoryEntry | undefined {
  const { user_id, edited_at: timestamp, text_size, prev_content, prev_rendered_content } = edit;
  const move = shownMove(edit, showing);
  const isText = text_size !== null && showing.policy === "all";
  if (!isText && !move) return undefined;
  return {
    user_id,
    timestamp,
    ...(isText && prev_content !== null && prev_rendered_content !== null
      ? { prev_content, prev_rendered_content }
      : {}),
    ...move,
  };
}

/** Nothing that happened in a hidden place; for a move out of one, only that it came from there. */
function shownMove({ channel_id, prev_channel_id, topic, prev_topic }: Edit, { knows, emptyTopic }: Showing) {
  if (knows(channel_id) !== "place") return undefined;
  const origin = knows(prev_channel_id ?? channel_id);
  const topics =
    topic !== null && prev_topic !== null && origin === "place"
      ? { prev_topic: shownTopic(prev_topic, emptyTopic), topic: shownTopic(topic, emptyTopic) }
      : undefined;
  if (prev_channel_id === null || channel_id === null) return topics;
  return { ...topics, prev_stream: origin === "nothing" ? HIDDEN_CHANNEL : prev_channel_id, stream: channel_id };
}

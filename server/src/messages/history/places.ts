/** Where messages have been, as far as a reader may know. */
import type { ChannelId, MessageId } from "../../kernel/api/ids.ts";
import type { Context } from "../../kernel/context.ts";
import { type PlaceKnown, placesKnown } from "../visibility.ts";
import type { Edit } from "./store.ts";

/** For a visible message: `present` is its current channel, null or undefined for direct messages. */
export type Knowledge = (
  channelId: ChannelId | null,
  messageId: MessageId,
  present: ChannelId | null | undefined,
) => PlaceKnown;

/** Queries the database only if a message has come from another channel. */
export async function knowledgeOf(ctx: Context, edits: readonly Edit[]): Promise<Knowledge> {
  const isElsewhere = edits.some((edit) => edit.prev_channel_id !== null);
  const ids = new Set(
    edits.flatMap(({ channel_id, prev_channel_id }) => [channel_id ?? [], prev_channel_id ?? []].flat()),
  );
  const knows = await placesKnown(ctx, isElsewhere ? [...ids] : []);
  return (channelId, messageId, present = null) => {
    if (channelId === present) return "place";
    return channelId === null ? "nothing" : knows(channelId, messageId);
  };
}

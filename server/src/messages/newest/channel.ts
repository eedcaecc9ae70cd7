import { toThoseWhoSee } from "../../channels/audience.ts";
import { channelUpdateEvent } from "../../channels/events.ts";
import type { ChannelRow } from "../../channels/store.ts";
import type { Writing } from "../../kernel/context.ts";
import { append } from "../../kernel/events/log.ts";
import { oldestMessage, setFirstMessage } from "./store.ts";

/** Sends an event if the channel's oldest message changed. Returns the updated channel. */
export async function updateFirstMessage<C extends ChannelRow>(ctx: Writing, channel: C): Promise<C> {
  const first_message_id = await oldestMessage(ctx.db, channel.recipient_id);
  if (first_message_id === channel.first_message_id) return channel;
  await setFirstMessage(ctx.db, channel.id, first_message_id);
  const { id: stream_id, name } = channel;
  const change = { op: "update", property: "first_message_id", value: first_message_id } as const;
  append(ctx, channelUpdateEvent({ ...change, stream_id, name }), await toThoseWhoSee(ctx.db, channel));
  return { ...channel, first_message_id };
}

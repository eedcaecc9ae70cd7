import type { PresentedScheduled } from "./contract.ts";
import type { ScheduledMessage } from "./store.ts";

export function presentScheduled(row: ScheduledMessage): PresentedScheduled {
  const { id, channel_id, user_ids, topic, content, rendered_content, scheduled_delivery_timestamp, failure } = row;
  return {
    scheduled_message_id: id,
    ...(channel_id === null ? { type: "private", to: user_ids ?? [] } : { type: "stream", to: channel_id, topic }),
    content,
    rendered_content,
    scheduled_delivery_timestamp,
    failed: failure !== null,
  };
}

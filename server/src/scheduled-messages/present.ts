import type { ShapeOf } from "../api/index.ts";
import type { scheduledMessageFields } from "./contract.ts";
import type { ScheduledMessage } from "./store.ts";

export type PresentedScheduled = ShapeOf<typeof scheduledMessageFields>;

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

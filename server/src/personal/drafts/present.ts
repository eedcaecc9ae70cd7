import type { Draft } from "./contract.ts";
import type { DraftRow } from "./store.ts";

export function presentDraft({ id, channel_id, to_user_ids, topic, content, last_edited_at }: DraftRow): Draft {
  const rest = { content, timestamp: last_edited_at };
  if (channel_id !== null) return { id, type: "stream", to: [channel_id], topic, ...rest };
  return { id, type: to_user_ids.length > 0 ? "private" : "", to: to_user_ids, topic: "", ...rest };
}

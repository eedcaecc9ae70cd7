/** Messages that events bring into narrows without bringing the messages. */
import type { State } from "../store/store.ts";
import type { ServerEvent } from "../types.ts";
import { isMove } from "./changes.ts";
import type { Facts } from "./decide.ts";
import type { Message } from "./types.ts";

export interface Wanted {
  /** What the event says of it. */
  readonly facts: Facts;
  /** It is about the user's own flags: only narrows that ask for them are concerned. */
  readonly byState: boolean;
}

export function wantedBy(events: readonly ServerEvent[], state: State): Wanted[] {
  return events.flatMap((event) => [...movedBy(event, state), ...flaggedBy(event)]);
}

function movedBy(event: ServerEvent, state: State): Wanted[] {
  if (!isMove(event)) return [];
  const { message_ids, stream_id, new_stream_id, subject, orig_subject } = event as unknown as {
    message_ids: Message["id"][];
    stream_id: Message["stream_id"];
    new_stream_id?: NonNullable<Message["stream_id"]>;
    subject?: string;
    orig_subject: string;
  };
  const at = new_stream_id ?? stream_id;
  if (at === undefined || !state.channels.channels.has(at)) return [];
  const place = { type: "stream" as const, stream_id: at, subject: subject ?? orig_subject };
  return message_ids.map((id) => ({ facts: { id, ...place }, byState: false }));
}

function flaggedBy(event: ServerEvent): Wanted[] {
  if (event.type === "update_message") {
    const { message_id, flags } = event as unknown as { message_id: Message["id"]; flags: string[] };
    return [{ facts: { id: message_id, flags }, byState: true }];
  }
  if (event.type !== "update_message_flags" || event.all) return [];
  const { flag, op, messages } = event as unknown as { flag: string; op: string; messages: Message["id"][] };
  if (flag === "read" ? op === "add" : op === "remove") return [];
  const flags = flag === "read" ? [] : [flag];
  return messages.map((id) => ({ facts: { id, flags }, byState: true }));
}

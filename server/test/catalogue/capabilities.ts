/**
 * Compares the events of a client that lacks one capability with those of a client that has all. Both are queues of one
 * user, so the events of a change have the same position in both.
 */
import { isDeepStrictEqual } from "node:util";
import type { Capability } from "../../src/kernel/api/client-profile.ts";
import { EMPTY_TOPIC_DISPLAY_NAME } from "../../src/text/topics.ts";
import type { Heard, HeardEvent } from "../heard.ts";

/** Whether the missing capability explains why a client gets `instead` and not `of`. */
type Effect = (instead: readonly Heard[], of: readonly Heard[]) => boolean;

const all =
  (holds: (event: Heard) => boolean): ((events: readonly Heard[]) => boolean) =>
  (events) =>
    events.every(holds);
const is = (event: Heard, type: string, ...ops: string[]) =>
  event.type === type && (ops.length === 0 || ops.includes(event.op as string));
const onlyMore =
  (holds: (event: Heard) => boolean): Effect =>
  (instead, of) =>
    of.length === 0 && all(holds)(instead);
const onlyLess =
  (holds: (event: Heard) => boolean): Effect =>
  (instead, of) =>
    instead.length === 0 && all(holds)(of);
const never: Effect = () => false;

const TOPICS = new Set(["subject", "orig_subject", "topic", "topic_name"]);

function withTopicsShown(value: unknown, name = ""): unknown {
  if (value === "" && TOPICS.has(name)) return EMPTY_TOPIC_DISPLAY_NAME;
  // Each entry is a channel, a topic and a time.
  if (name === "muted_topics")
    return (value as [string, string, number][]).map(([channel, topic, at]) => [
      channel,
      topic || EMPTY_TOPIC_DISPLAY_NAME,
      at,
    ]);
  if (Array.isArray(value)) return value.map((each) => withTopicsShown(each));
  if (typeof value !== "object" || value === null) return value;
  // Direct messages have no topic at all, which is different from the empty topic.
  if ((value as { type?: unknown }).type === "private") return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withTopicsShown(each, key)]));
}

export const EFFECTS: Readonly<Record<Capability, Effect>> = {
  // These two change only the response to a registration.
  notification_settings_null: never,
  user_avatar_url_field_optional: never,
  bulk_message_deletion: (instead, of) =>
    isDeepStrictEqual(
      instead,
      of.flatMap(({ message_ids, ...rest }) =>
        ((message_ids ?? []) as number[]).map((message_id) => ({ ...rest, message_id })),
      ),
    ),
  stream_typing_notifications: onlyLess((event) => is(event, "typing") && event.message_type === "stream"),
  user_settings_object: onlyMore(
    (event) => is(event, "update_display_settings") || is(event, "update_global_notifications"),
  ),
  linkifier_url_template: onlyLess((event) => is(event, "realm_linkifiers")),
  user_list_incomplete: onlyMore(
    (event) => is(event, "realm_user", "add") && (event.person as { full_name: string }).full_name === "Unknown user",
  ),
  include_deactivated_groups: (instead, of) =>
    onlyMore((event) => is(event, "user_group", "add", "remove"))(instead, of) ||
    onlyLess((event) => {
      const { deactivated, name } = (event.data ?? {}) as { deactivated?: boolean; name?: string };
      return is(event, "user_group", "update") && (deactivated !== undefined || name !== undefined);
    })(instead, of),
  archived_channels: (instead, of) =>
    onlyMore((event) => is(event, "stream", "create", "delete"))(instead, of) ||
    onlyLess(
      (event) =>
        (is(event, "stream", "update") && event.property === "is_archived") ||
        (is(event, "stream", "create") && (event.streams as { is_archived: boolean }[])[0]?.is_archived === true),
    )(instead, of),
  empty_topic_name: (instead, of) => isDeepStrictEqual(instead, withTopicsShown(of)),
  simplified_presence_events: (instead, of) =>
    all((event) => is(event, "presence") && typeof event.user_id === "number")(instead) &&
    all((event) => is(event, "presence") && event.presences !== undefined)(of),
  bot_commands: onlyLess((event) => is(event, "bot_commands") || is(event, "command_answers")),
};

/** Events that are not stored, and so have no position of their own. */
export const PASSING = new Set(["typing", "typing_edit_message", "presence", "heartbeat"]);
const EVENTS_PER_POSITION = 65_536;

/** Groups events by the change that caused them. */
export function byChange(heard: readonly HeardEvent[]): Map<string, Heard[]> {
  const changes = new Map<string, Heard[]>();
  const passed = new Map<string, number>();
  for (const { id, ...event } of heard) {
    // Queues that receive these events get them in the same order, so counting them identifies them.
    const isDirect = event.type === "typing" && event.message_type === "direct";
    const kind = `${event.type} ${isDirect ? "direct" : ""}`;
    const count = (passed.get(kind) ?? 0) + 1;
    if (PASSING.has(event.type)) passed.set(kind, count);
    const key = PASSING.has(event.type) ? `${kind} ${count}` : String(Math.ceil(id / EVENTS_PER_POSITION));
    changes.set(key, [...(changes.get(key) ?? []), event as Heard]);
  }
  return changes;
}

export type HeardChanges = ReadonlyMap<string, Heard[]>;

export interface Difference {
  readonly change: string;
  readonly instead: readonly Heard[];
  readonly of: readonly Heard[];
}

/** Changes for which two clients of one user get different events. */
export function differences(lesser: HeardChanges, whole: HeardChanges): Difference[] {
  return [...new Set([...lesser.keys(), ...whole.keys()])]
    .map((change) => ({ change, instead: lesser.get(change) ?? [], of: whole.get(change) ?? [] }))
    .filter(({ instead, of }) => !isDeepStrictEqual(instead, of));
}

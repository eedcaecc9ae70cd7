/**
 * What events say has changed. They are hints: whatever they name is asked for again, so it does not matter how often or how
 * late one is heard.
 */
import { type Fields, listOf, numberOrNothing, objectsIn, textIn } from "../imports/json.ts";
import { UnusableAnswer } from "./errors.ts";
import { LARGEST_ID } from "./limits.ts";

const OF_MESSAGES = ["message", "update_message", "delete_message", "reaction", "submessage", "update_message_flags"];
const OF_STATE = [
  ...[
    "realm",
    "realm_user",
    "realm_bot",
    "user_group",
    "stream",
    "subscription",
    "realm_emoji",
    "realm_linkifiers",
    "default_streams",
  ],
  ...["user_settings", "realm_user_settings_defaults", "user_topic", "muted_users", "alert_words"],
  ...["custom_profile_fields", "channel_folder", "user_status"],
  ...["realm_domains", "realm_playgrounds", "default_stream_groups"],
];
const OF_OWN_TEXTS = ["drafts", "saved_snippets", "scheduled_messages", "reminders", "navigation_view"];
/** Of subscriptions, only those of others are told to everyone (`peer_add`, `peer_remove`). */
const OWN_STATE = ["subscription", "user_settings", "user_topic", "muted_users", "alert_words"];
/** Who has another channel may write there, and who has other settings may have other drafts. */
const CHANGING_OWN_TEXTS = [...OF_OWN_TEXTS, "subscription", "user_settings"];
export const EVENT_TYPES: readonly string[] = [...OF_MESSAGES, ...OF_STATE, ...OF_OWN_TEXTS];

export interface HeardChanges {
  readonly messages: ReadonlySet<number>;
  readonly isStateChanged: boolean;
  /** What is only the listener's own, which others are not told. */
  readonly isOwnStateChanged: boolean;
  /** Drafts and the like. */
  readonly areOwnTextsChanged: boolean;
  /** More messages than are named. */
  readonly areAllChanged: boolean;
  readonly lastEventId: number;
  readonly count: number;
}

export function changedBy(answer: Fields, after: number): HeardChanges {
  if (!Array.isArray(answer.events)) throw new UnusableAnswer("events that are no list");
  const messages = new Set<number>();
  let [lastEventId, count] = [after, 0];
  let [isStateChanged, isOwnStateChanged, areOwnTextsChanged, areAllChanged] = [false, false, false, false];
  for (const event of objectsIn(answer.events)) {
    const id = numberOrNothing(event.id);
    if (id === undefined || !Number.isSafeInteger(id) || id <= lastEventId)
      throw new UnusableAnswer("events whose ids go back");
    lastEventId = id;
    const type = textIn(event.type);
    if (OF_STATE.includes(type)) isStateChanged = true;
    const isOwn = !textIn(event.op).startsWith("peer_");
    if (OWN_STATE.includes(type) && isOwn) isOwnStateChanged = true;
    if (CHANGING_OWN_TEXTS.includes(type) && isOwn) areOwnTextsChanged = true;
    if (type === "update_message_flags" && event.all === true) areAllChanged = true;
    if (OF_MESSAGES.includes(type)) for (const each of named(event)) messages.add(each);
    if (EVENT_TYPES.includes(type)) count++;
  }
  const state = { isStateChanged, isOwnStateChanged, areOwnTextsChanged };
  return { messages, ...state, areAllChanged, lastEventId, count };
}

function named(event: Fields): number[] {
  const message = event.message as Fields | undefined;
  const ids = [message?.id, event.message_id, ...listOf(event.message_ids), ...listOf(event.messages)];
  return ids.filter(
    (id): id is number => Number.isSafeInteger(id) && (id as number) > 0 && (id as number) <= LARGEST_ID,
  );
}

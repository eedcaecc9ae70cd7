/**
 * What the reader may do with a message, as the server decides it: what they never may is absent, what a time limit or a
 * setting stops is there with the reason.
 */
import type { Channel, Message, State } from "@parley/client";
import { type GroupValue, holds, holdsInRealm, isAdministrator } from "../state/holds.ts";
import { realmField } from "../state/realm-fields.ts";
import type { TextKey } from "../text/text.ts";

export type Right = "allowed" | "absent" | { readonly refusal: TextKey };

export type Judged = Pick<
  Message,
  "sender_id" | "timestamp" | "type" | "stream_id" | "last_edit_timestamp" | "last_moved_timestamp"
>;

type ChannelPermission = Extract<keyof Channel, `can_${string}`>;

const isWithin = (limit: number | null, { timestamp }: Judged, now: number): boolean =>
  limit === null || now - timestamp <= limit;

const channelOf = ({ channels }: State, { stream_id }: Judged): Channel | undefined =>
  stream_id === undefined ? undefined : channels.channels.get(stream_id);

const holdsIn = (state: State, channel: Channel | undefined, permission: ChannelPermission): boolean =>
  channel !== undefined && holds(state, state.users.ownId, channel[permission] as GroupValue | undefined);

/** In archived channels messages stay as they are. */
const isArchived = (state: State, message: Judged): boolean => channelOf(state, message)?.is_archived === true;

/** Moderators and administrators have all the time. */
const MODERATOR = 300;
const isModerator = ({ users }: State): boolean => (users.users.get(users.ownId)?.role ?? Infinity) <= MODERATOR;

/** Only its sender edits a message. */
export function editRight(state: State, message: Judged, now: number): Right {
  if (message.sender_id !== state.users.ownId || isArchived(state, message)) return "absent";
  if (!realmField(state, "realm_allow_message_editing")) return { refusal: "actions.editingOff" };
  const limit = realmField(state, "realm_message_content_edit_limit_seconds");
  return isWithin(limit, message, now) ? "allowed" : { refusal: "actions.editTimePassed" };
}

/** How long it can still be edited; undefined where there is no limit. */
export function secondsToEdit(state: State, { timestamp }: Judged, now: number): number | undefined {
  const limit = realmField(state, "realm_message_content_edit_limit_seconds");
  return limit === null ? undefined : Math.max(0, timestamp + limit - now);
}

/** The organization's permission, or one of the channel. */
export const mayRetopic = (state: State, channel: Channel): boolean =>
  !channel.is_archived &&
  (holdsInRealm(state, "can_move_messages_between_topics_group") ||
    isAdministrator(state) ||
    holdsIn(state, channel, "can_administer_channel_group") ||
    holdsIn(state, channel, "can_move_messages_within_channel_group"));

const mayMoveOut = (state: State, channel: Channel): boolean =>
  !channel.is_archived &&
  (isAdministrator(state) ||
    holdsInRealm(state, "can_move_messages_between_channels_group") ||
    holdsIn(state, channel, "can_administer_channel_group") ||
    holdsIn(state, channel, "can_move_messages_out_of_channel_group"));

/** Resolving knows no time limit. */
export const mayResolve = (state: State, channel: Channel): boolean =>
  !channel.is_archived &&
  (holdsInRealm(state, "can_resolve_topics_group") || holdsIn(state, channel, "can_resolve_topics_group"));

/** To another topic, and to another channel. */
export function moveRights(state: State, message: Judged, now: number): { topic: Right; channel: Right } {
  const channel = channelOf(state, message);
  if (!channel) return { topic: "absent", channel: "absent" };
  const right = (may: boolean, limit: number | null): Right => {
    if (!may) return "absent";
    const isInTime = isModerator(state) || isWithin(limit, message, now);
    return isInTime ? "allowed" : { refusal: "actions.moveTimePassed" };
  };
  return {
    topic: right(mayRetopic(state, channel), realmField(state, "realm_move_messages_within_stream_limit_seconds")),
    channel: right(mayMoveOut(state, channel), realmField(state, "realm_move_messages_between_streams_limit_seconds")),
  };
}

export function moveRight(state: State, message: Judged, now: number): Right {
  const { topic, channel } = moveRights(state, message, now);
  if (topic === "allowed" || channel === "allowed") return "allowed";
  return topic === "absent" ? channel : topic;
}

/** Whoever may delete any message, or their own and their bots' until the time limit passes. */
export function deleteRight(state: State, message: Judged, now: number): Right {
  if (isArchived(state, message)) return "absent";
  const channel = channelOf(state, message);
  const has = (permission: "can_delete_any_message_group" | "can_delete_own_message_group") =>
    holdsInRealm(state, permission) || holdsIn(state, channel, permission);
  if (has("can_delete_any_message_group")) return "allowed";
  const { ownId, users } = state.users;
  const isOwn = message.sender_id === ownId || users.get(message.sender_id)?.bot_owner_id === ownId;
  if (!isOwn || !has("can_delete_own_message_group")) return "absent";
  const limit = realmField(state, "realm_message_content_delete_limit_seconds");
  return isWithin(limit, message, now) ? "allowed" : { refusal: "actions.deleteTimePassed" };
}

/** Of what was changed, as far as the organization shows it. */
export function historyRight(state: State, { last_edit_timestamp, last_moved_timestamp }: Judged): Right {
  const policy = realmField(state, "realm_message_edit_history_visibility_policy");
  const isShown =
    (policy === "all" && (last_edit_timestamp !== undefined || last_moved_timestamp !== undefined)) ||
    (policy === "moves" && last_moved_timestamp !== undefined);
  return isShown ? "allowed" : "absent";
}

export const receiptsRight = (state: State): Right =>
  realmField(state, "realm_enable_read_receipts") ? "allowed" : "absent";

/** Organizations that take reports have a channel for them. */
export const reportRight = (state: State, { sender_id }: Judged): Right =>
  realmField(state, "realm_moderation_request_channel_id") > 0 && sender_id !== state.users.ownId
    ? "allowed"
    : "absent";

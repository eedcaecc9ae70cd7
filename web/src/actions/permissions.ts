/**
 * What the reader may do with a message, by the server's own rules. Forbidden actions are hidden; actions that a time
 * limit or a setting blocks are shown with the reason.
 */
import { type Channel, holderOf, type Message, realmSettings, type State } from "@parley/client";
import { hasContentAccess } from "@parley/server/channels/permissions.ts";
import { isAdministrator } from "@parley/server/kernel/access/roles.ts";
import { faultOfDeleting } from "@parley/server/messages/delete/permissions.ts";
import * as rules from "@parley/server/messages/edit/permissions.ts";
import { realmField } from "../state/realm-fields.ts";
import type { TextKey } from "../text/text.ts";

export type Right = "allowed" | "absent" | { readonly refusal: TextKey };

export type Judged = Pick<
  Message,
  "sender_id" | "timestamp" | "type" | "stream_id" | "last_edit_timestamp" | "last_moved_timestamp"
>;

/** An action must not depend on the server's grace period. */
const ageOf = ({ timestamp }: Judged, now: number): rules.Age => ({ ageSeconds: now - timestamp, graceSeconds: 0 });

const channelOf = ({ channels }: State, { stream_id }: Judged): Channel | undefined =>
  stream_id === undefined ? undefined : channels.channels.get(stream_id);

/** Messages in archived channels cannot change. */
const isArchived = (state: State, message: Judged): boolean => channelOf(state, message)?.is_archived === true;

const EDIT_REFUSALS = {
  editingDisabled: { refusal: "actions.editingOff" },
  notSender: "absent",
  tooLate: { refusal: "actions.editTimePassed" },
} as const satisfies Record<string, Right>;

/** Other people's messages are never offered for editing, whatever the organization allows. */
export function editRight(state: State, message: Judged, now: number): Right {
  const isOwn = message.sender_id === state.users.ownId;
  if (!isOwn || isArchived(state, message)) return "absent";
  const fault = rules.faultOfEditing(realmSettings(state), { isOwn, ...ageOf(message, now) });
  return fault === undefined ? "allowed" : EDIT_REFUSALS[fault];
}

/** The remaining time for editing; undefined without a limit. */
export function secondsToEdit(state: State, { timestamp }: Judged, now: number): number | undefined {
  const limit = realmField(state, "realm_message_content_edit_limit_seconds");
  return limit === null ? undefined : Math.max(0, timestamp + limit - now);
}

/** Whether messages may move to another topic in the channel. */
export const mayRetopic = (state: State, channel: Channel): boolean =>
  !channel.is_archived && rules.mayRetopic(holderOf(state), realmSettings(state), { from: channel, to: channel });

export const mayResolve = (state: State, channel: Channel): boolean =>
  !channel.is_archived && rules.mayResolve(holderOf(state), realmSettings(state), { from: channel, to: channel });

/** Only administrators who can read the channel may delete whole topics. */
export function mayDeleteTopic(state: State, channel: Channel): boolean {
  const reader = holderOf(state);
  return !channel.is_archived && isAdministrator(reader) && hasContentAccess(reader, channel);
}

/** Rights to move to another topic and to another channel. */
export function moveRights(state: State, message: Judged, now: number): { topic: Right; channel: Right } {
  const channel = channelOf(state, message);
  if (!channel || channel.is_archived) return { topic: "absent", channel: "absent" };
  const [reader, settings, age] = [holderOf(state), realmSettings(state), ageOf(message, now)];
  const right = (may: boolean, isInTime: boolean): Right => {
    if (!may) return "absent";
    return isInTime ? "allowed" : { refusal: "actions.moveTimePassed" };
  };
  return {
    topic: right(mayRetopic(state, channel), rules.isInTimeToRetopic(reader, settings, age)),
    channel: right(rules.mayMoveOut(reader, settings, channel), rules.isInTimeToMoveOut(reader, settings, age)),
  };
}

export function moveRight(state: State, message: Judged, now: number): Right {
  const { topic, channel } = moveRights(state, message, now);
  if (topic === "allowed" || channel === "allowed") return "allowed";
  return topic === "absent" ? channel : topic;
}

export function deleteRight(state: State, message: Judged, now: number): Right {
  if (isArchived(state, message)) return "absent";
  const { ownId, users } = state.users;
  const isOwn = message.sender_id === ownId || users.get(message.sender_id)?.bot_owner_id === ownId;
  const facts = { channel: channelOf(state, message), isOwn, ageSeconds: now - message.timestamp };
  const fault = faultOfDeleting(holderOf(state), realmSettings(state), facts);
  if (fault === "tooLate") return { refusal: "actions.deleteTimePassed" };
  return fault === undefined ? "allowed" : "absent";
}

/** Whether the edit history is available, as far as the organization shows it. */
export function historyRight(state: State, { last_edit_timestamp, last_moved_timestamp }: Judged): Right {
  const policy = realmField(state, "realm_message_edit_history_visibility_policy");
  const isShown =
    (policy === "all" && (last_edit_timestamp !== undefined || last_moved_timestamp !== undefined)) ||
    (policy === "moves" && last_moved_timestamp !== undefined);
  return isShown ? "allowed" : "absent";
}

export const receiptsRight = (state: State): Right =>
  realmField(state, "realm_enable_read_receipts") ? "allowed" : "absent";

/** Organizations that accept reports have a channel for them. */
export const reportRight = (state: State, { sender_id }: Judged): Right =>
  realmField(state, "realm_moderation_request_channel_id") > 0 && sender_id !== state.users.ownId
    ? "allowed"
    : "absent";

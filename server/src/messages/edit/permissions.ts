/** Permissions for changing messages. The facts are loaded first; these rules only decide. */

import { type ChannelFacts, canAdminister, mayIn } from "../../channels/permissions.ts";
import type { Holder } from "../../kernel/access/holds.ts";
import { isAdministrator, isModerator } from "../../kernel/access/roles.ts";
import type { GroupId } from "../../kernel/api/ids.ts";
import { may, type RealmFacts } from "../../organization/realms/permissions.ts";

/** Clients stop offering an edit at its time limit; requests sent before may still arrive. */
export const GRACE_SECONDS = 20;

/** A message's current and target channel; equal unless it changes. */
export interface Channels<V = GroupId> {
  readonly from: ChannelFacts<V>;
  readonly to: ChannelFacts<V>;
}

interface EditSettings {
  readonly allow_message_editing: boolean;
  readonly message_content_edit_limit_seconds: number | null;
}

interface MoveLimits {
  readonly move_messages_within_stream_limit_seconds: number | null;
  readonly move_messages_between_streams_limit_seconds: number | null;
}

/** The age of the message, and the allowed grace period. */
export interface Age {
  readonly ageSeconds: number;
  readonly graceSeconds: number;
}

/** Only its sender may edit a message's content, while the organization allows it. */
export function faultOfEditing(
  settings: EditSettings,
  { isOwn, ...age }: Age & { isOwn: boolean },
): "editingDisabled" | "notSender" | "tooLate" | undefined {
  if (!settings.allow_message_editing) return "editingDisabled";
  if (!isOwn) return "notSender";
  return isWithin(settings.message_content_edit_limit_seconds, age) ? undefined : "tooLate";
}

/** The organization's permission, or that of the old or new channel; there is no time limit. */
export function mayResolve<V>(
  user: Holder<V>,
  settings: RealmFacts<"can_resolve_topics_group", V>,
  { from, to }: Channels<V>,
): boolean {
  return (
    may(user, settings, "can_resolve_topics_group") ||
    [from, to].some((channel) => mayIn(user, channel, "can_resolve_topics_group"))
  );
}

/** Whether messages may be moved to another topic; administrators of one of the channels may too. */
export function mayRetopic<V>(
  user: Holder<V>,
  settings: RealmFacts<"can_move_messages_between_topics_group", V>,
  { from, to }: Channels<V>,
): boolean {
  return (
    may(user, settings, "can_move_messages_between_topics_group") ||
    [from, to].some(
      (channel) => canAdminister(user, channel) || mayIn(user, channel, "can_move_messages_within_channel_group"),
    )
  );
}

/** Whether messages may leave a channel; posting in the target is checked separately. */
export function mayMoveOut<V>(
  user: Holder<V>,
  settings: RealmFacts<"can_move_messages_between_channels_group", V>,
  from: ChannelFacts<V>,
): boolean {
  return (
    isAdministrator(user) ||
    may(user, settings, "can_move_messages_between_channels_group") ||
    mayIn(user, from, "can_administer_channel_group") ||
    mayIn(user, from, "can_move_messages_out_of_channel_group")
  );
}

interface HasRole {
  readonly role: number;
}

export const isInTimeToRetopic = (user: HasRole, limits: MoveLimits, age: Age): boolean =>
  isWithin(topicLimit(user, limits), age);

export const isInTimeToMoveOut = (user: HasRole, limits: MoveLimits, age: Age): boolean =>
  isWithin(channelLimit(user, limits), age);

/** The maximum age of messages that the user may move; null for any age. */
export function oldestToMove(
  user: HasRole,
  limits: MoveLimits,
  moves: { topic: boolean; channel: boolean },
): number | null {
  const both = [moves.topic ? topicLimit(user, limits) : null, moves.channel ? channelLimit(user, limits) : null];
  const seconds = both.filter((limit) => limit !== null);
  return seconds.length > 0 ? Math.min(...seconds) + GRACE_SECONDS : null;
}

/** Moderators and administrators have no time limit. */
const topicLimit = (user: HasRole, limits: MoveLimits) =>
  isModerator(user) ? null : limits.move_messages_within_stream_limit_seconds;
const channelLimit = (user: HasRole, limits: MoveLimits) =>
  isModerator(user) ? null : limits.move_messages_between_streams_limit_seconds;

const isWithin = (limit: number | null, { ageSeconds, graceSeconds }: Age) =>
  limit === null || ageSeconds <= limit + graceSeconds;

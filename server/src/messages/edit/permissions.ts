/** Who may change what about a message. The facts are loaded first; here only the sentences decide. */
import { isAdministrator, isModerator } from "../../access/roles.ts";
import type { ApiError } from "../../api/index.ts";
import { type ChannelFacts, canAdminister, mayIn } from "../../channels/permissions.ts";
import type { Realm, User } from "../../context.ts";
import { may } from "../../realms/permissions.ts";
import {
  ChannelTimeLimitPassed,
  EditingDisabled,
  EditTimeLimitPassed,
  MayNotEdit,
  MayNotMove,
  MayNotResolve,
  TopicTimeLimitPassed,
} from "./contract.ts";

/** Clients stop offering an edit when its time is up; what was begun before may still arrive. */
const GRACE_SECONDS = 20;

/** Where a message is, and where it goes: the same channel unless it changes. */
export interface Channels {
  readonly from: ChannelFacts;
  readonly to: ChannelFacts;
}

/** Only its sender edits the content of a message, while the organization allows it; nobody begins to without grace. */
export function faultOfEditing(
  realm: Realm,
  facts: { isOwn: boolean; ageSeconds: number },
  graceSeconds = GRACE_SECONDS,
): ApiError | undefined {
  const { allow_message_editing, message_content_edit_limit_seconds: limit } = realm.settings;
  if (!allow_message_editing) return new EditingDisabled();
  if (!facts.isOwn) return new MayNotEdit();
  return isWithin(limit, facts.ageSeconds, graceSeconds) ? undefined : new EditTimeLimitPassed();
}

/** The organization's permission, or that of the channel before or after; there is no time limit. */
export function faultOfResolving(user: User, realm: Realm, { from, to }: Channels): ApiError | undefined {
  const allowed =
    may(user, realm.settings, "can_resolve_topics_group") ||
    [from, to].some((channel) => mayIn(user, channel, "can_resolve_topics_group"));
  return allowed ? undefined : new MayNotResolve();
}

/** The same for moving to another topic; whoever administers one of the channels may too. */
export function faultOfRetopicing(
  user: User,
  realm: Realm,
  { from, to }: Channels,
  ageSeconds: number,
): ApiError | undefined {
  const allowed =
    may(user, realm.settings, "can_move_messages_between_topics_group") ||
    [from, to].some(
      (channel) => canAdminister(user, channel) || mayIn(user, channel, "can_move_messages_within_channel_group"),
    );
  if (!allowed) return new MayNotEdit();
  return isWithin(topicLimit(user, realm), ageSeconds) ? undefined : new TopicTimeLimitPassed();
}

/** Out of a channel; whether the user may post where it goes is asked apart. */
export function faultOfMovingOut(user: User, realm: Realm, from: ChannelFacts): ApiError | undefined {
  const allowed =
    isAdministrator(user) ||
    may(user, realm.settings, "can_move_messages_between_channels_group") ||
    mayIn(user, from, "can_administer_channel_group") ||
    mayIn(user, from, "can_move_messages_out_of_channel_group");
  return allowed ? undefined : new MayNotMove();
}

export function faultOfLateMove(user: User, realm: Realm, ageSeconds: number): ApiError | undefined {
  return isWithin(channelLimit(user, realm), ageSeconds) ? undefined : new ChannelTimeLimitPassed();
}

/** How old messages may be that the user moves at once; null when they may be of any age. */
export function oldestToMove(user: User, realm: Realm, moves: { topic: boolean; channel: boolean }): number | null {
  const limits = [moves.topic ? topicLimit(user, realm) : null, moves.channel ? channelLimit(user, realm) : null];
  const seconds = limits.filter((limit) => limit !== null);
  return seconds.length > 0 ? Math.min(...seconds) + GRACE_SECONDS : null;
}

/** Moderators and administrators have all the time. */
const topicLimit = (user: User, { settings }: Realm) =>
  isModerator(user) ? null : settings.move_messages_within_stream_limit_seconds;
const channelLimit = (user: User, { settings }: Realm) =>
  isModerator(user) ? null : settings.move_messages_between_streams_limit_seconds;

const isWithin = (limit: number | null, ageSeconds: number, graceSeconds = GRACE_SECONDS) =>
  limit === null || ageSeconds <= limit + graceSeconds;

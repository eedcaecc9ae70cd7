/**
 * Whether somebody is told of a message while they are away, by what, and why: the one place that decides it. Mail and
 * push both ask here, when a message comes and again before anything is said of it, so that what was read, muted or
 * switched off in the meantime is not told.
 */

import { VisibilityPolicy } from "../../channels/user-topics/contract.ts";
import type { UserSettings } from "../../organization/settings/user-settings.ts";
import type { Trigger } from "./triggers.ts";

/** How somebody stands to a message. */
export interface NotificationFacts {
  readonly settings: Readonly<UserSettings>;
  /** A person with an account that can be used. */
  readonly isActivePerson: boolean;
  readonly isSender: boolean;
  /** What everybody who comes is told by the server; they are here. */
  readonly isGreeting: boolean;
  readonly hasMutedSender: boolean;
  /** Not read, and it came to them. */
  readonly isUnread: boolean;
  /** By name, or through a group. */
  readonly isMentioned: boolean;
  readonly isTopicMentioned: boolean;
  readonly isChannelMentioned: boolean;
  /** Their settings of the channel that it is in; null for a direct message. */
  readonly channel: ChannelPreferences | null;
  /** What they want of its topic, but for what the message itself has made them want. */
  readonly policy: number;
}

export interface ChannelPreferences {
  readonly is_muted: boolean;
  readonly email_notifications: boolean | null;
  readonly push_notifications: boolean | null;
  readonly wildcard_mentions_notify: boolean | null;
}

export interface Reasons {
  readonly mail?: Trigger | undefined;
  readonly push?: Trigger | undefined;
}

/** The settings that say what is told in one way. */
interface NotificationSettingNames {
  /** Of direct messages and mentions. */
  readonly personal: keyof UserSettings;
  readonly followedTopics: keyof UserSettings;
  readonly channels: keyof UserSettings;
  readonly channel: "email_notifications" | "push_notifications";
}

const MAIL: NotificationSettingNames = {
  personal: "enable_offline_email_notifications",
  followedTopics: "enable_followed_topic_email_notifications",
  channels: "enable_stream_email_notifications",
  channel: "email_notifications",
};

const PUSH: NotificationSettingNames = {
  personal: "enable_offline_push_notifications",
  followedTopics: "enable_followed_topic_push_notifications",
  channels: "enable_stream_push_notifications",
  channel: "push_notifications",
};

const NONE: Reasons = {};

export function reasonsToTell(standing: NotificationFacts): Reasons {
  const { isActivePerson, isSender, isGreeting, hasMutedSender, isUnread } = standing;
  if (!isActivePerson || isSender || isGreeting || hasMutedSender || !isUnread) return NONE;
  return { mail: triggerOf(standing, MAIL), push: triggerOf(standing, PUSH) };
}

function triggerOf(standing: NotificationFacts, way: NotificationSettingNames): Trigger | undefined {
  const { settings, channel, policy } = standing;
  const personal = settings[way.personal] ? personalTrigger(standing) : undefined;
  if (personal !== undefined || channel === null) return personal;
  if (policy === VisibilityPolicy.followed && settings[way.followedTopics]) return "followed_topic_notify";
  const isWanted = channel[way.channel] ?? settings[way.channels];
  return isWanted && !isMuted(standing) ? "stream_notify" : undefined;
}

/** A mention by name counts also where everything else is muted; one of everybody counts where it is wanted. */
function personalTrigger(standing: NotificationFacts): Trigger | undefined {
  const { settings, channel, policy, isMentioned, isTopicMentioned, isChannelMentioned } = standing;
  if (channel === null) return "direct_message";
  if (isMentioned) return "mentioned";
  if (policy === VisibilityPolicy.followed && settings.enable_followed_topic_wildcard_mentions_notify) {
    if (isTopicMentioned) return "topic_wildcard_mentioned_in_followed_topic";
    if (isChannelMentioned) return "stream_wildcard_mentioned_in_followed_topic";
  }
  const isWanted = channel.wildcard_mentions_notify ?? settings.wildcard_mentions_notify;
  if (!isWanted || isMuted(standing)) return undefined;
  if (isTopicMentioned) return "topic_wildcard_mentioned";
  return isChannelMentioned ? "stream_wildcard_mentioned" : undefined;
}

/** A topic is muted by itself, or with its channel unless the reader wants it all the same. */
function isMuted({ channel, policy }: NotificationFacts): boolean {
  if (policy === VisibilityPolicy.muted) return true;
  return (channel?.is_muted ?? false) && policy !== VisibilityPolicy.unmuted && policy !== VisibilityPolicy.followed;
}

/** Only what an edit has made of a message: whoever was told of it when it was sent is not told again. */
export function reasonsAfterEdit(standing: NotificationFacts): Reasons {
  const before = { ...standing, isMentioned: false, isTopicMentioned: false, isChannelMentioned: false };
  const [then, now] = [reasonsToTell(before), reasonsToTell(standing)];
  return {
    mail: then.mail === undefined ? now.mail : undefined,
    push: then.push === undefined ? now.push : undefined,
  };
}

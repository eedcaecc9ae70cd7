/**
 * Decides whether a user is notified about a message while away, how, and why. This is the only place that does. Email
 * and push both ask here, when a message arrives and again before sending, so that messages read or muted in the
 * meantime cause no notification.
 */

import { VisibilityPolicy } from "../../channels/user-topics/contract.ts";
import type { UserSettings } from "../../organization/settings/user-settings.ts";
import type { Trigger } from "./triggers.ts";

/** What the decision about one user and one message depends on. */
export interface NotificationFacts {
  readonly settings: Readonly<UserSettings>;
  /** A person with an active account. */
  readonly isActivePerson: boolean;
  readonly isSender: boolean;
  /** A welcome message from the server; its recipient is present. */
  readonly isGreeting: boolean;
  readonly hasMutedSender: boolean;
  /** They received the message and have not read it. */
  readonly isUnread: boolean;
  /** By name or through a group. */
  readonly isMentioned: boolean;
  readonly isTopicMentioned: boolean;
  readonly isChannelMentioned: boolean;
  /** Their settings for the message's channel; null for a direct message. */
  readonly channel: ChannelPreferences | null;
  /** Their policy for the topic, ignoring a change that this message itself caused. */
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

/** The names of the settings for one kind of notification: email or push. */
interface NotificationSettingNames {
  /** For direct messages and mentions. */
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

export function notificationReasons(facts: NotificationFacts): Reasons {
  const { isActivePerson, isSender, isGreeting, hasMutedSender, isUnread } = facts;
  if (!isActivePerson || isSender || isGreeting || hasMutedSender || !isUnread) return NONE;
  return { mail: triggerOf(facts, MAIL), push: triggerOf(facts, PUSH) };
}

function triggerOf(facts: NotificationFacts, way: NotificationSettingNames): Trigger | undefined {
  const { settings, channel, policy } = facts;
  const personal = settings[way.personal] ? personalTrigger(facts) : undefined;
  if (personal !== undefined || channel === null) return personal;
  if (policy === VisibilityPolicy.followed && settings[way.followedTopics]) return "followed_topic_notify";
  const isWanted = channel[way.channel] ?? settings[way.channels];
  return isWanted && !isMuted(facts) ? "stream_notify" : undefined;
}

/** Personal mentions ignore mutes. Wildcard mentions have settings of their own. */
function personalTrigger(facts: NotificationFacts): Trigger | undefined {
  const { settings, channel, policy, isMentioned, isTopicMentioned, isChannelMentioned } = facts;
  if (channel === null) return "direct_message";
  if (isMentioned) return "mentioned";
  if (policy === VisibilityPolicy.followed && settings.enable_followed_topic_wildcard_mentions_notify) {
    if (isTopicMentioned) return "topic_wildcard_mentioned_in_followed_topic";
    if (isChannelMentioned) return "stream_wildcard_mentioned_in_followed_topic";
  }
  const isWanted = channel.wildcard_mentions_notify ?? settings.wildcard_mentions_notify;
  if (!isWanted || isMuted(facts)) return undefined;
  if (isTopicMentioned) return "topic_wildcard_mentioned";
  return isChannelMentioned ? "stream_wildcard_mentioned" : undefined;
}

/** The topic is muted, or its channel is and the topic is neither unmuted nor followed. */
function isMuted({ channel, policy }: NotificationFacts): boolean {
  if (policy === VisibilityPolicy.muted) return true;
  return (channel?.is_muted ?? false) && policy !== VisibilityPolicy.unmuted && policy !== VisibilityPolicy.followed;
}

/** The reasons that an edit adds: users notified when the message was sent are not notified again. */
export function reasonsAfterEdit(facts: NotificationFacts): Reasons {
  const before = { ...facts, isMentioned: false, isTopicMentioned: false, isChannelMentioned: false };
  const [then, now] = [notificationReasons(before), notificationReasons(facts)];
  return {
    mail: then.mail === undefined ? now.mail : undefined,
    push: then.push === undefined ? now.push : undefined,
  };
}

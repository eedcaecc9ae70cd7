/** Whether to notify about a new message, and whether with sound. */
import { userTopics } from "@parley/server/contract";

const { VisibilityPolicy } = userTopics;

export interface NotificationSettings {
  readonly enable_desktop_notifications: boolean;
  readonly enable_sounds: boolean;
  readonly enable_stream_desktop_notifications: boolean;
  readonly enable_stream_audible_notifications: boolean;
  readonly enable_followed_topic_desktop_notifications: boolean;
  readonly enable_followed_topic_audible_notifications: boolean;
  readonly enable_followed_topic_wildcard_mentions_notify: boolean;
  readonly wildcard_mentions_notify: boolean;
}

export interface ChannelSettings {
  readonly is_muted: boolean;
  readonly desktop_notifications: boolean | null;
  readonly audible_notifications: boolean | null;
  readonly wildcard_mentions_notify: boolean | null;
}

/** How the message relates to the reader. */
export interface NotifiableMessage {
  readonly settings: NotificationSettings;
  readonly flags: readonly string[];
  readonly isOwn: boolean;
  readonly hasMutedSender: boolean;
  /** Undefined for a direct message. */
  readonly channel: ChannelSettings | undefined;
  /** The reader's visibility policy for the topic. */
  readonly policy: number;
}

export interface Ways {
  readonly desktop: boolean;
  readonly sound: boolean;
}

const SILENCE: Ways = { desktop: false, sound: false };

export function waysToTell(arrival: NotifiableMessage): Ways {
  const { settings, flags, isOwn, hasMutedSender } = arrival;
  if (isOwn || hasMutedSender || flags.includes("read")) return SILENCE;
  if (isPersonal(arrival)) return { desktop: settings.enable_desktop_notifications, sound: settings.enable_sounds };
  return inChannel(arrival);
}

/** A personal mention counts even if muted; a wildcard mention counts where the settings say so. */
function isPersonal(arrival: NotifiableMessage): boolean {
  const { settings, flags, channel, policy } = arrival;
  if (!channel || flags.includes("mentioned")) return true;
  const isForAll = flags.includes("topic_wildcard_mentioned") || flags.includes("stream_wildcard_mentioned");
  if (isForAll && policy === VisibilityPolicy.followed && settings.enable_followed_topic_wildcard_mentions_notify)
    return true;
  if (isMuted(arrival)) return false;
  if (flags.includes("has_alert_word")) return true;
  return isForAll && (channel.wildcard_mentions_notify ?? settings.wildcard_mentions_notify);
}

function inChannel(arrival: NotifiableMessage): Ways {
  const { settings, channel, policy } = arrival;
  if (!channel) return SILENCE;
  const isFollowed = policy === VisibilityPolicy.followed;
  const wanted = isMuted(arrival)
    ? SILENCE
    : {
        desktop: channel.desktop_notifications ?? settings.enable_stream_desktop_notifications,
        sound: channel.audible_notifications ?? settings.enable_stream_audible_notifications,
      };
  return {
    desktop: wanted.desktop || (isFollowed && settings.enable_followed_topic_desktop_notifications),
    sound: wanted.sound || (isFollowed && settings.enable_followed_topic_audible_notifications),
  };
}

/** A topic is muted itself, or with its channel unless the reader unmuted or followed it. */
function isMuted({ channel, policy }: NotifiableMessage): boolean {
  if (policy === VisibilityPolicy.muted) return true;
  return (channel?.is_muted ?? false) && policy === VisibilityPolicy.none;
}

/** Notifications: what may interrupt the reader, and how. */
import { ownSettings } from "../own-settings.ts";
import { group, type SettingsPage } from "../page.ts";
import { choice, options, toggle } from "../setting.ts";

/** The kinds of messages by the ways to be notified: a table of switches. */
export const matrixGroup = group({
  title: "notify.when",
  source: ownSettings,
  settings: [
    toggle("enable_desktop_notifications", "notify.directDesktop"),
    toggle("enable_sounds", "notify.directSound"),
    toggle("enable_offline_push_notifications", "notify.directMobile"),
    toggle("enable_offline_email_notifications", "notify.directEmail"),
    toggle("enable_followed_topic_desktop_notifications", "notify.followedDesktop"),
    toggle("enable_followed_topic_audible_notifications", "notify.followedSound"),
    toggle("enable_followed_topic_push_notifications", "notify.followedMobile"),
    toggle("enable_followed_topic_email_notifications", "notify.followedEmail"),
    toggle("enable_stream_desktop_notifications", "notify.channelDesktop"),
    toggle("enable_stream_audible_notifications", "notify.channelSound"),
    toggle("enable_stream_push_notifications", "notify.channelMobile"),
    toggle("enable_stream_email_notifications", "notify.channelEmail"),
  ],
});

export const wildcardGroup = group({
  title: "notify.wildcards",
  help: "notify.wildcardsHelp",
  source: ownSettings,
  settings: [
    toggle("wildcard_mentions_notify", "notify.wildcardsInChannels", { help: "notify.wildcardsInChannelsHelp" }),
    toggle("enable_followed_topic_wildcard_mentions_notify", "notify.wildcardsInFollowed"),
  ],
});

const HOUR = 3600;

export const deliveryGroup = group({
  title: "notify.delivery",
  source: ownSettings,
  settings: [
    choice(
      "notification_sound",
      "notify.sound",
      options(
        ["zulip", "notify.soundBell"],
        ["chord", "notify.soundChord"],
        ["ding", "notify.soundDing"],
        ["drop", "notify.soundDrop"],
        ["knock", "notify.soundKnock"],
        ["none", "notify.soundNone"],
      ),
    ),
    choice(
      "desktop_icon_count_display",
      "notify.count",
      options(
        [1, "notify.countAll"],
        [2, "notify.countFollowed"],
        [3, "notify.countConcerning"],
        [4, "notify.countNone"],
      ),
      { help: "notify.countHelp" },
    ),
    toggle("pm_content_in_desktop_notifications", "notify.textOnDesktop"),
    toggle("enable_online_push_notifications", "notify.pushWhileHere", { help: "notify.pushWhileHereHelp" }),
  ],
});

const emailGroup = group({
  title: "notify.email",
  source: ownSettings,
  settings: [
    choice(
      "email_notifications_batching_period_seconds",
      "notify.emailAfter",
      options(
        [120, "notify.minutes2"],
        [300, "notify.minutes5"],
        [600, "notify.minutes10"],
        [1800, "notify.minutes30"],
        [HOUR, "notify.hour1"],
        [6 * HOUR, "notify.hours6"],
        [24 * HOUR, "notify.day1"],
        [7 * 24 * HOUR, "notify.week1"],
      ),
      { help: "notify.emailAfterHelp" },
    ),
    toggle("message_content_in_email_notifications", "notify.textInEmail"),
    choice(
      "realm_name_in_email_notifications_policy",
      "notify.organizationInSubject",
      options([1, "notify.ifSeveral"], [2, "preferences.always"], [3, "preferences.never"]),
    ),
    toggle("enable_digest_emails", "notify.digest", { help: "notify.digestHelp" }),
    toggle("enable_login_emails", "notify.signIn"),
    toggle("enable_marketing_emails", "notify.news", { help: "notify.newsHelp" }),
  ],
});

const automaticGroup = group({
  title: "notify.automatic",
  source: ownSettings,
  settings: [
    choice(
      "automatically_follow_topics_policy",
      "notify.follow",
      options([1, "notify.participate"], [2, "notify.send"], [3, "notify.start"], [4, "preferences.never"]),
    ),
    choice(
      "automatically_unmute_topics_in_muted_streams_policy",
      "notify.unmute",
      options([1, "notify.participate"], [2, "notify.send"], [3, "notify.start"], [4, "preferences.never"]),
    ),
    toggle("automatically_follow_topics_where_mentioned", "notify.followMentioned"),
  ],
});

export const laterGroups = [emailGroup, automaticGroup];

export const notificationsPage: SettingsPage = {
  address: { kind: "settings", section: "notifications" },
  name: "address.notifications",
  about: "notify.about",
  icon: "bell",
  groups: [matrixGroup, wildcardGroup, deliveryGroup, ...laterGroups],
  landmarks: [
    { key: "browser-notifications", label: "notify.browser", words: "notify.browserWords" },
    { key: "channel-rules", label: "notify.channels", words: "notify.channelsWords" },
  ],
  load: () => import("./Notifications.tsx").then(({ Notifications }) => Notifications),
};

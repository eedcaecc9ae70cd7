/** Preferences: how the client looks and behaves. */
import { ownSettings } from "../own-settings.ts";
import { group, type SettingsPage } from "../page.ts";
import { choice, language, number, options, toggle } from "../setting.ts";
import { browserSettings } from "./browser-settings.ts";

const look = group({
  title: "preferences.look",
  source: ownSettings,
  settings: [
    choice(
      "color_scheme",
      "preferences.theme",
      options([1, "preferences.themeSystem"], [3, "preferences.themeLight"], [2, "preferences.themeDark"]),
      { words: "preferences.themeWords" },
    ),
    choice(
      "web_line_height_percent",
      "preferences.density",
      options([122, "preferences.compact"], [140, "preferences.standard"], [160, "preferences.relaxed"]),
      { help: "preferences.densityHelp" },
    ),
    number(
      "web_font_size_px",
      "preferences.textSize",
      { min: 8, max: 64, unit: "preferences.pixels" },
      {
        words: "preferences.textSizeWords",
      },
    ),
    toggle("high_contrast_mode", "preferences.contrast", { help: "preferences.contrastHelp" }),
  ],
});

const languageAndTime = group({
  title: "preferences.languageAndTime",
  source: ownSettings,
  settings: [
    language("default_language", "preferences.language", { help: "preferences.languageHelp" }),
    choice(
      "twenty_four_hour_time",
      "preferences.clock",
      options([false, "preferences.clock12"], [true, "preferences.clock24"]),
    ),
  ],
});

const reading = group({
  title: "preferences.reading",
  source: ownSettings,
  settings: [
    choice(
      "web_home_view",
      "preferences.home",
      options(
        ["inbox", "preferences.inbox"],
        ["recent_topics", "preferences.recent"],
        ["all_messages", "preferences.feed"],
      ),
      { help: "preferences.homeHelp" },
    ),
    toggle("web_escape_navigates_to_home_view", "preferences.escapeHome"),
    choice(
      "web_channel_default_view",
      "preferences.opensChannel",
      options(
        [1, "preferences.newestTopic"],
        [4, "preferences.newestUnread"],
        [2, "preferences.channelFeed"],
        [3, "preferences.topicList"],
      ),
    ),
    choice(
      "web_mark_read_on_scroll_policy",
      "preferences.markRead",
      options([1, "preferences.always"], [2, "preferences.inConversations"], [3, "preferences.never"]),
    ),
  ],
});

const writing = group({
  title: "preferences.writing",
  source: ownSettings,
  settings: [
    toggle("enter_sends", "preferences.enterSends", { help: "preferences.enterSendsHelp" }),
    toggle("web_navigate_to_sent_message", "preferences.goesToSent"),
    toggle("translate_emoticons", "preferences.emoticons", { help: "preferences.emoticonsHelp" }),
    toggle("enable_drafts_synchronization", "preferences.syncDrafts"),
  ],
});

const messages = group({
  title: "preferences.messages",
  source: ownSettings,
  settings: [
    toggle("display_emoji_reaction_users", "preferences.reactionNames", { help: "preferences.reactionNamesHelp" }),
    choice(
      "web_animate_image_previews",
      "preferences.animate",
      options(["always", "preferences.always"], ["on_hover", "preferences.onHover"], ["never", "preferences.never"]),
    ),
    choice(
      "emojiset",
      "preferences.emoji",
      options(
        ["google", "preferences.emojiPictures"],
        ["text", "preferences.emojiNames"],
        ["twitter", "preferences.emojiTwitter"],
        ["google-blob", "preferences.emojiBlobs"],
      ),
    ),
  ],
});

const sidebar = group({
  title: "preferences.sidebar",
  source: ownSettings,
  settings: [
    toggle("web_left_sidebar_show_channel_folders", "preferences.folders"),
    choice(
      "demote_inactive_streams",
      "preferences.inactive",
      options([1, "preferences.automatically"], [2, "preferences.always"], [3, "preferences.never"]),
    ),
    toggle("starred_message_counts", "preferences.starredCount"),
  ],
});

const keyboard = group({
  title: "preferences.keyboard",
  help: "preferences.keyboardHelp",
  source: browserSettings,
  settings: [toggle("single_keys", "preferences.singleKeys", { help: "preferences.singleKeysHelp" })],
});

/** Settings that this client has no use for: the API has them, and other clients read them. */
const otherApps = group({
  title: "preferences.otherApps",
  help: "preferences.otherAppsHelp",
  source: ownSettings,
  settings: [
    toggle("fluid_layout_width", "preferences.fullWidth"),
    toggle("left_side_userlist", "preferences.peopleLeft"),
    choice(
      "user_list_style",
      "preferences.peopleStyle",
      options([1, "preferences.peopleCompact"], [2, "preferences.peopleStatus"], [3, "preferences.peopleAvatar"]),
    ),
    toggle("web_left_sidebar_unreads_count_summary", "preferences.folderCounts"),
    choice(
      "web_stream_unreads_count_display_policy",
      "preferences.channelCounts",
      options([1, "preferences.allChannels"], [2, "preferences.unmutedChannels"], [3, "preferences.noChannels"]),
    ),
    choice(
      "resolved_topic_notice_auto_read_policy",
      "preferences.resolvedNotices",
      options(
        ["always", "preferences.always"],
        ["except_followed", "preferences.exceptFollowed"],
        ["never", "preferences.never"],
      ),
    ),
    toggle("web_suggest_update_timezone", "preferences.suggestZone"),
    toggle("hide_ai_features", "preferences.hideAi"),
  ],
});

export const preferencesPage: SettingsPage = {
  address: { kind: "settings", section: "preferences" },
  name: "address.preferences",
  about: "preferences.about",
  icon: "sliders",
  groups: [look, languageAndTime, reading, writing, messages, sidebar, keyboard, otherApps],
};

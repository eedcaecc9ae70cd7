import assert from "node:assert/strict";
import { test } from "node:test";
import { VisibilityPolicy } from "../../channels/user-topics/contract.ts";
import { withDefaults } from "../../organization/settings/setting.ts";
import { type UserSettings, userSettings } from "../../organization/settings/user-settings.ts";
import {
  type ChannelPreferences,
  type NotificationFacts,
  notificationReasons,
  type Reasons,
  reasonsAfterEdit,
} from "./decide.ts";

const DEFAULTS = withDefaults(userSettings, {}) as UserSettings;
const CHANNEL: ChannelPreferences = {
  is_muted: false,
  email_notifications: null,
  push_notifications: null,
  wildcard_mentions_notify: null,
};

type Given = Partial<Omit<NotificationFacts, "settings" | "channel">> & {
  settings?: Partial<UserSettings>;
  channel?: Partial<ChannelPreferences> | null;
};

function facts({ settings, channel, ...given }: Given): NotificationFacts {
  return {
    settings: { ...DEFAULTS, ...settings },
    channel: channel === null ? null : { ...CHANNEL, ...channel },
    isActivePerson: true,
    isSender: false,
    isGreeting: false,
    hasMutedSender: false,
    isUnread: true,
    isMentioned: false,
    isTopicMentioned: false,
    isChannelMentioned: false,
    policy: VisibilityPolicy.none,
    ...given,
  };
}

const DIRECT: Given = { channel: null };
const { muted, unmuted, followed } = VisibilityPolicy;
const noPersonal = { enable_offline_email_notifications: false, enable_offline_push_notifications: false };
const noFollowed = {
  enable_followed_topic_email_notifications: false,
  enable_followed_topic_push_notifications: false,
};
const allChannels = { enable_stream_email_notifications: true, enable_stream_push_notifications: true };

const both = (trigger: Reasons["mail"]): Reasons => ({ mail: trigger, push: trigger });
const NOTHING = both(undefined);

const TABLE: readonly (readonly [sentence: string, given: Given, expected: Reasons])[] = [
  ["a direct message notifies", DIRECT, both("direct_message")],
  ["unless direct messages and mentions are turned off", { ...DIRECT, settings: noPersonal }, NOTHING],
  [
    "email and push have separate settings",
    { ...DIRECT, settings: { enable_offline_email_notifications: false } },
    { mail: undefined, push: "direct_message" },
  ],
  ["an ordinary channel message does not notify", {}, NOTHING],
  ["a mention notifies", { isMentioned: true }, both("mentioned")],
  ["a mention in a muted channel notifies", { isMentioned: true, channel: { is_muted: true } }, both("mentioned")],
  ["a mention in a muted topic notifies", { isMentioned: true, policy: muted }, both("mentioned")],
  ["a mention does not notify if mentions are turned off", { isMentioned: true, settings: noPersonal }, NOTHING],
  [
    "a personal mention takes precedence over other reasons",
    { isMentioned: true, isChannelMentioned: true, policy: followed },
    both("mentioned"),
  ],
  ["a topic mention notifies", { isTopicMentioned: true }, both("topic_wildcard_mentioned")],
  ["a channel mention notifies", { isChannelMentioned: true }, both("stream_wildcard_mentioned")],
  [
    "a topic mention takes precedence over a channel mention",
    { isTopicMentioned: true, isChannelMentioned: true },
    both("topic_wildcard_mentioned"),
  ],
  ["a channel mention in a muted topic does not notify", { isChannelMentioned: true, policy: muted }, NOTHING],
  [
    "a channel mention in a muted channel does not notify",
    { isChannelMentioned: true, channel: { is_muted: true } },
    NOTHING,
  ],
  [
    "a channel mention in an unmuted topic of a muted channel notifies",
    { isChannelMentioned: true, channel: { is_muted: true }, policy: unmuted },
    both("stream_wildcard_mentioned"),
  ],
  [
    "a channel mention does not notify if turned off",
    { isChannelMentioned: true, settings: { wildcard_mentions_notify: false } },
    NOTHING,
  ],
  [
    "the channel's setting for channel mentions takes precedence",
    {
      isChannelMentioned: true,
      settings: { wildcard_mentions_notify: false },
      channel: { wildcard_mentions_notify: true },
    },
    both("stream_wildcard_mentioned"),
  ],
  [
    "the channel's setting can also turn them off",
    { isTopicMentioned: true, channel: { wildcard_mentions_notify: false } },
    NOTHING,
  ],
  [
    "channel mentions depend on the setting for mentions",
    { isChannelMentioned: true, settings: { ...noPersonal, wildcard_mentions_notify: true } },
    NOTHING,
  ],
  [
    "channel mentions in followed topics have their own setting",
    { isChannelMentioned: true, policy: followed, settings: { wildcard_mentions_notify: false } },
    both("stream_wildcard_mentioned_in_followed_topic"),
  ],
  [
    "topic mentions in followed topics do too",
    { isTopicMentioned: true, policy: followed },
    both("topic_wildcard_mentioned_in_followed_topic"),
  ],
  [
    "otherwise the ordinary setting applies in followed topics",
    { isTopicMentioned: true, policy: followed, settings: { enable_followed_topic_wildcard_mentions_notify: false } },
    both("topic_wildcard_mentioned"),
  ],
  ["a followed topic notifies", { policy: followed }, both("followed_topic_notify")],
  [
    "a followed topic in a muted channel notifies",
    { policy: followed, channel: { is_muted: true } },
    both("followed_topic_notify"),
  ],
  ["a followed topic does not notify if turned off", { policy: followed, settings: noFollowed }, NOTHING],
  ["a channel message notifies if turned on for all channels", { settings: allChannels }, both("stream_notify")],
  ["a muted channel does not notify", { settings: allChannels, channel: { is_muted: true } }, NOTHING],
  ["a muted topic does not notify", { settings: allChannels, policy: muted }, NOTHING],
  [
    "a channel's own setting takes precedence over that for all channels",
    { settings: allChannels, channel: { email_notifications: false } },
    { mail: undefined, push: "stream_notify" },
  ],
  [
    "notifications can be turned on for a single channel",
    { channel: { email_notifications: true } },
    { mail: "stream_notify", push: undefined },
  ],
  [
    "a single channel needs no other setting",
    { channel: { push_notifications: true }, settings: noPersonal },
    { mail: undefined, push: "stream_notify" },
  ],
];

for (const [sentence, given, expected] of TABLE)
  test(`notifications: ${sentence} (${JSON.stringify(given)})`, () => {
    const { mail, push } = notificationReasons(facts(given));
    assert.deepEqual({ mail, push }, { mail: expected.mail, push: expected.push });
  });

const EVERYTHING: Given = {
  isMentioned: true,
  isTopicMentioned: true,
  isChannelMentioned: true,
  policy: followed,
  settings: allChannels,
  channel: { email_notifications: true, push_notifications: true, wildcard_mentions_notify: true },
};

for (const [who, given] of Object.entries<Given>({
  "a bot or a deactivated account": { isActivePerson: false },
  "the sender": { isSender: true },
  "a newcomer who is greeted": { isGreeting: true },
  "someone who has muted the sender": { hasMutedSender: true },
  "someone who has read the message": { isUnread: false },
}))
  test(`no notification for ${who}`, () => {
    for (const reason of [DIRECT, EVERYTHING]) {
      const { mail, push } = notificationReasons(facts({ ...reason, ...given }));
      assert.deepEqual([mail, push], [undefined, undefined]);
    }
  });

test("with all settings off there are no notifications, whatever the channel and topic", () => {
  const off = {
    ...noPersonal,
    ...noFollowed,
    enable_stream_email_notifications: false,
    enable_stream_push_notifications: false,
  };
  const flags = [false, true];
  for (const channel of [null, {}, { is_muted: true }, { wildcard_mentions_notify: true }])
    for (const policy of Object.values(VisibilityPolicy))
      for (const isMentioned of flags)
        for (const isTopicMentioned of flags)
          for (const isChannelMentioned of flags) {
            const given = { settings: off, channel, policy, isMentioned, isTopicMentioned, isChannelMentioned };
            const { mail, push } = notificationReasons(facts(given));
            assert.deepEqual([mail, push], [undefined, undefined], JSON.stringify(given));
          }
});

test("an edit notifies the users it newly mentions, and nobody who was notified about the message before", () => {
  assert.equal(reasonsAfterEdit(facts({ isMentioned: true })).mail, "mentioned");
  assert.equal(reasonsAfterEdit(facts({ isChannelMentioned: true })).push, "stream_wildcard_mentioned");
  assert.equal(reasonsAfterEdit(facts({ ...DIRECT, isMentioned: true })).mail, undefined);
  assert.equal(reasonsAfterEdit(facts({ isMentioned: true, policy: followed })).mail, undefined);
  const onlyMail = facts({ isMentioned: true, channel: { email_notifications: true } });
  assert.deepEqual([reasonsAfterEdit(onlyMail).mail, reasonsAfterEdit(onlyMail).push], [undefined, "mentioned"]);
});

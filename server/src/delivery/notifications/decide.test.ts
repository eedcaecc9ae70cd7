import assert from "node:assert/strict";
import { test } from "node:test";
import { VisibilityPolicy } from "../../channels/user-topics/contract.ts";
import { withDefaults } from "../../organization/settings/setting.ts";
import { type UserSettings, userSettings } from "../../organization/settings/user-settings.ts";
import {
  type ChannelPreferences,
  type NotificationFacts,
  type Reasons,
  reasonsAfterEdit,
  reasonsToTell,
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

function standing({ settings, channel, ...given }: Given): NotificationFacts {
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
  ["a direct message tells", DIRECT, both("direct_message")],
  ["unless that is switched off", { ...DIRECT, settings: noPersonal }, NOTHING],
  [
    "each way by itself",
    { ...DIRECT, settings: { enable_offline_email_notifications: false } },
    { mail: undefined, push: "direct_message" },
  ],
  ["an ordinary channel message does not", {}, NOTHING],
  ["a mention does", { isMentioned: true }, both("mentioned")],
  ["also in a muted channel", { isMentioned: true, channel: { is_muted: true } }, both("mentioned")],
  ["also in a muted topic", { isMentioned: true, policy: muted }, both("mentioned")],
  ["not when mentions are switched off", { isMentioned: true, settings: noPersonal }, NOTHING],
  [
    "a mention counts more than others",
    { isMentioned: true, isChannelMentioned: true, policy: followed },
    both("mentioned"),
  ],
  ["everybody in the topic", { isTopicMentioned: true }, both("topic_wildcard_mentioned")],
  ["everybody in the channel", { isChannelMentioned: true }, both("stream_wildcard_mentioned")],
  ["of both the topic's", { isTopicMentioned: true, isChannelMentioned: true }, both("topic_wildcard_mentioned")],
  ["not in a muted topic", { isChannelMentioned: true, policy: muted }, NOTHING],
  ["not in a muted channel", { isChannelMentioned: true, channel: { is_muted: true } }, NOTHING],
  [
    "but in a topic that is unmuted there",
    { isChannelMentioned: true, channel: { is_muted: true }, policy: unmuted },
    both("stream_wildcard_mentioned"),
  ],
  ["not by one's own choice", { isChannelMentioned: true, settings: { wildcard_mentions_notify: false } }, NOTHING],
  [
    "the channel's setting comes first",
    {
      isChannelMentioned: true,
      settings: { wildcard_mentions_notify: false },
      channel: { wildcard_mentions_notify: true },
    },
    both("stream_wildcard_mentioned"),
  ],
  ["in both directions", { isTopicMentioned: true, channel: { wildcard_mentions_notify: false } }, NOTHING],
  [
    "it is a kind of mention",
    { isChannelMentioned: true, settings: { ...noPersonal, wildcard_mentions_notify: true } },
    NOTHING,
  ],
  [
    "in a followed topic it has its own setting",
    { isChannelMentioned: true, policy: followed, settings: { wildcard_mentions_notify: false } },
    both("stream_wildcard_mentioned_in_followed_topic"),
  ],
  [
    "for the topic, too",
    { isTopicMentioned: true, policy: followed },
    both("topic_wildcard_mentioned_in_followed_topic"),
  ],
  [
    "without it, the ordinary one",
    { isTopicMentioned: true, policy: followed, settings: { enable_followed_topic_wildcard_mentions_notify: false } },
    both("topic_wildcard_mentioned"),
  ],
  ["a followed topic tells", { policy: followed }, both("followed_topic_notify")],
  ["also in a muted channel", { policy: followed, channel: { is_muted: true } }, both("followed_topic_notify")],
  ["unless that is switched off", { policy: followed, settings: noFollowed }, NOTHING],
  ["a channel tells where all do", { settings: allChannels }, both("stream_notify")],
  ["not a muted one", { settings: allChannels, channel: { is_muted: true } }, NOTHING],
  ["nor a muted topic", { settings: allChannels, policy: muted }, NOTHING],
  [
    "nor one with a setting of its own",
    { settings: allChannels, channel: { email_notifications: false } },
    { mail: undefined, push: "stream_notify" },
  ],
  ["a single channel", { channel: { email_notifications: true } }, { mail: "stream_notify", push: undefined }],
  [
    "needs no other setting",
    { channel: { push_notifications: true }, settings: noPersonal },
    { mail: undefined, push: "stream_notify" },
  ],
];

for (const [sentence, given, expected] of TABLE)
  test(`notifications: ${sentence} (${JSON.stringify(given)})`, () => {
    const { mail, push } = reasonsToTell(standing(given));
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
  "somebody who has muted the sender": { hasMutedSender: true },
  "somebody who has read it": { isUnread: false },
}))
  test(`no notification for ${who}`, () => {
    for (const reason of [DIRECT, EVERYTHING]) {
      const { mail, push } = reasonsToTell(standing({ ...reason, ...given }));
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
            const { mail, push } = reasonsToTell(standing(given));
            assert.deepEqual([mail, push], [undefined, undefined], JSON.stringify(given));
          }
});

test("an edit notifies the users it newly mentions, and nobody who was notified about the message before", () => {
  assert.equal(reasonsAfterEdit(standing({ isMentioned: true })).mail, "mentioned");
  assert.equal(reasonsAfterEdit(standing({ isChannelMentioned: true })).push, "stream_wildcard_mentioned");
  assert.equal(reasonsAfterEdit(standing({ ...DIRECT, isMentioned: true })).mail, undefined);
  assert.equal(reasonsAfterEdit(standing({ isMentioned: true, policy: followed })).mail, undefined);
  const onlyMail = standing({ isMentioned: true, channel: { email_notifications: true } });
  assert.deepEqual([reasonsAfterEdit(onlyMail).mail, reasonsAfterEdit(onlyMail).push], [undefined, "mentioned"]);
});

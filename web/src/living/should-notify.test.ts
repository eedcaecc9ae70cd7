import assert from "node:assert/strict";
import { test } from "node:test";
import { userTopics } from "@parley/server/contract";
import { type ChannelSettings, type NotifiableMessage, waysToTell } from "./should-notify.ts";

const { VisibilityPolicy } = userTopics;

const CHANNEL: ChannelSettings = {
  is_muted: false,
  desktop_notifications: null,
  audible_notifications: null,
  wildcard_mentions_notify: null,
};
const SETTINGS: NotifiableMessage["settings"] = {
  enable_desktop_notifications: true,
  enable_sounds: true,
  enable_stream_desktop_notifications: false,
  enable_stream_audible_notifications: false,
  enable_followed_topic_desktop_notifications: true,
  enable_followed_topic_audible_notifications: false,
  enable_followed_topic_wildcard_mentions_notify: true,
  wildcard_mentions_notify: true,
};
const arrival = (more: Partial<NotifiableMessage>): NotifiableMessage => ({
  settings: SETTINGS,
  flags: [],
  isOwn: false,
  hasMutedSender: false,
  channel: CHANNEL,
  policy: VisibilityPolicy.none,
  ...more,
});
const isTold = (more: Partial<NotifiableMessage>) => waysToTell(arrival(more)).desktop;
const with_ = (more: Partial<NotifiableMessage["settings"]>) => ({ settings: { ...SETTINGS, ...more } });

test("a direct message is told and heard, each by its own setting", () => {
  assert.deepEqual(waysToTell(arrival({ channel: undefined })), { desktop: true, sound: true });
  const silent = with_({ enable_sounds: false });
  assert.deepEqual(waysToTell(arrival({ channel: undefined, ...silent })), { desktop: true, sound: false });
  const unseen = with_({ enable_desktop_notifications: false });
  assert.deepEqual(waysToTell(arrival({ channel: undefined, ...unseen })), { desktop: false, sound: true });
});

test("nobody is told of what they wrote, have read, or of whom they have muted", () => {
  for (const more of [{ isOwn: true }, { hasMutedSender: true }, { flags: ["read", "mentioned"] }])
    assert.deepEqual(waysToTell(arrival({ channel: undefined, ...more })), { desktop: false, sound: false });
});

test("in channels nothing is told but what the reader asked for, there or everywhere", () => {
  assert.equal(isTold({}), false);
  assert.equal(isTold(with_({ enable_stream_desktop_notifications: true })), true);
  const off = { channel: { ...CHANNEL, desktop_notifications: false } };
  assert.equal(isTold({ ...off, ...with_({ enable_stream_desktop_notifications: true }) }), false);
  const audible = { channel: { ...CHANNEL, audible_notifications: true } };
  assert.deepEqual(waysToTell(arrival(audible)), { desktop: false, sound: true });
});

test("a mention by name counts where everything is muted; one of everybody does not", () => {
  for (const muted of [{ channel: { ...CHANNEL, is_muted: true } }, { policy: VisibilityPolicy.muted }]) {
    assert.equal(isTold({ ...muted, flags: ["mentioned"] }), true);
    assert.equal(isTold({ ...muted, flags: ["stream_wildcard_mentioned"] }), false);
    assert.equal(isTold({ ...muted, flags: ["has_alert_word"] }), false);
    assert.equal(isTold({ ...muted, ...with_({ enable_stream_desktop_notifications: true }) }), false);
  }
  const unmuted = { channel: { ...CHANNEL, is_muted: true }, policy: VisibilityPolicy.unmuted };
  assert.equal(isTold({ ...unmuted, flags: ["stream_wildcard_mentioned"] }), true);
});

test("a mention of everybody follows the channel's setting, then the reader's", () => {
  const flags = ["topic_wildcard_mentioned"];
  assert.equal(isTold({ flags }), true);
  assert.equal(isTold({ flags, ...with_({ wildcard_mentions_notify: false }) }), false);
  const wanted = { channel: { ...CHANNEL, wildcard_mentions_notify: true } };
  assert.equal(isTold({ flags, ...wanted, ...with_({ wildcard_mentions_notify: false }) }), true);
  const followed = { flags, policy: VisibilityPolicy.followed };
  assert.equal(isTold({ ...followed, ...with_({ wildcard_mentions_notify: false }) }), true);
});

test("a topic that is followed is told of by settings of its own, also in a muted channel", () => {
  const followed = { policy: VisibilityPolicy.followed, channel: { ...CHANNEL, is_muted: true } };
  assert.deepEqual(waysToTell(arrival(followed)), { desktop: true, sound: false });
  assert.equal(isTold({ ...followed, ...with_({ enable_followed_topic_desktop_notifications: false }) }), false);
});

test("a word that the reader wants to hear of is as good as a mention", () => {
  assert.equal(isTold({ flags: ["has_alert_word"] }), true);
});

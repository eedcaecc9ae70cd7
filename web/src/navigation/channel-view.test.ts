import assert from "node:assert/strict";
import { test } from "node:test";
import { fragmentOf } from "../address/fragment.ts";
import { stateOf } from "../address/testing.ts";
import { ChannelView, channelAddress } from "./channel-view.ts";

const MUTED = 1;
const LAUNCH = 2;
const state = stateOf({
  user_topics: [{ stream_id: LAUNCH, topic_name: "Noise", visibility_policy: MUTED, last_updated: 0 }],
  unread_msgs: {
    count: 0,
    streams: [
      { stream_id: LAUNCH, topic: "noise", unread_message_ids: [9] },
      { stream_id: LAUNCH, topic: "beta 4", unread_message_ids: [7] },
    ],
    pms: [],
    huddles: [],
    mentions: [],
    old_unreads_missing: false,
  },
});
const topics = [{ name: "Noise" }, { name: "Harbour map" }, { name: "Beta 4" }];

function opens(view: number, known: readonly { name: string }[] | undefined = topics) {
  const address = channelAddress(state, { channelId: LAUNCH, view, topics: known });
  return address && fragmentOf(address, state);
}

test("a channel opens with its newest topic that is not muted", () => {
  assert.equal(opens(ChannelView.newestTopic), "narrow/channel/2-launch/topic/Harbour.20map");
});

test("or with all its messages, or with the list of its topics", () => {
  assert.equal(opens(ChannelView.feed), "narrow/channel/2-launch");
  assert.equal(opens(ChannelView.topics), "topics/channel/2-launch");
});

test("or with its newest unread topic, and the newest one where none is unread", () => {
  assert.equal(opens(ChannelView.newestUnread), "narrow/channel/2-launch/topic/Beta.204");
  assert.equal(
    opens(ChannelView.newestUnread, [{ name: "Harbour map" }]),
    "narrow/channel/2-launch/topic/Harbour.20map",
  );
});

test("where everything is muted the newest opens, and where nobody wrote, the feed", () => {
  assert.equal(opens(ChannelView.newestTopic, [{ name: "Noise" }]), "narrow/channel/2-launch/topic/Noise");
  assert.equal(opens(ChannelView.newestTopic, []), "narrow/channel/2-launch");
});

test("before the topics are known there is no answer, except where none is needed", () => {
  assert.equal(
    channelAddress(state, { channelId: LAUNCH, view: ChannelView.newestTopic, topics: undefined }),
    undefined,
  );
  assert.deepEqual(channelAddress(state, { channelId: LAUNCH, view: ChannelView.topics, topics: undefined }), {
    kind: "topics",
    channelId: LAUNCH,
  });
});

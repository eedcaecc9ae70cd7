import assert from "node:assert/strict";
import { test } from "node:test";
import type { Address } from "../address/address.ts";
import type { Conversation } from "../address/narrow.ts";
import { channels, people, stateOf } from "../address/testing.ts";
import { channelMeant, findInPalette, paletteQuery } from "./palette.ts";
import { type KnownConversation, PaletteNames } from "./palette-names.ts";
import { lastPlaces, withPlace } from "./places.ts";

const known = (conversation: Conversation, newestId: number, unread = 0): KnownConversation => ({
  conversation,
  key: JSON.stringify(conversation),
  newestId,
  unread,
});

function palette() {
  const names = new PaletteNames();
  names.know([
    known({ type: "topic", channelId: 2, topic: "Harbour map" }, 90),
    known({ type: "topic", channelId: 2, topic: "Launch day" }, 50),
    known({ type: "direct", userIds: [7] }, 80),
    known({ type: "direct", userIds: [7, 9] }, 70),
  ]);
  names.follow(stateOf());
  names.offer([
    { key: "inbox", name: "Inbox", item: { type: "view", address: { kind: "inbox" } } },
    { key: "mute", name: "Mute this topic", item: { type: "command", command: "mute" } },
  ]);
  return names;
}

const shown = (names: PaletteNames, typed: string) =>
  Object.fromEntries(findInPalette(names.index, typed).sections.map(({ name, items }) => [name, items.length]));

test("one word finds conversations, channels, people, views and commands, in this order", () => {
  const names = palette();
  assert.deepEqual(Object.keys(shown(names, "m")), ["conversations", "people", "commands"]);
  assert.deepEqual(shown(names, "launch"), { conversations: 1, channels: 1 });
  assert.deepEqual(shown(names, "launch harb"), { conversations: 1 });
  assert.equal(findInPalette(names.index, "launch").search, "launch");
});

test("a prefix narrows to what it stands for", () => {
  const names = palette();
  assert.deepEqual(shown(names, "#m"), { conversations: 2 });
  assert.deepEqual(shown(names, "@ mei"), { people: 1 });
  assert.deepEqual(shown(names, ">m"), { commands: 1 });
  assert.deepEqual(findInPalette(names.index, "/low tide"), { sections: [], search: "low tide" });
  assert.equal(findInPalette(names.index, "@mei").search, undefined);
  assert.deepEqual(paletteQuery("  #launch").text, "launch");
});

test("behind a channel and > stand its topics, and the channel is known before all of them are", () => {
  const names = palette();
  const topicsOf = (typed: string) =>
    findInPalette(names.index, typed).sections.flatMap(({ items }) =>
      items.map((item) =>
        item.type === "conversation" && item.conversation.type === "topic" ? item.conversation.topic : item,
      ),
    );
  assert.deepEqual(topicsOf("#launch >"), ["Harbour map", "Launch day"]);
  assert.deepEqual(topicsOf("#laun > harb"), ["Harbour map"]);
  assert.deepEqual(topicsOf("#nowhere > harb"), []);
  assert.deepEqual(topicsOf("#launch > harb").length, 1);
  assert.equal(channelMeant(names.index, "#laun"), 2);
  assert.equal(channelMeant(names.index, "#launch > nothing like it"), 2);
  for (const typed of ["#", "launch", "@launch", "#nowhere", ">launch"])
    assert.equal(channelMeant(names.index, typed), undefined, typed);
});

test("a person and the conversation with them stand once; deactivated people stay reachable by it", () => {
  const names = palette();
  assert.deepEqual(shown(names, "mei tan"), { conversations: 1, people: 1 });
  const gone = new PaletteNames();
  gone.know([known({ type: "direct", userIds: [7] }, 80)]);
  gone.follow(
    stateOf({
      realm_users: people.filter((each) => each.user_id !== 7),
      realm_non_active_users: people.filter((each) => each.user_id === 7),
    }),
  );
  assert.deepEqual(shown(gone, "mei"), { conversations: 1 });
});

test("a renamed channel is typed by its new name with its topics", () => {
  const names = palette();
  const renamed = channels.map((each) => (each.stream_id === 2 ? { ...each, name: "release" } : each));
  names.follow(stateOf({ subscriptions: renamed }));
  assert.deepEqual(shown(names, "rel harb"), { conversations: 1 });
  assert.deepEqual(shown(names, "launch harb"), {});
});

test("the first of the last places is where the reader was before", () => {
  const visited: Address[] = [{ kind: "inbox" }, { kind: "recent" }, { kind: "feed" }, { kind: "recent" }];
  const places = visited.reduce(withPlace, [] as readonly Address[]);
  assert.deepEqual(lastPlaces(places, { kind: "recent" }), [{ kind: "feed" }, { kind: "inbox" }]);
  assert.equal(withPlace(places, { kind: "recent" }), places);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { channel, person, stateOf } from "../address/testing.ts";
import { ChannelNames, findTopics } from "./channel-names.ts";
import { type Mention, type MentionContext, MentionNames } from "./mentions.ts";
import { findMoments } from "./moments.ts";
import { findCommands, findEmoji, findLanguages } from "./short-lists.ts";

const people = [
  person(1, "Mara Stranger"),
  person(2, "Mara Subscribed"),
  person(3, "Mara Partner"),
  person(4, "Mara Speaker"),
  person(5, "Someone Mara"),
];
const state = stateOf({
  realm_users: people,
  realm_user_groups: [
    { id: 17, name: "marathon", members: [], direct_subgroup_ids: [], is_system_group: false, deactivated: false },
    { id: 18, name: "role:members", members: [], direct_subgroup_ids: [], is_system_group: true, deactivated: false },
  ],
});
const context: MentionContext = {
  inConversation: new Set([4]),
  partners: new Map([[3, 900]]),
  subscribers: new Set([2, 3, 4]),
  wildcards: [
    { type: "wildcard", name: "all", size: 212 },
    { type: "wildcard", name: "topic", size: 4 },
  ],
};

function mentioned(typed: string, where = context) {
  const names = new MentionNames();
  names.follow(state);
  const said = (mention: Mention) =>
    mention.type === "person" ? mention.userId : mention.type === "group" ? "group" : mention.name;
  return names.find(typed, where).map(said);
}

test("people are suggested by nearness: here, partners, subscribed, then by how the name begins", () => {
  assert.deepEqual(mentioned("mara"), [4, 3, 2, "group", 1, 5]);
});

test("everybody is suggested by their word, with how many that is, and last without one", () => {
  assert.deepEqual(mentioned("al"), ["all"]);
  assert.deepEqual(mentioned("everyo"), ["all"]);
  assert.deepEqual(mentioned("top"), ["topic"]);
  assert.deepEqual(mentioned("").slice(-2), ["all", "topic"]);
  assert.deepEqual(mentioned("all", { ...context, wildcards: [] }), []);
});

test("at most 8 are suggested", () => {
  const many = new MentionNames();
  many.follow(stateOf({ realm_users: [...Array(40).keys()].map((id) => person(id + 1, `Mara ${id}`)) }));
  assert.equal(many.find("mara", context).length, 8);
  assert.equal(many.find("", context).length, 8);
});

test("roles and archived channels are not suggested", () => {
  assert.deepEqual(mentioned("role"), []);
  const names = new ChannelNames();
  names.follow(stateOf({ subscriptions: [channel(1, "tides"), channel(2, "tides of old", { is_archived: true })] }));
  assert.deepEqual(names.find("tid", { openId: undefined }), [1]);
});

test("the channel that is open comes first, then those subscribed to", () => {
  const names = new ChannelNames();
  names.follow(
    stateOf({
      subscriptions: [channel(1, "mobile"), channel(2, "the mob")],
      unsubscribed: [channel(3, "mob")],
    }),
  );
  assert.deepEqual(names.find("mob", { openId: 2 }), [2, 1, 3]);
  assert.deepEqual(names.find("mob", { openId: undefined }), [1, 2, 3]);
});

test("topics keep their order among equals", () => {
  assert.deepEqual(findTopics("be", ["Old beta", "Beta 5", "Beta 4"]), ["Beta 5", "Beta 4", "Old beta"]);
  assert.deepEqual(findTopics("", ["b", "a"]), ["b", "a"]);
});

test("emoji are found by the words of their names, each once", () => {
  const emoji = [
    { name: "thumbs_up", code: "1f44d" },
    { name: "+1", code: "1f44d" },
    { name: "arrow_up", code: "2b06" },
    { name: "up", code: "1f199" },
    { name: "thumbs_down", code: "1f44e" },
  ];
  const found = (typed: string, used: string[] = []) => findEmoji(typed, emoji, used).map(({ name }) => name);
  assert.deepEqual(found("up"), ["up", "arrow_up", "thumbs_up"]);
  assert.deepEqual(found("thumbs"), ["thumbs_up", "thumbs_down"]);
  assert.deepEqual(found("thumbs", ["1f44e"]), ["thumbs_down", "thumbs_up"]);
  assert.deepEqual(found("thumbs d"), ["thumbs_down"]);
  assert.deepEqual(found("+"), ["+1"]);
});

test("commands and languages are found by how they begin", () => {
  assert.deepEqual(findCommands("s"), ["snippet", "schedule"]);
  assert.deepEqual(findCommands("x"), []);
  assert.deepEqual(findLanguages("c", ["cpp", "c", "c#", "css"], ["css"]), ["c", "css", "c#", "cpp"]);
  assert.deepEqual(findLanguages("q", [], []), ["quote"]);
  assert.deepEqual(findLanguages("m", ["make", "math", "mathematica"], []), ["math", "make", "mathematica"]);
});

test("moments are written in the writer's zone with the offset of that day", () => {
  const at = { now: new Date("2026-10-23T10:20:00Z"), timeZone: "Europe/Berlin" };
  assert.deepEqual(findMoments("", at), [
    "2026-10-23T13:00:00+02:00",
    "2026-10-24T09:00:00+02:00",
    "2026-10-26T09:00:00+01:00",
  ]);
  assert.deepEqual(findMoments("16:30", at), ["2026-10-23T16:30:00+02:00", "2026-10-24T16:30:00+02:00"]);
  assert.deepEqual(findMoments("2026-12-01 8", at), ["2026-12-01T08:00:00+01:00"]);
  assert.deepEqual(findMoments("16", { ...at, timeZone: "Asia/Kathmandu" })[0], "2026-10-23T16:00:00+05:45");
  for (const wrong of ["25:00", "2026-02-30", "soon"]) assert.deepEqual(findMoments(wrong, at), []);
});

test("without a time zone, or with one that is not known here, moments are in the browser's", () => {
  const now = new Date("2026-10-23T10:20:00Z");
  const { timeZone: own } = new Intl.DateTimeFormat().resolvedOptions();
  for (const timeZone of ["", "Mars/Olympus_Mons"])
    assert.deepEqual(findMoments("", { now, timeZone }), findMoments("", { now, timeZone: own }));
});

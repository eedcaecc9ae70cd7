import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  type Address,
  CHANNEL_LISTS,
  CHANNEL_TABS,
  DIALOGS,
  GROUP_LISTS,
  GROUP_TABS,
  homeAddress,
  SETTINGS_SECTIONS,
  SIMPLE_VIEWS,
} from "./address.ts";
import { decodePart, encodePart } from "./encoding.ts";
import { fragmentOf, parseFragment } from "./fragment.ts";
import { CHANNELS_OPERANDS, dmNarrow, HAS_OPERANDS, IN_OPERANDS, IS_OPERANDS, type NarrowTerm } from "./narrow.ts";
import { channels, OWN_ID, people, stateOf } from "./testing.ts";

const state = stateOf();
const parsed = (fragment: string) => parseFragment(fragment, state);
const narrow = (...terms: NarrowTerm[]): Address => ({ kind: "narrow", terms });
const inLaunch: NarrowTerm = { operator: "channel", operand: 2 };
const topic = (operand: string): NarrowTerm => ({ operator: "topic", operand });

test("every string survives being a part of an address, and brings nothing into it that would end it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
      const part = encodePart(text);
      assert.match(part, /^[\w.~-]*$/);
      assert.equal(decodePart(part), text.toWellFormed());
    }),
  );
  assert.equal(encodePart("a.b (c)% it's *!"), "a.2Eb.20.28c.29.25.20it.27s.20.2A.21");
  assert.equal(decodePart("bad.ZZ"), undefined);
});

test("each screen has its address", () => {
  const expected: Record<string, Address> = {
    inbox: { kind: "inbox" },
    "#recent": { kind: "recent" },
    feed: { kind: "feed" },
    drafts: { kind: "drafts" },
    scheduled: { kind: "scheduled" },
    reminders: { kind: "reminders" },
    "narrow/channel/2-launch": narrow(inLaunch),
    "topics/channel/2-launch": { kind: "topics", channelId: 2 },
    "narrow/channel/2-launch/topic/Harbour.20map.3A.20first.20paint": narrow(
      inLaunch,
      topic("Harbour map: first paint"),
    ),
    "narrow/channel/2-launch/topic/": narrow(inLaunch, topic("")),
    "narrow/channel/2-launch/topic/Beta/with/214": narrow(inLaunch, topic("Beta"), { operator: "with", operand: 214 }),
    "narrow/channel/2-launch/topic//near/214": narrow(inLaunch, topic(""), { operator: "near", operand: 214 }),
    "narrow/dm/7-Mei-Tanaka": narrow({ operator: "dm", operand: [7] }),
    "narrow/dm/7,9-group": narrow({ operator: "dm", operand: [7, 9] }),
    "narrow/is/mentioned": narrow({ operator: "is", operand: "mentioned" }),
    "narrow/has/reaction/sender/me": narrow(
      { operator: "has", operand: "reaction" },
      { operator: "sender", operand: OWN_ID },
    ),
    "narrow/-has/link/search/low.20tide": narrow(
      { operator: "has", operand: "link", negated: true },
      { operator: "search", operand: "low tide" },
    ),
    "narrow/channels/public/in/all/date/2026-11-01/id/7": narrow(
      { operator: "channels", operand: "public" },
      { operator: "in", operand: "all" },
      { operator: "date", operand: "2026-11-01" },
      { operator: "id", operand: 7 },
    ),
    settings: { kind: "settings" },
    "settings/account-and-privacy": { kind: "settings", section: "account-and-privacy" },
    "settings/integrations": { kind: "settings", section: "integrations" },
    "settings/integrations/uptime_kuma": { kind: "settings", section: "integrations", tab: "uptime_kuma" },
    "organization/users/invitations": { kind: "organization", section: "users", tab: "invitations" },
    "organization/organization-permissions": { kind: "organization", section: "organization-permissions" },
    "channels/available": { kind: "channels", list: "available" },
    "channels/folders/3/new": { kind: "folder", folderId: 3 },
    "channels/2/launch/subscribers": { kind: "channel", channelId: 2, tab: "subscribers" },
    "groups/roles": { kind: "groups", list: "roles" },
    "groups/17/support.20team/members": { kind: "group", groupId: 17, tab: "members" },
    "user/7": { kind: "user", userId: 7 },
    "keyboard-shortcuts": { kind: "dialog", dialog: "keyboard-shortcuts" },
  };
  for (const [fragment, address] of Object.entries(expected)) {
    assert.deepEqual(parsed(fragment), address, fragment);
    assert.equal(fragmentOf(address, state), fragment.replace("#", ""));
  }
});

test("links of other clients and of other times are understood and written our way", () => {
  const rewritten: Record<string, string> = {
    recent_topics: "recent",
    all_messages: "feed",
    "about-zulip": "about-parley",
    "settings/your-account": "settings/profile",
    "streams/all": "channels/all",
    "narrow/stream/2-renamed-since": "narrow/channel/2-launch",
    "narrow/stream/launch": "narrow/channel/2-launch",
    "narrow/stream/Launch/subject/Beta": "narrow/channel/2-launch/topic/Beta",
    "narrow/stream/99-bottles": "narrow/channel/4-99-bottles",
    "narrow/stream/Q.20.26.20A.20.28new.29": "narrow/channel/3-Q-.26-A-.28new.29",
    "narrow/channel/8-caf%C3%A9": "narrow/channel/8-caf.C3.A9-bar-100-",
    "narrow/pm-with/7-mei": "narrow/dm/7-Mei-Tanaka",
    "narrow/pm-with/mei.40tideline.2Eexample": "narrow/dm/7-Mei-Tanaka",
    "narrow/dm/9,5,7-group/near/3": "narrow/dm/7,9-group/near/3",
    "narrow/dm/5-dm": "narrow/dm/5-Jonas-Lindqvist",
    "narrow/is/private": "narrow/is/dm",
    "narrow/from/7": "narrow/sender/7-Mei-Tanaka",
    "narrow/search/low+tide": "narrow/search/low.20tide",
    "narrow/is/starred/": "narrow/is/starred",
    "narrow/stream/2/topic": "narrow/channel/2-launch/topic/",
    "organization/invites-list-admin": "organization/users/invitations",
  };
  for (const [fragment, better] of Object.entries(rewritten)) {
    const address = parsed(fragment);
    assert.ok(address, fragment);
    assert.equal(fragmentOf(address, state), better);
  }
});

test("a channel that the reader does not know keeps its id, since whoever sent the link may see it", () => {
  assert.deepEqual(parsed("narrow/channel/404-secret"), narrow({ operator: "channel", operand: 404 }));
});

test("what leads nowhere is said to", () => {
  const nowhere = [
    "narrow",
    "narrow/",
    "narrow/channel/nowhere",
    "narrow/tide/high",
    "narrow/is/wet",
    "narrow/has/",
    "narrow/dm/",
    "narrow/dm/nobody.40tideline.2Eexample",
    "narrow/near/soon",
    "narrow/id/9999999999999999999",
    "narrow/search/",
    "narrow/date/2026-02-30",
    "narrow/channel/2-launch/topic/bad.ZZ",
    "narrow/__proto__/x",
    "inbox/more",
    "settings/nothing",
    "settings/bots/github",
    "settings/integrations/github/more",
    "settings/integrations/a%2Fb",
    "organization/users/none",
    "organization/toString",
    "channels/2/launch/none",
    "channels/folders/3",
    "user/7x",
    "tides",
    "%",
  ];
  for (const fragment of nowhere) assert.equal(parsed(fragment), undefined, fragment);
});

test("no address is the home view that the reader chose; visitors begin at Recent", () => {
  assert.deepEqual(parsed("#"), { kind: "inbox" });
  assert.deepEqual(parseFragment("", stateOf({ user_settings: { web_home_view: "all_messages" } })), { kind: "feed" });
  assert.deepEqual(homeAddress(stateOf({ user_id: undefined })), { kind: "recent" });
});

test("a link for somebody else names everybody in the conversation, also the reader who copies it", () => {
  const forOthers = (ids: number[]) =>
    fragmentOf({ kind: "narrow", terms: dmNarrow(ids) }, state, { isForOthers: true });
  assert.equal(forOthers([7]), "narrow/dm/5,7-dm");
  assert.equal(forOthers([7, 9]), "narrow/dm/5,7,9-group");
  const mei = { ...state, users: { ...state.users, ownId: 7 } };
  assert.deepEqual(parseFragment(forOthers([7]), mei), narrow({ operator: "dm", operand: [OWN_ID] }));
});

const anId = fc.nat({ max: Number.MAX_SAFE_INTEGER });
const aUser = fc.oneof(fc.constantFrom(...people.map((each) => each.user_id)), anId);
const aChannel = fc.oneof(fc.constantFrom(...channels.map((each) => each.stream_id)), anId);
const someText = fc.string({ unit: "grapheme" });
const term = (operator: string, operand: fc.Arbitrary<unknown>) =>
  fc
    .record({ operand, negated: fc.boolean() })
    .map(({ operand, negated }) => ({ operator, operand, ...(negated ? { negated } : {}) }) as NarrowTerm);
const others = fc
  .uniqueArray(aUser, { maxLength: 4 })
  .map((ids) => ids.filter((id) => id !== OWN_ID).sort((a, b) => a - b));
const aTerm = fc.oneof(
  term("channel", aChannel),
  term("topic", someText),
  term("dm", others),
  ...["dm-including", "sender", "mentions"].map((operator) => term(operator, aUser)),
  ...["id", "near", "with"].map((operator) => term(operator, anId)),
  term("is", fc.constantFrom(...IS_OPERANDS)),
  term("has", fc.constantFrom(...HAS_OPERANDS)),
  term("in", fc.constantFrom(...IN_OPERANDS)),
  term("channels", fc.constantFrom(...CHANNELS_OPERANDS)),
  term(
    "search",
    someText.filter((text) => text.trim() !== ""),
  ),
  term(
    "date",
    fc
      .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10)),
  ),
);
const plain = { noNullPrototype: true } as const;
const anAddress: fc.Arbitrary<Address> = fc.oneof(
  fc.record({ kind: fc.constant("narrow" as const), terms: fc.array(aTerm, { minLength: 1, maxLength: 5 }) }, plain),
  fc.constantFrom(...SIMPLE_VIEWS).map((kind) => ({ kind })),
  fc.constantFrom(...DIALOGS).map((dialog) => ({ kind: "dialog" as const, dialog })),
  fc.constantFrom(...SETTINGS_SECTIONS).map((section) => ({ kind: "settings" as const, section })),
  fc.constantFrom(...CHANNEL_LISTS).map((list) => ({ kind: "channels" as const, list })),
  fc.constantFrom(...GROUP_LISTS).map((list) => ({ kind: "groups" as const, list })),
  fc.record({ kind: fc.constant("topics" as const), channelId: aChannel }, plain),
  fc.record(
    { kind: fc.constant("channel" as const), channelId: aChannel, tab: fc.constantFrom(...CHANNEL_TABS) },
    plain,
  ),
  fc.record({ kind: fc.constant("group" as const), groupId: anId, tab: fc.constantFrom(...GROUP_TABS) }, plain),
  fc.record({ kind: fc.constant("user" as const), userId: anId }, plain),
);

test("whatever we write we read as the same", () => {
  fc.assert(
    fc.property(anAddress, (address) => {
      assert.deepEqual(parsed(fragmentOf(address, state)), address);
    }),
  );
});

test("no fragment at all breaks the reading, and what is understood is understood again as we write it", () => {
  const words = fc.constantFrom("narrow", "channel", "stream", "topic", "dm", "is", "near", "-", ".", "%", "/", "7-a");
  const anything = fc.array(fc.oneof(words, fc.string())).map((parts) => parts.join("/"));
  fc.assert(
    fc.property(anything, (fragment) => {
      const address = parsed(fragment);
      if (address) assert.deepEqual(parsed(fragmentOf(address, state)), address);
    }),
  );
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { parseFragment } from "./fragment.ts";
import { stateOf } from "./testing.ts";
import { titleOf, windowTitle } from "./title.ts";

const state = stateOf();

function titled(fragment: string) {
  const address = parseFragment(fragment, state);
  assert.ok(address, fragment);
  const { heading, above } = titleOf(address, state);
  const said = (piece: typeof heading) =>
    piece.type === "words" ? piece.key : piece.type === "people" ? piece.names.join(", ") : `"${piece.text}"`;
  return above ? `${said(above)} > ${said(heading)}` : said(heading);
}

test("the topic is the headline and its channel the line above", () => {
  assert.equal(titled("narrow/channel/2-launch/topic/Harbour.20map"), '"launch" > "Harbour map"');
  assert.equal(titled("narrow/channel/2-launch"), '"launch"');
  assert.equal(titled("topics/channel/2-launch"), '"launch" > address.topics');
});

test("the topic without a name is called what the organization calls it, and known to be that", () => {
  const address = parseFragment("narrow/channel/2/topic/", state);
  assert.ok(address);
  assert.deepEqual(titleOf(address, state).heading, { type: "emptyTopic", text: "general chat" });
});

test("direct messages are called by the people in them", () => {
  assert.equal(titled("narrow/dm/7-x"), "Mei Tanaka");
  assert.equal(titled("narrow/dm/7,9-group"), "Mei Tanaka, Rafael Ortiz");
  assert.equal(titled("narrow/dm/5"), "views.notesToSelf");
});

test("views have names of ours, searches are called that, and what is not known gives nothing away", () => {
  assert.equal(titled("inbox"), "views.inbox");
  assert.equal(titled("narrow/is/starred"), "views.starred");
  assert.equal(titled("narrow/has/reaction/sender/me"), "views.reactions");
  assert.equal(titled("narrow/has/reaction/sender/7"), "views.search");
  assert.equal(titled("narrow/-is/starred"), "views.search");
  for (const feed of ["narrow/in/home", "narrow/date/2026-11-01", "narrow/near/214"])
    assert.equal(titled(feed), "views.feed", feed);
  assert.equal(titled("narrow/channel/404-secret-plan"), "address.unknown");
  assert.equal(titled("settings/profile"), "address.settings > address.profile");
});

test("the window is titled with what is unread, the conversation and the organization", () => {
  const pieces = ["Harbour map: first paint", "launch"];
  assert.equal(
    windowTitle({ count: 3, pieces, organization: "Tideline" }),
    "(3) Harbour map: first paint · launch · Tideline",
  );
  assert.equal(windowTitle({ count: 0, pieces: ["Inbox"], organization: "Tideline" }), "Inbox · Tideline");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { laterTexts } from "../../text/en/index-later.ts";
import { settingsTexts } from "../../text/en/index-settings.ts";
import { learn } from "../../text/text.ts";
import { pages } from "../pages.ts";
import { findSettings } from "./find.ts";

learn(laterTexts);

learn(settingsTexts);

const found = (query: string) => findSettings(query, pages).map(({ label }) => label);

test("a setting is found by its name, its choices, other words for it, and its group", () => {
  assert.equal(found("theme")[0], "Theme");
  assert.equal(found("home v")[0], "Home view");
  assert.ok(found("dark mode").includes("Theme"), "by other words");
  assert.ok(found("relaxed").includes("Density"), "by a choice");
  assert.ok(found("emoticon").includes("Turn emoticons into emoji"));
  assert.ok(found("left sidebar").includes("Group channels by folder"), "by the heading above it");
});

test("a match in the name is listed before one elsewhere, and a page before what is on it", () => {
  const emoji = found("emoji");
  assert.equal(emoji[0], "Emoji");
  assert.ok(emoji.indexOf("Turn emoticons into emoji") < emoji.length);
  assert.equal(found("preferences")[0], "Preferences");
});

test("nothing is found without words, or with words that fit nothing", () => {
  assert.deepEqual(found(""), []);
  assert.deepEqual(found("  "), []);
  assert.deepEqual(found("xylophone"), []);
});

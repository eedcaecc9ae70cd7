import assert from "node:assert/strict";
import { test } from "node:test";
import { stateOf } from "../address/testing.ts";
import { sidebarViews } from "./views.ts";

const pinned = (navigation_views: object[]) =>
  sidebarViews(stateOf({ navigation_views }))
    .filter(({ isPinned }) => isPinned)
    .map(({ fragment }) => fragment);

test("five views are pinned until the reader says otherwise", () => {
  assert.deepEqual(pinned([]), ["inbox", "recent", "feed", "narrow/is/mentioned", "drafts"]);
});

test("what the reader pins or takes out counts, and saved searches are rows like the others", () => {
  const chosen = [
    { fragment: "feed", is_pinned: false, name: null },
    { fragment: "narrow/is/starred", is_pinned: true, name: null },
    { fragment: "narrow/search/tides", is_pinned: true, name: "Tides" },
    { fragment: "narrow/is/alerted", is_pinned: false, name: "Alerts" },
  ];
  assert.deepEqual(pinned(chosen), [
    "inbox",
    "recent",
    "narrow/is/mentioned",
    "narrow/is/starred",
    "drafts",
    "narrow/search/tides",
  ]);
  const saved = sidebarViews(stateOf({ navigation_views: chosen })).filter(({ name }) => "text" in name);
  assert.deepEqual(
    saved.map(({ name }) => "text" in name && name.text),
    ["Alerts", "Tides"],
  );
});

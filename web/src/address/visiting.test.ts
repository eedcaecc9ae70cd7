import assert from "node:assert/strict";
import { test } from "node:test";
import type { Address } from "./address.ts";
import { parseFragment } from "./fragment.ts";
import { stateOf } from "./testing.ts";
import { isOpenToVisitors } from "./visiting.ts";

const state = stateOf();
const isOpen = (fragment: string) => isOpenToVisitors(parseFragment(fragment, state) as Address, state);

test("visitors open Recent, channels open to the web with their topics, and help", () => {
  for (const fragment of [
    "recent",
    "narrow/channel/2-launch",
    "narrow/channel/2-launch/topic/Harbour.20map/near/7",
    "topics/channel/2-launch",
    "keyboard-shortcuts",
    "about-parley",
  ])
    assert.ok(isOpen(fragment), fragment);
});

test("everything else asks them to sign in", () => {
  for (const fragment of [
    "inbox",
    "feed",
    "drafts",
    "narrow/is/starred",
    "narrow/dm/7-Mei-Tanaka",
    "narrow/search/tides",
    "narrow/channel/99-board",
    "topics/channel/99-board",
    "user/7",
    "invite",
    "settings/profile",
  ])
    assert.ok(!isOpen(fragment), fragment);
});

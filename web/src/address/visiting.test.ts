import assert from "node:assert/strict";
import { test } from "node:test";
import type { Address } from "./address.ts";
import { parseFragment } from "./fragment.ts";
import { stateOf } from "./testing.ts";
import { isOpenToVisitors, openToVisitors } from "./visiting.ts";

const state = stateOf();
const isOpen = (fragment: string) => isOpenToVisitors(parseFragment(fragment, state) as Address, state);

test("visitors open Recent, channels open to the web with their topics, and help", () => {
  for (const fragment of [
    "recent",
    "narrow/channel/2-launch",
    "narrow/channel/2-launch/topic/Harbour.20map/near/7",
    "narrow/channel/2-launch/search/tides",
    "narrow/channels/web-public/search/tides",
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
    "narrow/channel/2-launch/is/starred",
    "narrow/channels/public/search/tides",
    "topics/channel/99-board",
    "user/7",
    "invite",
    "settings/profile",
  ])
    assert.ok(!isOpen(fragment), fragment);
});

test("visitors search what they can read", () => {
  const words = { operator: "search", operand: "tides" } as const;
  const launch = { operator: "channel", operand: 2 } as const;
  assert.deepEqual(openToVisitors([words]), [{ operator: "channels", operand: "web-public" }, words]);
  assert.deepEqual(openToVisitors([launch, words]), [launch, words]);
});

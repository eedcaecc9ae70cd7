import type { Page } from "playwright-core";
import type { Figure, Scenario } from "../scenario.ts";
import { open, topicLink } from "../web/places.ts";
import { FLING_PX, frameFigures, type Scrolling, scroll } from "../web/scrolling.ts";
import { LONG_TOPIC, type SeededOrganization } from "../web/workspace.ts";

const SECONDS = 6;

function figuresOf(what: string, { frames, seen }: Scrolling): Figure[] {
  return [
    ...frameFigures(what, frames),
    { what: `… blank, of ${seen.frames} frames`, unit: "", parley: seen.blank, target: { atMost: 0 } },
    { what: "… jumps over 1 px", unit: "", parley: seen.jumps, target: { atMost: 0 } },
  ];
}

async function measure(page: Page, { longTopic, longChannel }: SeededOrganization): Promise<Figure[]> {
  const newest = (await open(page, topicLink(longTopic))).last;
  const up = await scroll(page, { stepPx: -FLING_PX });
  const passed = newest - up.seen.first + 1;
  if (passed < LONG_TOPIC) throw new Error(`Only ${passed} messages were passed.`);
  const down = await scroll(page, { stepPx: FLING_PX, upMs: SECONDS * 1000 });
  const channel = `#narrow/channel/${longChannel.id}`;
  await open(page, channel);
  const end = await scroll(page, { stepPx: -FLING_PX, upMs: SECONDS * 1000 });
  await open(page, `${channel}/near/${longChannel.middleId}`);
  const middle = await scroll(page, { stepPx: -FLING_PX, upMs: SECONDS * 1000 });
  return [
    ...figuresOf("10,000 messages, to the first", up),
    ...figuresOf("… and back", down),
    ...figuresOf("100,000 messages, from the end", end),
    ...figuresOf("… from the middle", middle),
  ];
}

export const webScroll: Scenario = {
  name: "web-scroll",
  question: "Does scrolling through long conversations hold its frames, without a blank and without a jump?",
  measureInWorkspace: ({ workspace, visit }) => visit(workspace.reader, (page) => measure(page, workspace)),
};
